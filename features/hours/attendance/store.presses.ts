import { actForDepartment } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvedStates, handedInStates } from '#platform/shared/statuses.ts'
import type { TimeFormat } from '#platform/shared/time.ts'
import type { Gap } from './rules.intervals.ts'
import { NOTE_LENGTH } from './rules.notes.ts'
import type { Fix, FixAt, Verdict } from './rules.position.ts'
import { CLAIM_AFTER_SECONDS } from './rules.press.ts'
import { gapsOf, instant, laterOut, requestedOut, untouched } from './store.ts'

/** Traveling half the globe at the impossible speed takes less than this, so older presses say nothing about speed. */
const LOOK_BACK_DAYS = 3

/** What the officer's earlier presses say about a fix: how many check-ins had the identical fix, and the last position before it. */
export const findTravel = async (db: Db, fix: Fix): Promise<{ same: number; last: FixAt | null }> => {
  const ofMe = sql`${ours()} and officer_id = (select app.officer_id())`
  const same = (lat: Sql, lng: Sql) => sql`round(${lat}::numeric, 7) = round(${fix.lat}::float8::numeric, 7)
    and round(${lng}::numeric, 7) = round(${fix.lng}::float8::numeric, 7)`
  const row = await db.row<{ same: number; last: FixAt | null }>(sql`select
    ((select count(*) from attendance where ${ofMe} and ${same(sql`in_lat`, sql`in_lng`)})
      + (select count(*) from attendance_gaps where ${ofMe} and ${same(sql`back_lat`, sql`back_lng`)}))::int as same,
    (select json_build_object('lat', p.lat, 'lng', p.lng, 'accuracy_m', p.accuracy_m, 'at', p.at) from (
      select in_lat as lat, in_lng as lng, in_accuracy_m as accuracy_m, coalesce(original_in_at, checked_in_at) as at
        from attendance where ${ofMe}
      union all select out_lat, out_lng, out_accuracy_m, coalesce(original_out_at, checked_out_at) from attendance where ${ofMe}
      union all select left_lat, left_lng, left_accuracy_m, left_at from attendance_gaps where ${ofMe}
      union all select back_lat, back_lng, back_accuracy_m, back_at from attendance_gaps where ${ofMe}) p
      where p.lat is not null and p.at > now() - make_interval(days => ${LOOK_BACK_DAYS}::int) and p.at <= now()
      order by p.at desc limit 1) as last`)
  return row ?? { same: 0, last: null }
}

/** An approval has decided what `t` requests, which stays in the row. */
const requestDecided = sql`t.state in ${oneOf(approvedStates)}`

const timesOf = (times: Sql): Sql => sql`(select coalesce(json_agg(${instant(sql`at`)}), '[]')
  from unnest(array[${times}]) as at where at is not null)`

/** What the admins are told about a press that was refused; null if it isn't the officer's own sign-up. */
export const findPressed = (db: Db, signupId: string) =>
  db.row<{
    assignment_id: string
    title: string
    officer_name: string
    time_zone: string
    time_format: TimeFormat
    /** The latest check-out that the records show, recorded or still requested. */
    last_out_at: string | null
    first_in_at: string | null
    /** The day and time of a later check-out than the recorded one that is requested, waits beside an approval, or was put aside by one. */
    asked_out: string | null
    asked_out_at: string | null
    /** The day and time of the recorded one. */
    out: string | null
    out_at: string | null
    /** The day and time at which the officer checked in with another device while on duty. */
    again: string | null
    again_in_at: string | null
    gaps: Gap[]
    /** Every check-in and check-out that the record shows besides its gaps: recorded, corrected or requested. */
    ins: string[]
    outs: string[]
    /** Nobody else has written times of the record. */
    own: boolean
    now_at: string
  }>(sql`select s.assignment_id, a.title, f.name as officer_name, g.time_zone, g.time_format,
      ${instant(sql`greatest(t.checked_out_at, t.late_out_at, case when not ${requestDecided} then t.asked_out_at end)`)} as last_out_at,
      ${instant(sql`least(t.checked_in_at, case when not ${requestDecided} then t.asked_in_at end)`)} as first_in_at,
      app.day_and_clock(${laterOut(sql`t`)}) as asked_out, ${instant(laterOut(sql`t`))} as asked_out_at,
      app.day_and_clock(t.checked_out_at) as out, ${instant(sql`t.checked_out_at`)} as out_at, ${gapsOf} as gaps,
      app.day_and_clock(t.again_in_at) as again, ${instant(sql`t.again_in_at`)} as again_in_at,
      ${timesOf(sql`t.checked_in_at, t.original_in_at, case when not ${requestDecided} then t.asked_in_at end`)} as ins,
      ${timesOf(sql`t.checked_out_at, t.original_out_at, t.late_out_at, case when not ${requestDecided} then t.asked_out_at end`)} as outs,
      coalesce(${untouched}, false) as own, ${instant(sql`now()`)} as now_at
    from officer_assignments s
    join organizations g on g.id = s.organization_id
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join officers f on f.organization_id = s.organization_id and f.id = s.officer_id
    left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
    where ${ours('s')} and s.id = ${signupId}::uuid and s.officer_id = (select app.officer_id())`)

/**
 * The same about a shift that was the account's until a merge of its officer was undone, and that stays with the roster row `stays_with`:
 * only what the account could see until then, for as long as a device keeps a press. The transaction acts for the department from here on.
 */
export const findLeftBehind = async (db: Db, signupId: string) => {
  await actForDepartment(db)
  return db.row<{
    assignment_id: string
    title: string
    officer_name: string
    stays_with: string
    time_zone: string
    time_format: TimeFormat
    now_at: string
  }>(sql`select s.assignment_id, a.title, f.name as officer_name, r.name as stays_with, g.time_zone, g.time_format,
      ${instant(sql`now()`)} as now_at
    from officers f
    join organizations g on g.id = f.organization_id
    join officer_merges m on m.organization_id = f.organization_id and (m.from_row ->> 'user_id')::uuid = f.user_id
    join officers r on r.organization_id = m.organization_id and r.id = m.into_id
    join officer_assignments s on s.organization_id = m.organization_id and s.officer_id = m.into_id
      and s.applied_at < m.undone_at
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    where ${ours('f')} and f.id = (select app.officer_id()) and m.undone_at > now() - interval '7 days'
      and s.id = ${signupId}::uuid
    limit 1`)
}

/** Does for the department what an officer can't do; the rest of the transaction is the officer's again. */
export const asDepartment = async <T>(db: Db, work: () => Promise<T>): Promise<T> => {
  const as = await db.row<{ role: string }>(sql`select current_setting('app.role') as role`)
  await actForDepartment(db)
  const done = await work()
  await db.run(sql`select set_config('app.role', ${as?.role ?? ''}, true)`)
  return done
}

/**
 * How often the admins were told of such presses of the officer for the shift, and whether exactly this was among it: a press may be sent
 * more than once.
 */
export const toldBefore = async (db: Db, said: { assignment_id: string; title: string; message: string }) => {
  const row = await asDepartment(db, () =>
    db.row<{ times: number; same: boolean }>(sql`
      select count(*)::int as times, coalesce(bool_or(message = ${said.message}), false) as same
      from notifications where ${ours()} and type = 'press_refused' and officer_id is null
        and assignment_id = ${said.assignment_id}::uuid and title = ${said.title} and created_at > now() - interval '8 days'`),
  )
  return row ?? { times: 0, same: false }
}

/** Everything stored for one press: no position if the department does not require one. */
export type Recorded = Omit<Verdict, 'verdict'> & {
  device_at: string
  /** When it was made, if it was saved on the device until now; null if it arrived at once. */
  claimed_at: string | null
  fix: Fix | null
  position: Verdict['verdict'] | null
  age_s: number | null
  same_fixes: number | null
  kmh: number | null
}

/** In the same order as `outColumns`. */
export const valuesOf = (at: Recorded): Sql => sql`${at.device_at}::timestamptz, ${at.fix?.lat ?? null}::float8,
  ${at.fix?.lng ?? null}::float8, ${at.fix?.accuracy_m ?? null}::float8, ${at.distance_m}::float8, ${at.position}::text,
  ${at.age_s}::int, ${at.kmh}::float8`

/** The time that counts, and when it arrived if that is another. */
export const timeOf = (at: Recorded): Sql => sql`coalesce(${at.claimed_at}::timestamptz, now())`
export const arrivalOf = (at: Recorded): Sql => sql`case when ${at.claimed_at}::timestamptz is not null then now() end`

export const outColumns = sql`device_out_at, out_lat, out_lng, out_accuracy_m, out_distance_m, out_position, out_age_s, out_kmh`

export const insertCheckIn = (db: Db, signupId: string, at: Recorded) =>
  db.row<{ id: string; checked_in_at: string }>(sql`
    insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at,
      scheduled_ends_at, checked_in_at, device_in_at, in_lat, in_lng, in_accuracy_m, in_distance_m, in_position, in_age_s,
      in_kmh, in_same_fixes, in_arrived_at, begun_at)
    select s.organization_id, s.id, s.assignment_id, s.officer_id, 'open', s.starts_at, s.ends_at, ${timeOf(at)}, ${valuesOf(at)},
      ${at.same_fixes}::int, ${arrivalOf(at)}, case when ${at.claimed_at}::timestamptz < s.starts_at then s.begun_at end
    from officer_assignments s where ${ours('s')} and s.id = ${signupId}::uuid
      and s.officer_id = (select app.officer_id())
    returning id, ${instant(sql`checked_in_at`)} as checked_in_at`)

/** The note of attendance `attendance` with the check-out that is requested, which the next one replaces (`withRequests`). */
export const withRequest = sql`left(concat_ws(' ', ${requestedOut}, note), ${NOTE_LENGTH}::int)`

export const updateCheckOut = (db: Db, attendanceId: string, at: Recorded, worked_minutes: number) =>
  db.row<{ checked_out_at: string }>(sql`
    update attendance set state = 'submitted', checked_out_at = ${timeOf(at)}, out_arrived_at = ${arrivalOf(at)},
      (${outColumns}) = (${valuesOf(at)}),
      -- Of the times asked for before checking in again, the check-out is the later one; the note keeps the other, if it was on duty.
      note = case when asked_out_at < ${timeOf(at)} and asked_out_at > (select max(b.back_at) from attendance_gaps b
          where b.organization_id = attendance.organization_id and b.attendance_id = attendance.id)
        then ${withRequest} else note end,
      asked_out_at = case when asked_in_at is not null then greatest(asked_out_at, ${timeOf(at)}) end,
      worked_minutes = ${worked_minutes}::int, updated_at = now(), version = version + 1
    where ${ours()} and id = ${attendanceId}::uuid and state = 'open'
    returning ${instant(sql`checked_out_at`)} as checked_out_at`)

const savedWords = 'Check-out saved on the phone without a connection.'

/** The officer has returned since the check-out of attendance `attendance` that is requested, or since a later one. */
const returnedSinceRequest = sql`exists (select from attendance_gaps b where b.organization_id = attendance.organization_id
  and b.attendance_id = attendance.id and b.left_at >= attendance.asked_out_at and b.back_at > b.left_at)`
/** Asks for the check-out of a saved press, with a note if the record has none; 0 if other times are requested already, unless the
 * officer has returned since. A returned record is submitted again. */
export const updateAskedByPress = (db: Db, attendanceId: string, at: string) =>
  db.run(sql`update attendance set asked_in_at = coalesce(asked_in_at, checked_in_at), asked_out_at = ${at}::timestamptz,
      note = coalesce(note, ${savedWords}), state = 'submitted',
      decided_by = case when state = 'returned' then null else decided_by end,
      decided_at = case when state = 'returned' then null else decided_at end, updated_at = now(), version = version + 1
    where ${ours()} and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id()) and state in ${oneOf(handedInStates)} and (asked_in_at is null or ${returnedSinceRequest})`)

/** Puts the check-out of a saved press beside an approved record; 0 if there is one already. */
export const updateLateOut = (db: Db, attendanceId: string, at: string) =>
  db.run(sql`update attendance set late_out_at = ${at}::timestamptz, updated_at = now(), version = version + 1
    where ${ours()} and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id()) and state = 'approved' and late_out_at is null`)

/** Deletes a check-in that never became work; the audit log keeps it, with the time of the press that removed it. */
export const deleteCheckIn = async (db: Db, attendanceId: string, at: string, saved: boolean) => {
  await db.run(sql`update attendance set device_out_at = ${at}::timestamptz,
      out_arrived_at = case when ${saved}::boolean then now() end where ${ours()} and id = ${attendanceId}::uuid
    and officer_id = (select app.officer_id()) and state = 'open' and checked_out_at is null`)
  return db.run(sql`delete from attendance where ${ours()} and id = ${attendanceId}::uuid
    and officer_id = (select app.officer_id()) and state = 'open' and checked_out_at is null`)
}

/**
 * Whether the officer has removed a check-in of the sign-up by a press made at `at` or later; one that arrived at once was made up to 10
 * seconds before. Only the audit knows of it: the transaction acts for the department meanwhile.
 */
export const wasRemovedSince = async (db: Db, signupId: string, at: string): Promise<boolean> =>
  (await asDepartment(db, () =>
    db.row<{ id: string }>(sql`select e.id from audit_entries e where ${ours('e')}
    and e.thing_type = 'attendance' and e.at >= ${at}::timestamptz and e.after is null and e.before ->> 'signup_id' = ${signupId}::text
    and (e.before ->> 'device_out_at')::timestamptz - case when e.before ->> 'out_arrived_at' is null
      then make_interval(secs => ${CLAIM_AFTER_SECONDS}::int) else interval '0' end >= ${at}::timestamptz limit 1`),
  )) !== null
