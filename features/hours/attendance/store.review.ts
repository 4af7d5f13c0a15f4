import { lockPaidTime } from '#features/roster/officers/store.paid-time.ts'
import type { SignupStatus } from '#features/shifts/signups/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { dayBegins } from '#platform/server/department-days.ts'
import { likeText, nothing, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvedStates, atStartStatuses } from '#platform/shared/statuses.ts'
import type { Range } from '#platform/shared/time.ts'
import type { Gap, Paid } from './rules.intervals.ts'
import { NOTE_LENGTH } from './rules.notes.ts'
import type { AttendanceStatus } from './rules.ts'
import {
  instant,
  isApprovalFresh,
  lateOut,
  type NewTimes,
  requestedOut,
  seenVersion,
  setTimes,
  waitsForReview,
} from './store.ts'

type Spot = {
  verdict: 'inside' | 'outside' | 'cannot_verify' | null
  distance_m: number | null
  accuracy_m: number | null
  age_s: number | null
  kmh: number | null
}
type ReviewGap = Gap & {
  left_arrived_at: string | null
  back_arrived_at: string | null
  left_spot: Spot
  back_spot: Spot
  same_fixes: number | null
}
/** A row as read from the database; flags and allowed actions are derived by the rules. */
export type ReviewFacts = {
  signup_id: string
  assignment_id: string
  title: string
  post: string
  officer: { id: string; name: string; badge_number: string | null; rank: string | null }
  status: SignupStatus
  starts_at: string
  ends_at: string
  took_over: boolean
  attendance_id: string | null
  state: 'none' | AttendanceStatus
  version: number
  checked_in_at: string | null
  checked_out_at: string | null
  original_in_at: string | null
  original_out_at: string | null
  device_in_at: string | null
  device_out_at: string | null
  in_arrived_at: string | null
  out_arrived_at: string | null
  in_spot: Spot
  out_spot: Spot
  gaps: ReviewGap[]
  same_fixes: number | null
  asked_in_at: string | null
  asked_out_at: string | null
  late_out_at: string | null
  worked_minutes: number | null
  note: string | null
  reason: string | null
  decided_by: string | null
  closed_by_system: boolean
  closed: boolean
  other_work: Range[]
  /** What else is approved of the officer, from two days before the shift and the record to two days after them: extra time and other shifts. */
  paid: Paid[]
  me: string
  now_at: string
  day: string
}

/** Types the rows of the two lists, whose columns match these names. */
export const factsOf = <More>(rows: Record<string, unknown>[]) => rows as unknown as (ReviewFacts & More)[]

const spot = (side: 'in' | 'out'): Sql =>
  side === 'in'
    ? sql`json_build_object('verdict', t.in_position, 'distance_m', t.in_distance_m, 'accuracy_m', t.in_accuracy_m,
        'age_s', t.in_age_s, 'kmh', t.in_kmh)`
    : sql`json_build_object('verdict', t.out_position, 'distance_m', t.out_distance_m, 'accuracy_m', t.out_accuracy_m,
        'age_s', t.out_age_s, 'kmh', t.out_kmh)`

const gaps = sql`(select coalesce(json_agg(json_build_object('left_at', b.left_at, 'back_at', b.back_at, 'counted', b.counted,
    'left_arrived_at', b.left_arrived_at, 'back_arrived_at', b.back_arrived_at, 'left_spot', json_build_object('verdict', b.left_position, 'distance_m', b.left_distance_m,
      'accuracy_m', b.left_accuracy_m, 'age_s', b.left_age_s, 'kmh', b.left_kmh),
    'back_spot', json_build_object('verdict', b.back_position, 'distance_m', b.back_distance_m,
      'accuracy_m', b.back_accuracy_m, 'age_s', b.back_age_s, 'kmh', b.back_kmh),
    'same_fixes', b.back_same_fixes) order by b.left_at), '[]')
  from attendance_gaps b where b.organization_id = t.organization_id and b.attendance_id = t.id)`

/** The span of the shift and the record: an admin may have moved the shift since. */
const [begins, ends] = [sql`least(s.starts_at, t.checked_in_at)`, sql`greatest(s.ends_at, t.checked_out_at)`]

const columns = sql`
  s.id as signup_id, s.assignment_id, a.title, p.name as post, s.status, ${instant(sql`s.starts_at`)} as starts_at,
  json_build_object('id', f.id, 'name', f.name, 'badge_number', f.badge_number, 'rank', f.rank) as officer,
  ${instant(sql`s.ends_at`)} as ends_at, s.took_over, t.id as attendance_id, coalesce(t.state, 'none') as state,
  coalesce(${seenVersion}, 0) as version, ${instant(sql`t.checked_in_at`)} as checked_in_at,
  ${instant(sql`t.checked_out_at`)} as checked_out_at, ${instant(sql`t.original_in_at`)} as original_in_at,
  ${instant(sql`t.original_out_at`)} as original_out_at, ${instant(sql`t.device_in_at`)} as device_in_at,
  ${instant(sql`t.device_out_at`)} as device_out_at, ${instant(sql`t.in_arrived_at`)} as in_arrived_at,
  ${instant(sql`t.out_arrived_at`)} as out_arrived_at, ${spot('in')} as in_spot, ${spot('out')} as out_spot,
  ${gaps} as gaps, t.in_same_fixes as same_fixes, ${instant(sql`t.asked_in_at`)} as asked_in_at,
  ${instant(sql`t.asked_out_at`)} as asked_out_at, ${instant(sql`t.late_out_at`)} as late_out_at,
  t.worked_minutes, t.note, coalesce(t.reason, case when s.status = 'no_show' then s.reason end) as reason,
  (select d.name from officers d where d.organization_id = s.organization_id
    and d.id = coalesce(t.decided_by, case when s.status = 'no_show' then s.decided_by end)) as decided_by,
  coalesce(t.closed_by_system, false) as closed_by_system, a.status = 'closed' as closed,
  (select coalesce(json_agg(o), '[]') from (
    select lower(v.time) as starts_at, upper(v.time) as ends_at
    from attendance w cross join lateral unnest(app.worked_times(w.organization_id, w.id, w.checked_in_at,
      coalesce(w.checked_out_at, now()))) as v(time)
    where w.organization_id = s.organization_id and w.officer_id = s.officer_id and w.signup_id <> s.id
      and w.scheduled_starts_at between s.starts_at - interval '9 days' and s.ends_at + interval '9 days'
      and w.checked_in_at < coalesce(t.checked_out_at, now())
      and coalesce(w.checked_out_at, now()) > t.checked_in_at
    -- Approved extra time, by the minute: it may begin at that of the check-out.
    union all select r.starts_at, r.ends_at
    from overtime_requests r where r.organization_id = s.organization_id and r.officer_id = s.officer_id
      and r.status in ${oneOf(approvedStates)} and r.starts_at < date_trunc('minute', coalesce(t.checked_out_at, now()))
      and r.ends_at > date_trunc('minute', t.checked_in_at)) o) as other_work,
  (select coalesce(json_agg(json_build_object('starts_at', x.starts_at, 'ends_at', x.ends_at, 'what', x.what || ' of '
      || app.day_and_clock(x.starts_at, z.time_zone) || '–' || app.clock_words(x.ends_at, z.time_zone)) order by x.starts_at), '[]')
    from (select r.starts_at, r.ends_at, 'extra time' as what from overtime_requests r
        where r.organization_id = s.organization_id and r.officer_id = s.officer_id and r.status in ${oneOf(approvedStates)}
      union all select lower(v.time), upper(v.time), 'hours on ' || b.title
        from attendance w join assignments b on b.organization_id = w.organization_id and b.id = w.assignment_id
        cross join lateral unnest(app.worked_clock(w.organization_id, w.id, w.checked_in_at, w.checked_out_at)) as v(time)
        where w.organization_id = s.organization_id and w.officer_id = s.officer_id and w.signup_id <> s.id
          and w.state in ${oneOf(approvedStates)}
          and w.scheduled_starts_at between ${begins} - interval '9 days' and ${ends} + interval '9 days') x
    join organizations z on z.id = s.organization_id
    where x.starts_at < ${ends} + interval '2 days' and x.ends_at > ${begins} - interval '2 days') as paid,
  (select app.me()) as me, ${instant(sql`now()`)} as now_at,
  to_char(s.starts_at at time zone (select time_zone from organizations g where g.id = s.organization_id),
    'Dy, Mon FMDD') as day`

const joins = sql`
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  join posts p on p.organization_id = s.organization_id and p.id = s.post_id
  join officers f on f.organization_id = s.organization_id and f.id = s.officer_id`

const PAGE = 50
const pageSize = (limit: number | undefined): number => limit ?? PAGE

/** Fetches one row more than the page, so that the caller knows whether there is a next page. */
// The states are literals: as parameters they would not match the partial indexes.
const shownStates = {
  submitted: waitsForReview,
  returned: sql`t.state = 'returned'`,
  approved: sql`t.state in ${oneOf(approvedStates)}`,
} as const

const matches = (search: string): Sql => {
  const like = likeText(search)
  return sql`and (f.name ilike ${like} or f.badge_number ilike ${like} or f.unit ilike ${like} or a.title ilike ${like})`
}

export const listReview = (input: {
  show?: keyof typeof shownStates | undefined
  officer_id?: string | undefined
  assignment_id?: string | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}): Sql => {
  const [micros, id] = input.after?.split('_') ?? []
  const newestFirst = input.show === 'approved'
  const state = shownStates[input.show ?? 'submitted']
  return sql`
    select ${columns}, (extract(epoch from t.scheduled_starts_at) * 1000000)::bigint || '_' || t.id as place,
      ${pageSize(input.limit)}::int as page_size
    from attendance t
    join officer_assignments s on s.organization_id = t.organization_id and s.id = t.signup_id
    ${joins}
    where ${ours('t')} and ${state}
      ${input.officer_id ? sql`and t.officer_id = ${input.officer_id}::uuid` : nothing}
      ${input.assignment_id ? sql`and t.assignment_id = ${input.assignment_id}::uuid` : nothing}
      ${input.from ? sql`and t.scheduled_starts_at >= ${dayBegins(input.from)}` : nothing}
      ${input.to ? sql`and t.scheduled_starts_at < ${dayBegins(input.to, 1)}` : nothing}
      ${input.search ? matches(input.search) : nothing}
      ${
        micros && id
          ? sql`and (t.scheduled_starts_at, t.id) ${newestFirst ? sql`<` : sql`>`}
            (to_timestamp(0) + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
          : nothing
      }
    order by ${newestFirst ? sql`t.scheduled_starts_at desc, t.id desc` : sql`t.scheduled_starts_at, t.id`} limit ${pageSize(input.limit) + 1}::int`
}

/** Everyone who holds or held a spot, by post and name; one empty row if there is no one, no row if the assignment does not exist. */
export const listOfAssignment = ({ assignment_id }: { assignment_id: string }): Sql => sql`
  select r.* from assignments x left join lateral (
    select ${columns}, p.position as post_position, f.name as officer_name from officer_assignments s
    left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
    ${joins}
    where s.organization_id = x.organization_id and s.assignment_id = x.id
      and (t.id is not null or app.holds_place(s.status) or s.status = 'no_show')) r on true
  where ${ours('x')} and x.id = ${assignment_id}::uuid
  order by r.post_position, r.officer_name, r.signup_id`

/**
 * Locks and reads the rows of a decision: assignments in share mode (closing waits), then sign-ups, then attendances, each by id,
 * and at last what is paid to their officers.
 * `signups` is a query that returns sign-up ids.
 */
export const lockReviewed = async (db: Db, signups: Sql): Promise<ReviewFacts[]> => {
  const ofUs = sql`${ours()}`
  const [, , , , facts] = await Promise.all([
    db.rows(sql`select id from assignments where ${ofUs} and id in
      (select assignment_id from officer_assignments where ${ofUs} and id in (${signups})) order by id for share`),
    db.rows(sql`select id from officer_assignments where ${ofUs} and id in (${signups}) order by id for no key update`),
    db.rows(sql`select id from attendance where ${ofUs} and signup_id in (${signups}) order by id for no key update`),
    lockPaidTime(db, sql`select officer_id from officer_assignments where ${ofUs} and id in (${signups})`),
    db.rows<ReviewFacts>(sql`select ${columns} from officer_assignments s
      left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
      ${joins}
      where ${ours('s')} and s.id in (${signups})`),
  ])
  return facts
}
export const signupsOf = (attendanceIds: readonly string[]): Sql =>
  sql`select signup_id from attendance where ${ours()}
    and id = any(${attendanceIds}::uuid[])`
export const signupItself = (signupId: string): Sql => sql`select ${signupId}::uuid`

const byMe = sql`decided_by = (select app.officer_id()), decided_at = now(), updated_at = now()`
const decided = sql`${byMe}, version = version + 1`

/** `worked` keeps the spot; a sign-up that was canceled while its officer worked stays canceled. */
const updateSignups = (db: Db, signupIds: readonly string[], to: 'worked' | 'confirmed') =>
  db.run(sql`update officer_assignments set status = ${to}, updated_at = now(), version = version + 1
    where ${ours()} and id = any(${signupIds}::uuid[])
      and status in ${oneOf(atStartStatuses)} and status <> ${to}`)

export const updateApproved = async (db: Db, signupIds: readonly string[]) => {
  await Promise.all([
    db.run(sql`update attendance set state = 'approved', reason = null, ${decided}
      where ${ours()} and signup_id = any(${signupIds}::uuid[])`),
    updateSignups(db, signupIds, 'worked'),
  ])
}

/** What becomes of a check-out that came after the approval: where `turnedDown`, it stays like a request that was decided, and in the note. */
const putAside = (turnedDown: Sql): Sql => sql`late_out_at = null,
  asked_in_at = case when ${turnedDown} then checked_in_at else asked_in_at end,
  asked_out_at = case when ${turnedDown} then late_out_at else asked_out_at end,
  note = case when ${turnedDown} then left(concat_ws(' ', ${lateOut}, case when asked_out_at > checked_out_at and asked_out_at <> late_out_at
    and strpos(coalesce(note, ''), ${requestedOut}) = 0 then ${requestedOut} end, note), ${NOTE_LENGTH}::int) else note end`

/** The approved times stay: the late check-out is not counted, and stays like a request that was decided. That is the caller's decision, so nobody else undoes the approval after it. */
export const updateKept = (db: Db, attendanceId: string) =>
  db.run(sql`update attendance set ${putAside(sql`late_out_at is not null`)},
      decided_by = (select app.officer_id()), updated_at = now(), version = version + 1
    where ${ours()} and id = ${attendanceId}::uuid`)

/** Back to review, if the caller approved the recorded times a moment ago. */
export const updateUnapproved = async (db: Db, f: { attendance_id: string | null; signup_id: string }) => {
  const undone = await db.run(sql`update attendance set state = 'submitted', decided_by = null, decided_at = null,
      asked_in_at = case when late_out_at is null or asked_in_at < late_out_at then asked_in_at else checked_in_at end,
      -- The later one: both presses were answered.
      asked_out_at = greatest(late_out_at, asked_out_at), late_out_at = null, updated_at = now(), version = version + 1
    where ${ours()} and id = ${f.attendance_id}::uuid and ${isApprovalFresh(sql`attendance`)}
      and decided_by = (select app.officer_id())`)
  if (undone > 0) await updateSignups(db, [f.signup_id], 'confirmed')
  return undone > 0
}

export const updateCorrected = async (
  db: Db,
  signupId: string,
  times: NewTimes,
  reason: string,
  countGaps: boolean | undefined,
) => {
  await Promise.all([
    db.run(sql`update attendance_gaps set counted = ${countGaps ?? false}::boolean, updated_at = now(), version = version + 1
      where ${countGaps !== undefined}::boolean and ${ours()}
        and attendance_id = (select t.id from attendance t where ${ours('t')}
          and t.signup_id = ${signupId}::uuid) and counted <> ${countGaps ?? false}::boolean`),
    db.run(sql`update attendance set state = 'approved', reason = ${reason}, ${setTimes(times)}, ${decided},
      ${putAside(sql`late_out_at > ${times.checked_out_at}::timestamptz`)}
      where ${ours()} and signup_id = ${signupId}::uuid`),
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
      from officer_assignments where ${ours()} and id = ${signupId}::uuid`),
    updateSignups(db, [signupId], 'worked'),
  ])
}

/** What an approval has decided is no longer requested, but a check-out that came after it is. */
export const updateReturned = async (db: Db, signupId: string, reason: string) => {
  await Promise.all([
    db.run(sql`update attendance set state = 'returned', reason = ${reason},
        asked_in_at = case when state <> 'approved' then asked_in_at when late_out_at is not null then checked_in_at end,
        asked_out_at = case when state <> 'approved' then asked_out_at else late_out_at end, late_out_at = null, ${decided}
      where ${ours()} and signup_id = ${signupId}::uuid`),
    db.run(sql`update officer_assignments set status = 'confirmed', updated_at = now(), version = version + 1
      where ${ours()} and id = ${signupId}::uuid and status = 'worked'`),
  ])
}

export const updateNoShow = (db: Db, signupId: string, reason: string) =>
  db.run(sql`update officer_assignments set status = 'no_show', reason = ${reason}, ${decided}
    where ${ours()} and id = ${signupId}::uuid`)
