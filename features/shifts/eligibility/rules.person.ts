import type { Requirements } from '#features/shifts/signups/rules.ts'
import { type Instant, ms, plusMonths, type Range, type WallDate } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { wallAt, wallOf } from '#platform/shared/zone.ts'
import type { Reason } from './rules.shapes.ts'
import { instantOf, mergeSpans, minuteOf, type Span } from './rules.spans.ts'

/** What a department stores about an officer, as far as a post can require it. */
export type OfficerFacts = {
  certifications?: readonly { type: string; expires_on: WallDate | null; verified: boolean }[]
  /** Null if the department has not entered it. */
  hired_on?: WallDate | null
  /** Open-ended if `ends_at` is null; leaves that touch or overlap count as one. */
  leaves?: readonly { starts_at: Instant; ends_at: Instant | null }[]
}

type Certification = NonNullable<OfficerFacts['certifications']>[number]

const FOR_GOOD = Number.POSITIVE_INFINITY

const spelt = (type: string) => type.trim().toLowerCase()
/** The one valid longest; one without an expiry date never expires. */
const longest = (held: readonly Certification[]) =>
  held.toSorted((a, b) => (b.expires_on ?? '9999').localeCompare(a.expires_on ?? '9999'))[0]

/** For one type that a post requires: held, verified by an admin, and valid on the day of the shift's last minute. */
const ofCertification = (type: string, officer: OfficerFacts, lastDay: WallDate): Reason | null => {
  const held = (officer.certifications ?? []).filter((one) => spelt(one.type) === spelt(type))
  const best = longest(held.filter((one) => one.verified))
  const base = { overridable: true, possible_from: null }
  if (best === undefined) {
    const details = { accepted: [type], ...(held.length > 0 ? { unverified: true } : {}) }
    return { code: 'certification_required', details, ...base }
  }
  if (best.expires_on === null || best.expires_on >= lastDay) return null
  return { code: 'certification_expires', details: { accepted: [type], expires_on: best.expires_on }, ...base }
}

/** The required service is reached at the first minute of that day; an unknown hire date never reaches it. */
const ofService = (months: number, hired: WallDate | null, firstDay: WallDate, zone: string): Reason | null => {
  const reached = hired === null ? null : plusMonths(hired, months)
  if (reached !== null && reached <= firstDay) return null
  const possible_from = reached === null ? null : startOfDayIn(zone, reached)
  return { code: 'service_required', details: { months, hired_on: hired }, overridable: true, possible_from }
}

const ofLeave = (job: Span, leaves: NonNullable<OfficerFacts['leaves']>): Reason[] =>
  mergeSpans(
    leaves.map(
      (leave): Span => [minuteOf(leave.starts_at), leave.ends_at === null ? FOR_GOOD : minuteOf(leave.ends_at)],
    ),
  )
    .filter(([from, to]) => from < job[1] && job[0] < to)
    .map(([from, to]) => {
      const ends = to === FOR_GOOD ? {} : { ends_at: instantOf(to) }
      const details = { starts_at: instantOf(from), ...ends }
      return { code: 'on_leave', details, overridable: true, possible_from: ends.ends_at ?? null }
    })

/** All reasons from a post's requirements, regardless of any other reasons against the officer. */
export const reasonsOfRequirements = (
  job: Range & { requirements: Requirements },
  officer: OfficerFacts & { unit: string | null; rank: string | null },
  zone: string,
): Reason[] => {
  const { units = [], ranks = [] } = job.requirements
  const { certifications = [], hired_on = null, unit, rank } = officer
  const found: Reason[] = []
  if (units.length > 0 && !units.includes(unit ?? ''))
    found.push({ code: 'unit_required', details: { accepted: units }, overridable: true })
  if (ranks.length > 0 && !ranks.includes(rank ?? ''))
    found.push({ code: 'rank_required', details: { accepted: ranks }, overridable: true })
  return [...found, ...reasonsOfPerson(job, { certifications, hired_on }, zone)]
}

/** The reasons from a post's requirements other than unit and rank, and from leave; days are in the department's zone. */
export const reasonsOfPerson = (
  job: Range & { requirements?: Requirements },
  officer: OfficerFacts,
  zone: string,
): Reason[] => {
  const lastDay = wallAt(ms(job.ends_at) - 1, zone).date
  const { certifications = [], service_months: months = 0 } = job.requirements ?? {}
  const certified = certifications.map((type) => ofCertification(type, officer, lastDay))
  const served = months > 0 ? ofService(months, officer.hired_on ?? null, wallOf(job.starts_at, zone).date, zone) : null
  return [
    ...[...certified, served].filter((reason) => reason !== null),
    ...ofLeave([minuteOf(job.starts_at), minuteOf(job.ends_at)], officer.leaves ?? []),
  ]
}
