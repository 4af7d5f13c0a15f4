import { byTurn, type Choosable, figureOf } from '#features/shifts/awards/rules.by-hand.ts'
import { mainReason, sameForEveryone } from '#features/shifts/eligibility/rules.main.ts'
import type { NotToSignUpCode } from '#features/shifts/signups/rules.ts'

type Reason = { code: NotToSignUpCode; overridable: boolean }
export type Ranked = Choosable & { own: boolean; reasons: readonly Reason[] }

/** No reasons against it. No one can assign themselves. */
export const isEligible = ({ own, reasons }: Pick<Ranked, 'own' | 'reasons'>): boolean => !own && reasons.length === 0

/** Nothing against the officer: that the shift has started, or is closed for sign-ups, is no difference between two of them. */
export const isFit = ({ own, reasons }: Pick<Ranked, 'own' | 'reasons'>): boolean =>
  !own && reasons.every(({ code }) => sameForEveryone.has(code))

/** Officers before admins without shifts, whose hours would always be the fewest; of both, those who can be assigned come first. */
const groupOf = (one: Ranked): number => (isFit(one) ? 0 : 2) + (one.ranked ? 0 : 1)

/** Assignable officers first, each in the order of the award rule, or by hours. */
export const inOrder = <T extends Ranked>(candidates: readonly T[]): T[] =>
  candidates.toSorted((a, b) => groupOf(a) - groupOf(b) || byTurn(a, b))

const placeOf = (one: Ranked): string => `${groupOf(one)}.${figureOf(one)}~${one.officer_id}`

/** Where the page after `after` begins, even if that officer is no longer on the list. */
const startOf = (ordered: readonly Ranked[], after: string | null): number => {
  if (after === null) return 0
  const cut = after.lastIndexOf('~')
  const at = ordered.findIndex(({ officer_id }) => officer_id === after.slice(cut + 1))
  if (at >= 0) return at + 1
  const [group = 0, figure = 0] = after.slice(0, cut).split('.').map(Number)
  const next = ordered.findIndex((one) => {
    const own = groupOf(one)
    return own > group || (own === group && figureOf(one) > figure)
  })
  return next < 0 ? ordered.length : next
}

/** A page of them in order, with the place that the next begins behind. */
export const pageOf = <T extends Ranked>(
  candidates: readonly T[],
  { after, size }: { after: string | null; size: number },
): { items: T[]; next: string | null } => {
  const ordered = inOrder(candidates)
  const from = startOf(ordered, after)
  const items = ordered.slice(from, from + size)
  const last = from + size < ordered.length ? items.at(-1) : undefined
  return { items, next: last ? placeOf(last) : null }
}

/** How many are not fit for which reason, the most common first. */
export const countReasons = (candidates: readonly Ranked[]): { code: NotToSignUpCode | 'own'; count: number }[] => {
  const counts = new Map<NotToSignUpCode | 'own', number>()
  for (const { own, reasons } of candidates.filter((one) => !isFit(one))) {
    const code = own ? 'own' : mainReason(reasons)?.code
    if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts].map(([code, count]) => ({ code, count })).toSorted((a, b) => b.count - a.count)
}
