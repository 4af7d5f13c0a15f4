import type { z } from 'zod'
import { CHECKOUT_CLOSES_MINUTES, checkOutFrom } from '#features/hours/attendance/rules.ts'
import { isoInstant, plusMinutes } from '#platform/shared/time.ts'
import { useSaved, waitingFor } from '#platform/web/outbox-state.ts'
import type { LeftShift, NextShift, OpenShift } from './contract.ts'

type Open = z.infer<typeof OpenShift>
type Own = { next: z.infer<typeof NextShift> | null; open: Open | null; left: z.infer<typeof LeftShift> | null }
/** A press that waits on this device, and when it was made, by the server's clock. */
type Press = { call: string; at: number }
type Waiting = (signup_id: string) => readonly Press[]
/** `out` is the shift that was checked out of, and when. */
type Shown = Own & { out: { shift: Open; at: string } | null }

const pressCalls = ['attendance.check_in', 'attendance.check_out']

/** The shift as it was before this check-in, with the time off duty if the officer returns; null if none could be checked in to. */
const before = ({ next, left, out }: Shown, id: string, back_at: string) => {
  const gap = (left_at: string) => [{ left_at, back_at, counted: false }]
  if (out?.shift.signup_id === id) return { ...out.shift, gaps: [...out.shift.gaps, ...gap(out.at)] }
  const of = [next, left].find((shift) => shift?.signup_id === id)
  if (!of) return null
  const open = {
    ...{ attendance_id: id, checked_in_at: back_at, gaps: [] },
    ...of,
    checkout_closes_at: plusMinutes(of.ends_at, CHECKOUT_CLOSES_MINUTES),
    spot: { verdict: null, distance_m: null },
  }
  if (of !== left) return open
  // The answer says how long the officer was on duty, not since when: the time so far ends where the officer left.
  const checked_in_at = plusMinutes(left.checked_out_at, -left.worked_minutes)
  return { ...open, checked_in_at, gaps: gap(left.checked_out_at) }
}

const pressed = (own: Shown, id: string, { call, at }: Press): Shown => {
  const { next, open, left } = own
  const since = isoInstant(at)
  if (call !== pressCalls[0])
    return open?.signup_id === id ? { ...own, open: null, out: { shift: open, at: since } } : own
  const shift = open ? null : before(own, id, since)
  if (!shift) return own
  return {
    next: next?.signup_id === id ? null : next,
    left: left?.signup_id === id ? null : left,
    out: null,
    open: { ...shift, since, checkout_from: checkOutFrom(since) },
  }
}

/** The officer's own shift as the presses saved on this device leave it: the server has not heard of them. */
export const withSaved = (own: Own, waiting: Waiting): Shown => {
  const { next, open, left } = own
  const shifts = new Set([open, left, next].flatMap((shift) => (shift ? [shift.signup_id] : [])))
  let shown: Shown = { next, open, left, out: null }
  for (const id of shifts) for (const press of waiting(id)) shown = pressed(shown, id, press)
  return shown
}

export const useWithSaved = (own: Own): Shown => {
  const saved = useSaved()
  return withSaved(own, (signup_id) => waitingFor(saved, pressCalls, signup_id))
}
