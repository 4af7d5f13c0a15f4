import type { z } from 'zod'
import { checkIn, checkOut } from '#features/hours/attendance/contract.ts'
import { CHECKOUT_CLOSES_MINUTES, checkOutFrom } from '#features/hours/attendance/rules.ts'
import { isoInstant, plusMinutes } from '#platform/shared/time.ts'
import { missingIn, type Saved, useSaved } from '#platform/web/outbox-state.ts'
import type { LeftShift, NextShift, OpenShift } from './contract.ts'

type Next = z.infer<typeof NextShift>
type Open = z.infer<typeof OpenShift>
type Left = z.infer<typeof LeftShift>
/** `following`: the shifts after the next one, soonest first. */
type Own = { next: Next | null; following?: readonly Next[]; open: Open | null; left: Left | null }
/** A press on this device that the answer doesn't contain, and when it was made, by the server's clock. */
type Press = Pick<Saved, 'call' | 'at' | 'body' | 'answered_at'>
/** The shift that was checked out of, when, and whether the server has that. */
type Out = { shift: Open; at: string; sent: boolean }
type Shown = { ahead: readonly Next[]; open: Open | null; left: Left | null; out: Out | null }

/** The shift as it was before this check-in, with the time off duty if the officer returns; null if none could be checked in to. */
const before = (
  { ahead, left, out }: Shown,
  id: string,
  back_at: string,
): Omit<Open, 'since' | 'checkout_from'> | null => {
  const gap = (left_at: string) => [{ left_at, back_at, counted: false }]
  if (out?.shift.signup_id === id) return { ...out.shift, gaps: [...out.shift.gaps, ...gap(out.at)] }
  const of = [...ahead, left].find((shift) => shift?.signup_id === id)
  if (!of) return null
  const open = {
    ...{ attendance_id: id, checked_in_at: back_at, gaps: [] },
    ...of,
    checkout_closes_at: plusMinutes(of.ends_at, CHECKOUT_CLOSES_MINUTES),
    spot: { verdict: null, distance_m: null },
  }
  if (!left || of !== left) return open
  // The answer says how long the officer was on duty, not since when: the time so far ends where the officer left.
  const checked_in_at = plusMinutes(left.checked_out_at, -left.worked_minutes)
  return { ...open, checked_in_at, gaps: gap(left.checked_out_at) }
}

/** A check-in that was removed before the shift: it can be checked in to again. */
const again = (open: Open): Next => ({ ...open, calloff_requested: false, checkin_opens_at: open.checked_in_at })

const pressed = (own: Shown, { call, at, body, answered_at }: Press): Shown => {
  const { ahead, open, left } = own
  const { signup_id: id, remove } = JSON.parse(body) as { signup_id: string; remove?: boolean }
  const since = isoInstant(at)
  if (call === checkOut.name) {
    if (open?.signup_id !== id) return own
    const removes = remove === true && open.gaps.length === 0 && at < Date.parse(open.starts_at)
    return removes
      ? { ...own, open: null, ahead: [again(open), ...ahead] }
      : { ...own, open: null, out: { shift: open, at: since, sent: answered_at !== undefined } }
  }
  const shift = open ? null : before(own, id, since)
  if (!shift) return own
  return {
    ahead: ahead.filter((one) => one.signup_id !== id),
    left: left?.signup_id === id ? null : left,
    out: null,
    open: { ...shift, since, checkout_from: checkOutFrom(since) },
  }
}

/**
 * The officer's own shifts as the presses on this device leave them that the answer doesn't contain: made without a connection, or
 * answered just before it was lost. `presses` in the order in which they were made.
 */
export const withSaved = ({ next, following = [], open, left }: Own, presses: readonly Press[]) => {
  const first: Shown = { ahead: next ? [next, ...following] : following, open, left, out: null }
  const { ahead, ...shown } = presses.reduce(pressed, first)
  return { ...shown, next: ahead[0] ?? null }
}

/** `readAt`: when the answer was read, by this device's clock. */
export const useWithSaved = (own: Own, readAt: number) =>
  withSaved(own, missingIn(readAt, useSaved(), [checkIn.name, checkOut.name], ''))
