import { type Applicant, type Roster, rosterOf } from '#features/shifts/award-rules/rules.rank.ts'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/** Start of the counted period of a rule, from its `body` as JSON and as `ruleOf` completes it; a pick list is never reset. */
export const sinceOf = (body: Sql, at: Sql): Sql => {
  const days = sql`coalesce(b.body #>> '{counts,window_days}', ${String(plainRule.counts.window_days)})`
  const months = sql`make_interval(months => coalesce((b.body ->> 'fiscal_month')::int, ${plainRule.fiscal_month}::int) - 1)`
  return sql`(select case
      when b.body ->> 'method' = 'pick_list' or ${days} = 'ever' then '-infinity'::timestamptz
      when ${days} = 'fiscal_year' then (date_trunc('year', (${at} at time zone g.time_zone) - ${months}) + ${months})
        at time zone g.time_zone
      else ${at} - make_interval(days => ${days}::int) end
    from organizations g cross join (select ${body} as body) b where g.id = (select app.organization_id()))`
}

export type Counted = Pick<Applicant, 'minutes' | 'times'>

/** An officer with a record, so one who counts for the baseline of newcomers; alias `c` of `countedOf`. */
export const hasRecord = sql`c.times <> '{}'`

/**
 * Whom an order without applicants ranks: of the admins only those who ever had an entry, as a desk job alone would always come first.
 * Whenever it was: a rotation looks at the last turn of all time.
 */
export const isRanked = sql`(o.role = 'officer' or c.last <> '{}')`

/** How often a row `c` counts; a row of zero minutes counts zero times. */
export const way = sql`coalesce(c.times, sign(c.minutes)::int)`

/**
 * What was recorded for an officer `o` before `at`, by kind: minutes and times inside the window, and the last of each. A
 * reversed sign-up counts as no time and is not the last one either. features/shifts/award-checks computes the same from the rows
 * on its own.
 */
export const countedOf = (at: Sql): Sql => sql`(select
    coalesce(jsonb_object_agg(k.kind, k.minutes) filter (where k.minutes <> 0), '{}') as minutes,
    coalesce(jsonb_object_agg(k.kind, k.times) filter (where k.times > 0), '{}') as times,
    coalesce(jsonb_object_agg(k.kind, to_char(k.last at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      filter (where k.last is not null), '{}') as last
  from (select n.kind, coalesce(sum(n.minutes), 0)::int as minutes, sum(n.times)::int as times, max(n.last) as last
    from (select c.kind, sum(c.minutes) filter (where c.at >= w.since) as minutes,
        greatest(0, sum(${way}) filter (where c.at >= w.since)) as times,
        case when sum(${way}) > 0 then max(c.at) filter (where c.minutes >= 0) end as last
      from opportunities c where c.organization_id = o.organization_id and c.officer_id = o.id and c.at < ${at}
        and c.recorded_at <= ${at}
      group by c.kind, coalesce(c.signup_id, case when c.source = 'import' then o.id else c.id end),
        case when c.signup_id is null and c.source = 'import' then c.at end) n
    group by n.kind) k)`

/** Of officer `o`: the share of the window `w` before they joined, in thousandths. The window starts with the first record at the earliest. */
export const absentOf = (at: Sql): Sql => sql`(select case when j.at > b.start and ${at} > b.start then
    least(1000, floor(1000 * extract(epoch from j.at - b.start) / extract(epoch from ${at} - b.start)))::int else 0 end
  from (select coalesce(o.approved_at, o.created_at) as at) j,
    (select greatest(w.since, (select min(f.at) from opportunities f where ${ours('f')} and f.recorded_at <= ${at})) as start) b)`

/** What a rule counts of an officer `o`: joins `j` (when they joined), `w` (since when it counts) and `c` (what was recorded). */
export const withCounted = (body: Sql, at: Sql): Sql => sql`
  cross join lateral (select coalesce(o.approved_at, o.created_at) as at) j
  cross join lateral (select ${sinceOf(body, at)} as since) w
  cross join lateral ${countedOf(at)} c`

/** The facts about an officer `o` that do not depend on the shift, as columns; with `withCounted`. `absent` only a rule asks that charges newcomers. */
export const rankFacts = (
  at: Sql,
  absent = absentOf(at),
): Sql => sql`o.id as officer_id, o.hired_on::text as hired_on, o.badge_number, o.unit, o.rank,
  c.minutes, c.times, c.last, to_char(j.at at time zone 'UTC', 'YYYY-MM-DD') as joined_on, ${absent} as absent,
  exists (select from award_cases e where e.organization_id = o.organization_id and e.officer_id = o.id
    and e.closed_remedy = 'next_opportunity' and e.closed_at < ${at}
    and not exists (select from award_receipts x join award_rounds y on y.organization_id = x.organization_id
        and y.id = x.round_id
      where x.organization_id = o.organization_id and x.officer_id = o.id and x.outcome in ('awarded', 'offered')
        and y.at > e.closed_at and y.at < ${at})) as owed`

/** Whether an officer `o` is of a unit that the post `p` requires. */
export const unitMatch = sql`coalesce(p.requirements -> 'units', '[]') ? coalesce(o.unit, '')`

const bodyOf = (rule: AwardRule): Sql => sql`${JSON.stringify(rule)}::jsonb`

/** Facts about the officers for ranking them on the post, as of `at`; sorted by id. */
export const listApplicants = (
  db: Db,
  rule: AwardRule,
  asked: { assignment_id: string; post_id: string; officer_ids: readonly string[]; at: Date },
): Promise<Applicant[]> => {
  const at = sql`${asked.at}::timestamptz`
  return db.rows<Applicant>(sql`select ${rankFacts(at)},
      to_char(s.applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as applied_at,
      ${unitMatch} as unit_match
    from officers o
    join posts p on p.organization_id = o.organization_id and p.id = ${asked.post_id}::uuid
    ${withCounted(bodyOf(rule), at)}
    left join lateral (select a.applied_at from officer_assignments a where a.organization_id = o.organization_id
      and a.assignment_id = ${asked.assignment_id}::uuid and a.officer_id = o.id
      order by a.applied_at desc limit 1) s on true
    where ${ours('o')} and o.id = any(${asked.officer_ids}::uuid[])
    order by o.id`)
}

/** The baseline for newcomers: all active officers, as of `at`. */
export const findRoster = async (db: Db, rule: AwardRule, asked: { at: Date }): Promise<Roster> => {
  const at = sql`${asked.at}::timestamptz`
  const all = await db.rows<Counted>(sql`select c.minutes, c.times
    from officers o ${withCounted(bodyOf(rule), at)}
    where ${ours('o')} and ${onRoster(sql`o`)} and ${hasRecord}`)
  return rosterOf(rule, all)
}
