import { awardAt } from '#features/shifts/assignments/store.phase.ts'
import { withRule } from '#features/shifts/award-rules/store.ts'
import { heldIn } from '#features/shifts/signups/store.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { readCursor } from '#platform/shared/cursor.ts'

const PAGE = 10

/** Why an officer was chosen by hand is visible to that officer and to admins only; why an award was early is visible to everyone. */
const ownReason = sql`case when y.purpose = 'award' or r.outcome = 'awarded' then y.reason end`

/** A round with its shift, without the reason; aliases `y` (round), `a`, `p`. */
const roundFields = sql`'at', y.at, 'purpose', y.purpose, 'rule', y.rule, 'rule_name', y.rule_name,
  'rule_version', y.rule_version, 'places', y.places, 'inputs_hash', y.inputs_hash, 'seed', y.seed,
  'commitment', y.commitment,
  'decided_by_name', (select d.name from officers d where d.organization_id = y.organization_id and d.id = y.decided_by),
  'assignment_id', a.id, 'title', a.title, 'time_zone', a.time_zone, 'post_id', p.id, 'post_name', p.name,
  'starts_at', p.starts_at, 'ends_at', p.ends_at`
const receiptFields = sql`'round_id', r.round_id, 'rank', r.rank, 'of', r.of, 'values', r."values",
  'decided_by', r.decided_by, 'outcome', r.outcome, 'reasons', r.reasons`
const itsJob = sql`join assignments a on a.organization_id = y.organization_id and a.id = y.assignment_id
  join posts p on p.organization_id = y.organization_id and p.id = y.post_id`

export const listMyReceipts = (asked: { assignment_id?: string | undefined; after?: string | undefined }): Sql => {
  const key = readCursor(asked.after)
  return sql`
  with found as (
    select r.created_at, r.id, json_build_object('id', r.id, ${receiptFields}, ${roundFields}, 'reason', ${ownReason}, 'officer_id', r.officer_id,
      'won', r.won, 'others', r.others) as item
    from award_receipts r
    join award_rounds y on y.organization_id = r.organization_id and y.id = r.round_id ${itsJob}
    where ${ours('r')} and r.officer_id = (select app.officer_id())
      and (${asked.assignment_id ?? null}::uuid is null or y.assignment_id = ${asked.assignment_id ?? null}::uuid)
      and (${key === null} or (r.created_at, r.id) < (${key?.at ?? 'infinity'}::timestamptz, ${key?.id ?? null}::uuid))
    order by r.created_at desc, r.id desc limit ${PAGE + 1}::int),
  shown as (select * from found order by created_at desc, id desc limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(item order by created_at desc, id desc) from shown), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select (to_json(created_at) #>> '{}') || '~' || id from shown order by created_at, id limit 1) end)::text as json`
}

/** Rounds of the same instant too: an award comes before the spots of its waitlist. */
const newestFirst = (of: Sql): Sql =>
  sql`${of}.at desc, ${of}.award_number desc, ${of}.purpose = 'award', ${of}.id desc`

/** Rows for `listRounds`: the assignment, its number of applicants and its rounds. */
export const listRounds = (assignment_id: string): Sql => sql`
  select a.signup_mode as mode, a.awarded_at, a.signup_opens_at as opens_at, ${awardAt} as closes_at,
    a.draw_commitment as commitment, a.award_early_reason as early_reason, a.status, a.award_rule_id, a.kind,
    (select d.name from officers d where d.organization_id = a.organization_id and d.id = a.award_early_by) as early_by,
    (select count(*)::int from officer_assignments s where s.organization_id = a.organization_id
      and s.assignment_id = a.id and s.status = 'interested') as applied,
    app.support() is not null as support, now() as now_at, found.name as rule_name, found.version as rule_version,
    found.body as rule,
    coalesce((select json_agg(z.item order by ${newestFirst(sql`z`)}) from (
      select y.at, y.id, y.award_number, y.purpose, json_build_object('id', y.id, ${roundFields}, 'reason', y.reason,
        'full', ${heldIn()} >= p.required_count,
        'won', (select r.won from award_receipts r where r.organization_id = y.organization_id and r.round_id = y.id limit 1),
        'receipts', (select coalesce(json_agg(json_build_object('id', r.id, ${receiptFields}, 'officer_id', r.officer_id,
            'name', o.name, 'signup_id', r.signup_id, 'status', s.status) order by r.rank), '[]')
          from award_receipts r
          join officers o on o.organization_id = r.organization_id and o.id = r.officer_id
          left join officer_assignments s on s.organization_id = r.organization_id and s.id = r.signup_id
          where r.organization_id = y.organization_id and r.round_id = y.id)) as item
      from award_rounds y join posts p on p.organization_id = y.organization_id and p.id = y.post_id
      where y.organization_id = a.organization_id and y.assignment_id = a.id
      order by ${newestFirst(sql`y`)} limit 50) z), '[]') as rounds
  from assignments a ${withRule}
  where ${ours('a')} and a.id = ${assignment_id}::uuid`

/** The rules in force now, each once however many kinds of shift it applies to. */
export const rulesInForce = sql`select b.body, b.version, r.name, k.kinds
  from (select l.rule_id, array_agg(l.kind) as kinds from (select distinct on (d.kind) d.kind, d.rule_id from award_adoptions d
    where ${ours('d')} and d.effective_from <= now()
    order by d.kind, d.effective_from desc, d.created_at desc, d.id desc) l group by l.rule_id) k
  join award_rules r on ${ours('r')} and r.id = k.rule_id
  cross join lateral (select e.body, e.version from award_rule_versions e where ${ours('e')} and e.rule_id = k.rule_id
    and e.effective_from <= now() order by e.version desc limit 1) b`

/** The rule that awards a posted shift, for eligible officers. */
export const findTerms = ({ assignment_id }: { assignment_id: string }): Sql => sql`
  select a.signup_mode as mode, a.awarded_at, ${awardAt} as closes_at,
    a.draw_commitment as commitment, found.name as rule_name, found.version as rule_version, found.body as rule,
    (select coalesce(json_agg(json_build_object('name', v.name, 'body', v.body) order by v.name), '[]')
      from (${rulesInForce}) v) as in_force,
    (select coalesce(json_agg(k), '[]') from (select s.post_id, s.starts_at, s.ends_at, sum(c.minutes)::int as minutes
      from officer_assignments s
      join opportunities c on c.organization_id = s.organization_id and c.signup_id = s.id and c.officer_id = s.officer_id
        and c.kind = 'accepted'
      where s.organization_id = a.organization_id and s.assignment_id = a.id and s.officer_id = (select app.officer_id())
        and s.status = 'called_off'
      group by s.organization_id, s.id having sum(c.minutes) > 0) k) as kept
  from assignments a ${withRule}
  where ${ours('a')} and a.id = ${assignment_id}::uuid
    and ${isPublished}`
