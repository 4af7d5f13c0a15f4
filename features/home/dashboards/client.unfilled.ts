import type { Exhausted } from '#features/shifts/escalations/contract.unplanned.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { HOUR } from '#platform/shared/time.ts'
import type { adminDashboard } from './contract.ts'
import { SOON_HOURS } from './rules.ts'

export type Unfilled = OutputOf<typeof adminDashboard>['unfilled']
export type UnfilledShift = Unfilled['items'][number]

/** More rows would push the pending decisions off a phone's first page. */
const SOON_SHOWN = 3

/**
 * Unfilled shifts by where they appear on the dashboard: `soon` on top, `later` in the list below. Shifts that the force list
 * can't fill already have a card of their own on top. `moreSoon` counts the ones that start as soon but are not in `soon`.
 */
export const unfilledParts = (
  unfilled: Unfilled,
  exhausted: readonly Pick<Exhausted, 'assignment_id'>[],
  now: number,
): { soon: UnfilledShift[]; moreSoon: number; later: UnfilledShift[] } => {
  const above = new Set(exhausted.map((one) => one.assignment_id))
  const near = unfilled.items.filter((one) => Date.parse(one.starts_at) < now + SOON_HOURS * HOUR)
  const soon = near.filter((one) => !above.has(one.assignment_id)).slice(0, SOON_SHOWN)
  for (const one of soon) above.add(one.assignment_id)
  const moreSoon = unfilled.soon - near.filter((one) => above.has(one.assignment_id)).length
  return { soon, moreSoon: Math.max(0, moreSoon), later: unfilled.items.filter((one) => !above.has(one.assignment_id)) }
}
