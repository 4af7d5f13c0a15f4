import { windowIsOpen } from '#features/shifts/assignments/store.phase.ts'
import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { nothing, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { atStartStatuses } from '#platform/shared/statuses.ts'
import type { OwnSignup } from './contract.ts'
import { type SignupStatus, signupStatuses } from './rules.ts'

/** Statuses that do not block a new sign-up; every other sign-up on the same assignment does. */
const givenUp: readonly SignupStatus[] = [
  'withdrawn',
  'called_off',
  'replaced',
  'passed',
  'offer_declined',
  'offer_expired',
  'cancelled_by_dept',
  'cancelled_by_client',
]
const against = signupStatuses.filter((status) => !givenUp.includes(status))

/**
 * `holdsPlace` of rules.ts in the words of the constraint `signups_no_overlap`, so that a no-show blocks its time too. An offer holds until
 * it expires.
 */
export const blocksTime = (s: Sql, at: Sql = sql`now()`): Sql =>
  sql`(${s}.status in ${oneOf(atStartStatuses)}
  or (${s}.status = 'offered' and ${s}.offer_expires_at > ${at}))`

/** `overlaps` of platform/shared/time.ts, written so that it can use an index on the start: no shift is longer than 7 days. */
export const touches = (s: Sql, from: Sql, to: Sql): Sql =>
  sql`${s}.starts_at > ${from} - interval '7 days' and ${s}.starts_at < ${to} and ${s}.ends_at > ${from}`

const holding = blocksTime(sql`s`)

/** Whether a sign-up `s` is an order that stands. */
export const isOrdered = sql`exists (select from order_ins i where i.organization_id = s.organization_id and i.signup_id = s.id
    and i.cancelled_at is null)`

/** A sign-up of the caller as JSON; aliases `s` and `a`. */
export const ownSignup = sql`jsonb_build_object('id', s.id, 'assignment_id', s.assignment_id, 'post_id', s.post_id,
  'title', a.title, 'status', s.status, 'starts_at', s.starts_at, 'ends_at', s.ends_at, 'applied_at', s.applied_at,
  'offer_expires_at', s.offer_expires_at, 'reason', s.reason,
  'ordered', ${isOrdered},
  'free_calloff', coalesce(a.terms_changed_at > s.applied_at, false), 'offer_shared', s.offer_shared,
  'replaces', s.replaces_id is not null, 'attendance', (select case when t.state = 'open' then 'on_duty' else 'checked_out' end
    from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id), 'queue', case when s.status = 'waitlisted' then (
    select jsonb_build_object('place', case when a.signup_mode <> 'award' then
        count(*) filter (where (w.applied_at, w.signup_id) <= (s.applied_at, s.id)) end,
      'of', count(*)) from place_holds w where w.organization_id = s.organization_id and w.post_id = s.post_id
      and w.kind = 'waiting') end)`

/** A part of a post's time; if absent, all of it. */
export type Part = { starts_at?: string | undefined; ends_at?: string | undefined }

const startOf = (part: Part) => (part.starts_at === undefined ? sql`p.starts_at` : sql`${part.starts_at}::timestamptz`)
const endOf = (part: Part) => (part.ends_at === undefined ? sql`p.ends_at` : sql`${part.ends_at}::timestamptz`)

/** Spots of post `p` taken at the fullest minute of the part: confirmed, offered, or reserved for the waitlist. */
export const heldIn = (part: Part = {}): Sql =>
  sql`(select case when app.is_kept(q) then q.required_count
      else app.places_held(q, ${startOf(part)}, ${endOf(part)}, false, null) end
    from posts q where q.organization_id = a.organization_id and q.id = p.id)`

/** The job for a rule: one post of an assignment, or a part of its time; aliases `a` and `p`. */
const jobFactsOf = (part: Part = {}): Sql => sql`jsonb_build_object('id', a.id, 'kind', a.kind, 'status', a.status,
  'starts_at', ${startOf(part)}, 'ends_at', ${endOf(part)},
  'publish_at', a.publish_at, 'signup_opens_at', a.signup_opens_at, 'signup_closes_at', a.signup_closes_at,
  'required_count', p.required_count, 'confirmed_count', p.confirmed_count, 'held_count', ${heldIn(part)},
  'requirements', p.requirements, 'group_steps', a.group_steps)`
export const jobFacts = jobFactsOf()

/** The candidate for a rule, with the commitments that touch the job; aliases `o`, `a` and `p`. */
const candidateFactsOf = (
  part: Part = {},
): Sql => sql`jsonb_build_object('approved', o.approved, 'suspended_at', o.suspended_at,
  'rejected_at', o.rejected_at, 'left_on', case when o.left_on <= now()::date then o.left_on end, 'unit', o.unit,
  'rank', o.rank, 'signups', coalesce((
    select jsonb_agg(jsonb_build_object('id', e.id, 'assignment_id', e.assignment_id, 'title', x.title, 'status', e.status,
      'starts_at', e.starts_at, 'ends_at', e.ends_at, 'offer_expires_at', e.offer_expires_at) order by e.starts_at, e.id)
    from officer_assignments e join assignments x on x.organization_id = e.organization_id and x.id = e.assignment_id
    where e.organization_id = o.organization_id and e.officer_id = o.id
      and (e.assignment_id = a.id or tstzrange(e.starts_at, e.ends_at) && tstzrange(${startOf(part)}, ${endOf(part)}))), '[]'))`
export const candidateFacts = candidateFactsOf()

/**
 * Locks what a spot depends on, in the standard order: officer, assignment, post. Each count is asked before the rows behind it are
 * looked for. The caller need not await it: later statements in the pipeline see the state after the locks were granted.
 */
export const lockPlace = (db: Db, at: { officer_id: string | null; assignment_id: string; post_id: string }) =>
  db.run(sql`with officer as materialized (
      select from officers where ${ours()}
        and id = ${at.officer_id === null ? sql`(select app.officer_id())` : sql`${at.officer_id}::uuid`} for no key update),
    assignment as materialized (
      select from assignments where ${ours()} and id = ${at.assignment_id}::uuid
        and (select count(*) from officer) >= 0 for share)
    select from posts where ${ours()} and id = ${at.post_id}::uuid
      and (select count(*) from assignment) >= 0 for no key update`)

/** The same for existing sign-ups, and the sign-ups themselves; several at once are locked in id order. */
export const lockSignups = (db: Db, ids: readonly string[]) =>
  Promise.all([
    db.run(sql`select 1 from officers where ${ours()} and id in (
      select officer_id from officer_assignments where ${ours()}
        and id = any(${ids}::uuid[])) order by id for no key update`),
    db.run(sql`select 1 from assignments where ${ours()} and id in (
      select assignment_id from officer_assignments where ${ours()}
        and id = any(${ids}::uuid[])) order by id for share`),
    db.run(sql`select 1 from posts where ${ours()} and id in (
      select post_id from officer_assignments where ${ours()}
        and id = any(${ids}::uuid[])) order by id for no key update`),
    db.run(sql`select 1 from officer_assignments where ${ours()}
      and id = any(${ids}::uuid[]) order by id for no key update`),
  ])

type Asked = Part & { assignment_id: string; post_id: string }

/**
 * Nothing that only code can compute applies to the caller: the department has no rules on hours, the post requires nothing that
 * depends on dates, and the officer has neither tours nor leave. One statement is enough then.
 */
const nothingToReckon = sql`and not exists (select from work_rules w where w.organization_id = a.organization_id)
  and coalesce(jsonb_array_length(p.requirements -> 'certifications'), 0) = 0
  and coalesce((p.requirements ->> 'service_months')::int, 0) = 0
  and not exists (select from platoon_members m where m.organization_id = a.organization_id and m.officer_id = o.id)
  and not exists (select from tour_exceptions m where m.organization_id = a.organization_id and m.officer_id = o.id)
  and not exists (select from imported_tours m where m.organization_id = a.organization_id and m.officer_id = o.id)
  and not exists (select from leaves m where m.organization_id = a.organization_id and m.officer_id = o.id)`

const whatOf = sql`a.title || ', ' || app.day_and_clock(s.starts_at)`

/**
 * Signs the caller up in one statement if every rule of `reasonsNotToSignUp` allows it; null if one does not, or if more has to
 * be computed first; `reckoned` means that was done under the same locks. Admins are notified of pending requests, once until
 * they read it. No shift is longer than 7 days, so the index on the start finds what touches this one; a range's `&&` is not
 * leakproof, so no index can be used for it under the fence.
 */
export const insertSignup = async (db: Db, asked: Asked, { reckoned = false }: { reckoned?: boolean } = {}) => {
  const [from, to] = [startOf(asked), endOf(asked)]
  const locked = lockPlace(db, { officer_id: null, ...asked })
  const placed = db.row<{ own: OwnSignup }>(sql`
    with placed as (
      insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
      select a.organization_id, a.id, p.id, o.id,
        case when a.signup_mode = 'approval' then 'pending_approval'
          when a.signup_mode = 'first_come' or a.awarded_at is not null then 'confirmed' else 'interested' end,
        ${from}, ${to}
      from assignments a
      join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id and p.id = ${asked.post_id}::uuid
      join officers o on o.organization_id = a.organization_id and o.id = (select app.officer_id())
      where ${ours('a')} and a.id = ${asked.assignment_id}::uuid
        and ${activeOfficer(sql`o`)}
        and ${isPublished}
        and now() < ${from} and app.is_part(p, ${from}, ${to}) and ${windowIsOpen(from)}
        and (${heldIn(asked)}) < p.required_count
        and (coalesce(jsonb_array_length(p.requirements -> 'units'), 0) = 0
          or p.requirements -> 'units' ? coalesce(o.unit, ''))
        and (coalesce(jsonb_array_length(p.requirements -> 'ranks'), 0) = 0
          or p.requirements -> 'ranks' ? coalesce(o.rank, ''))
        and not exists (select from officer_assignments s where s.organization_id = a.organization_id
          and s.officer_id = o.id and s.assignment_id = a.id and s.status = any(${against}))
        and not exists (select from officer_assignments s where s.organization_id = a.organization_id
          and s.officer_id = o.id and s.assignment_id <> a.id and ${holding}
          and ${touches(sql`s`, from, to)})
        and (coalesce(jsonb_array_length(a.group_steps), 0) = 0 or exists (select from jsonb_array_elements(a.group_steps) g
          where (g ->> 'opens_at')::timestamptz <= now()
            and (jsonb_array_length(g -> 'units') = 0 or g -> 'units' ? coalesce(o.unit, ''))
            and (jsonb_array_length(g -> 'ranks') = 0 or g -> 'ranks' ? coalesce(o.rank, ''))))
        ${reckoned ? nothing : nothingToReckon}
      returning *),
    told as (
      insert into notifications (organization_id, type, title, message, assignment_id)
      select s.organization_id, 'signup_waiting', 'Sign-ups need approval', ${whatOf}, a.id
      from placed s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where s.status <> 'confirmed' on conflict do nothing),
    letters as (
      insert into tellings (organization_id, event, title, message, audience, assignment_id)
      select s.organization_id, 'signup_waiting', 'Sign-ups need approval', ${whatOf}, 'admins', a.id
      from placed s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
      where s.status <> 'confirmed')
    select ${ownSignup} as own
    from placed s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id`)
  return (await Promise.all([placed, locked]))[0]?.own ?? null
}

/** Whether the times are a part of the post that can be taken on its own; null if the post does not exist. */
export const findPart = (db: Db, asked: Asked) =>
  db.row<{ part: boolean }>(sql`select app.is_part(p, ${startOf(asked)}, ${endOf(asked)}) as part from posts p
    where ${ours('p')} and p.id = ${asked.post_id}::uuid`)

export type OwnFacts = {
  own: OwnSignup
  officer_id: string
  officer_name: string
  notice_minutes: number
  desk_minutes: number
  checked_in: boolean
  /** The officer signed up without an admin, award, order or swap. */
  self_made: boolean
  when_words: string
  now_at: Date
}

/** The caller's sign-up with all that its rules need, everything it depends on locked; null if it is not the caller's. */
export const findOwnLocked = async (db: Db, id: string) => {
  const locked = lockSignups(db, [id])
  const found = db.row<OwnFacts>(sql`select ${ownSignup} as own, s.officer_id, o.name as officer_name,
      g.calloff_notice_minutes as notice_minutes, g.calloff_desk_minutes as desk_minutes, now() as now_at,
      app.day_and_clock(s.starts_at) as when_words,
      s.decided_at is null and s.assigned_by is null and s.replaces_id is null and not exists (select from order_ins i
        where i.organization_id = s.organization_id and i.signup_id = s.id) as self_made,
      exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
        and t.checked_in_at is not null) as checked_in
    from officer_assignments s
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
    join organizations g on g.id = s.organization_id
    where ${ours('s')} and s.id = ${id}::uuid
      and s.officer_id = (select app.officer_id())`)
  return (await Promise.all([found, locked]))[0]
}

/** Updates the status of the caller's locked sign-up; stores `calloff_reason` if given. */
export const updateOwnStatus = async (
  db: Db,
  id: string,
  status: SignupStatus,
  calloffReason: string | null = null,
) => {
  const row = await db.row<{ own: OwnSignup }>(sql`
    with s as (
      update officer_assignments set status = ${status}, updated_at = now(), version = version + 1,
        calloff_reason = coalesce(${calloffReason}, calloff_reason),
        calloff_requested_at = case when ${status} = 'calloff_requested' then now() else calloff_requested_at end
      where ${ours()} and id = ${id}::uuid
        and officer_id = (select app.officer_id())
      returning *)
    select ${ownSignup} as own from s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id`)
  if (row === null) throw new Error('a locked signup is gone')
  return row.own
}

/** Wakes the job that passes spots on. */
export const wakePassing = (db: Db) =>
  db.run(
    sql`insert into outbox (organization_id, topic, audience) values ((select app.organization_id()), 'place_freed', 'system')`,
  )

/**
 * From here to its end, the transaction acts for the department and sees all of its rows: for effects of one officer's response
 * on others' rows, after checking that the response was theirs to give. The audit still names the officer.
 */
export const actForDepartment = (db: Db): Promise<number> => db.run(sql`select set_config('app.role', 'system', true)`)
