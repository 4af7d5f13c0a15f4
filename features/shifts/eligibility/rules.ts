import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import { type Candidate, type Job, reasonsNotToAssign, type SignupStatus } from '#features/shifts/signups/rules.ts'
import { seekingStatuses } from '#platform/shared/statuses.ts'
import { type Instant, isoInstant, MINUTE, ms, type Range } from '#platform/shared/time.ts'
import { reasonsOfWork, type WorkBook, workBook } from './rules.hours.ts'
import { type OfficerFacts, reasonsOfPerson } from './rules.person.ts'
import { noWorkRules, type Reason, type Work, type WorkRules } from './rules.shapes.ts'
import { instantOf, minuteOf, type Span } from './rules.spans.ts'

export { reasonsOfWork, type WorkBook, workBook } from './rules.hours.ts'
export { type OfficerFacts, reasonsOfRequirements } from './rules.person.ts'
export { noWorkRules, type Reason, type Work, type WorkKind, type WorkRules } from './rules.shapes.ts'

/** How far after a job to look for its first possible start. */
export const LOOK_AHEAD_MINUTES = 14 * 24 * 60

/** `fill`: an admin or a job assigns or offers the spot. */
export type Purpose = 'sign_up' | 'fill'

/** The officer with all that the check needs, and the department's rules and zone. */
export type Facts = {
  officer: Candidate & OfficerFacts
  /** The officer's work against the department's rules: `workBook`. */
  book: WorkBook
  zone: string
  /** No start after it is reported, because work after it is not known. */
  until?: Instant
}

type Own = OfficerFacts & { work: readonly Work[]; rules: WorkRules | null; zone: string }

/** Everything besides the officer's standing that decides eligibility; work is loaded once for many shifts. */
export const limitsOf = ({ zone, rules, work, certifications, hired_on, leaves }: Required<Own>) => ({
  book: workBook(work, rules ?? noWorkRules, zone),
  zone,
  certifications,
  hired_on,
  leaves,
})

export type HeldShift = Range & { assignment_id: string; kind: AssignmentKind }

/**
 * What breaks the department's rules on hours about a shift that the officer has, beside all other work: an admin can override them, and
 * later work or a changed rule can break them too.
 */
export const reasonsOfHeld = (
  shift: HeldShift,
  { work, rules, zone }: Pick<Own, 'work' | 'rules' | 'zone'>,
): Reason[] => {
  const others = work.filter((one) => one.assignment_id !== shift.assignment_id)
  return rules === null ? [] : reasonsOfWork(shift, others, rules, zone).filter((one) => one.overridable)
}

/** Reasons that apply to sign-ups only. */
const ofSignUp: readonly string[] = ['not_open_yet', 'window_closed', 'group_first']

/** Sign-up states that an assigned spot can replace; a held spot and a removed one still count against it. */
const waiting: readonly SignupStatus[] = seekingStatuses

const ofStanding = (job: Job, officer: Candidate, purpose: Purpose, now: Instant): Reason[] => {
  if (purpose === 'sign_up') return reasonsNotToAssign(job, officer, now)
  const signups = officer.signups.filter((s) => s.assignment_id !== job.id || !waiting.includes(s.status))
  return reasonsNotToAssign(job, { ...officer, signups }, now).filter((r) => !ofSignUp.includes(r.code))
}

/** For a spot already held, which is part of the work too: from when the reason would no longer apply. */
const afterOverlap = (reason: Reason): Reason => {
  const end = reason.code === 'overlaps' ? reason.details?.ends_at : undefined
  return end === undefined ? reason : { ...reason, possible_from: isoInstant(Math.ceil(ms(end) / MINUTE) * MINUTE) }
}

/** About the officer whenever the shift begins. */
const atAnyTime: readonly string[] = ['not_approved', 'suspended', 'unit_required', 'rank_required']

type Asked = Job & { kind: AssignmentKind }

/** From when what is against a start would not be, in minutes: the start itself if nothing is, null if something never ends. */
const freeFrom = (job: Asked, span: Span, facts: Facts, overlapping: (job: Asked) => Reason[]): number | null => {
  const hours = facts.book.freeFrom({ span, kind: job.kind })
  const moved = { ...job, starts_at: instantOf(span[0]), ends_at: instantOf(span[1]) }
  let last = hours
  for (const { possible_from } of [...overlapping(moved), ...reasonsOfPerson(moved, facts.officer, facts.zone)])
    last = last === null || !possible_from ? null : Math.max(last, minuteOf(possible_from))
  return last
}

/**
 * The earliest later start of a shift of this length against which no hour rule, other work, leave or requirement counts; null if there
 * is none, or none as far as work is known.
 */
const nextStart = (job: Asked, facts: Facts, overlapping: (job: Asked) => Reason[]): Instant | null => {
  const last = facts.until === undefined ? Number.POSITIVE_INFINITY : minuteOf(facts.until)
  let at = minuteOf(job.starts_at)
  const length = minuteOf(job.ends_at) - at
  // Every start before the answer of a step breaks the rule that gave it, so the first fixed point is the earliest.
  for (;;) {
    const next = freeFrom(job, [at, at + length], facts, overlapping)
    if (next === null || next > last) return null
    if (next === at) return instantOf(at)
    at = next
  }
}

/**
 * All reasons against the officer on the post at once, most telling first. When the spot is assigned, the sign-up window and the
 * officer's own pending sign-up for the shift do not count. Reasons that a later start would end have the same `possible_from`: a start
 * is possible only where all of them have ended.
 */
export const reasonsAgainst = (job: Asked, facts: Facts, purpose: Purpose, now: Instant): Reason[] => {
  const reasons = reasonsNow(job, facts, purpose, now)
  if (!reasons.some((one) => one.possible_from)) return reasons
  const overlapping = (moved: Asked) =>
    ofStanding(moved, facts.officer, purpose, now)
      .filter(({ code }) => code === 'overlaps')
      .map(afterOverlap)
  const never = reasons.some((one) => one.possible_from === null || atAnyTime.includes(one.code))
  const possible_from = never ? null : nextStart(job, facts, overlapping)
  return reasons.map((one) => (one.possible_from ? { ...one, possible_from } : one))
}

const reasonsNow = (job: Asked, facts: Facts, purpose: Purpose, now: Instant): Reason[] => {
  const standing = ofStanding(job, facts.officer, purpose, now).map(afterOverlap)
  const told = new Set(standing.map((r) => (r.code === 'overlaps' ? r.details?.assignment_id : undefined)))
  const hours = facts.book.against(job, facts.until)
  return [
    ...standing,
    ...reasonsOfPerson(job, facts.officer, facts.zone),
    ...hours.filter((r) => r.code !== 'overlaps' || !told.has(r.details?.assignment_id ?? '')),
  ]
}

/** The codes of all these reasons, each once, without looking for later starts, which takes longer than all the rest. */
export const codesAgainst = (job: Asked, facts: Facts, purpose: Purpose, now: Instant): ReadonlySet<Reason['code']> =>
  new Set([
    ...[...ofStanding(job, facts.officer, purpose, now), ...reasonsOfPerson(job, facts.officer, facts.zone)].map(
      ({ code }) => code,
    ),
    ...facts.book.codes(job),
  ])

/** The first reason that applies: with an override reason given, only those that cannot be overridden. */
export const firstStanding = (reasons: readonly Reason[], override: string | null = null): Reason | null => {
  const overrides = (override ?? '').trim() !== ''
  return reasons.find((r) => !(overrides && r.overridable)) ?? null
}
