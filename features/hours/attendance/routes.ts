import { may } from '#features/shifts/signups/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { type RequestFacts, type Route, read, refuse, write } from '#platform/server/route.ts'
import { isoInstant, MINUTE, ms } from '#platform/shared/time.ts'
import { ownStats } from './contract.stats.ts'
import {
  askCorrection,
  checkIn,
  checkOut,
  history,
  noteAttendance,
  openAttendance,
  resubmitAttendance,
  undoCheckOut,
} from './contract.ts'
import { afterRefusal, afterRepeat, recordOf, tellOvertaken } from './routes.refused.ts'
import { workedMinutes } from './rules.intervals.ts'
import { withRequests } from './rules.notes.ts'
import { claimedAfter, claimedAt, isTooOld } from './rules.press.ts'
import { refuseTimes } from './rules.times.ts'
import {
  checkInWindow,
  checkOutFrom,
  hasReturn,
  lateCheckOut,
  neverOnDuty,
  onDutySince,
  refuseCheckIn,
  refuseCheckOut,
  refuseReview,
  refuseUndo,
  undoUntil,
} from './rules.ts'
import { listHistory } from './store.history.ts'
import {
  deleteCheckIn,
  insertCheckIn,
  type Recorded,
  updateAskedByPress,
  updateCheckOut,
  updateLateOut,
  wasRemovedSince,
} from './store.presses.ts'
import { insertAbsence, insertGap, updateUndone } from './store.returns.ts'
import { findOwnStats } from './store.stats.ts'
import {
  findNote,
  findOpen,
  findOwnSignupOf,
  lockOwnSignup,
  type OwnAttendance,
  type Pressed,
  updateAsked,
  updateNote,
  updateResubmitted,
} from './store.ts'

const refusalOfCheckIn = {
  too_late: 'checkin_too_late',
  already_in: 'already_checked_in',
  no_place: 'no_confirmed_place',
  decided: 'attendance_decided',
} as const
const refusalOfCheckOut = {
  not_in: 'not_checked_in',
  already_out: 'already_checked_out',
  too_late: 'checkout_too_late',
} as const
const refusalOfUndo = { not_out: 'not_checked_out', too_late: 'undo_too_late', decided: 'attendance_decided' } as const

/**
 * A check-out that was saved on the phone, and whose record was closed meanwhile, becomes a request for other times: an admin
 * decides. null if it changes nothing, or if the officer has asked already.
 */
const askByPress = async (db: Db, signup: Pressed, record: OwnAttendance, at: string) => {
  const since = onDutySince(record)
  const becomes = lateCheckOut(record, at)
  if (becomes === null || record.checked_in_at === null) return null
  if (since === null || ms(at) <= ms(since)) return null
  const times = { checked_in_at: record.checked_in_at, checked_out_at: at }
  if (refuseTimes(times, signup, signup.now_at)) return null
  // Nothing to decide if the admin entered the very minute.
  const minute = (when: string) => Math.floor(ms(when) / MINUTE)
  const beside = becomes === 'beside'
  const same = beside && record.checked_out_at !== null && minute(at) === minute(record.checked_out_at)
  if (!same && (await (beside ? updateLateOut : updateAskedByPress)(db, record.id, at)) === 0) return null
  return {
    attendance_id: record.id,
    ...times,
    worked_minutes: workedMinutes(times, record.gaps),
    taken_back: false,
    undo_until: null,
    position: null,
    distance_m: null,
  }
}

/** The officer has checked in again since, with another device: the check-out ends nothing and begins time off duty. null if it is known. */
const keepOvertaken = async (
  db: Db,
  record: OwnAttendance,
  left: Recorded,
  times: { left_at: string; back_at: string },
) => {
  if ((await insertAbsence(db, record.id, left)) === 0) return null
  const gaps = [...record.gaps, { ...times, counted: false }]
  const worked_minutes = workedMinutes({ ...record, checked_out_at: times.back_at }, gaps)
  const { position, distance_m } = left
  return { worked_minutes, taken_back: false, undo_until: null, position, distance_m }
}

/** A press, with the clock of the phone that sends it. */
const pressOf = <Input extends object>({ input, request }: { input: Input; request: RequestFacts }) => ({
  ...input,
  device: request.device,
})

export const routes: readonly Route[] = [
  write(
    checkIn,
    async ({ db, input, request }) => {
      const [signup, record] = await lockOwnSignup(db, input.signup_id)
      if (!signup) return refuse('not_found')
      const made = claimedAt(pressOf({ input, request }), signup.now_at)
      if (isTooOld(made)) return refuse('press_too_old')
      const left = record?.checked_out_at ?? null
      const claimed = claimedAfter(made, left && isoInstant(ms(left) + 1))
      const at = claimed ?? signup.now_at
      const state = { holds: may('check_in', signup), record, opens_minutes: signup.opens_minutes }
      const refusal = refuseCheckIn(signup, state, at)
      if (refusal?.code === 'too_early') return refuse('checkin_too_early', { from: refusal.from })
      if (refusal) return refuse(refusalOfCheckIn[refusal.code])
      // Of another device; a removal is never later than the start.
      const early = !record && claimed !== null && ms(claimed) < ms(signup.starts_at)
      if (early && (await wasRemovedSince(db, input.signup_id, claimed))) return refuse('checkin_removed')
      const press = await recordOf(db, signup, input, claimed)
      const done = record
        ? await insertGap(db, record.id, press, checkInWindow(signup, signup.opens_minutes).starts_at)
        : await insertCheckIn(db, input.signup_id, press)
      if (!done) return refuse(record ? 'attendance_decided' : 'not_found')
      return {
        attendance_id: done.id,
        checked_in_at: done.checked_in_at,
        checkout_from: checkOutFrom(done.checked_in_at),
        position: press.position,
        distance_m: press.distance_m,
      }
    },
    {
      constraints: {
        attendance_one_open: 'other_attendance_open',
        attendance_organization_id_signup_id_key: 'already_checked_in',
        // Another device has recorded time off duty that the press lies in.
        attendance_gaps_apart: 'already_checked_in',
        attendance_gaps_organization_id_attendance_id_left_at_key: 'already_checked_in',
      },
      refused: (of, { code }) => afterRefusal(of.db, 'check-in', pressOf(of), code),
      repeated: (of, { code }) => afterRepeat(of.db, 'check-in', pressOf(of), code),
    },
  ),
  write(
    checkOut,
    async ({ db, input, request }) => {
      const [signup, record] = await lockOwnSignup(db, input.signup_id)
      if (!signup) return refuse('not_found')
      const made = claimedAt(pressOf({ input, request }), signup.now_at)
      if (isTooOld(made)) return refuse('press_too_old')
      const since = record && onDutySince(record)
      const claimed = claimedAfter(made, since && checkOutFrom(since))
      const at = claimed ?? isoInstant(signup.now_at)
      // A saved press was confirmed if the phone knew that it was early. If an admin has made the shift longer since, the review flags it.
      const refusal = refuseCheckOut(signup, record, at, input.early === true || claimed !== null)
      // Without a check-out of the officer's own, or after a return that was kept, also one that arrives at once is more than the record has.
      const more = record && (claimed !== null || !record.left || hasReturn(record))
      if (refusal?.code === 'already_out' && record && more) {
        const asked = await askByPress(db, signup, record, at)
        if (asked) return asked
      }
      if (refusal?.code === 'too_soon') return refuse('checkout_too_soon', { from: refusal.from })
      if (refusal?.code === 'early') return refuse('checkout_early', { ends_at: refusal.ends_at })
      if (refusal) return refuse(refusalOfCheckOut[refusal.code])
      if (!record?.checked_in_at) return refuse('not_checked_in')
      const of = { attendance_id: record.id, checked_in_at: record.checked_in_at }
      const again = record.again_in_at
      if (claimed !== null && again && ms(claimed) < ms(again)) {
        const left = await recordOf(db, signup, input, claimed)
        const kept = await keepOvertaken(db, record, left, { left_at: claimed, back_at: again })
        if (!kept) return refuse('already_checked_out')
        await tellOvertaken(db, pressOf({ input, request }), claimed)
        return { ...of, ...kept, checked_out_at: at }
      }
      // A press that arrives after the start deletes nothing: the record is submitted with both times, and an admin decides. So does an
      // early check-out of a shift whose start an admin has moved past it.
      if (
        input.remove &&
        neverOnDuty(signup, record, at) &&
        (await deleteCheckIn(db, record.id, at, claimed !== null)) === 1
      ) {
        const nothing = { worked_minutes: 0, undo_until: null, position: null, distance_m: null }
        return { ...of, checked_out_at: at, taken_back: true, ...nothing }
      }
      const press = await recordOf(db, signup, input, claimed)
      const worked_minutes = workedMinutes({ ...record, checked_out_at: at }, record.gaps)
      const done = await updateCheckOut(db, record.id, press, worked_minutes)
      if (!done) {
        // The system has closed the record since it was read.
        const [, closed] = await lockOwnSignup(db, input.signup_id)
        const asked = claimed !== null && closed ? await askByPress(db, signup, closed, claimed) : null
        return asked ?? refuse('already_checked_out')
      }
      return {
        ...of,
        ...done,
        worked_minutes,
        taken_back: false,
        undo_until: undoUntil(done.checked_out_at),
        position: press.position,
        distance_m: press.distance_m,
      }
    },
    { refused: (of, { code }) => afterRefusal(of.db, 'check-out', pressOf(of), code) },
  ),
  write(
    undoCheckOut,
    async ({ db, input }) => {
      const [signup, record] = await lockOwnSignup(db, input.signup_id)
      if (!signup) return refuse('not_found')
      const refusal = refuseUndo(record, signup.now_at, input.checked_out_at ?? null)
      if (refusal) return refuse(refusalOfUndo[refusal])
      const undone = record && (await updateUndone(db, record.id))
      return undone ? { attendance_id: undone.id, checked_in_at: undone.checked_in_at } : refuse('not_checked_out')
    },
    { constraints: { attendance_one_open: 'other_attendance_open' } },
  ),
  write(noteAttendance, async ({ db, input }) => {
    const own = await findOwnSignupOf(db, input.id)
    const [signup] = own ? await lockOwnSignup(db, own.signup_id) : [null]
    if (!signup) return refuse('not_found')
    const now = (await findNote(db, input.id)) ?? ''
    const note = withRequests(now, input.note)
    if (input.was !== undefined && now !== input.was && now !== note) return refuse('note_changed', { note: now })
    return (await updateNote(db, input.id, note)) === 1 ? { done: true } : refuse('attendance_decided')
  }),
  write(askCorrection, async ({ db, input }) => {
    const own = await findOwnSignupOf(db, input.id)
    const [signup] = own ? await lockOwnSignup(db, own.signup_id) : [null]
    if (!signup) return refuse('not_found')
    const problem = refuseTimes(input.times, signup, signup.now_at)
    if (problem) return refuse(problem)
    const note = withRequests(await findNote(db, input.id), input.note)
    return (await updateAsked(db, input.id, note, input.times)) === 1 ? { done: true } : refuse('attendance_decided')
  }),
  write(resubmitAttendance, async ({ db, input, me }) => {
    const own = await findOwnSignupOf(db, input.id)
    const [signup, attendance] = own ? await lockOwnSignup(db, own.signup_id) : [null, null]
    const { officer_id } = await me()
    if (!signup || !attendance || !officer_id) return refuse('not_found')
    const now = signup.now_at
    if (attendance.state !== 'returned') return refuse('wrong_state')
    const ask = { by_officer_id: officer_id, reason: input.note, now }
    const record = { status: 'returned', signup: signup.status, officer_id, shift: signup } as const
    if (refuseReview('resubmit', record, ask)) return refuse('wrong_state')
    const problem = input.times && refuseTimes(input.times, signup, now)
    if (problem) return refuse(problem)
    const times = input.times && {
      checked_in_at: isoInstant(input.times.checked_in_at),
      checked_out_at: isoInstant(input.times.checked_out_at),
      worked_minutes: workedMinutes(input.times, attendance.gaps),
    }
    const note = withRequests(await findNote(db, input.id), input.note)
    return (await updateResubmitted(db, input.id, note, times)) === 1 ? { done: true } : refuse('wrong_state')
  }),
  read(history, listHistory),
  read(openAttendance, findOpen),
  read(ownStats, findOwnStats),
]
