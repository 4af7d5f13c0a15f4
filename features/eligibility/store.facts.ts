import type { AssignmentKind } from '#features/assignments/rules.ts'
import { type Candidate, isLive, type Job } from '#features/signups/rules.ts'
import { candidateFacts, jobFacts } from '#features/signups/store.ts'
import type { Tour, TourFacts } from '#features/tours/rules.ts'
import { tourFacts, toursOf } from '#features/tours/store.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { isoInstant, plusMinutes, type Range } from '#platform/shared/time.ts'
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

/** Without rules only what touches the job counts. */
const reach = sql`make_interval(mins => coalesce(w.reach_minutes, 1440))`

/**
 * What an officer works between two instants as JSON, but for the tours; aliases `o` and `x` for whom and what it is asked. Approved
 * attendance counts as worked, by the minutes of the clock; all else as planned, and work under way with it. No shift is longer
 * than 7 days, so the index on the start serves.
 */
export const workFacts = (from: Sql, to: Sql): Sql => sql`(coalesce((
    select jsonb_agg(jsonb_build_object('signup_id', e.id, 'assignment_id', e.assignment_id, 'title', x.title, 'kind', x.kind,
      'starts_at', coalesce(date_trunc('minute', t.checked_in_at), e.starts_at),
      'ends_at', coalesce(date_trunc('minute', t.checked_out_at), e.ends_at)) order by e.starts_at, e.id)
    from officer_assignments e
    join assignments x on x.organization_id = e.organization_id and x.id = e.assignment_id
    left join attendance t on t.organization_id = e.organization_id and t.signup_id = e.id
      and t.state in ('approved', 'locked') and t.checked_in_at is not null and t.checked_out_at is not null
    where e.organization_id = (select app.organization_id()) and e.officer_id = o.id
      and e.status in ('confirmed', 'calloff_requested', 'worked')
      and e.starts_at > ${from} - interval '7 days' and e.starts_at < ${to} and e.ends_at > ${from}), '[]')
  || coalesce((
    select jsonb_agg(jsonb_build_object('kind', 'extra_time', 'title', 'Extra time', 'starts_at', r.starts_at, 'ends_at', r.ends_at)
      order by r.starts_at)
    from overtime_requests r
    where r.organization_id = (select app.organization_id()) and r.officer_id = o.id
      and r.status in ('approved', 'locked')
      and r.starts_at > ${from} - interval '1 day' and r.starts_at < ${to} and r.ends_at > ${from}), '[]'))`

/** The officer's certifications as a rule asks for them; alias `o`. */
export const certificationFacts = sql`coalesce((select jsonb_agg(jsonb_build_object('type', c.type, 'expires_on', c.expires_on,
    'verified', c.verified_by is not null))
  from officer_certifications c where c.organization_id = (select app.organization_id()) and c.officer_id = o.id), '[]')`

export const rulesFacts = sql`case when w.organization_id is not null then jsonb_build_object('rest_minutes', w.rest_minutes,
  'windows', w.windows, 'max_consecutive_minutes', w.max_consecutive_minutes, 'break_minutes', w.break_minutes,
  'max_consecutive_days', w.max_consecutive_days, 'caps', w.caps) end`

/** All that an answer needs, as columns; aliases `a`, `p`, `o`, and `g` and `w` as `withRules` joins them. */
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

/** The department and its rules, beside an assignment `a`. */
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
  title: tour.title === undefined ? 'Regular tour' : `Tour of ${tour.title}`,
})

/** A place that is kept for the officer is free for the officer. */
const besideOwnOffer = ({ job, candidate, now_at }: EligibilityRow, purpose: Purpose): EligibilityRow['job'] => {
  const now = isoInstant(now_at)
  const own = candidate.signups.some((s) => s.assignment_id === job.id && s.status === 'offered' && isLive(s, now))
  return own && purpose === 'fill' && job.held_count !== undefined ? { ...job, held_count: job.held_count - 1 } : job
}

/** Every reason in the row; `without`: signups that are given away in the same breath, and count no more. */
export const reasonsOf = (row: EligibilityRow, purpose: Purpose, without: readonly string[] = []): Reason[] => {
  const { job, candidate, rules, tours, zone } = row
  const ahead = rules === null ? 0 : LOOK_AHEAD_MINUTES
  const range: Range = {
    starts_at: plusMinutes(job.starts_at, -row.reach_minutes),
    ends_at: plusMinutes(job.ends_at, row.reach_minutes + ahead),
  }
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
