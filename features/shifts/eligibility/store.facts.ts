import type { Tour, TourFacts } from '#features/roster/tours/rules.ts'
import { tourFacts, toursOf } from '#features/roster/tours/store.ts'
import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { type Candidate, isLive, type Job } from '#features/shifts/signups/rules.ts'
import { candidateFacts, jobFacts, touches } from '#features/shifts/signups/store.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvedStates, confirmedStatuses } from '#platform/shared/statuses.ts'
import { isoInstant, plusMinutes, type Range } from '#platform/shared/time.ts'
import { freeAround } from './rules.free.ts'
import {
  LOOK_AHEAD_MINUTES,
  noWorkRules,
  type OfficerFacts,
  type Purpose,
  type Reason,
  reasonsAgainst,
  type Work,
  type WorkRules,
  workBook,
} from './rules.ts'

/** Without rules, only work that touches the job counts. */
const reach = sql`make_interval(mins => coalesce(w.reach_minutes, 1440))`

/**
 * An officer's work between two instants as JSON, without tours; aliases `o` and `x` for the officer and the shift in question.
 * Approved attendance counts as worked, each interval by clock minutes; everything else counts as planned, including work in
 * progress. No shift is longer than 7 days, so the index on the start can be used.
 */
export const workFacts = (from: Sql, to: Sql): Sql => sql`(coalesce((
    select jsonb_agg(jsonb_build_object('signup_id', e.id, 'assignment_id', e.assignment_id, 'title', x.title, 'kind', x.kind,
      'starts_at', lower(v.time), 'ends_at', upper(v.time)) order by e.starts_at, e.id, lower(v.time))
    from officer_assignments e
    join assignments x on x.organization_id = e.organization_id and x.id = e.assignment_id
    left join attendance t on t.organization_id = e.organization_id and t.signup_id = e.id
      and t.state in ${oneOf(approvedStates)} and t.checked_in_at is not null and t.checked_out_at is not null
    cross join lateral unnest(case when t.id is null then tstzmultirange(tstzrange(e.starts_at, e.ends_at))
      else app.worked_clock(t.organization_id, t.id, t.checked_in_at, t.checked_out_at) end) as v(time)
    where ${ours('e')} and e.officer_id = o.id
      and e.status in ${oneOf(confirmedStatuses)}
      and ${touches(sql`e`, from, to)}), '[]')
  || coalesce((
    select jsonb_agg(jsonb_build_object('kind', 'extra_time', 'title', 'Extra time', 'starts_at', r.starts_at, 'ends_at', r.ends_at)
      order by r.starts_at)
    from overtime_requests r
    where ${ours('r')} and r.officer_id = o.id
      and r.status in ${oneOf(approvedStates)}
      and r.starts_at > ${from} - interval '1 day' and r.starts_at < ${to} and r.ends_at > ${from}), '[]'))`

/** The officer's certifications in the form that a rule needs; alias `o`. */
export const certificationFacts = sql`coalesce((select jsonb_agg(jsonb_build_object('type', c.type, 'expires_on', c.expires_on,
    'verified', c.verified_by is not null))
  from officer_certifications c where ${ours('c')} and c.officer_id = o.id), '[]')`

export const rulesFacts = sql`case when w.organization_id is not null then jsonb_build_object('rest_minutes', w.rest_minutes,
  'windows', w.windows, 'max_consecutive_minutes', w.max_consecutive_minutes, 'break_minutes', w.break_minutes,
  'max_consecutive_days', w.max_consecutive_days, 'caps', w.caps) end`

/** All that the check needs, as columns; aliases `a`, `p`, `o`, and `g` and `w` as joined by `withRules`. */
export const eligibilityColumns = sql`${jobFacts} as job, ${candidateFacts} as candidate, now() as now_at,
  g.time_zone as zone, ${rulesFacts} as rules, o.hired_on::text as hired_on,
  case when coalesce(jsonb_array_length(p.requirements -> 'certifications'), 0) > 0 then ${certificationFacts}
    else '[]' end as certifications,
  case when w.organization_id is not null
    then ${workFacts(sql`(p.starts_at - ${reach})`, sql`(p.ends_at + ${reach} + make_interval(mins => ${LOOK_AHEAD_MINUTES}::int))`)}
    else '[]' end as work,
  ${tourFacts(
    sql`p.starts_at - ${reach}`,
    sql`p.ends_at + ${reach} + case when w.organization_id is not null
    then make_interval(mins => ${LOOK_AHEAD_MINUTES}::int) else interval '0' end`,
  )} as tours,
  coalesce(w.reach_minutes, 1440) as reach_minutes`

/** Joins the department and its rules to an assignment `a`. */
export const withRules = sql`join organizations g on g.id = a.organization_id
  left join work_rules w on w.organization_id = a.organization_id`

export type EligibilityRow = {
  job: Job & { kind: AssignmentKind }
  candidate: Candidate
  now_at: Date
  zone: string
  rules: WorkRules | null
  hired_on: string | null
  certifications: NonNullable<OfficerFacts['certifications']>
  work: (Work & { signup_id?: string })[]
  tours: TourFacts
  reach_minutes: number
}

export const namedTour = (tour: Tour): Work => ({
  ...tour,
  title: tour.title === undefined ? 'Regular tour' : `${tour.title} tour`,
})

/** A spot reserved for the officer by an offer counts as free for that officer. */
const besideOwnOffer = ({ job, candidate, now_at }: EligibilityRow, purpose: Purpose): EligibilityRow['job'] => {
  const now = isoInstant(now_at)
  const own = candidate.signups.some((s) => s.assignment_id === job.id && s.status === 'offered' && isLive(s, now))
  return own && purpose === 'fill' && job.held_count !== undefined ? { ...job, held_count: job.held_count - 1 } : job
}

const reachOf = ({ job, rules, reach_minutes }: EligibilityRow): Range => ({
  starts_at: plusMinutes(job.starts_at, -reach_minutes),
  ends_at: plusMinutes(job.ends_at, reach_minutes + (rules === null ? 0 : LOOK_AHEAD_MINUTES)),
})

/** Since and until when the officer is off around the shift; null without hour rules, since the row then lacks the other work. */
export const freeOf = (row: EligibilityRow): { since: string | null; until: string | null } | null => {
  if (row.rules === null) return null
  const others = row.work.filter((one) => one.assignment_id !== row.job.id)
  return freeAround(row.job, [...others, ...toursOf(row.tours, reachOf(row), row.zone)])
}

/** Every reason in the row; `without`: sign-ups given up in the same step, which no longer count. */
export const reasonsOf = (row: EligibilityRow, purpose: Purpose, without: readonly string[] = []): Reason[] => {
  const { job, candidate, rules, tours, zone } = row
  const range = reachOf(row)
  const kept = (id: string | undefined) => id === undefined || !without.includes(id)
  const others = row.work.filter((one) => kept(one.signup_id) && one.assignment_id !== job.id)
  const officer = {
    ...candidate,
    signups: candidate.signups.filter((one) => kept(one.id)),
    certifications: row.certifications,
    hired_on: row.hired_on,
    leaves: tours.leaves,
  }
  const facts = {
    officer,
    book: workBook([...others, ...toursOf(tours, range, zone).map(namedTour)], rules ?? noWorkRules, zone),
    zone,
    ...(rules === null ? {} : { until: plusMinutes(job.starts_at, LOOK_AHEAD_MINUTES) }),
  }
  return reasonsAgainst(besideOwnOffer(row, purpose), facts, purpose, isoInstant(row.now_at))
}
