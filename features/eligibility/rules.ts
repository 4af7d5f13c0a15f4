import type { AssignmentKind } from '#features/assignments/rules.ts'
import { type Candidate, type Job, reasonsNotToAssign, type SignupStatus } from '#features/signups/rules.ts'
import { type Instant, isoInstant, ms } from '#platform/shared/time.ts'
import { type WorkBook, workBook } from './rules.hours.ts'
import { type OfficerFacts, reasonsOfPerson } from './rules.person.ts'
import { noWorkRules, type Reason, type Work, type WorkRules } from './rules.shapes.ts'

export { reasonsOfWork, type WorkBook, workBook } from './rules.hours.ts'
export { type OfficerFacts, reasonsOfRequirements } from './rules.person.ts'
export { noWorkRules, type Reason, type Work, type WorkKind, type WorkRules } from './rules.shapes.ts'

/** How far behind a job its first possible start is looked for. */
export const LOOK_AHEAD_MINUTES = 14 * 24 * 60

/** `fill`: somebody gives or offers the place. */
export type Purpose = 'sign_up' | 'fill'

/** The officer with all that an answer needs, and the department's rules and zone. */
export type Facts = {
  officer: Candidate & OfficerFacts
  /** The officer's work against the department's rules: `workBook`. */
  book: WorkBook
  zone: string
  /** No start behind it is told, as work behind it is not known. */
  until?: Instant
}

type Own = OfficerFacts & { work: readonly Work[]; rules: WorkRules | null; zone: string }

/** What decides beside the standing, the work made ready once for many jobs. */
export const limitsOf = ({ zone, rules, work, certifications, hired_on, leaves }: Required<Own>) => ({
  book: workBook(work, rules ?? noWorkRules, zone),
  zone,
  certifications,
  hired_on,
  leaves,
})

/** What stands against a sign-up only. */
const ofSignUp: readonly string[] = ['not_open_yet', 'window_closed', 'group_first']

/** What a given place is made of; a place that is held, and one that was taken away, stand against it. */
const waiting: readonly SignupStatus[] = ['interested', 'pending_approval', 'waitlisted', 'offered']

const ofStanding = (job: Job, officer: Candidate, purpose: Purpose, now: Instant): Reason[] => {
  if (purpose === 'sign_up') return reasonsNotToAssign(job, officer, now)
  const signups = officer.signups.filter((s) => s.assignment_id !== job.id || !waiting.includes(s.status))
  return reasonsNotToAssign(job, { ...officer, signups }, now).filter((r) => !ofSignUp.includes(r.code))
}

/** Of a held place, which the work tells of too: from when the reason would not hold. */
const afterOverlap = (reason: Reason): Reason => {
  const end = reason.code === 'overlaps' ? reason.details?.ends_at : undefined
  return end === undefined ? reason : { ...reason, possible_from: isoInstant(Math.ceil(ms(end) / 60_000) * 60_000) }
}

/** Every reason against the officer on the post at once, the most telling first. Where the place is given, window and an own waiting signup on the job are none. */
export const reasonsAgainst = (
  job: Job & { kind: AssignmentKind },
  facts: Facts,
  purpose: Purpose,
  now: Instant,
): Reason[] => {
  const standing = ofStanding(job, facts.officer, purpose, now).map(afterOverlap)
  const told = new Set(standing.map((r) => (r.code === 'overlaps' ? r.details?.assignment_id : undefined)))
  const hours = facts.book.against(job, facts.until)
  return [
    ...standing,
    ...reasonsOfPerson(job, facts.officer, facts.zone),
    ...hours.filter((r) => r.code !== 'overlaps' || !told.has(r.details?.assignment_id ?? '')),
  ]
}

/** The first reason that stands: with an override's reason given, only those that no override passes. */
export const firstStanding = (reasons: readonly Reason[], override: string | null = null): Reason | null => {
  const overrides = (override ?? '').trim() !== ''
  return reasons.find((r) => !(overrides && r.overridable)) ?? null
}
