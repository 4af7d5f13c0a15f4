import type { Instant } from '#platform/shared/time.ts'

/** Who holds a place while its time or requirements change. */
export type Held = {
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
  overlap: { assignment_id: string; title: string; starts_at: Instant; ends_at: Instant } | null
}
export type Asked = { units?: readonly string[] | undefined; ranks?: readonly string[] | undefined }
export type PostTerms = { starts_on: string; requirements: Asked }

export type Choice = 'keep' | 'release'
/** One officer whom the change hits. Overlapping leaves only the release, and to one who has checked in not even that. */
export type Needed = Held & {
  reason: 'overlaps' | 'unit_required' | 'rank_required' | 'left'
  choices: readonly Choice[]
}

const reasonOf = (officer: Held, post: PostTerms): Needed['reason'] | null => {
  if (officer.left_on !== null && officer.left_on <= post.starts_on) return 'left'
  const { units = [], ranks = [] } = post.requirements
  if (units.length > 0 && !units.includes(officer.unit ?? '')) return 'unit_required'
  return ranks.length > 0 && !ranks.includes(officer.rank ?? '') ? 'rank_required' : null
}

/** The officers to decide on (domain.md, "assignment"): whom the new terms make overlap, or make ineligible who was not before. */
export function decisionsNeeded(
  held: readonly Held[],
  before: ReadonlyMap<string, PostTerms>,
  after: ReadonlyMap<string, PostTerms>,
): Needed[] {
  return held.flatMap((officer): Needed[] => {
    if (officer.overlap !== null)
      return [{ ...officer, reason: 'overlaps', choices: officer.checked_in ? [] : ['release'] }]
    const [was, is] = [before.get(officer.post_id), after.get(officer.post_id)]
    const reason = is === undefined ? null : reasonOf(officer, is)
    if (reason === null || (was !== undefined && reasonOf(officer, was) === reason)) return []
    return [{ ...officer, reason, choices: officer.checked_in ? ['keep'] : ['keep', 'release'] }]
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
