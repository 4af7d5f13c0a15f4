import { useEffect } from 'react'
import { isoInstant, plusMinutes } from '#platform/shared/time.ts'
import { noteShiftCompleted } from '#platform/web/install.ts'
import { missingIn, useSaved } from '#platform/web/outbox-state.ts'
import {
  forgetRunning,
  noteOut,
  noteRunning,
  type RunningShift,
  sinceHeard,
  useRunning,
} from '#platform/web/running-shift.ts'
import { useOrganization } from '#platform/web/session.ts'
import { locate } from './client.ts'
import { checkIn, checkOut } from './contract.ts'
import { CHECKOUT_CLOSES_MINUTES } from './rules.ts'

type Open = { signup_id: string; starts_at: string; ends_at: string; since: string; asks_position: boolean }

/** Notes on this device that the shift is running, so that a session that ends for want of input does not keep the officer from checking out. */
export const useNoteRunning = ({ signup_id, starts_at, ends_at, since, asks_position }: Open): void => {
  const { time_zone, time_format } = useOrganization()
  useEffect(() => {
    const until = plusMinutes(ends_at, CHECKOUT_CLOSES_MINUTES)
    noteRunning({ signup_id, starts_at, ends_at, since, until, asks_position, time_zone, time_format })
  }, [signup_id, starts_at, ends_at, since, asks_position, time_zone, time_format])
}
/**
 * Deletes the note once the officer's own screen, read at `readAt`, shows no running shift. A check-in on this device that the answer
 * doesn't contain may be to a shift that the screen doesn't list.
 */
export const useForgetRunning = (none: boolean, readAt: number): void => {
  const saved = useSaved()
  const noted = useRunning()?.signup_id
  const last = noted && missingIn(readAt, saved, [checkIn.name, checkOut.name], noted).at(-1)
  const isIn = last ? last.call === checkIn.name : false
  useEffect(() => {
    if (none && !isIn) forgetRunning()
  }, [none, isIn])
}

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
