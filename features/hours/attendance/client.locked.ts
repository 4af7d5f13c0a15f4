import { isoInstant } from '#platform/shared/time.ts'
import { noteShiftCompleted } from '#platform/web/install.ts'
import { noteOut, type RunningShift, sinceHeard } from '#platform/web/running-shift.ts'
import { locate } from './client.ts'
import { checkOut } from './contract.ts'

/** A check-out by the officer of this note, who is signed out: saved with its time, and sent once they sign in. */
export const saveCheckOut = async (shift: RunningShift, now: number): Promise<void> => {
  const { owner, signup_id, ahead_ms, heard_at } = shift
  const device_at = isoInstant(Date.now())
  const early = now < Date.parse(shift.ends_at)
  const clock = { ahead_ms, heard_at, since_ms: sinceHeard(shift) }
  const input = { signup_id, device_at, clock, position: null, ...(early ? { early } : {}) }
  const { saveFor } = await import('#platform/web/outbox-press.ts')
  const position = shift.asks_position ? async () => ({ position: await locate() }) : undefined
  noteOut(shift, await saveFor(owner, checkOut, input, position))
  noteShiftCompleted()
}
