import { useEffect, useEffectEvent } from 'react'
import { isoInstant, MINUTE, plusMinutes } from '#platform/shared/time.ts'
import { ApiError, isSaved } from '#platform/web/api.ts'
import { missingIn, type Saved, useSaved, useSavedKnown } from '#platform/web/outbox-state.ts'
import { useRead } from '#platform/web/reads.ts'
import { forgetRunning, noteOut, noteRunning, readRunning, useRunning } from '#platform/web/running-shift.ts'
import { useOrganization } from '#platform/web/session.ts'
import { serverNow } from '#platform/web/session-ends.ts'
import { dutyCalls, lastDuty, refusedOut } from './client.presses.ts'
import { useCheckIn } from './client.ts'
import { checkIn, checkOut, openAttendance } from './contract.ts'
import { CHECKOUT_CLOSES_MINUTES } from './rules.ts'

type Open = {
  signup_id: string
  starts_at: string
  ends_at: string
  since: string
  asks_position: boolean
  counts?: boolean
}

type Times = Omit<Open, 'since'>
const useNote = () => {
  const { time_zone, time_format } = useOrganization()
  return ({ signup_id, starts_at, ends_at, asks_position, counts }: Times, since: string, unsure?: true): void => {
    const until = plusMinutes(ends_at, CHECKOUT_CLOSES_MINUTES)
    const times = { signup_id, starts_at, ends_at, since, until, asks_position, time_zone, time_format }
    noteRunning({ ...times, ...(counts ? { counts } : {}), ...(unsure ? { unsure } : {}) })
  }
}

/**
 * Notes on this device that the shift is running, so that a session that ends for want of input does not keep the officer from checking
 * out. Not before the device was asked what is saved on it: a stored read may show a shift that has been checked out of.
 */
export const useNoteRunning = ({ signup_id, starts_at, ends_at, since, asks_position, counts = false }: Open): void => {
  const note = useEffectEvent(useNote())
  const known = useSavedKnown()
  useEffect(() => {
    if (known) note({ signup_id, starts_at, ends_at, asks_position, counts }, since)
  }, [known, signup_id, starts_at, ends_at, since, asks_position, counts])
}

/**
 * Whether a check-in that failed so leaves a shift running, or a press that waits. One that was neither saved nor answered may have
 * arrived: the next read says so.
 */
export const isNoteKept = (error: unknown): boolean =>
  isSaved(error) || (error instanceof ApiError && error.code === 'already_checked_in')

/** Checks in. The note is made with the press: a phone may close the page before its answer. The note of another shift stays. */
export const useNotedCheckIn = () => {
  const checkIn = useCheckIn()
  const note = useNote()
  return async (shift: Times) => {
    const mine = readRunning()?.out_at !== null
    const since = isoInstant(serverNow())
    if (mine) note(shift, since, true)
    const confirm = () => {
      if (readRunning()?.since === since) note(shift, since)
    }
    try {
      const done = await checkIn(shift)
      confirm()
      return done
    } catch (error) {
      if (isNoteKept(error)) confirm()
      else if (mine) forgetRunning()
      throw error
    }
  }
}

/** Whether this device knows of another shift that the officer is on: it is checked out of first. */
export const useDutyElsewhere = (signup_id: string): boolean => {
  const note = useRunning()
  const saved = useSaved()
  if (!note || note.signup_id === signup_id || note.out_at !== null) return false
  const last = lastDuty(saved, note.signup_id)
  return last?.call !== checkOut.name || last.refused !== null
}

/**
 * Deletes the note once the officer's own screen, read at `readAt`, shows no running shift. A check-in on this device that the answer
 * doesn't contain may be to a shift that the screen doesn't list, and a check-out still has to be sent.
 */
export const useForgetRunning = (none: boolean, readAt: number): void => {
  const saved = useSaved()
  const known = useSavedKnown()
  const noted = useRunning()?.signup_id
  const last = noted && missingIn(readAt, saved, dutyCalls, noted).at(-1)
  const isSure = none && known && !last
  useEffect(() => {
    if (isSure) forgetRunning()
  }, [isSure])
}

/** Milliseconds after which a press was answered, or is saved. */
const arrivesWithin = MINUTE
/** Milliseconds between a press and the note that was made with it. */
const besideNote = 5000
/** Whether the check-in that this note was made with was refused: nothing runs. */
export const isNoteRefused = (note: { signup_id: string; since: string }, saved: readonly Saved[]): boolean =>
  saved.some(
    ({ call, body, at, refused }) =>
      refused !== null &&
      // The shift runs all the same: another device has checked in.
      refused.code !== 'already_checked_in' &&
      call === checkIn.name &&
      body.includes(note.signup_id) &&
      Math.abs(at - Date.parse(note.since)) <= besideNote,
  )

/**
 * Deletes the note, whatever screen is open, once the server says that no shift runs (another device has checked out), or refuses the
 * check-in that the note was made with. A check-out that was refused is taken out of it.
 */
export const useFollowRunning = (): void => {
  const note = useRunning()
  const saved = useSaved()
  const read = useRead(openAttendance, {}, { enabled: note !== null })
  // A stored answer may be older than the check-in, or than the undo of a check-out, and one that is made with the press doesn't contain it.
  const isLater =
    note !== null &&
    read.dataUpdatedAt >= (note.noted_at ?? 0) &&
    read.dataUpdatedAt + note.ahead_ms >= Date.parse(note.since) + arrivesWithin
  useForgetRunning(isLater && read.data?.open === null, read.dataUpdatedAt)
  const refused = note !== null && isNoteRefused(note, saved)
  const out = note && note.out_at !== null && refusedOut(note, saved)
  useEffect(() => {
    if (refused) forgetRunning()
    else if (note && out) noteOut(note, null)
  }, [refused, note, out])
}
