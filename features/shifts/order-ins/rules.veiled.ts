import { isPublicReason } from '#features/shifts/awards/rules.rounds.ts'

/**
 * What an ordered officer sees about others: the reasons that anyone may see of them, else that they were not available. Leave, a
 * suspension and another shift look the same. Who is on this very shift already is seen there.
 */
export const veiled = (reasons: readonly { code: string }[]): { code: string }[] => {
  if (reasons.length === 0) return []
  if (reasons.some(({ code }) => code === 'already_signed_up')) return [{ code: 'already_signed_up' }]
  const open = new Set(reasons.map(({ code }) => code).filter(isPublicReason))
  return open.size === 0 ? [{ code: 'not_available' }] : [...open].map((code) => ({ code }))
}
