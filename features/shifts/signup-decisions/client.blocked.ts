import type { Waiting } from '#features/shifts/eligibility/client.ts'
import { reasonWords } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { postFull } from '#features/shifts/eligibility/words.ts'
import type { RosterSignup } from './contract.ts'

/** What the server found against a request; undefined: not read yet. */
export type Against = Waiting['reasons'] | undefined

/** Why nobody can approve a request, not even with a reason; null if somebody can, or it isn't known yet. */
export const whyBlocked = (
  { overlaps, post = null }: Pick<RosterSignup, 'overlaps'> & { post?: string | null | undefined },
  against: Against,
  zone: string,
  now: number,
): string | null => {
  const [clash] = overlaps
  if (clash) return `Already confirmed for ${clash.title} at that time`
  const hard = against?.find((reason) => !reason.overridable)
  return hard ? (postFull(hard, post) ?? reasonWords(hard, zone, now)) : null
}

type Request = Pick<RosterSignup, 'id' | 'may' | 'overlaps'>

/** Of the requests that wait for an approval: those that can be approved, and those that nobody can, which no bulk approval includes. */
export const requestsIn = (
  signups: readonly Request[],
  reasons: ReadonlyMap<string, { reasons: NonNullable<Against> }>,
): { free: string[]; blocked: ReadonlySet<string> } => {
  const asked = signups.filter(({ may }) => may.includes('approve'))
  const stopped = asked.filter((one) => whyBlocked(one, reasons.get(one.id)?.reasons, 'UTC', 0) !== null)
  const blocked = new Set(stopped.map(({ id }) => id))
  return { free: asked.flatMap(({ id }) => (blocked.has(id) ? [] : [id])), blocked }
}
