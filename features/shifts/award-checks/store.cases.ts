import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import { atStartStatuses } from '#platform/shared/statuses.ts'
import type { PlaceHeld, Ranking, Skipped } from './rules.skipped.ts'
import { namedDifferences } from './store.inputs.ts'

/** A case that an admin has to close. */
export const isOpenCase = (c: Sql): Sql => sql`(${c}.closed_at is null)`

/** Number of days after its shift during which a post is checked. */
const LOOKED_AT_DAYS = 35

export type PostRows = {
  assignment_id: string
  post_id: string
  /** The full length of the post. */
  minutes: number
  remedy: 'next_opportunity' | 'pay' | 'none' | null
  held: PlaceHeld[]
  rankings: Ranking[] | null
  /** Officers who applied and have no spot. */
  waiting: string[]
}

/** The raw rows of every recently awarded post: spots, rounds with their rankings, and who is still waiting. */
export const listAwardedPosts = (db: Db): Promise<PostRows[]> =>
  db.rows<PostRows>(sql`
    select p.assignment_id, p.id as post_id, (extract(epoch from p.ends_at - p.starts_at) / 60)::int as minutes,
      (select y.rule ->> 'remedy' from award_rounds y where y.organization_id = p.organization_id and y.post_id = p.id
        and y.award_number = a.award_number order by y.at limit 1) as remedy,
      (select coalesce(json_agg(json_build_object('signup_id', s.id, 'officer_id', s.officer_id,
          'given_at', to_char(g.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'source', g.source,
          'by', coalesce(s.decided_by, s.assigned_by), 'reason', s.override_reason)), '[]')
        from officer_assignments s
        join lateral (select o.at, o.source from opportunities o where o.organization_id = s.organization_id
          and o.signup_id = s.id and o.kind in ('accepted', 'ordered', 'volunteered') order by o.at desc limit 1) g on true
        where s.organization_id = p.organization_id and s.post_id = p.id
          and s.status in ${oneOf(atStartStatuses)}) as held,
      (select json_agg(json_build_object('round_id', y.id, 'by', y.decided_by, 'reason', y.reason,
          'at', to_char(y.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          'lines', (select coalesce(json_agg(json_build_object('officer_id', r.officer_id, 'rank', r.rank,
              'outcome', r.outcome)), '[]')
            from award_receipts r where r.organization_id = y.organization_id and r.round_id = y.id)))
        from award_rounds y where y.organization_id = p.organization_id and y.post_id = p.id
          and y.award_number = a.award_number and y.purpose in ('award', 'waitlist')) as rankings,
      (select coalesce(json_agg(s.officer_id), '[]') from officer_assignments s
        where s.organization_id = p.organization_id and s.post_id = p.id and s.status in ('waitlisted', 'passed', 'interested'))
        as waiting
    from posts p join assignments a on a.organization_id = p.organization_id and a.id = p.assignment_id
    where ${ours('p')} and p.ends_at > now() - make_interval(days => ${LOOKED_AT_DAYS}::int)
      and exists (select from award_rounds y where y.organization_id = p.organization_id and y.post_id = p.id
        and y.assignment_id = p.assignment_id and y.award_number = a.award_number)`)

/** Whether it is the hour of the night when the department is checked. */
export const isNight = async (db: Db): Promise<boolean> =>
  (
    await db.row<{
      yes: boolean
    }>(sql`select extract(hour from now() at time zone time_zone) = 3 as yes from organizations
    where id = (select app.organization_id())`)
  )?.yes ?? false

/** Inserts the cases that do not exist yet and returns them. */
export const insertCases = (db: Db, post: PostRows, found: readonly Skipped[]) =>
  db.rows<{
    id: string
    officer_id: string
  }>(sql`insert into award_cases (organization_id, round_id, assignment_id, post_id,
      officer_id, instead_id, instead_signup_id, made_by, made_reason, minutes, remedy)
    select (select app.organization_id()), r.round_id, ${post.assignment_id}::uuid, ${post.post_id}::uuid, r.officer_id,
      r.instead_id, r.instead_signup_id, r."by", r.reason, ${post.minutes}::int, ${post.remedy ?? 'none'}
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as r (round_id uuid, officer_id uuid, instead_id uuid,
      instead_signup_id uuid, "by" uuid, reason text)
    on conflict (organization_id, instead_signup_id, officer_id) do nothing returning id, officer_id`)

const PAGE = 30

/** Cases by discovery time, latest first, a page of 30 as one JSON value; `may_close` says whether the caller may close it. */
export const listCases = ({ state, after }: { state: 'open' | 'closed'; after?: string | undefined }): Sql => {
  const key = readCursor(after)
  const nameOf = (id: Sql) =>
    sql`(select n.name from officers n where n.organization_id = c.organization_id and n.id = ${id})`
  return sql`
  with found as (
    select c.found_at, c.id, json_build_object('id', c.id, 'cause', c.cause, 'differences', case when c.cause = 'wrong_inputs' and
        k.differences is not null then ${namedDifferences} else '[]' end, 'found_at', c.found_at, 'assignment_id', c.assignment_id,
      'title', a.title, 'starts_at', p.starts_at, 'post_name', p.name, 'officer_id', c.officer_id,
      'officer_name', ${nameOf(sql`c.officer_id`)}, 'instead_name', ${nameOf(sql`c.instead_id`)},
      'made_by_name', ${nameOf(sql`c.made_by`)}, 'made_reason', c.made_reason, 'minutes', c.minutes, 'remedy', c.remedy,
      'rule_name', y.rule_name, 'closed_at', c.closed_at, 'closed_by_name', ${nameOf(sql`c.closed_by`)},
      'closed_remedy', c.closed_remedy, 'closed_note', c.closed_note,
      'may_close', c.closed_at is null and app.support() is null and (select app.officer_id()) <> c.officer_id
        and (select app.officer_id()) <> c.instead_id
        and (c.made_by is null or (select app.officer_id()) <> c.made_by)) as item
    from award_cases c
    join award_rounds y on y.organization_id = c.organization_id and y.id = c.round_id
    left join award_input_checks k on k.organization_id = c.organization_id and k.round_id = c.round_id
    join assignments a on a.organization_id = c.organization_id and a.id = c.assignment_id
    join posts p on p.organization_id = c.organization_id and p.id = c.post_id
    where ${ours('c')} and ${isOpenCase(sql`c`)} = ${state === 'open'}
      and (${key === null} or (c.found_at, c.id) < (${key?.at ?? 'infinity'}::timestamptz, ${key?.id ?? null}::uuid))
    order by c.found_at desc, c.id desc limit ${PAGE + 1}::int),
  shown as (select * from found order by found_at desc, id desc limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(item order by found_at desc, id desc) from shown), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select (to_json(found_at) #>> '{}') || '~' || id from shown order by found_at, id limit 1) end)::text as json`
}

export type CaseRow = {
  cause: 'skipped' | 'wrong_inputs'
  officer_id: string
  instead_id: string
  made_by: string | null
  closed_at: Date | null
  /** The admin who asks. */
  by: string
  assignment_id: string
  title: string
}

export const findCase = (db: Db, id: string) =>
  db.row<CaseRow>(sql`select c.cause, c.officer_id, c.instead_id, c.made_by, c.closed_at, c.assignment_id, a.title,
      (select app.officer_id()) as by
    from award_cases c join assignments a on a.organization_id = c.organization_id and a.id = c.assignment_id
    where ${ours('c')} and c.id = ${id}::uuid`)

/**
 * Closes the case if it is still open, so that concurrent calls close it once. Returns how many were closed: 0 if another call
 * was faster.
 */
export const updateClosed = (db: Db, closed: { id: string; remedy: string; note: string }) =>
  db.run(sql`update award_cases set closed_at = now(), closed_by = (select app.officer_id()), closed_remedy = ${closed.remedy},
      closed_note = ${closed.note}, version = version + 1
    where ${ours()} and id = ${closed.id}::uuid and closed_at is null`)
