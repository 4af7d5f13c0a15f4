import { isPublicReason } from '#features/shifts/awards/rules.rounds.ts'

/**
 * What an ordered officer sees about others: the reasons that anyone may see of them, else that they were not available. Leave, a
 * suspension and another shift look the same. The shift itself shows who is on it already. That is said only of officers who are `named`:
 * of the others, it would reveal whose position on the list this is.
 */
export const veiled = (reasons: readonly { code: string }[], named: boolean): { code: string }[] => {
  if (reasons.length === 0) return []
  if (named && reasons.some(({ code }) => code === 'already_signed_up')) return [{ code: 'already_signed_up' }]
  const open = new Set(reasons.map(({ code }) => code).filter(isPublicReason))
  return open.size === 0 ? [{ code: 'not_available' }] : [...open].map((code) => ({ code }))
}
