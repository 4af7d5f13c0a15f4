import { notify, type Told } from '#features/department/notifications/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Route, read, refuse, write } from '#platform/server/route.ts'
import type { Sql } from '#platform/server/sql.ts'
import { aheadStatuses } from '#platform/shared/statuses.ts'
import { durationWords, isoInstant } from '#platform/shared/time.ts'
import { NO_OFFICER } from '#platform/shared/vendor.ts'
import {
  approveAttendance,
  approveManyAttendances,
  attendanceOfAssignment,
  correctAttendance,
  hours,
  markNoShow,
  type ReviewRow,
  recordAttendance,
  returnAttendance,
  reviewList,
  undoApproval,
} from './contract.review.ts'
import { clockIntervalsOf, countedGaps, type Gap, type Paid, paidAgain, workedMinutes } from './rules.intervals.ts'
import { refuseTimes } from './rules.times.ts'
import { type AttendanceAction, flagsOf, mayReview, type Reviewed, refuseReview } from './rules.ts'
import { wantedTimes } from './rules.wanted.ts'
import { listHours } from './store.hours.ts'
import {
  factsOf,
  insertRecorded,
  listOfAssignment,
  listReview,
  lockReviewed,
  type ReviewFacts,
  signupItself,
  signupsOf,
  updateApproved,
  updateCorrected,
  updateKept,
  updateNoShow,
  updateReturned,
  updateUnapproved,
} from './store.review.ts'

const reviewed = (f: ReviewFacts): Reviewed => ({
  status: f.state,
  signup: f.status,
  officer_id: f.officer.id,
  shift: f,
  closed: f.closed,
  late_out_at: f.late_out_at,
  paid_already: paidAgain(f, f.gaps, f.paid) !== null,
})

type Times = { checked_in_at: string | null; checked_out_at: string | null }
/** Why these times can't be approved, or null: some of them are approved already. */
const refusePaid = (f: ReviewFacts, times: Times, gaps: readonly Gap[]) => {
  const again = paidAgain(times, gaps, f.paid)
  return again && refuse('paid_already', { what: again.what })
}
/** What the same call has approved of the officer so far. */
const paidBy = (approved: readonly ReviewFacts[], f: ReviewFacts): Paid[] =>
  approved
    .filter((one) => one !== f && one.officer.id === f.officer.id)
    .flatMap((one) => clockIntervalsOf(one, one.gaps).map((part) => ({ ...part, what: one.title })))

/** The row as sent to the client: flags and allowed actions derived from the rules, without the data behind them. */
const rowOf = (f: ReviewFacts): ReviewRow => {
  const { closed_by_system, closed: _closed, other_work, paid, me, now_at, day: _day, ...row } = f
  const attended = {
    ...row,
    auto_closed: closed_by_system,
    in_position: row.in_spot.verdict,
    out_position: row.out_spot.verdict,
    in_kmh: row.in_spot.kmh,
    out_kmh: row.out_spot.kmh,
    in_same_fixes: row.same_fixes,
    gaps: row.gaps.map((gap) => ({
      ...gap,
      left_position: gap.left_spot.verdict,
      back_position: gap.back_spot.verdict,
      left_kmh: gap.left_spot.kmh,
      back_kmh: gap.back_spot.kmh,
      back_same_fixes: gap.same_fixes,
    })),
    // Already decided: the requested times no longer apply, only a check-out that came since.
    asked_in_at: row.state === 'submitted' ? row.asked_in_at : row.late_out_at,
  }
  const holds = row.state !== 'none' || aheadStatuses.some((one) => one === row.status)
  return {
    ...row,
    flags: holds ? flagsOf(attended, { shift: row, other_work, now: now_at }) : [],
    paid_already: (paidAgain(f, f.gaps, paid) ?? paidAgain(wantedTimes(f), f.gaps, paid))?.what ?? null,
    // Only the department's own people decide on spots, hours and money.
    may: me === NO_OFFICER ? [] : mayReview(reviewed(f), { by_officer_id: me, now: now_at }),
    own: row.officer.id === me,
  }
}

const refusalOf = {
  own_attendance: 'own_attendance',
  not_own_attendance: 'own_attendance',
  locked: 'attendance_locked',
  assignment_closed: 'assignment_closed',
  wrong_state: 'wrong_state',
  not_over: 'not_over',
} as const

type Seen = { version?: number; reason?: string }

/** Why the decision is refused, as one of the contract's codes, or null. Rule refusals take precedence over a version conflict. */
const refusalFor = (action: AttendanceAction, f: ReviewFacts, seen: Seen) => {
  const refusal = refuseReview(action, reviewed(f), { by_officer_id: f.me, now: f.now_at, reason: seen.reason ?? null })
  if (refusal !== null && refusal in refusalOf) return refusalOf[refusal as keyof typeof refusalOf]
  return seen.version !== undefined && seen.version !== f.version ? ('changed_meanwhile' as const) : null
}

const lockOne = async (db: Db, signups: Sql): Promise<ReviewFacts | null> =>
  (await lockReviewed(db, signups))[0] ?? null

const told = (f: ReviewFacts, type: Told['type'], title: string, message: string): Told => ({
  type,
  title,
  message: `${f.title}, ${f.day}: ${message}`,
  officer_id: f.officer.id,
  assignment_id: f.assignment_id,
})
const approvedWords = (f: ReviewFacts) =>
  told(f, 'attendance_approved', 'Hours approved', `${durationWords(f.worked_minutes ?? 0)} approved.`)
const keptWords = (f: ReviewFacts) => {
  const words = `${durationWords(f.worked_minutes ?? 0)} approved, as before. The check-out your phone sent later isn't counted.`
  return told(f, 'attendance_approved', 'Hours unchanged', words)
}

const timesOf = (times: { checked_in_at: string; checked_out_at: string }, gaps: readonly Gap[] = []) => ({
  checked_in_at: isoInstant(times.checked_in_at),
  checked_out_at: isoInstant(times.checked_out_at),
  worked_minutes: workedMinutes(times, gaps),
})

export const routes: readonly Route[] = [
  read(reviewList, listReview, (rows) => {
    const facts = factsOf<{ place: string; page_size: number }>(rows)
    const size = facts[0]?.page_size ?? 0
    const items = facts.slice(0, size).map(({ place: _place, page_size: _size, ...f }) => rowOf(f))
    return { items, next: facts.length > size ? (facts[size - 1]?.place ?? null) : null }
  }),
  read(attendanceOfAssignment, listOfAssignment, (rows) => {
    if (rows.length === 0) return refuse('not_found')
    const facts = factsOf<{ post_position: number; officer_name: string }>(rows)
    const held = facts.filter((f) => f.signup_id !== null)
    return { items: held.map(({ post_position: _position, officer_name: _name, ...f }) => rowOf(f)) }
  }),
  read(hours, listHours),
  write(approveAttendance, async ({ db, input }) => {
    const f = await lockOne(db, signupsOf([input.id]))
    if (!f) return refuse('not_found')
    const keep = f.late_out_at !== null
    const refusal = refusalFor(keep ? 'keep' : 'approve', f, input)
    if (refusal) return refuse(refusal)
    const paid = keep ? null : refusePaid(f, f, f.gaps)
    if (paid) return paid
    if (keep) await updateKept(db, input.id)
    else await updateApproved(db, [f.signup_id])
    await notify(db, [keep ? keptWords(f) : approvedWords(f)])
    return { done: true }
  }),
  write(undoApproval, async ({ db, input }) => {
    const f = await lockOne(db, signupsOf([input.id]))
    if (!f) return refuse('not_found')
    if (f.officer.id === f.me) return refuse('own_attendance')
    if (f.closed) return refuse('assignment_closed')
    if (!(await updateUnapproved(db, f))) return refuse('undo_over')
    await notify(db, [told(f, 'attendance_approved', 'Hours are pending again', 'The approval was undone.')])
    return { done: true }
  }),
  write(approveManyAttendances, async ({ db, input }) => {
    const all = new Map(
      (await lockReviewed(db, signupsOf(input.items.map((i) => i.id)))).map((f) => [f.attendance_id, f]),
    )
    const approved: ReviewFacts[] = []
    const items = input.items.map(({ id, version }) => {
      const f = all.get(id)
      if (!f) return { id, verdict: 'not_found' as const }
      const refusal = refusalFor('approve', f, { version })
      if (refusal) return { id, verdict: refusal }
      if (refusePaid({ ...f, paid: [...f.paid, ...paidBy(approved, f)] }, f, f.gaps))
        return { id, verdict: 'paid_already' as const }
      if (!approved.includes(f)) approved.push(f)
      return { id, verdict: 'approved' as const }
    })
    if (approved.length > 0) {
      await updateApproved(
        db,
        approved.map((f) => f.signup_id),
      )
      await notify(db, approved.map(approvedWords))
    }
    return { approved: approved.length, items }
  }),
  write(correctAttendance, async ({ db, input }) => {
    const f = await lockOne(db, signupsOf([input.id]))
    if (!f) return refuse('not_found')
    const refusal = refusalFor('correct', f, input) ?? refuseTimes(input.times, f, f.now_at)
    if (refusal) return refuse(refusal)
    const gaps = countedGaps(f.gaps, input.count_gaps)
    const paid = refusePaid(f, input.times, gaps)
    if (paid) return paid
    const times = timesOf(input.times, gaps)
    await updateCorrected(db, f.signup_id, times, input.reason, input.count_gaps)
    const words = `corrected to ${durationWords(times.worked_minutes)} and approved. ${input.reason}`
    await notify(db, [told(f, 'attendance_approved', 'Hours corrected', words)])
    return { done: true }
  }),
  write(
    recordAttendance,
    async ({ db, input }) => {
      const f = await lockOne(db, signupItself(input.signup_id))
      if (!f) return refuse('not_found')
      if (f.state !== 'none') return refuse('wrong_state')
      const refusal = refusalFor('correct', f, input) ?? refuseTimes(input.times, f, f.now_at)
      if (refusal) return refuse(refusal)
      const paid = refusePaid(f, input.times, [])
      if (paid) return paid
      const times = timesOf(input.times)
      await insertRecorded(db, f.signup_id, times, input.reason)
      const words = `${durationWords(times.worked_minutes)} recorded by an admin and approved. ${input.reason}`
      await notify(db, [told(f, 'attendance_approved', 'Hours recorded', words)])
      return { done: true }
    },
    {
      constraints: {
        attendance_organization_id_signup_id_key: 'wrong_state',
        posts_not_over: 'place_taken',
        signups_no_overlap: 'worked_elsewhere',
      },
    },
  ),
  write(returnAttendance, async ({ db, input }) => {
    const f = await lockOne(db, signupsOf([input.id]))
    if (!f) return refuse('not_found')
    const refusal = refusalFor('return', f, input)
    if (refusal) return refuse(refusal)
    await updateReturned(db, f.signup_id, input.reason)
    await notify(db, [
      told(f, 'attendance_returned', 'Hours returned', `${input.reason} Correct your hours in History.`),
    ])
    return { done: true }
  }),
  write(markNoShow, async ({ db, input }) => {
    const f = await lockOne(db, signupItself(input.signup_id))
    if (!f) return refuse('not_found')
    const refusal = refusalFor('no_show', f, input)
    if (refusal) return refuse(refusal)
    await updateNoShow(db, f.signup_id, input.reason)
    await notify(db, [told(f, 'no_show', 'Marked as a no-show', input.reason)])
    return { done: true }
  }),
]
