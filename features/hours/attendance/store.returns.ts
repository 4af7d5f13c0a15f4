import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { handedInStates } from '#platform/shared/statuses.ts'
import { arrivalOf, asDepartment, outColumns, type Recorded, timeOf, valuesOf, withRequest } from './store.presses.ts'
import { checkOutClosesAt, instant, isApprovalFresh, returnedIn } from './store.ts'

/** Time off duty of a record: how it begins and ends, while the record is open, handed in or decided. */

/** Restores the officer's own record to its state before the check-out. Times that the officer asked for stay asked for. */
const reopen = (
  db: Db,
  attendanceId: string,
  { note = sql`note`, again = sql`again_in_at` }: { note?: Sql; again?: Sql },
) =>
  db.row<{ id: string; checked_in_at: string }>(sql`
    update attendance set state = 'open', checked_out_at = null, worked_minutes = null,
      (${outColumns}) = (null, null, null, null, null, null, null, null), out_arrived_at = null, note = ${note}, again_in_at = ${again}, updated_at = now(),
      version = version + 1
    where ${ours()} and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id()) and state = 'submitted'
    returning id, ${instant(sql`checked_in_at`)} as checked_in_at`)

/** A check-out of another device that was pressed before the undone one, and arrives after the undo, ends nothing; a later one counts. */
export const updateUndone = (db: Db, attendanceId: string) =>
  reopen(db, attendanceId, { again: sql`greatest(again_in_at, checked_out_at)` })

/** The next check-out takes the place of the one that was requested: the note keeps that one (`withRequests`), if it lies in the gap. */
const noteOfRequest = (back: string): Sql =>
  sql`case when asked_out_at > checked_out_at and asked_out_at <= ${back}::timestamptz then ${withRequest} else note end`

/** The check-out at which time off duty begins, with its press: the recorded one, or another one, which has no press. */
const recorded = sql`t.checked_out_at, t.device_out_at, t.out_lat, t.out_lng, t.out_accuracy_m, t.out_distance_m, t.out_position,
  t.out_age_s, t.out_kmh, t.out_arrived_at`
const withoutPress = (left: Sql): Sql => sql`${left}, null, null, null, null, null, null, null, null, null`

const ofMine = (attendanceId: string): Sql => sql`${ours('t')} and t.id = ${attendanceId}::uuid
  and t.officer_id = (select app.officer_id())`

/** Times entered since may end within time off duty: another gap can't begin there. */
const endsOnDuty = (
  left: Sql,
): Sql => sql`not exists (select from attendance_gaps b where b.organization_id = t.organization_id
  and b.attendance_id = t.id and b.back_at > ${left})`

const leftColumns = sql`left_at, left_device_at, left_lat, left_lng, left_accuracy_m, left_distance_m, left_position, left_age_s,
  left_kmh, left_arrived_at`
const backColumns = sql`back_at, back_device_at, back_lat, back_lng, back_accuracy_m, back_distance_m, back_position, back_age_s,
  back_kmh, back_same_fixes, back_arrived_at`
const backOf = (at: Recorded): Sql => sql`${timeOf(at)}, ${valuesOf(at)}, ${at.same_fixes}::int, ${arrivalOf(at)}`

/** The time since the check-out becomes a gap that keeps the check-out's press and this one. */
const insertReturned = (db: Db, attendanceId: string, at: Recorded, left: Sql, where: Sql) =>
  db.row<{ checked_in_at: string }>(sql`
    insert into attendance_gaps (organization_id, attendance_id, officer_id, ${leftColumns}, ${backColumns})
    select t.organization_id, t.id, t.officer_id, ${left}, ${backOf(at)}
    from attendance t where ${ofMine(attendanceId)} and ${where}
    returning ${instant(sql`back_at`)} as checked_in_at`)

/** Ends the last time off duty of the record at this press, if it is one that `where` names: nobody has counted that yet. No officer changes a gap. */
const updateReturned = (db: Db, attendanceId: string, at: Recorded, where: Sql) =>
  db.row<{ checked_in_at: string }>(sql`
    update attendance_gaps b set (${backColumns}) = (${backOf(at)}), counted = false, updated_at = now(), version = b.version + 1
    from attendance t where ${ofMine(attendanceId)} and b.organization_id = t.organization_id and b.attendance_id = t.id
      and b.left_at < ${timeOf(at)} and ${endsOnDuty(sql`b.back_at`)} and ${where}
    returning ${instant(sql`b.back_at`)} as checked_in_at`)

/** Checks in again. What is kept of refused presses ends here: a check-out, a later return, or one before the check-in opened at `opens`. */
export const insertGap = async (db: Db, attendanceId: string, at: Recorded, opens: string) => {
  const gap = await insertReturned(
    db,
    attendanceId,
    at,
    recorded,
    sql`t.state = 'submitted' and ${endsOnDuty(sql`t.checked_out_at`)}`,
  )
  const open = async () => {
    const ended =
      gap ??
      (await updateReturned(
        db,
        attendanceId,
        at,
        sql`t.state = 'submitted' and b.left_at >= t.checked_out_at
          and (b.back_at = b.left_at or b.back_at < ${opens}::timestamptz or b.back_at > ${timeOf(at)})`,
      ))
    return ended && (await reopen(db, attendanceId, { note: noteOfRequest(ended.checked_in_at) })) ? ended : null
  }
  const back = gap ? await open() : await asDepartment(db, open)
  return back ? { id: attendanceId, ...back } : null
}

/** Whether the check-out that is requested is still known when the officer returns: an approval that can't be undone has decided it. */
const requestStands = sql`(t.state in ${oneOf(handedInStates)}
  or t.state = 'approved' and (${returnedIn(sql`t`)} or ${isApprovalFresh(sql`t`)}))`
/**
 * The latest check-out of the officer in record `t`, also one that is only requested, waits beside an approval, was put aside by one after an
 * earlier return, or came too late (a gap of no length).
 */
const lastLeft = sql`greatest(t.checked_out_at, t.late_out_at, case when ${requestStands} then t.asked_out_at end,
  (select max(b.left_at) from attendance_gaps b where b.organization_id = t.organization_id and b.attendance_id = t.id
    and b.back_at = b.left_at))`
const takesPresses = (
  at: Recorded,
): Sql => sql`t.state <> 'locked' and ${timeOf(at)} <= (select ${checkOutClosesAt(sql`s`)}
  from officer_assignments s where s.organization_id = t.organization_id and s.id = t.signup_id)`

/**
 * Keeps a return that was refused: the time since the officer's latest check-out is time off duty, which changes nothing until an admin
 * accepts a later check-out. null if there is none, or if the record shows the officer on duty after it.
 */
export const insertReturn = (db: Db, attendanceId: string, at: Recorded) =>
  asDepartment(db, async () => {
    const known = sql`${takesPresses(at)} and ${lastLeft} < ${timeOf(at)}`
    const kept =
      (await updateReturned(
        db,
        attendanceId,
        at,
        sql`b.back_at = b.left_at and b.left_at = ${lastLeft} and ${known}`,
      )) ??
      (await insertReturned(
        db,
        attendanceId,
        at,
        recorded,
        sql`${lastLeft} = t.checked_out_at and ${known}
        and ${endsOnDuty(lastLeft)}`,
      )) ??
      (await insertReturned(db, attendanceId, at, withoutPress(lastLeft), sql`${known} and ${endsOnDuty(lastLeft)}`))
    // Only one check-out waits beside an approval.
    return (
      kept &&
      db.row<{ beside: boolean }>(sql`select t.late_out_at is not null as beside from attendance t
      where ${ofMine(attendanceId)}`)
    )
  })

/** The officer checks in with another device while the record is open. */
export const updateAgain = (db: Db, attendanceId: string, at: string) =>
  db.run(sql`update attendance set again_in_at = greatest(again_in_at, ${at}::timestamptz), updated_at = now()
    where ${ours()} and id = ${attendanceId}::uuid and officer_id = (select app.officer_id()) and state = 'open'
      and checked_in_at < ${at}::timestamptz`)

/** A check-out that was made before the officer checked in with another device is time off duty until then; the record stays open. */
export const insertAbsence = (db: Db, attendanceId: string, at: Recorded) =>
  asDepartment(db, () =>
    db.run(sql`
      insert into attendance_gaps (organization_id, attendance_id, officer_id, ${leftColumns}, back_at)
      select t.organization_id, t.id, t.officer_id, ${timeOf(at)}, ${valuesOf(at)}, ${arrivalOf(at)}, t.again_in_at
      from attendance t where ${ofMine(attendanceId)} and t.state = 'open' and ${timeOf(at)} < t.again_in_at
        and ${endsOnDuty(timeOf(at))}
      on conflict do nothing`),
  )

/**
 * Keeps a check-out that came too late while the record shows the officer on duty, open or after a return that was kept: a gap of no length,
 * which the next return ends.
 */
export const insertLeaving = (db: Db, attendanceId: string, at: Recorded) =>
  asDepartment(db, () =>
    db.run(sql`
      insert into attendance_gaps (organization_id, attendance_id, officer_id, ${leftColumns}, back_at)
      select t.organization_id, t.id, t.officer_id, ${timeOf(at)}, ${valuesOf(at)}, ${arrivalOf(at)}, ${timeOf(at)}
      from attendance t where ${ofMine(attendanceId)} and ${takesPresses(at)} and ${timeOf(at)} > t.checked_in_at
        and ${timeOf(at)} > coalesce(${lastLeft}, t.checked_in_at) and ${endsOnDuty(timeOf(at))}
        and (t.state = 'open' or exists (select from attendance_gaps b where b.organization_id = t.organization_id
          and b.attendance_id = t.id and b.left_at >= ${lastLeft} and b.back_at > b.left_at))
      on conflict do nothing`),
  )
