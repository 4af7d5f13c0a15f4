import { isoInstant } from '#platform/shared/time.ts'
import { noteShiftCompleted } from '#platform/web/install.ts'
import { noteLockedOut } from '#platform/web/locked-out.ts'
import { ofOwner } from '#platform/web/outbox.ts'
import { shownOf } from '#platform/web/outbox-answers.ts'
import { forgetRunning, noteOut, type RunningShift, sinceHeard } from '#platform/web/running-shift.ts'
import { storedFor } from '#platform/web/stored.ts'
import { dutyCalls, lastDuty, refusedOut } from './client.presses.ts'
import { locate } from './client.ts'
import { checkOut } from './contract.ts'
import { lastArrival } from './rules.press.ts'

/** A check-out by the officer of this note, who is signed out: saved with its time, and sent once they sign in. */
export const saveCheckOut = async (shift: RunningShift, now: number): Promise<void> => {
  const { owner, signup_id, ahead_ms, heard_at } = shift
  const device_at = isoInstant(Date.now())
  const early = now < Date.parse(shift.ends_at)
  const clock = { ahead_ms, heard_at, since_ms: sinceHeard(shift) }
  const input = { signup_id, device_at, clock, position: null, ...(early ? { early } : {}) }
  const { saveFor } = await import('#platform/web/outbox-press.ts')
  const position = shift.asks_position ? async () => ({ position: await locate() }) : undefined
  const pressed = await saveFor(owner, checkOut, input, position)
  noteOut(shift, pressed)
  // Beside a notice, its officer is signed in.
  if (storedFor() !== owner) noteLockedOut(owner, pressed + ahead_ms)
  noteShiftCompleted()
}

/**
 * By the server's clock: the first press that waits, for the shift or for one before it that can still be sent; its check-out, if that
 * waits and is the last of them; a check-out that was refused while the officer stays on duty; and whether nothing is known of the check-in
 * but that it was pressed.
 */
export type Found = { first: number; out: number | null; refused: number | null; unsure: boolean }

/** What the device's outbox says of this note. Corrects a note whose check-out was sent since or refused; null if it did. */
export const findSaved = async (shift: RunningShift): Promise<Found | null> => {
  const { owner, signup_id, out_at } = shift
  const saved = (await ofOwner(owner)).map(shownOf)
  const unsure = shift.unsure === true && !saved.some(({ body }) => body.includes(signup_id))
  const last = lastDuty(saved, signup_id)
  const refused = refusedOut(shift, saved)
  if (out_at !== null && last?.refused !== null) {
    if (refused) noteOut(shift, null)
    // Sent since, from another screen.
    else forgetRunning()
    return null
  }
  const now = Date.now() + shift.ahead_ms
  const waiting = saved.filter(
    ({ call, body, refused: not, at }) =>
      not === null && dutyCalls.includes(call) && (body.includes(signup_id) || now <= lastArrival(at)),
  )
  const out = last?.call === checkOut.name && last.refused === null ? last.at : null
  return { first: Math.min(...waiting.map(({ at }) => at)), out, refused: refused?.at ?? null, unsure }
}
