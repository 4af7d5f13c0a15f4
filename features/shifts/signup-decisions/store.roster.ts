import { awardToCome } from '#features/shifts/assignments/store.phase.ts'
import { isAmong, noted, type ShiftFilters } from '#features/shifts/assignments/store.ts'
import { withRule } from '#features/shifts/award-rules/store.ts'
import { candidateColumns, ruleRanks } from '#features/shifts/awards/store.candidates.ts'
import { extraMinutes } from '#features/shifts/eligibility/store.extra.ts'
import { withRules } from '#features/shifts/eligibility/store.facts.ts'
import { partOf, postOf } from '#features/shifts/eligibility/store.ts'
import { signupTable } from '#features/shifts/signups/rules.ts'
import { keyOf, postsOf } from '#features/shifts/signups/store.jobs.ts'
import { heldFrom } from '#features/shifts/signups/store.takeover.ts'
import { isOrdered, touches } from '#features/shifts/signups/store.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import { likeText, nothing, oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import {
  aheadStatuses,
  askingStatuses,
  atStartStatuses,
  confirmedStatuses,
  seekingStatuses,
} from '#platform/shared/statuses.ts'

/**
 * The rule's status table as SQL, so that buttons and handlers cannot differ. Nobody decides on their own sign-up, and vendor
 * support decides on none.
 */
const may = sql`case when s.officer_id = (select app.me()) or app.support() is not null then '[]'::jsonb else
  case when s.status = any(${signupTable.approve}) then '["approve", "reject"]'::jsonb else '[]'::jsonb end
  || case when s.status = any(${signupTable.release}) then '["release"]'::jsonb else '[]'::jsonb end
  || case when s.status = any(${signupTable.decide_calloff}) then '["decide_calloff"]'::jsonb else '[]'::jsonb end end`

/** From when a pending sign-up would have its spot if it were approved now. */
const givenFrom = sql`(select ${heldFrom(sql`q`, sql`s.starts_at`)} from posts q
  where q.organization_id = s.organization_id and q.id = s.post_id)`

/**
 * Confirmed shifts that touch a pending sign-up. None is longer than 7 days, so the index on their start can be used; a range's
 * `&&` is not leakproof, so no index can be used for it under the fence.
 */
const overlapsOf = sql`case when s.status = any(${signupTable.approve}) then coalesce((
  select jsonb_agg(jsonb_build_object('assignment_id', e.assignment_id, 'title', x.title, 'starts_at', e.starts_at,
    'ends_at', e.ends_at) order by e.starts_at, e.id)
  from officer_assignments e join assignments x on x.organization_id = e.organization_id and x.id = e.assignment_id
  where e.organization_id = s.organization_id and e.officer_id = s.officer_id and e.assignment_id <> s.assignment_id
    and e.status in ${oneOf(atStartStatuses)}
    and ${touches(sql`e`, givenFrom, sql`s.ends_at`)}), '[]') else '[]'::jsonb end`

const isCheckedIn = sql`exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
  and t.checked_in_at is not null)`

/** A row of the roster; aliases `s` and `o`, and `b` and `d` for who assigned and who decided. */
const rosterSignup = sql`jsonb_build_object('id', s.id, 'post_id', s.post_id, 'officer_id', s.officer_id, 'name', o.name,
  'badge_number', o.badge_number, 'rank', o.rank, 'unit', o.unit, 'hired_on', o.hired_on, 'status', s.status,
  'starts_at', s.starts_at, 'ends_at', s.ends_at, 'took_over', s.took_over, 'applied_at', s.applied_at, 'assigned_by', b.name,
  'decided_by', d.name, 'decided_at', s.decided_at, 'reason', s.reason, 'override_reason', s.override_reason, 'order_reason', s.order_reason,
  'calloff_reason', s.calloff_reason, 'calloff_requested_at', s.calloff_requested_at, 'overlaps', ${overlapsOf},
  'checked_in', ${isCheckedIn},
  'on_leave', s.status in ${oneOf(aheadStatuses)} and not ${isCheckedIn} and exists (select from leaves l where l.organization_id = s.organization_id
    and l.officer_id = s.officer_id and l.starts_at < s.ends_at and (l.ends_at is null or l.ends_at > s.starts_at)),
  'ordered', ${isOrdered},
  'own', s.officer_id = (select app.me()), 'may', ${may})`
const people = sql`join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
  left join officers b on b.organization_id = s.organization_id and b.id = s.assigned_by
  left join officers d on d.organization_id = s.organization_id and d.id = s.decided_by`

/** Maximum rows listed for one roster. */
const rosterLimit = 1000

/** Officers holding spots first, then waiting ones in order of application, then the rest. */
const rosterOrder = sql`case when s.status in ${oneOf(atStartStatuses)} then 0
  when s.status in ${oneOf(seekingStatuses)} then 1 else 2 end, s.applied_at, s.id`

export const getRoster = ({ assignment_id }: { assignment_id: string }) => sql`
  with listed as (
    select s.* from officer_assignments s
    where ${ours('s')} and s.assignment_id = ${assignment_id}::uuid
    order by ${rosterOrder} limit ${rosterLimit + 1}::int)
  select json_build_object(
    'assignment', json_build_object('id', a.id, 'title', a.title, 'kind', a.kind, ${noted.json('a')}, 'time_zone', a.time_zone, 'starts_at', a.starts_at, 'ends_at', a.ends_at,
      'status', a.status, 'publish_at', a.publish_at, 'signup_mode', a.signup_mode, 'signup_opens_at', a.signup_opens_at,
      'signup_closes_at', a.signup_closes_at, 'min_pay_minutes', a.min_pay_minutes),
    'posts', ${postsOf},
    'signups', coalesce((select json_agg(${rosterSignup} order by ${rosterOrder})
      from (select * from listed limit ${rosterLimit}::int) s ${people}), '[]'),
    'more', (select count(*) from listed) > ${rosterLimit}::int,
    'may_assign', a.status = 'published')::text as json
  from assignments a
  where ${ours('a')} and a.id = ${assignment_id}::uuid`

/** One row of the roster, for the response to a decision. */
export const findRosterSignup = (id: string) => sql`select ${rosterSignup} as signup
  from officer_assignments s ${people}
  where ${ours('s')} and s.id = ${id}::uuid`

/** Who stays on the spots of sign-up `s` without its officer, at the thinnest minute of its hours; null unless it asks for a call-off. */
const afterCallOff = sql`case when s.status = 'calloff_requested' then jsonb_build_object('required', p.required_count, 'confirmed', (
  select min((select count(*) from officer_assignments h where h.organization_id = s.organization_id
      and h.assignment_id = s.assignment_id and h.post_id = s.post_id and h.id <> s.id and h.status in ${oneOf(confirmedStatuses)}
      and h.starts_at <= e.at and h.ends_at > e.at))
  from (select s.starts_at as at union select h.ends_at from officer_assignments h where h.organization_id = s.organization_id
    and h.assignment_id = s.assignment_id and h.post_id = s.post_id and h.ends_at > s.starts_at and h.ends_at < s.ends_at) e)) end`

/** The shifts' filters narrow the queue, as they narrow the list of shifts. */
export const listPending = ({
  limit,
  after,
  ...filters
}: ShiftFilters & { limit: number; after?: string | undefined }) => {
  const key = keyOf(after)
  const among = isAmong(sql`s.assignment_id`, filters)
  return sql`
  with found as materialized (
    select s.* from officer_assignments s
    where ${ours('s')} and s.status in ${oneOf(askingStatuses)}
      and (s.starts_at, s.id) > (${key.at}::timestamptz, ${key.id}::uuid) ${among ? sql`and ${among}` : nothing}
    order by s.starts_at, s.id limit ${limit + 1}::int),
  shown as (select * from found order by starts_at, id limit ${limit}::int)
  select json_build_object(
    'items', coalesce((select json_agg(json_build_object('id', s.id, 'officer_id', s.officer_id, 'name', o.name,
        'badge_number', o.badge_number, 'rank', o.rank, 'unit', o.unit, 'hired_on', o.hired_on, 'status', s.status,
        'starts_at', s.starts_at, 'ends_at', s.ends_at, 'applied_at', s.applied_at, 'calloff_reason', s.calloff_reason,
        'calloff_requested_at', s.calloff_requested_at, 'overlaps', ${overlapsOf},
        'own', s.officer_id = (select app.me()), 'may', ${may}, 'assignment_id', a.id, 'title', a.title,
        'kind', a.kind, 'time_zone', a.time_zone, 'post_name', p.name,
        'places_left', greatest(0, p.required_count - app.places_held(p, s.starts_at, s.ends_at, false, null)),
        'after_calloff', ${afterCallOff}) order by s.starts_at, s.id)
      from shown s
      join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
      join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      join posts p on p.organization_id = s.organization_id and p.id = s.post_id), '[]'),
    'next', case when (select count(*) from found) > ${limit}::int then
      (select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || id
        from shown order by starts_at desc, id desc limit 1) end)::text as json`
}

/** Officers of one page. */
export const candidatePage = 30

/**
 * Every active officer that matches, with all that the rules ask and the extra hours: who is eligible, and in which order, is decided in
 * code. What is asked of the page comes along.
 */
export const listCandidates = (asked: {
  assignment_id: string
  post_id: string
  starts_at?: string | undefined
  ends_at?: string | undefined
  q: string
  eligible?: 'yes' | undefined
  after?: string | undefined
}) => {
  const like = likeText(asked.q)
  const matches = sql`(${asked.q} = '' or o.name ilike ${like} or o.badge_number ilike ${like} or o.unit ilike ${like} or o.rank ilike ${like})`
  // Who comes before whom is counted over all whom the rule ranks.
  const everyone = sql`(${asked.q} = '' or ${ruleRanks})`
  return sql`
  select ${asked.eligible === 'yes'}::boolean as eligible_only, ${awardToCome} as award_to_come, ${asked.after ?? null}::text as after,
    ${extraMinutes} as minutes, ${candidateColumns({ listed: matches, everyone })}
  from assignments a
  ${withRules}
  ${withRule}
  join ${postOf({ post_id: asked.post_id, ...partOf(asked) })} on p.organization_id = a.organization_id and p.assignment_id = a.id
  left join officers o on ${ours('o')} and ${onRoster(sql`o`)} and (${everyone} or ${matches})
  where ${ours('a')} and a.id = ${asked.assignment_id}::uuid`
}
