import { chooseOrdered, forceOrder, type PastOrder } from '#features/shifts/order-ins/rules.ts'
import { plusDays, plusMinutes, type WallDate } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { type Asked, reasonsFor, type Seeded } from './seed.hours.ts'

/** Officers whom nobody orders in for a while, by their place on the roster; days from today. */
export const exemptions = [
  { officer: 12, reason: 'Instructor at the academy', first: -20, last: 40 },
  { officer: 18, reason: 'Field training', first: -6, last: 21 },
  { officer: 7, reason: 'Court week', first: -30, last: -23 },
] as const

/** How the demo's list counts: orders are never forgotten, so that the demo looks the same in every month. */
export const forceSettings = { counted: 'ever', year_starts: '01-01', newcomers: 'top' } as const

type Ordered = { officer: Seeded; position: number; count: number; passed: unknown[]; at: string }

/** Hours before the start at which volunteers were asked, for an hour. */
const ASKED_BEFORE = 22

/**
 * Who is ordered in to a shift of the past by the rule of the force list, and who was skipped and why. Null if the list comes
 * to `last`: that officer's first order is still to come.
 */
export const orderIn = (
  crew: readonly Seeded[],
  shift: Asked,
  orders: PastOrder[],
  { today, zone, last }: { today: WallDate; zone: string; last: string },
): Ordered | null => {
  const at = plusMinutes(shift.starts_at, 60 * (1 - ASKED_BEFORE))
  const on = wallOf(at, zone).date
  const members = crew.map((one) => {
    const found = exemptions.find(
      ({ officer, first, last }) => officer === one.at && plusDays(today, first) <= on && on <= plusDays(today, last),
    )
    return {
      ...{ officer_id: one.id, badge_number: one.badge, hired_on: one.hired },
      ...{ joined_on: plusDays(today, -400), left_on: null },
      exempt: found ? { reason: found.reason, ends_on: plusDays(today, found.last) } : null,
    }
  })
  const reasons = new Map(crew.map((one) => [one.id, reasonsFor(one, shift, zone)]))
  const [chosen] = chooseOrdered(forceOrder(members, orders, forceSettings, on), reasons, 1).chosen
  const officer = crew.find(({ id }) => id === chosen?.officer_id)
  if (!chosen || !officer || officer.id === last) return null
  orders.push({ officer_id: officer.id, at, on })
  const passed = chosen.passed.map((one) => ({
    ...one,
    reasons: one.reasons.map(({ code, from, possible_from, details }) => ({ code, from, possible_from, details })),
  }))
  return { officer, position: chosen.position, count: chosen.count, passed, at }
}

/** The rows of an order: the call that nobody answered, the order, and its receipt. */
export const rowsOfOrder = (
  { officer, position, count, passed, at }: Ordered,
  ids: { assignment_id: string; post_id: string; signup_id: string },
) => {
  const call_id = crypto.randomUUID()
  const { signup_id, ...place } = ids
  return {
    order_calls: {
      ...{ id: call_id, ...place, opened_at: plusMinutes(at, -60), closes_at: at, closed_at: at, outcome: 'decided' },
      ...{ volunteered_count: 0, ordered_count: 1, missing_count: 0 },
    },
    order_ins: {
      ...{ call_id, ...place, officer_id: officer.id, signup_id, ordered_at: at, position, count_before: count },
      seen_at: plusMinutes(at, 25),
    },
    order_receipts: { call_id, passed },
  }
}
