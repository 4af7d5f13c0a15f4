import type { Saved } from '#platform/web/outbox-state.ts'
import { checkIn, checkOut, undoCheckOut } from './contract.ts'

/** The calls that change whether an officer is on duty: the last of them on a device says it. */
export const dutyCalls: readonly string[] = [checkIn.name, checkOut.name, undoCheckOut.name]

/** The last of them about this shift. Answered ones are listed before those that wait. */
export const lastDuty = (saved: readonly Saved[], signup_id: string): Saved | undefined =>
  saved
    .filter(({ call, body }) => dutyCalls.includes(call) && body.includes(signup_id))
    .sort((one, other) => one.at - other.at)
    .at(-1)

/** Refusals of a check-out which say that the officer is not on duty. */
const over = ['not_checked_in', 'already_checked_out', 'checkout_too_late']
/** The check-out from the shift of this note, if it was refused and the officer is still on duty. */
export const refusedOut = (note: { signup_id: string; since: string }, saved: readonly Saved[]): Saved | null => {
  const last = lastDuty(saved, note.signup_id)
  const isOut = last?.call === checkOut.name && last.refused && last.at >= Date.parse(note.since)
  return isOut && !over.includes(String(last.refused?.code)) ? last : null
}
