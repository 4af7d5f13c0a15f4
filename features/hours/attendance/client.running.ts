import { useEffect, useEffectEvent } from 'react'
import { isoInstant, plusMinutes } from '#platform/shared/time.ts'
import { isSaved, mayPass } from '#platform/web/api.ts'
import { missingIn, useSaved, useSavedKnown } from '#platform/web/outbox-state.ts'
import { forgetRunning, noteRunning, readRunning, useRunning } from '#platform/web/running-shift.ts'
import { useOrganization } from '#platform/web/session.ts'
import { serverNow } from '#platform/web/session-ends.ts'
import { useCheckIn } from './client.ts'
import { checkIn, checkOut } from './contract.ts'
import { CHECKOUT_CLOSES_MINUTES } from './rules.ts'

type Open = { signup_id: string; starts_at: string; ends_at: string; since: string; asks_position: boolean }

type Times = Omit<Open, 'since'>
const useNote = () => {
  const { time_zone, time_format } = useOrganization()
  return ({ signup_id, starts_at, ends_at, asks_position }: Times, since: string): void => {
    const until = plusMinutes(ends_at, CHECKOUT_CLOSES_MINUTES)
    noteRunning({ signup_id, starts_at, ends_at, since, until, asks_position, time_zone, time_format })
  }
}

/** Notes on this device that the shift is running, so that a session that ends for want of input does not keep the officer from checking out. */
export const useNoteRunning = ({ signup_id, starts_at, ends_at, since, asks_position }: Open): void => {
  const note = useEffectEvent(useNote())
  useEffect(() => {
    note({ signup_id, starts_at, ends_at, asks_position }, since)
  }, [signup_id, starts_at, ends_at, since, asks_position])
}

/** Checks in. The note is made with the press: a phone may close the page before its answer. The note of another shift stays. */
export const useNotedCheckIn = () => {
  const checkIn = useCheckIn()
  const note = useNote()
  return async (shift: Times) => {
    const mine = readRunning()?.out_at !== null
    if (mine) note(shift, isoInstant(serverNow()))
    try {
      return await checkIn(shift)
    } catch (error) {
      // Refused, or never made.
      if (mine && !isSaved(error) && !mayPass(error)) forgetRunning()
      throw error
    }
  }
}

/**
 * Deletes the note once the officer's own screen, read at `readAt`, shows no running shift. A check-in on this device that the answer
 * doesn't contain may be to a shift that the screen doesn't list, and a check-out still has to be sent.
 */
export const useForgetRunning = (none: boolean, readAt: number): void => {
  const saved = useSaved()
  const known = useSavedKnown()
  const noted = useRunning()?.signup_id
  const last = noted && missingIn(readAt, saved, [checkIn.name, checkOut.name], noted).at(-1)
  const isSure = none && known && !last
  useEffect(() => {
    if (isSure) forgetRunning()
  }, [isSure])
}
