import type { z } from 'zod'
import { CHECKOUT_CLOSES_MINUTES, checkOutFrom } from '#features/hours/attendance/rules.ts'
import { isoInstant, plusMinutes } from '#platform/shared/time.ts'
import type { NextShift, OpenShift } from './contract.ts'

type Own = { next: z.infer<typeof NextShift> | null; open: z.infer<typeof OpenShift> | null }
/** When a press that waits on this device was made, by the server's clock; null if there is none. */
type Waiting = (call: 'attendance.check_in' | 'attendance.check_out', signup_id: string) => number | null

/**
 * The officer's own shift as the presses saved on this device leave it: the server has not heard of them. `out` is the shift that
 * was checked out of, and when.
 */
export const withSaved = <Answer extends Own>(
  data: Answer,
  waiting: Waiting,
): { data: Answer; out: { shift: z.infer<typeof OpenShift>; at: string } | null } => {
  const { next } = data
  const into = next && data.open === null ? waiting('attendance.check_in', next.signup_id) : null
  const shown =
    next && into !== null
      ? {
          ...data,
          next: null,
          open: {
            ...next,
            attendance_id: next.signup_id,
            checked_in_at: isoInstant(into),
            since: isoInstant(into),
            gaps: [],
            checkout_from: checkOutFrom(isoInstant(into)),
            checkout_closes_at: plusMinutes(next.ends_at, CHECKOUT_CLOSES_MINUTES),
            spot: { verdict: null, distance_m: null },
          },
        }
      : data
  const { open } = shown
  const left = open && waiting('attendance.check_out', open.signup_id)
  if (!open || left === null) return { data: shown, out: null }
  return { data: { ...shown, open: null }, out: { shift: open, at: isoInstant(left) } }
}
