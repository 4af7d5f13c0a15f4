import type { z } from 'zod'
import { dutyCalls } from '#features/hours/attendance/client.presses.ts'
import { checkIn, undoCheckOut } from '#features/hours/attendance/contract.ts'
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
type Shown = {
  ahead: readonly Next[]
  open: Open | null
  left: Left | null
  /** The latest last. */
  outs: readonly Out[]
  /** Check-ins made while another shift was open: they count once that is checked out of. */
  early: readonly Press[]
}

/** The shift as it was before this check-in, with the time off duty if the officer returns; null if none could be checked in to. */
const before = (
  { ahead, left, outs }: Shown,
  id: string,
  back_at: string,
): Omit<Open, 'since' | 'checkout_from'> | null => {
  const gap = (left_at: string) => [{ left_at, back_at, counted: false }]
  const out = outs.find(({ shift }) => shift.signup_id === id)
  if (out) return { ...out.shift, gaps: [...out.shift.gaps, ...gap(out.at)] }
  const of = [...ahead, left?.decided ? null : left].find((shift) => shift?.signup_id === id)
  if (!of) return null
  const open = {
    ...{ attendance_id: id, checked_in_at: back_at, gaps: [] },
    ...of,
    checkout_closes_at: plusMinutes(of.ends_at, CHECKOUT_CLOSES_MINUTES),
    counts: false,
    spot: { verdict: null, distance_m: null },
  }
  if (!left || of !== left) return open
  // The answer says how long the officer was on duty, not since when: the time so far ends where the officer left.
  const checked_in_at = plusMinutes(left.checked_out_at, -left.worked_minutes)
  return { ...open, checked_in_at, gaps: gap(left.checked_out_at) }
}

/** A check-in that was removed before the shift: it can be checked in to again. */
const again = (open: Open): Next => ({ ...open, calloff_requested: false, checkin_opens_at: open.checked_in_at })

/** On duty on this shift, and on no list any more. */
const on = (own: Shown, open: Open): Shown => {
  const others = (one: { signup_id: string }) => one.signup_id !== open.signup_id
  const outs = own.outs.filter(({ shift }) => others(shift))
  return { ...own, open, outs, ahead: own.ahead.filter(others), left: own.left && others(own.left) ? own.left : null }
}

const checkedIn = (own: Shown, id: string, press: Press): Shown => {
  if (own.open) return own.open.signup_id === id ? own : { ...own, early: [...own.early, press] }
  const since = isoInstant(press.at)
  const shift = before(own, id, since)
  return shift ? on(own, { ...shift, since, checkout_from: checkOutFrom(since) }) : own
}

const checkedOut = (own: Shown, open: Open, { at, answered_at }: Press, remove: boolean): Shown => {
  const removes = remove && open.gaps.length === 0 && !open.counts && at < Date.parse(open.starts_at)
  const out = { shift: open, at: isoInstant(at), sent: answered_at !== undefined }
  const closed = { ...own, open: null, early: [] }
  const left = removes ? { ...closed, ahead: [again(open), ...own.ahead] } : { ...closed, outs: [...own.outs, out] }
  return own.early.reduce(pressed, left)
}

/** On duty as before the check-out: without the time off duty that a check-in would add. */
const undone = (own: Shown, id: string): Shown => {
  const shift = before({ ...own, ahead: [] }, id, '')
  if (!shift) return own
  const since = shift.checked_in_at
  return on(own, { since, checkout_from: checkOutFrom(since), ...shift, gaps: shift.gaps.slice(0, -1) })
}

function pressed(own: Shown, press: Press): Shown {
  const { signup_id: id, remove = false } = JSON.parse(press.body) as { signup_id: string; remove?: boolean }
  if (press.call === checkIn.name) return checkedIn(own, id, press)
  if (press.call === undoCheckOut.name) return own.open ? own : undone(own, id)
  return own.open?.signup_id === id ? checkedOut(own, own.open, press, remove) : own
}

/**
 * The officer's own shifts as the presses on this device leave them that the answer doesn't contain: made without a connection, or
 * answered just before it was lost. `presses` in the order in which they were made.
 */
export const withSaved = ({ next, following = [], open, left }: Own, presses: readonly Press[]) => {
  const ahead = next ? [next, ...following] : following
  const shown = presses.reduce(pressed, { ahead, open, left, outs: [], early: [] })
  const out = shown.open ? null : (shown.outs.at(-1) ?? null)
  return { next: shown.ahead[0] ?? null, open: shown.open, left: shown.left, out }
}

/** `readAt`: when the answer was read, by this device's clock. */
export const useWithSaved = (own: Own, readAt: number) => withSaved(own, missingIn(readAt, useSaved(), dutyCalls, ''))
