import { type OfficerFacts, type Reason, reasonsOfRequirements } from '#features/eligibility/rules.ts'
import type { Requirements } from '#features/signups/rules.ts'
import type { Instant, Range } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'

export type Choice = 'keep' | 'release'
/** Who holds a place while its time or requirements change. */
export type Held = Required<Pick<OfficerFacts, 'certifications' | 'hired_on'>> & {
  signup_id: string
  officer_id: string
  name: string
  badge_number: string | null
  unit: string | null
  rank: string | null
  left_on: string | null
  /** Who has checked in holds the place whatever is decided. */
  checked_in: boolean
  post_id: string
  /** The part of the post's time that is held, where it is not all of it. */
  part: Range | null
  overlap: { assignment_id: string; title: string; starts_at: Instant; ends_at: Instant } | null
}
/** A post's own time and what it asks for; days are those of `zone`, the department's. */
export type PostTerms = Range & { zone: string; requirements: Requirements }

/** One officer whom the change hits. Overlapping leaves only the release, and to one who has checked in not even that. */
export type Needed = Omit<Held, 'certifications' | 'hired_on' | 'part'> & {
  reason: 'overlaps' | 'left' | 'requirements'
  /** `requirements`: everything the post asks for from now on that the officer has not. */
  reasons: readonly Reason[]
  choices: readonly Choice[]
}

type Hit = Pick<Needed, 'reason' | 'reasons'> | null
const reasonsOf = (officer: Held, post: PostTerms): Reason[] =>
  reasonsOfRequirements({ ...post, ...officer.part }, officer, post.zone)

const hasLeft = ({ left_on }: Held, post: PostTerms): boolean =>
  left_on !== null && left_on <= wallOf(post.starts_at, post.zone).date

/** Reasons of one code are one, but for certifications: each type is one of its own. */
const keyOf = ({ code, details }: Reason): string =>
  code.startsWith('certification') ? `${code} ${details?.accepted?.join()}` : code

/** Whom the new terms make overlap, or make ineligible for what they were eligible before; null where they hit nothing. */
const hit = (officer: Held, was?: PostTerms, is?: PostTerms): Hit => {
  if (officer.overlap !== null) return { reason: 'overlaps', reasons: [] }
  if (is === undefined) return null
  if (hasLeft(officer, is)) return was !== undefined && hasLeft(officer, was) ? null : { reason: 'left', reasons: [] }
  const before = new Set(was === undefined ? [] : reasonsOf(officer, was).map(keyOf))
  const reasons = reasonsOf(officer, is).filter((reason) => !before.has(keyOf(reason)))
  return reasons.length === 0 ? null : { reason: 'requirements', reasons }
}

/** The officers to decide on (domain.md, "assignment"): whom the new terms make overlap, or make ineligible who was not before. */
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

/** Those to release, or null while a decision is missing or cannot be. */
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
