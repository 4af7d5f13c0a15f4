import { type OfficerFacts, type Reason, reasonsOfRequirements } from '#features/shifts/eligibility/rules.ts'
import type { Requirements } from '#features/shifts/signups/rules.ts'
import type { Instant, Range } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'

export type Choice = 'keep' | 'release'
/** An officer who holds a spot while its time or requirements change. */
export type Held = Required<Pick<OfficerFacts, 'certifications' | 'hired_on'>> & {
  signup_id: string
  officer_id: string
  name: string
  badge_number: string | null
  unit: string | null
  rank: string | null
  left_on: string | null
  /** An officer who has checked in keeps the spot regardless of the decision. */
  checked_in: boolean
  post_id: string
  /** The part of the post's time that is held, if not all of it. */
  part: Range | null
  overlap: { assignment_id: string; title: string; starts_at: Instant; ends_at: Instant } | null
}
/** A post's time and requirements; days are in `zone`, the department's. */
export type PostTerms = Range & { zone: string; requirements: Requirements }

/** One officer affected by the change. With an overlap the only choice is to release; after check-in, not even that. */
export type Needed = Omit<Held, 'certifications' | 'hired_on' | 'part'> & {
  reason: 'overlaps' | 'left' | 'requirements'
  /** `requirements`: all requirements of the changed post that the officer does not meet. */
  reasons: readonly Reason[]
  choices: readonly Choice[]
}

type Hit = Pick<Needed, 'reason' | 'reasons'> | null
const reasonsOf = (officer: Held, post: PostTerms): Reason[] =>
  reasonsOfRequirements({ ...post, ...officer.part }, officer, post.zone)

const hasLeft = ({ left_on }: Held, post: PostTerms): boolean =>
  left_on !== null && left_on <= wallOf(post.starts_at, post.zone).date

/** Reasons with the same code count once, except for certifications: each type counts separately. */
const keyOf = (reason: Reason): string =>
  reason.code === 'certification_required' || reason.code === 'certification_expires'
    ? `${reason.code} ${(reason.details?.accepted ?? []).join()}`
    : reason.code

/** Whether the new terms cause an overlap, or make the officer ineligible when they were eligible before; null if neither. */
const hit = (officer: Held, was?: PostTerms, is?: PostTerms): Hit => {
  if (officer.overlap !== null) return { reason: 'overlaps', reasons: [] }
  if (is === undefined) return null
  if (hasLeft(officer, is)) return was !== undefined && hasLeft(officer, was) ? null : { reason: 'left', reasons: [] }
  const before = new Set(was === undefined ? [] : reasonsOf(officer, was).map(keyOf))
  const reasons = reasonsOf(officer, is).filter((reason) => !before.has(keyOf(reason)))
  return reasons.length === 0 ? null : { reason: 'requirements', reasons }
}

/** The officers who need a decision: those whom the new terms make overlap or newly ineligible. */
export function decisionsNeeded(
  held: readonly Held[],
  before: ReadonlyMap<string, PostTerms>,
  after: ReadonlyMap<string, PostTerms>,
): Needed[] {
  return held.flatMap((officer): Needed[] => {
    const found = hit(officer, before.get(officer.post_id), after.get(officer.post_id))
    if (found === null) return []
    const { certifications: _, hired_on: __, part: ___, ...who } = officer
    const choices: Choice[] = found.reason === 'overlaps' ? ['release'] : ['keep', 'release']
    return [{ ...who, ...found, choices: choices.filter((one) => one === 'keep' || !officer.checked_in) }]
  })
}

/** The officers to release, or null if a decision is missing or not possible. */
export function releasedBy(
  needed: readonly Needed[],
  decisions: readonly { signup_id: string; decision: Choice }[],
): Needed[] | null {
  const made = new Map(decisions.map((one) => [one.signup_id, one.decision]))
  const released: Needed[] = []
  for (const officer of needed) {
    const decision = made.get(officer.signup_id)
    if (decision === undefined || !officer.choices.includes(decision)) return null
    if (decision === 'release') released.push(officer)
  }
  return released
}
