import type { AttendanceStatus } from '#features/attendance/rules.ts'
import { instant, type NewTimes, setTimes } from '#features/attendance/store.ts'
import type { SignupStatus } from '#features/signups/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { nothing, type Sql, sql } from '#platform/server/sql.ts'
import type { Range } from '#platform/shared/time.ts'

type Spot = {
  verdict: 'inside' | 'outside' | 'cannot_verify' | null
  distance_m: number | null
  accuracy_m: number | null
}
/** A row as the database knows it: flags and what may be done follow by the rules. */
export type ReviewFacts = {
  signup_id: string
  assignment_id: string
  title: string
  post: string
  officer: { id: string; name: string; badge_number: string | null; rank: string | null }
  status: SignupStatus
  starts_at: string
  ends_at: string
  attendance_id: string | null
  state: 'none' | AttendanceStatus
  version: number
  checked_in_at: string | null
  checked_out_at: string | null
  original_in_at: string | null
  original_out_at: string | null
  device_in_at: string | null
  device_out_at: string | null
  in_spot: Spot
  out_spot: Spot
  worked_minutes: number | null
  note: string | null
  reason: string | null
  decided_by: string | null
  closed_by_system: boolean
  closed: boolean
  other_work: Range[]
  me: string
  now_at: string
  day: string
}

/** Rows of the two lists, as their statements name them. */
export const factsOf = <More>(rows: Record<string, unknown>[]) => rows as unknown as (ReviewFacts & More)[]

const spot = (side: 'in' | 'out'): Sql =>
  side === 'in'
    ? sql`json_build_object('verdict', t.in_position, 'distance_m', t.in_distance_m, 'accuracy_m', t.in_accuracy_m)`
    : sql`json_build_object('verdict', t.out_position, 'distance_m', t.out_distance_m, 'accuracy_m', t.out_accuracy_m)`

const columns = sql`
  s.id as signup_id, s.assignment_id, a.title, p.name as post, s.status, ${instant(sql`s.starts_at`)} as starts_at,
  json_build_object('id', f.id, 'name', f.name, 'badge_number', f.badge_number, 'rank', f.rank) as officer,
  ${instant(sql`s.ends_at`)} as ends_at, t.id as attendance_id, coalesce(t.state, 'none') as state,
  coalesce(t.version, 0) as version, ${instant(sql`t.checked_in_at`)} as checked_in_at,
  ${instant(sql`t.checked_out_at`)} as checked_out_at, ${instant(sql`t.original_in_at`)} as original_in_at,
  ${instant(sql`t.original_out_at`)} as original_out_at, ${instant(sql`t.device_in_at`)} as device_in_at,
  ${instant(sql`t.device_out_at`)} as device_out_at, ${spot('in')} as in_spot, ${spot('out')} as out_spot,
  t.worked_minutes, t.note, coalesce(t.reason, case when s.status = 'no_show' then s.reason end) as reason,
  (select d.name from officers d where d.organization_id = s.organization_id
    and d.id = coalesce(t.decided_by, case when s.status = 'no_show' then s.decided_by end)) as decided_by,
  coalesce(t.closed_by_system, false) as closed_by_system, a.status = 'closed' as closed,
  (select coalesce(json_agg(o), '[]') from (
    select w.checked_in_at as starts_at, coalesce(w.checked_out_at, now()) as ends_at
    from attendance w where w.organization_id = s.organization_id and w.officer_id = s.officer_id and w.signup_id <> s.id
      and w.scheduled_starts_at between s.starts_at - interval '9 days' and s.ends_at + interval '9 days'
      and w.checked_in_at < coalesce(t.checked_out_at, now())
      and coalesce(w.checked_out_at, now()) > t.checked_in_at
    -- Approved extra time, by the minute: it may begin at that of the check-out.
    union all select r.starts_at, r.ends_at
    from overtime_requests r where r.organization_id = s.organization_id and r.officer_id = s.officer_id
      and r.status in ('approved', 'locked') and r.starts_at < date_trunc('minute', coalesce(t.checked_out_at, now()))
      and r.ends_at > date_trunc('minute', t.checked_in_at)) o) as other_work,
  (select app.me()) as me, ${instant(sql`now()`)} as now_at,
  to_char(s.starts_at at time zone (select time_zone from organizations g where g.id = s.organization_id),
    'Dy, Mon FMDD') as day`

const joins = sql`
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  join posts p on p.organization_id = s.organization_id and p.id = s.post_id
  join officers f on f.organization_id = s.organization_id and f.id = s.officer_id`

const PAGE = 50
export const pageSize = (limit: number | undefined): number => limit ?? PAGE

/** One more than the page, so that the caller knows whether there is a next one. */
export const listReview = (input: {
  show?: 'submitted' | 'returned' | undefined
  officer_id?: string | undefined
  assignment_id?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}): Sql => {
  const [micros, id] = input.after?.split('_') ?? []
  // The state stands in the text: as a parameter it would not match the partial index.
  const state = input.show === 'returned' ? sql`t.state = 'returned'` : sql`t.state = 'submitted'`
  return sql`
    select ${columns}, (extract(epoch from t.scheduled_starts_at) * 1000000)::bigint || '_' || t.id as place,
      ${pageSize(input.limit)}::int as page_size
    from attendance t
    join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id
    ${joins}
    where t.organization_id = (select app.organization_id()) and ${state}
      ${input.officer_id ? sql`and t.officer_id = ${input.officer_id}::uuid` : nothing}
      ${input.assignment_id ? sql`and t.assignment_id = ${input.assignment_id}::uuid` : nothing}
      ${
        micros && id
          ? sql`and (t.scheduled_starts_at, t.id) >
            (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
          : nothing
      }
    order by t.scheduled_starts_at, t.id limit ${pageSize(input.limit) + 1}::int`
}

/** Who holds or held a place, by post and name; one empty row where nobody does, none where there is no assignment. */
export const listOfAssignment = ({ assignment_id }: { assignment_id: string }): Sql => sql`
  select r.* from assignments x left join lateral (
    select ${columns}, p.position as post_position, f.name as officer_name from officer_assignments s
    left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
    ${joins}
    where s.organization_id = x.organization_id and s.assignment_id = x.id
      and (t.id is not null or app.holds_place(s.status) or s.status = 'no_show')) r on true
  where x.organization_id = (select app.organization_id()) and x.id = ${assignment_id}::uuid
  order by r.post_position, r.officer_name, r.signup_id`

/**
 * Locks and reads what a decision is about: assignments shared (closing waits), then signups, then attendances, each by id.
 * `signups` is a query of signup ids.
 */
export const lockReviewed = async (db: Db, signups: Sql): Promise<ReviewFacts[]> => {
  const ofUs = sql`organization_id = (select app.organization_id())`
  const [, , , facts] = await Promise.all([
    db.rows(sql`select id from assignments where ${ofUs} and id in
      (select assignment_id from officer_assignments where ${ofUs} and id in (${signups})) order by id for share`),
    db.rows(sql`select id from officer_assignments where ${ofUs} and id in (${signups}) order by id for no key update`),
    db.rows(sql`select id from attendance where ${ofUs} and signup_id in (${signups}) order by id for no key update`),
    db.rows<ReviewFacts>(sql`select ${columns} from officer_assignments s
      left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
      ${joins}
      where s.organization_id = (select app.organization_id()) and s.id in (${signups})`),
  ])
  return facts
}
export const signupsOf = (attendanceIds: readonly string[]): Sql =>
  sql`select signup_id from attendance where organization_id = (select app.organization_id())
    and id = any(${attendanceIds}::uuid[])`
export const signupItself = (signupId: string): Sql => sql`select ${signupId}::uuid`

const decided = sql`decided_by = (select app.officer_id()), decided_at = now(), updated_at = now(), version = version + 1`

/** `worked` keeps the place; a signup that was cancelled while its officer worked stays cancelled. */
const updateSignups = (db: Db, signupIds: readonly string[], to: 'worked' | 'confirmed') =>
  db.run(sql`update officer_assignments set status = ${to}, updated_at = now(), version = version + 1
    where organization_id = (select app.organization_id()) and id = any(${signupIds}::uuid[])
      and status in ('confirmed', 'calloff_requested', 'no_show', 'worked') and status <> ${to}`)

export const updateApproved = async (db: Db, signupIds: readonly string[]) => {
  await Promise.all([
    db.run(sql`update attendance set state = 'approved', reason = null, ${decided}
      where organization_id = (select app.organization_id()) and signup_id = any(${signupIds}::uuid[])`),
    updateSignups(db, signupIds, 'worked'),
  ])
}

export const updateCorrected = async (db: Db, signupId: string, times: NewTimes, reason: string) => {
  await Promise.all([
    db.run(sql`update attendance set state = 'approved', reason = ${reason}, ${setTimes(times)}, ${decided}
      where organization_id = (select app.organization_id()) and signup_id = ${signupId}::uuid`),
    updateSignups(db, [signupId], 'worked'),
  ])
}

export const insertRecorded = async (db: Db, signupId: string, times: NewTimes, reason: string) => {
  await Promise.all([
    db.run(sql`insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at,
        scheduled_ends_at, checked_in_at, checked_out_at, worked_minutes, reason, decided_by, decided_at)
      select organization_id, id, assignment_id, officer_id, 'approved', starts_at, ends_at,
        ${times.checked_in_at}::timestamptz, ${times.checked_out_at}::timestamptz, ${times.worked_minutes}::int, ${reason},
        (select app.officer_id()), now()
      from officer_assignments where organization_id = (select app.organization_id()) and id = ${signupId}::uuid`),
    updateSignups(db, [signupId], 'worked'),
  ])
}

export const updateReturned = async (db: Db, signupId: string, reason: string) => {
  await Promise.all([
    db.run(sql`update attendance set state = 'returned', reason = ${reason}, ${decided}
      where organization_id = (select app.organization_id()) and signup_id = ${signupId}::uuid`),
    db.run(sql`update officer_assignments set status = 'confirmed', updated_at = now(), version = version + 1
      where organization_id = (select app.organization_id()) and id = ${signupId}::uuid and status = 'worked'`),
  ])
}

export const updateNoShow = (db: Db, signupId: string, reason: string) =>
  db.run(sql`update officer_assignments set status = 'no_show', reason = ${reason}, ${decided}
    where organization_id = (select app.organization_id()) and id = ${signupId}::uuid`)
