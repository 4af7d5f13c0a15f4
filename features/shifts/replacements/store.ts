import { contactColumns } from '#features/roster/officers/store.contact.ts'
import { withRule } from '#features/shifts/award-rules/store.ts'
import {
  type CandidateRow,
  candidateColumns,
  comparesAll,
  rankedNow,
  ruleRanks,
} from '#features/shifts/awards/store.candidates.ts'
import { inWeek } from '#features/shifts/eligibility/store.extra.ts'
import { type EligibilityRow, eligibilityColumns, withRules } from '#features/shifts/eligibility/store.facts.ts'
import type { SignupStatus } from '#features/shifts/signups/rules.ts'
import { givenPost } from '#features/shifts/signups/store.takeover.ts'
import { heldIn, touches } from '#features/shifts/signups/store.ts'
import { activeOfficer, onRoster } from '#platform/server/active-officer.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { likeText, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { confirmedStatuses } from '#platform/shared/statuses.ts'
import type { Instant } from '#platform/shared/time.ts'
import { ASKED } from './rules.ts'

/** The time that the replacement would have is taken already. */
const busy = sql`(exists (select from officer_assignments e where e.organization_id = o.organization_id and e.officer_id = o.id
    and e.status in ${oneOf(confirmedStatuses)} and ${touches(sql`e`, sql`p.starts_at`, sql`p.ends_at`)})
  or exists (select from leaves l where l.organization_id = o.organization_id and l.officer_id = o.id
    and l.starts_at < p.ends_at and (l.ends_at is null or l.ends_at > p.starts_at)))`

/** Not of the units or ranks that the post asks for. */
const unfit = sql`((coalesce(jsonb_array_length(p.requirements -> 'units'), 0) > 0
    and not p.requirements -> 'units' ? coalesce(o.unit, ''))
  or (coalesce(jsonb_array_length(p.requirements -> 'ranks'), 0) > 0
    and not p.requirements -> 'ranks' ? coalesce(o.rank, '')))`

export type ReplacementRow = CandidateRow & {
  signup: {
    id: string
    name: string
    assignment_id: string
    title: string
    starts_at: Instant
    ends_at: Instant
    status: SignupStatus
    started: boolean
    split_minutes: number | null
    own: boolean
  }
}

/**
 * Candidates to take over a spot. Where the shift's award rule ranks them, all officers are read, since only code knows its order.
 * Otherwise only the best candidates are checked against the rules that run in code: first those with the time and unit for it, then
 * officers before admins without shifts, then by hours this week. A search lists its matches, eligible or not. One row without an
 * officer if there are no candidates.
 */
export const listReplacements = ({ signup_id, q }: { signup_id: string; q: string }): Sql => {
  const able = sql`(${activeOfficer(sql`o`)} and o.id <> s.officer_id)`
  const listed = sql`(${able}
      and (${q} = '' or o.name ilike ${likeText(q)} or o.badge_number ilike ${likeText(q)} or o.unit ilike ${likeText(q)}))`
  return sql`
  with s as materialized (
    select s.*, x.name, ${inWeek(sql`s.starts_at`, 0)} as week_at, ${inWeek(sql`s.starts_at`, 7)} as week_over
    from officer_assignments s join organizations g on g.id = s.organization_id
    join officers x on x.organization_id = s.organization_id and x.id = s.officer_id
    where ${ours('s')} and s.id = ${signup_id}::uuid),
  hours as materialized (
    select e.officer_id, sum(extract(epoch from e.ends_at - e.starts_at) / 60)::int as minutes
    from s join officer_assignments e on ${ours('e')}
      and e.starts_at >= s.week_at and e.starts_at < s.week_over
      and e.status in ${oneOf(confirmedStatuses)}
    group by e.officer_id)
  select ${candidateColumns({ listed, everyone: comparesAll })}, coalesce(o.minutes, 0) as minutes,
    jsonb_build_object('id', s.id, 'name', s.name, 'assignment_id', a.id, 'title', a.title, 'starts_at', s.starts_at,
      'ends_at', s.ends_at, 'status', s.status, 'started', s.starts_at <= now(), 'split_minutes', (select r.split_minutes
        from posts r where r.organization_id = s.organization_id and r.id = s.post_id),
      'own', s.officer_id = (select app.me())) as signup
  from s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  ${withRules}
  ${withRule}
  join lateral (select ${givenPost(sql`s.starts_at`, sql`s.ends_at`)} from posts r where r.organization_id = s.organization_id and r.id = s.post_id) p on true
  left join lateral (
    select o.*, h.minutes from officers o left join hours h on h.officer_id = o.id
    where ${ours('o')} and case when ${comparesAll} then ${onRoster(sql`o`)} when ${ruleRanks} then ${able} else ${listed} end
    order by ${busy}, ${unfit}, ${rankedNow} desc, coalesce(h.minutes, 0), o.name, o.id
    limit case when ${ruleRanks} then null else ${ASKED}::int end) o on true`
}

/** One officer on every post of an assignment, in order. */
export const findFit = (asked: { assignment_id: string; officer_id: string; leaving?: string | undefined }): Sql => sql`
  select p.id as post_id, array_remove(array[${asked.leaving ?? null}::uuid], null) as leaving, o.id = (select app.me()) as own, ${contactColumns(sql`o`)}, ${eligibilityColumns}
  from assignments a
  ${withRules}
  join officers o on o.organization_id = a.organization_id and o.id = ${asked.officer_id}::uuid
  join lateral (select ${givenPost()} from posts r
    where r.organization_id = a.organization_id and r.assignment_id = a.id) p on true
  where ${ours('a')} and a.id = ${asked.assignment_id}::uuid
  order by p.position, p.id`

export type FitRow = EligibilityRow & {
  post_id: string
  leaving: string[]
  own: boolean
  has_account: boolean
  phone: string | null
}

const openSpots = sql`sum(greatest(0, p.required_count - ${heldIn()}))`

/** As the rules of assigning count them: what is offered or kept for the waitlist is not open, nor is a post that has ended. */
export const listOpenSpots = ({ from, to }: { from: string; to: string }): Sql => sql`
  select json_build_object('items', coalesce(json_agg(json_build_object('assignment_id', x.id, 'open', x.open)), '[]'))::text as json
  from (select a.id, ${openSpots}::int as open
    from assignments a join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id
    where ${ours('a')} and ${isPublished} and a.starts_at between ${from}::timestamptz and ${to}::timestamptz
      and p.ends_at > now() and p.confirmed_count < p.required_count
    group by a.id, a.starts_at having ${openSpots} > 0 order by a.starts_at, a.id limit 1500) x`
