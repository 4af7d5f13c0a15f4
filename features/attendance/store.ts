import type { SignupStatus } from '#features/signups/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import type { Fix, Place, Verdict } from './rules.position.ts'

/** Instants as the rules take them. */
export const instant = (column: Sql): Sql => sql`to_json(${column}) #>> '{}'`

export type Pressed = {
  signup_id: string
  assignment_id: string
  status: SignupStatus
  starts_at: string
  ends_at: string
  opens_minutes: number
  /** Null where the department does not verify places or the job has none. */
  place: Place | null
  now_at: string
}
export type OwnAttendance = {
  id: string
  state: string
  checked_in_at: string | null
  checked_out_at: string | null
}

/**
 * The own signup, locked: whoever decides on it or on its attendance takes this lock first. The attendance is read behind
 * it, by a statement of its own, so that it is what the last holder of the lock left.
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
      where s.organization_id = (select app.organization_id()) and s.id = ${signupId}::uuid
        and s.officer_id = (select app.officer_id())
      for no key update of s`),
    db.row<OwnAttendance>(sql`
      select id, state, ${instant(sql`checked_in_at`)} as checked_in_at, ${instant(sql`checked_out_at`)} as checked_out_at
      from attendance where organization_id = (select app.organization_id()) and signup_id = ${signupId}::uuid
        and officer_id = (select app.officer_id())`),
  ])

export type Recorded = Verdict & { device_at: string; fix: Fix | null }

export const insertCheckIn = (db: Db, signupId: string, at: Recorded & { verify: boolean }) =>
  db.row<{ id: string; checked_in_at: string }>(sql`
    insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at,
      scheduled_ends_at, checked_in_at, device_in_at, in_lat, in_lng, in_accuracy_m, in_distance_m, in_position)
    select s.organization_id, s.id, s.assignment_id, s.officer_id, 'open', s.starts_at, s.ends_at, now(),
      ${at.device_at}::timestamptz, ${at.fix?.lat ?? null}::float8, ${at.fix?.lng ?? null}::float8,
      ${at.fix?.accuracy_m ?? null}::float8, ${at.distance_m}::float8, ${at.verify ? at.verdict : null}
    from officer_assignments s where s.organization_id = (select app.organization_id()) and s.id = ${signupId}::uuid
      and s.officer_id = (select app.officer_id())
    returning id, ${instant(sql`checked_in_at`)} as checked_in_at`)

export const updateCheckOut = (
  db: Db,
  attendanceId: string,
  at: Recorded & { verify: boolean; worked_minutes: number },
) =>
  db.row<{ checked_in_at: string; checked_out_at: string }>(sql`
    update attendance set state = 'submitted', checked_out_at = now(), device_out_at = ${at.device_at}::timestamptz,
      out_lat = ${at.fix?.lat ?? null}::float8, out_lng = ${at.fix?.lng ?? null}::float8,
      out_accuracy_m = ${at.fix?.accuracy_m ?? null}::float8, out_distance_m = ${at.distance_m}::float8,
      out_position = ${at.verify ? at.verdict : null}, worked_minutes = ${at.worked_minutes}::int,
      updated_at = now(), version = version + 1
    where organization_id = (select app.organization_id()) and id = ${attendanceId}::uuid and state = 'open'
    returning ${instant(sql`checked_in_at`)} as checked_in_at, ${instant(sql`checked_out_at`)} as checked_out_at`)

/** The signup of an attendance of one's own; null for what is another's or nowhere. */
export const findOwnSignupOf = (db: Db, attendanceId: string) =>
  db.row<{ signup_id: string }>(sql`select signup_id from attendance
    where organization_id = (select app.organization_id()) and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id())`)

export const updateNote = (db: Db, attendanceId: string, note: string) =>
  db.run(sql`update attendance set note = nullif(${note}, ''), updated_at = now(), version = version + 1
    where organization_id = (select app.organization_id()) and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id()) and state in ('open', 'submitted')`)

export type NewTimes = { checked_in_at: string; checked_out_at: string; worked_minutes: number }

/** What was recorded first stays beside what is true now; a second correction keeps the first record. */
export const setTimes = (times: NewTimes): Sql => sql`
  original_in_at = case when original_in_at is null and original_out_at is null
    and (checked_in_at, checked_out_at) is distinct from (${times.checked_in_at}::timestamptz, ${times.checked_out_at}::timestamptz)
    then checked_in_at else original_in_at end,
  original_out_at = case when original_in_at is null and original_out_at is null
    and (checked_in_at, checked_out_at) is distinct from (${times.checked_in_at}::timestamptz, ${times.checked_out_at}::timestamptz)
    then checked_out_at else original_out_at end,
  checked_in_at = ${times.checked_in_at}::timestamptz, checked_out_at = ${times.checked_out_at}::timestamptz,
  worked_minutes = ${times.worked_minutes}::int`

export const updateResubmitted = (db: Db, attendanceId: string, note: string, times: NewTimes | null) =>
  db.run(sql`update attendance set state = 'submitted', note = ${note}, decided_by = null, decided_at = null,
      ${times ? sql`${setTimes(times)},` : sql``} updated_at = now(), version = version + 1
    where organization_id = (select app.organization_id()) and id = ${attendanceId}::uuid
      and officer_id = (select app.officer_id()) and state = 'returned'`)

/** At most one, by the index attendance_one_open. */
export const findOpen = (): Sql => sql`select json_build_object('open', (
  select json_build_object('signup_id', s.id, 'title', a.title, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
    'checked_in_at', t.checked_in_at, 'asks_position', a.location_lat is not null and a.location_lng is not null
      and app.has_feature(g.subscription_tier, g.features_enabled, 'location_verification'))
  from attendance t
  join organizations g on g.id = t.organization_id
  join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id
  join assignments a on a.organization_id = t.organization_id and a.id = t.assignment_id
  where t.organization_id = (select app.organization_id()) and t.officer_id = (select app.officer_id())
    and t.state = 'open' and t.checked_in_at is not null and t.checked_out_at is null
    and now() <= s.ends_at + interval '24 hours'))::text as json`
