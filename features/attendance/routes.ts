import { may } from '#features/signups/rules.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { ownStats } from './contract.stats.ts'
import { checkIn, checkOut, history, noteAttendance, openAttendance, resubmitAttendance } from './contract.ts'
import { type Fix, positionVerdict } from './rules.position.ts'
import { refuseCheckIn, refuseCheckOut, refuseReview, refuseTimes, workedMinutes } from './rules.ts'
import { listHistory } from './store.history.ts'
import { findOwnStats } from './store.stats.ts'
import {
  findOpen,
  findOwnSignupOf,
  insertCheckIn,
  lockOwnSignup,
  type Pressed,
  updateCheckOut,
  updateNote,
  updateResubmitted,
} from './store.ts'

const refusalOfCheckIn = {
  too_early: 'checkin_too_early',
  too_late: 'checkin_too_late',
  already_in: 'already_checked_in',
  no_place: 'no_confirmed_place',
} as const
const refusalOfCheckOut = {
  not_in: 'not_checked_in',
  already_out: 'already_checked_out',
  too_late: 'checkout_too_late',
} as const

/** What is kept of a press: no position at all where the department does not ask for one. */
const recordOf = (signup: Pressed, press: { device_at: string; position?: Fix | null | undefined }) => {
  const fix = signup.place === null ? null : (press.position ?? null)
  const verdict = signup.place === null ? null : positionVerdict(fix, signup.place)
  return {
    device_at: isoInstant(press.device_at),
    fix,
    verify: verdict !== null,
    verdict: verdict?.verdict ?? ('cannot_verify' as const),
    distance_m: verdict?.distance_m ?? null,
  }
}

export const routes: readonly Route[] = [
  write(
    checkIn,
    async ({ db, input }) => {
      const [signup, attendance] = await lockOwnSignup(db, input.signup_id)
      if (!signup) return refuse('not_found')
      const state = {
        holds: may('check_in', signup),
        checked_in_at: attendance?.checked_in_at ?? null,
        opens_minutes: signup.opens_minutes,
      }
      const refusal = refuseCheckIn(signup, state, signup.now_at)
      if (refusal?.code === 'too_early') return refuse('checkin_too_early', { from: refusal.from })
      if (refusal) return refuse(refusalOfCheckIn[refusal.code])
      if (attendance) return refuse('already_checked_in')
      const record = recordOf(signup, input)
      const made = await insertCheckIn(db, input.signup_id, record)
      if (!made) return refuse('not_found')
      return {
        attendance_id: made.id,
        checked_in_at: made.checked_in_at,
        position: record.verify ? record.verdict : null,
        distance_m: record.distance_m,
      }
    },
    {
      constraints: {
        attendance_one_open: 'other_attendance_open',
        attendance_organization_id_signup_id_key: 'already_checked_in',
      },
    },
  ),
  write(checkOut, async ({ db, input }) => {
    const [signup, attendance] = await lockOwnSignup(db, input.signup_id)
    if (!signup) return refuse('not_found')
    if (!attendance) return refuse('not_checked_in')
    const refusal = refuseCheckOut(signup, attendance, signup.now_at)
    if (refusal) return refuse(refusalOfCheckOut[refusal])
    if (attendance.state !== 'open') return refuse('already_checked_out')
    const record = recordOf(signup, input)
    const worked_minutes = workedMinutes({ ...attendance, checked_out_at: signup.now_at })
    const done = await updateCheckOut(db, attendance.id, { ...record, worked_minutes })
    if (!done) return refuse('already_checked_out')
    return {
      attendance_id: attendance.id,
      ...done,
      worked_minutes,
      position: record.verify ? record.verdict : null,
      distance_m: record.distance_m,
    }
  }),
  write(noteAttendance, async ({ db, input }) => {
    if (!(await findOwnSignupOf(db, input.id))) return refuse('not_found')
    return (await updateNote(db, input.id, input.note)) === 1 ? { done: true } : refuse('attendance_decided')
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
      worked_minutes: workedMinutes(input.times),
    }
    return (await updateResubmitted(db, input.id, input.note, times)) === 1 ? { done: true } : refuse('wrong_state')
  }),
  read(history, listHistory),
  read(openAttendance, findOpen),
  read(ownStats, findOwnStats),
]
