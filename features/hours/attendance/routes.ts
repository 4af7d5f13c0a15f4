import { notify } from '#features/department/notifications/store.ts'
import { may } from '#features/shifts/signups/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { clockWords, isoInstant, ms } from '#platform/shared/time.ts'
import { dateWords } from '#platform/shared/when.ts'
import { wallOf } from '#platform/shared/zone.ts'
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
import { intervalsOf, workedMinutes } from './rules.intervals.ts'
import { withRequests } from './rules.notes.ts'
import { type Fix, positionVerdict, refuseFix, speedKmh } from './rules.position.ts'
import { claimedAfter, claimedAt, isTooOld, type PressClock } from './rules.press.ts'
import {
  checkOutFrom,
  keepsReturn,
  lateCheckOut,
  neverOnDuty,
  onDutySince,
  refuseCheckIn,
  refuseCheckOut,
  refuseReview,
  refuseTimes,
  refuseUndo,
  undoUntil,
} from './rules.ts'
import { listHistory } from './store.history.ts'
import {
  deleteCheckIn,
  findLeftBehind,
  findPressed,
  findTravel,
  insertCheckIn,
  insertGap,
  insertReturn,
  type Recorded,
  updateAskedByPress,
  updateCheckOut,
  updateLateOut,
  updateUndone,
  wasRemovedSince,
} from './store.presses.ts'
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
import { refusals } from './words.refusals.ts'

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

type Press = {
  device_at: string
  clock?: PressClock | null | undefined
  position?: (Fix & { age_s?: number | undefined }) | null | undefined
}

/** What is stored for a press: no position if the department does not require one. */
const recordOf = async (db: Db, signup: Pressed, press: Press, claimed_at: string | null): Promise<Recorded> => {
  const none = { fix: null, position: null, distance_m: null, age_s: null, same_fixes: null, kmh: null }
  const device_at = isoInstant(press.device_at)
  const times = { device_at, claimed_at }
  if (signup.place === null) return { ...times, ...none }
  const { age_s = null, ...fix } = press.position ?? {}
  const given = press.position ? (fix as Fix) : null
  const { verdict, distance_m } = positionVerdict(given, signup.place)
  if (given === null || refuseFix(given) !== null)
    return { ...times, ...none, fix: given, position: verdict, distance_m, age_s }
  const { same, last } = await findTravel(db, given)
  const kmh = speedKmh(last, { ...given, at: claimed_at ?? signup.now_at })
  return { ...times, fix: given, position: verdict, distance_m, age_s, same_fixes: same, kmh }
}

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
  const minute = (when: string) => Math.floor(ms(when) / 60_000)
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

type Known = NonNullable<Awaited<ReturnType<typeof findPressed>>>

/** Whether the press lies in the time on duty that the records show, to the minute. */
const isShown = (of: Known, at: string) =>
  intervalsOf({ checked_in_at: of.first_in_at, checked_out_at: of.last_out_at ?? of.now_at }, of.gaps).some(
    ({ starts_at, ends_at }) => ms(at) > ms(starts_at) - 60_000 && ms(at) < ms(ends_at) + 60_000,
  )
/** Whether the records have a press of this kind at that minute. Amid the time on duty, a check-out and a return are time off duty. */
const isRecorded = (of: Known, what: 'check-in' | 'check-out', at: string) =>
  (what === 'check-in'
    ? [...of.ins, ...of.gaps.map(({ back_at }) => back_at)]
    : [...of.outs, ...of.gaps.map(({ left_at }) => left_at)]
  ).some((recorded) => Math.abs(ms(at) - ms(recorded)) < 60_000)

/** Refusals of a press that the record may show already. */
const repeats = new Set(['already_checked_in', 'already_checked_out', 'checkout_too_soon'])

/** Refusals of a press that arrived at once that the officer answers by pressing again. */
const asksAgain = new Set(['checkin_too_early', 'checkout_early', 'checkout_too_soon'])

type Kind = 'check-in' | 'check-out'
type Told = Pick<Known, 'assignment_id' | 'title' | 'officer_name' | 'time_zone' | 'time_format'>
const byHand = 'Enter the times by hand if they count.'
/** `made`: null if the press arrived at once. */
const tell = (db: Db, of: Told, what: Kind, made: string | null, at: string, why: string): Promise<void> => {
  const { time, date } = wallOf(isoInstant(at), of.time_zone)
  const [saved, offline] = made === null ? ['', ''] : ['saved ', ', without a connection']
  return notify(db, [
    {
      type: 'press_refused',
      officer_id: null,
      assignment_id: of.assignment_id,
      title: `${of.officer_name}: ${saved}${what} wasn't counted`,
      message: `${of.title}: pressed on ${dateWords(date)}, ${clockWords(time, of.time_format)}${offline}. Reason: ${why}`,
    },
  ])
}
/** When a press that is reported was made; null if it arrived at once. */
const madeAt = (press: Press, now: string): string | null => {
  const made = claimedAt(press.device_at, press.clock ?? null, now)
  return isTooOld(made) ? made.too_old : made
}

/** What an admin has assigned while two rows were merged stays with the roster row when that is undone: the press finds no shift. */
const tellLeftBehind = async (db: Db, what: Kind, press: Press & { signup_id: string }): Promise<void> => {
  const of = await findLeftBehind(db, press.signup_id)
  if (!of) return
  const made = madeAt(press, of.now_at)
  const why = `the shift stayed with ${of.stays_with} when the merge was undone. ${byHand}`
  await tell(db, of, what, made, made ?? of.now_at, why)
}

/**
 * A press that is refused for good is known to the officer alone: the admins hear of it, to enter the times. Also of one that arrived at
 * once: the phone may have said that it was saved, or its answer may be lost.
 */
const tellRefused = async (
  db: Db,
  what: Kind,
  press: Press & { signup_id: string },
  code: string,
  then: string | null = null,
): Promise<void> => {
  // The device sends it once more.
  if (!press.clock || code === 'other_attendance_open') return
  const of = await findPressed(db, press.signup_id)
  if (!of) return tellLeftBehind(db, what, press)
  const made = madeAt(press, of.now_at)
  if (made === null && asksAgain.has(code)) return
  const at = made ?? of.now_at
  const isOfOther = code === 'already_checked_in' && !of.own
  const isKnown = made === null ? isShown(of, at) && !isOfOther : isRecorded(of, what, at)
  if (isKnown && repeats.has(code)) return
  const after = what === 'check-in' && of.asked_out_at && ms(at) >= ms(of.asked_out_at)
  const since = after && !then ? `The check-out of ${of.asked_out} was sent before: leave out the time between. ` : ''
  const reason = code in refusals ? refusals[code as keyof typeof refusals].title.toLowerCase() : 'not accepted'
  await tell(db, of, what, made, at, `${reason}. ${since}${then ?? byHand}`)
}

const thenKept =
  'A check-out after it will wait in the review, without the time off duty. If none comes, enter the times by hand.'

/** A saved return to a record that was decided meanwhile is reported like any other, and kept for the check-out that follows. */
const keepReturn = async (db: Db, press: Press & { signup_id: string }): Promise<string | null> => {
  const [signup, record] = await lockOwnSignup(db, press.signup_id)
  if (!signup || !record) return null
  const at = claimedAt(press.device_at, press.clock ?? null, signup.now_at)
  if (at === null || isTooOld(at)) return null
  const held = signup.status === 'worked' || may('check_in', signup)
  if (!keepsReturn(signup, { held, record }, at)) return null
  const kept = await insertReturn(db, record.id, await recordOf(db, signup, press, at))
  // Only one check-out waits beside an approval.
  return kept && !kept.beside ? thenKept : null
}

export const routes: readonly Route[] = [
  write(
    checkIn,
    async ({ db, input }) => {
      const [signup, record] = await lockOwnSignup(db, input.signup_id)
      if (!signup) return refuse('not_found')
      const made = claimedAt(input.device_at, input.clock ?? null, signup.now_at)
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
      const done = record ? await insertGap(db, record.id, press) : await insertCheckIn(db, input.signup_id, press)
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
      refused: async ({ db, input }, { code }) => {
        const then = code === 'attendance_decided' ? await keepReturn(db, input) : null
        await tellRefused(db, 'check-in', input, code, then)
      },
    },
  ),
  write(
    checkOut,
    async ({ db, input }) => {
      const [signup, record] = await lockOwnSignup(db, input.signup_id)
      if (!signup) return refuse('not_found')
      const made = claimedAt(input.device_at, input.clock ?? null, signup.now_at)
      if (isTooOld(made)) return refuse('press_too_old')
      const since = record && onDutySince(record)
      const claimed = claimedAfter(made, since && checkOutFrom(since))
      const at = claimed ?? isoInstant(signup.now_at)
      // A saved press was confirmed if the phone knew that it was early. If an admin has made the shift longer since, the review flags it.
      const refusal = refuseCheckOut(signup, record, at, input.early === true || claimed !== null)
      // Without a check-out of the officer's own, also one that arrives at once is more than the record has.
      if (refusal?.code === 'already_out' && record && (claimed !== null || !record.left)) {
        const asked = await askByPress(db, signup, record, at)
        if (asked) return asked
      }
      if (refusal?.code === 'too_soon') return refuse('checkout_too_soon', { from: refusal.from })
      if (refusal?.code === 'early') return refuse('checkout_early', { ends_at: refusal.ends_at })
      if (refusal) return refuse(refusalOfCheckOut[refusal.code])
      if (!record?.checked_in_at) return refuse('not_checked_in')
      const of = { attendance_id: record.id, checked_in_at: record.checked_in_at }
      // A press that arrives after the start deletes nothing: the record is submitted with both times, and an admin decides. So does an
      // early check-out of a shift whose start an admin has moved past it.
      if (input.remove && neverOnDuty(signup, record, at) && (await deleteCheckIn(db, record.id, at)) === 1) {
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
    { refused: ({ db, input }, { code }) => tellRefused(db, 'check-out', input, code) },
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
