import type { SignupStatus } from '#features/shifts/signups/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { UNDO_SECONDS } from '#platform/shared/time.ts'
import { NOTE_LENGTH, REQUESTED } from './rules.notes.ts'
import type { Place } from './rules.position.ts'
import { CHECKOUT_OPENS_SECONDS, type OwnRecord, TOLERANCE_MINUTES } from './rules.ts'

/** Instants in the format the rules expect. */
export const instant = (column: Sql): Sql => sql`to_json(${column}) #>> '{}'`

export type Pressed = {
  signup_id: string
  assignment_id: string
  status: SignupStatus
  starts_at: string
  ends_at: string
  opens_minutes: number
  /** Null if the department does not verify positions or the job has no location. */
  place: Place | null
  now_at: string
}
export type OwnAttendance = OwnRecord & { id: string }

/** Gaps of attendance `t`, in order, in the format the rules expect. */
export const gapsOf = sql`(select coalesce(json_agg(json_build_object('left_at', b.left_at, 'back_at', b.back_at,
    'counted', b.counted) order by b.left_at), '[]')
  from attendance_gaps b where b.organization_id = t.organization_id and b.attendance_id = t.id)`

/** `hasReturn` of rules.ts, for attendance `t`. */
export const returnedIn = (
  t: Sql,
): Sql => sql`exists (select from attendance_gaps b where b.organization_id = ${t}.organization_id
  and b.attendance_id = ${t}.id and b.left_at >= ${t}.checked_out_at and b.back_at > b.left_at)`
/** The version that admins see of attendance `t`. Its officer can't change a decided record: what is kept with it raises the version. */
export const seenVersion = sql`t.version + (select coalesce(sum(b.version), 0) from attendance_gaps b
  where b.organization_id = t.organization_id and b.attendance_id = t.id)::int`

/** Whether the approval of attendance `t` or `attendance` is so new that it can be undone: only of the recorded times, a correction has a reason. */
export const isApprovalFresh = (t: Sql): Sql => sql`(${t}.state = 'approved' and ${t}.reason is null
  and ${t}.decided_at > now() - make_interval(secs => ${UNDO_SECONDS}::int))`

/** Submitted by a check-out, and not decided on or corrected since; alias `t`. */
export const untouched = sql`(t.decided_by is null and t.reason is null and not t.closed_by_system
  and t.original_in_at is null and t.original_out_at is null)`

/** `awaitsReview` of rules.ts; alias `t`. */
export const waitsForReview = sql`(t.state = 'submitted' or (t.state = 'approved' and t.late_out_at is not null))`

/**
 * The officer's own sign-up, locked: every decision on it or on its attendance takes this lock first. A separate statement reads
 * the attendance afterwards, so that it sees what the previous lock holder wrote.
 */
export const lockOwnSignup = async (db: Db, signupId: string): Promise<[Pressed | null, OwnAttendance | null]> =>
  Promise.all([
    db.row<Pressed>(sql`
      select s.id as signup_id, s.assignment_id, s.status, ${instant(sql`s.starts_at`)} as starts_at,
        ${instant(sql`s.ends_at`)} as ends_at, g.checkin_opens_minutes as opens_minutes, ${instant(sql`now()`)} as now_at,
        case when a.location_lat is not null and a.location_lng is not null
            and app.has_feature(g.subscription_tier, g.features_enabled, 'location_verification')
          then json_build_object('lat', a.location_lat, 'lng', a.location_lng,
            'radius_m', coalesce(a.location_radius_m, g.location_radius_m)) end as place
      from officer_assignments s
      join organizations g on g.id = s.organization_id
      join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where ${ours('s')} and s.id = ${signupId}::uuid
        and s.officer_id = (select app.officer_id())
      for no key update of s`),
    db.row<OwnAttendance>(sql`
      select t.id, t.state, ${instant(sql`t.checked_in_at`)} as checked_in_at,
        ${instant(sql`t.checked_out_at`)} as checked_out_at, ${untouched} as untouched,
        t.device_out_at is not null as left, ${instant(sql`t.again_in_at`)} as again_in_at,
        ${instant(sql`t.begun_at`)} as begun_at, ${gapsOf} as gaps
      from attendance t where ${ours('t')} and t.signup_id = ${signupId}::uuid
        and t.officer_id = (select app.officer_id())`),
  ])

/** The sign-up of the officer's own attendance; null if it belongs to another officer or does not exist. */
export const findOwnSignupOf = (db: Db, attendanceId: string) =>
  db.row<{ signup_id: string }>(sql`select signup_id from attendance
    where ${ours()} and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id())`)

/** The note of the officer's own attendance. */
export const findNote = async (db: Db, attendanceId: string): Promise<string | null> =>
  (
    await db.row<{ note: string | null }>(sql`select note from attendance where ${ours()} and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id())`)
  )?.note ?? null

export const updateNote = (db: Db, attendanceId: string, note: string) =>
  db.run(sql`update attendance set note = nullif(${note}, ''), updated_at = now(), version = version + 1
    where ${ours()} and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id()) and state in ('open', 'submitted')`)

export type NewTimes = { checked_in_at: string; checked_out_at: string; worked_minutes: number }

/** Keeps the original times next to the corrected ones; a second correction keeps the first originals. */
export const setTimes = (times: NewTimes): Sql => sql`
  original_in_at = case when original_in_at is null and original_out_at is null
    and (checked_in_at, checked_out_at) is distinct from (${times.checked_in_at}::timestamptz, ${times.checked_out_at}::timestamptz)
    then checked_in_at else original_in_at end,
  original_out_at = case when original_in_at is null and original_out_at is null
    and (checked_in_at, checked_out_at) is distinct from (${times.checked_in_at}::timestamptz, ${times.checked_out_at}::timestamptz)
    then checked_out_at else original_out_at end,
  checked_in_at = ${times.checked_in_at}::timestamptz, checked_out_at = ${times.checked_out_at}::timestamptz,
  worked_minutes = ${times.worked_minutes}::int`

/** The latest check-out after the recorded one of attendance `t`: requested, waiting beside an approval, or put aside by one. */
export const laterOut = (t: Sql): Sql =>
  sql`(case when greatest(${t}.late_out_at, ${t}.asked_out_at) > ${t}.checked_out_at then greatest(${t}.late_out_at, ${t}.asked_out_at) end)`

/** The sentence with which a note keeps a requested check-out that is replaced (`withRequests`). */
const requestOf = (at: Sql): Sql => sql`${REQUESTED} || app.day_and_clock(${at}) || '.'`
export const requestedOut = requestOf(sql`asked_out_at`)
/** The same of one that came after the approval. */
export const lateOut = requestOf(sql`late_out_at`)

/** The note with the requested check-out that earlier times replace. */
const withReplaced = (times: { checked_out_at: string }, note: string): Sql => sql`left(concat_ws(' ',
  case when asked_out_at > ${times.checked_out_at}::timestamptz then ${requestedOut} end, ${note}::text), ${NOTE_LENGTH}::int)`

/** The correction that the officer requests; the recorded times stay. A later check-out that it replaces may have come since: the note keeps it. */
export const updateAsked = (
  db: Db,
  attendanceId: string,
  note: string,
  times: { checked_in_at: string; checked_out_at: string },
) =>
  db.run(sql`update attendance set asked_in_at = ${times.checked_in_at}::timestamptz,
      asked_out_at = ${times.checked_out_at}::timestamptz, note = ${withReplaced(times, note)},
      updated_at = now(), version = version + 1
    where ${ours()} and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id()) and state = 'submitted'`)

/** Times that the officer enters now replace those requested before. A later check-out among them may have come since: the note keeps it. */
export const updateResubmitted = (db: Db, attendanceId: string, note: string, times: NewTimes | null) =>
  db.run(sql`update attendance set state = 'submitted', note = ${times ? withReplaced(times, note) : sql`${note}::text`}, decided_by = null, decided_at = null,
      ${times ? sql`${setTimes(times)}, asked_in_at = null, asked_out_at = null,` : sql``} updated_at = now(), version = version + 1
    where ${ours()} and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id()) and state = 'returned'`)

/** When the officer's current time on duty in open attendance `t` started: the last check-in. */
export const onDutySince = sql`greatest(t.checked_in_at, (select max(b.back_at) from attendance_gaps b
  where b.organization_id = t.organization_id and b.attendance_id = t.id))`
/** `checkOutFrom` of rules.ts. */
export const checkOutOpensAt = (since: Sql): Sql =>
  sql`${since} + make_interval(secs => ${CHECKOUT_OPENS_SECONDS}::int)`
export const checkOutOpens = checkOutOpensAt(onDutySince)

/** `refuseCheckOut` of rules.ts: until when a check-out of signup `s` is taken, that instant included. */
export const checkOutClosesAt = (s: Sql): Sql => sql`${s}.ends_at + interval '24 hours'`
/** Whether it is too late for one. */
export const isCheckOutOver = (ends: Sql, at: Sql = sql`now()`): Sql => sql`${ends} < ${at} - interval '24 hours'`
/** `flagsOf` of rules.ts, `late_in`. */
export const isLateIn = (t: Sql, s: Sql): Sql =>
  sql`(not ${s}.took_over and ${t}.checked_in_at > ${s}.starts_at + make_interval(mins => ${TOLERANCE_MINUTES.late_in}::int))`
/** `undoUntil` of rules.ts. */
export const undoEndsAt = (t: Sql): Sql => sql`${t}.checked_out_at + make_interval(secs => ${UNDO_SECONDS}::int)`

/** At most one, guaranteed by the index attendance_one_open. */
export const findOpen = (): Sql => sql`select json_build_object('open', (
  select json_build_object('signup_id', s.id, 'title', a.title, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
    'checked_in_at', t.checked_in_at, 'checkout_from', ${checkOutOpens}, 'now_at', now(), 'asks_position', a.location_lat is not null and a.location_lng is not null
      and app.has_feature(g.subscription_tier, g.features_enabled, 'location_verification'))
  from attendance t
  join organizations g on g.id = t.organization_id
  join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id
  join assignments a on a.organization_id = t.organization_id and a.id = t.assignment_id
  where ${ours('t')} and t.officer_id = (select app.officer_id())
    and t.state = 'open' and t.checked_in_at is not null and t.checked_out_at is null
    and now() <= ${checkOutClosesAt(sql`s`)}))::text as json`
