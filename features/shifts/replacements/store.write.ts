import { lockOfficersAndPlace } from '#features/shifts/eligibility/store.ts'
import type { SignupStatus } from '#features/shifts/signups/rules.ts'
import { heldFrom, takesOver, whatIsGiven } from '#features/shifts/signups/store.takeover.ts'
import { lockSignups } from '#features/shifts/signups/store.ts'
import { livingSwapStates } from '#features/shifts/swaps/rules.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses, undecidedStatuses } from '#platform/shared/statuses.ts'
import type { Instant } from '#platform/shared/time.ts'
import type { Change } from './rules.ts'

const bumped = sql`updated_at = now(), version = version + 1`

export type Leaving = {
  id: string
  officer_id: string
  assignment_id: string
  post_id: string
  status: SignupStatus
  starts_at: Instant
  ends_at: Instant
  checked_in: boolean
  started: boolean
  by: string
  now_at: Instant
  what: string
  quiet_from: string | null
  quiet_to: string | null
  zone: string
}

const findLeaving = async (db: Db, id: string): Promise<Leaving | null> =>
  (
    await db.row<{ json: Leaving }>(sql`select json_build_object('id', s.id, 'officer_id', s.officer_id,
      'assignment_id', s.assignment_id, 'post_id', s.post_id, 'status', s.status, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
      'checked_in', exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
        and t.checked_in_at is not null), 'started', s.starts_at <= now(), 'by', (select app.officer_id()), 'now_at', now(),
      'what', a.title || ', ' || app.day_and_clock(s.starts_at), 'quiet_from', g.quiet_from::text,
      'quiet_to', g.quiet_to::text, 'zone', g.time_zone) as json
    from officer_assignments s join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join organizations g on g.id = s.organization_id
    where ${ours('s')} and s.id = ${id}::uuid`)
  )?.json ?? null

/** The sign-up that is given up, with both officers and both posts locked in the order of the house; null where there is none. */
export const lockLeaving = async (
  db: Db,
  id: string,
  to: { officer_id: string; assignment_id?: string } | null,
): Promise<Leaving | null> => {
  const before = await findLeaving(db, id)
  if (!before) return null
  const officer_ids = [before.officer_id, ...(to ? [to.officer_id] : [])]
  if (to?.assignment_id === undefined || to.assignment_id === before.assignment_id)
    await lockOfficersAndPlace(db, { ...before, officer_ids })
  else await lockBothShifts(db, before, { officer_ids, assignment_id: to.assignment_id })
  await lockSignups(db, [id])
  return findLeaving(db, id)
}

/** An officer and every post of a shift, locked in the order of the house. */
export const lockTarget = async (db: Db, to: { officer_id: string; assignment_id: string }) => {
  await db.run(sql`select 1 from officers where ${ours()} and id = ${to.officer_id}::uuid for no key update`)
  await lockPosts(db, to.assignment_id)
}

/** Locks both shifts, each table in id order. Otherwise two moves in opposite directions deadlock. */
const lockBothShifts = async (
  db: Db,
  from: { assignment_id: string; post_id: string },
  to: { officer_ids: readonly string[]; assignment_id: string },
) => {
  await db.run(sql`select 1 from officers where ${ours()} and id = any(${to.officer_ids}::uuid[]) order by id
    for no key update`)
  await db.run(sql`select 1 from assignments where ${ours()}
    and id = any(${[from.assignment_id, to.assignment_id]}::uuid[]) order by id for share`)
  await db.run(sql`select 1 from posts where ${ours()}
    and (id = ${from.post_id}::uuid or assignment_id = ${to.assignment_id}::uuid) order by id for no key update`)
}

const lockPosts = async (db: Db, assignment_id: string) => {
  await db.run(sql`select 1 from assignments where ${ours()} and id = ${assignment_id}::uuid for share`)
  await db.run(sql`select 1 from posts where ${ours()} and assignment_id = ${assignment_id}::uuid order by id
    for no key update`)
}

/** Pending swaps as they were before the change ended them, as JSON for `insertChange`. */
type Swaps = string

/** Takes the officer off, as a removal does, and returns the swaps that end with it. */
export const releaseLeaving = async (db: Db, id: string, reason: string): Promise<Swaps> => {
  const row = await db.row<{ swaps: Swaps }>(sql`with swapped as materialized (
      select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'state', w.state, 'signup_id', w.signup_id, 'taker_id', w.taker_id,
        'taker_name', w.taker_name, 'counter_signup_id', w.counter_signup_id, 'counter_assignment_id', w.counter_assignment_id,
        'counter_post_id', w.counter_post_id, 'counter_starts_at', w.counter_starts_at,
        'counter_ends_at', w.counter_ends_at)), '[]')::text as swaps
      from swaps w where ${ours('w')} and ${id}::uuid in (w.signup_id, w.counter_signup_id)
        and w.state in ${oneOf(livingSwapStates)}),
    gone as (update officer_assignments set status = 'released', reason = ${reason}, decided_by = (select app.officer_id()),
        decided_from = null, decided_at = now(), ${bumped}
      where ${ours()} and id = ${id}::uuid returning id)
    select swaps from swapped, gone`)
  if (row === null) throw new Error('a locked signup is gone')
  return row.swaps
}

export const listPosts = async (db: Db, assignment_id: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select id from posts where ${ours()} and assignment_id = ${assignment_id}::uuid
      order by confirmed_count >= required_count, position, id limit 20`)
  ).map((row) => row.id)

export type Taking = {
  assignment_id: string
  post_id: string
  officer_id: string
  /** A part of the post's time; null: all of it. A shift under way is taken over instead, from now on. */
  part: { starts_at: Instant; ends_at: Instant } | null
  status: 'confirmed' | 'offered'
  offer_expires_at: Instant | null
  override_reason: string | null
  order_reason: string | null
}

/** A request as it was before the change made it a spot, as JSON for `insertChange`; null where there was none. */
type Before = string | null

type Given = {
  id: string
  was: Before
  /** The shift in words, as the officer has it now. */
  what: string
  /** When an offer expires, in words. */
  until: string | null
  /** Since when the officer has a shift that was under way already; null for others. */
  since: string | null
}

const byCaller = (who: Sql) => sql`case when ${who} = (select app.officer_id()) then ${who} end`

/** What the undo restores of a request `s`. The database lets an admin write no other admin's name. */
const asItWas = sql`jsonb_build_object('post_id', s.post_id, 'status', s.status, 'starts_at', s.starts_at,
  'ends_at', s.ends_at, 'override_reason', s.override_reason, 'assigned_by', ${byCaller(sql`s.assigned_by`)},
  'decided_by', ${byCaller(sql`s.decided_by`)}, 'decided_at', s.decided_at)`

/** Gives the spot to the new officer. A pending sign-up for the same shift is reused and keeps its request date. */
export const takeOver = async (db: Db, to: Taking): Promise<Given> => {
  const starts = heldFrom(sql`p`, sql`coalesce(${to.part?.starts_at ?? null}::timestamptz, p.starts_at)`)
  const ends = sql`coalesce(${to.part?.ends_at ?? null}::timestamptz, p.ends_at)`
  const answer = (was: Sql) => sql`returning s.id, ${was} as was, app.day_and_clock(s.offer_expires_at) as until,
    case when s.took_over then to_json(s.starts_at) #>> '{}' end as since, ${whatIsGiven(
      sql`(select a.title from assignments a where a.organization_id = s.organization_id and a.id = s.assignment_id)`,
      sql`s.starts_at`,
      sql`s.took_over`,
    )} as what`
  const waiting = await db.row<Given>(sql`with w as materialized (select s.id, ${asItWas}::text as was
      from officer_assignments s where ${ours('s')} and s.assignment_id = ${to.assignment_id}::uuid
        and s.officer_id = ${to.officer_id}::uuid and s.status in ${oneOf(undecidedStatuses)} for update)
    update officer_assignments s set status = ${to.status},
      offer_expires_at = ${to.offer_expires_at}::timestamptz, offer_shared = false, replaces_id = null,
      override_reason = ${to.override_reason}, order_reason = ${to.order_reason}, post_id = p.id, assigned_by = (select app.officer_id()), decided_by = null,
      decided_at = now(), updated_at = now(), version = s.version + 1, starts_at = ${starts}, ends_at = ${ends},
      took_over = ${takesOver(sql`p`)}
    from posts p, w where ${ours('p')} and p.id = ${to.post_id}::uuid and ${ours('s')} and s.id = w.id
    ${answer(sql`w.was`)}`)
  if (waiting) return waiting
  const made = await db.row<Given>(sql`
    insert into officer_assignments as s (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at,
      took_over, assigned_by, override_reason, order_reason, offer_expires_at)
    select p.organization_id, p.assignment_id, p.id, ${to.officer_id}::uuid, ${to.status}, ${starts}, ${ends},
      ${takesOver(sql`p`)}, (select app.officer_id()), ${to.override_reason}, ${to.order_reason}, ${to.offer_expires_at}::timestamptz
    from posts p where ${ours('p')} and p.id = ${to.post_id}::uuid ${answer(sql`null`)}`)
  if (made === null) throw new Error('a locked post is gone')
  return made
}

/** Whether leave of the officer touches the time already. */
export const isAway = async (db: Db, one: { officer_id: string; starts_at: Instant; ends_at: Instant }) =>
  (await db.row(sql`select from leaves where ${ours()} and officer_id = ${one.officer_id}::uuid
    and starts_at < ${one.ends_at}::timestamptz and (ends_at is null or ends_at > ${one.starts_at}::timestamptz)`)) !==
  null

/** The second sign-up, the status it was created with, and what it was before. */
export type Taken = { id: string; as: Taking['status']; was: Before }

export const insertChange = async (
  db: Db,
  one: {
    kind: 'sick' | 'move'
    signup_id: string
    was: string
    next: Taken | null
    leave_id: string | null
    swaps: Swaps
  },
): Promise<string> => {
  const row = await db.row<{
    id: string
  }>(sql`insert into shift_changes (organization_id, kind, signup_id, was, next_signup_id,
      next_as, next_was, leave_id, swaps, made_by)
    values ((select app.organization_id()), ${one.kind}, ${one.signup_id}::uuid, ${one.was}, ${one.next?.id ?? null}::uuid,
      ${one.next?.as ?? null}, ${one.next?.was ?? null}::jsonb, ${one.leave_id}::uuid, ${one.swaps}::jsonb, (select app.officer_id())) returning id`)
  if (row === null) throw new Error('a change was not stored')
  return row.id
}

export type FoundChange = Change & {
  id: string
  signup_id: string
  was: string
  next_signup_id: string | null
  leave_id: string | null
  officer_id: string
  assignment_id: string
  next_officer_id: string | null
  next_assignment_id: string | null
  what: string
  next_what: string | null
  by: string
  now_at: Instant
}

/** The change with both sign-ups and those of its swaps, locked; null where there is none. */
export const lockChange = async (db: Db, id: string): Promise<FoundChange | null> => {
  const found = await db.row<{ ids: string[] }>(
    sql`select array_remove(array[signup_id, next_signup_id] || array(select x::uuid from jsonb_array_elements(swaps) w
        cross join lateral unnest(array[w ->> 'signup_id', w ->> 'counter_signup_id']) x), null) as ids
      from shift_changes where ${ours()} and id = ${id}::uuid for update`,
  )
  if (!found) return null
  await lockSignups(db, found.ids)
  const row = await db.row<{ json: FoundChange }>(sql`select json_build_object('id', c.id, 'made_by', c.made_by,
      'made_at', c.made_at, 'undone_at', c.undone_at, 'signup_id', c.signup_id, 'was', c.was,
      'next_signup_id', c.next_signup_id, 'leave_id', c.leave_id, 'status', s.status, 'officer_id', s.officer_id,
      'assignment_id', s.assignment_id, 'what', a.title || ', ' || app.day_and_clock(s.starts_at),
      'next_status', n.status, 'next_as', c.next_as, 'next_officer_id', n.officer_id, 'next_assignment_id', n.assignment_id,
      'next_what', b.title || ', ' || app.day_and_clock(n.starts_at), 'by', (select app.officer_id()), 'now_at', now(),
      'checked_in', exists (select from attendance t where t.organization_id = n.organization_id and t.signup_id = n.id
        and t.checked_in_at is not null)) as json
    from shift_changes c
    join officer_assignments s on s.organization_id = c.organization_id and s.id = c.signup_id
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    left join officer_assignments n on n.organization_id = c.organization_id and n.id = c.next_signup_id
    left join assignments b on b.organization_id = n.organization_id and b.id = n.assignment_id
    where ${ours('c')} and c.id = ${id}::uuid`)
  return row?.json ?? null
}

/**
 * Restores the swaps that the change ended, where nothing came between: no other swap of that shift, and both shifts still held at their
 * times. Returns how many it could not restore.
 */
const restoreSwaps = async (db: Db, id: string): Promise<number> => {
  const held = (signup: Sql, starts: Sql, ends: Sql) => sql`exists (select from officer_assignments s
    where s.organization_id = w.organization_id and s.id = ${signup} and s.status in ${oneOf(aheadStatuses)}
      and (s.starts_at, s.ends_at) = (${starts}, ${ends}))`
  const row = await db.row<{ lost: number }>(sql`with restored as (
      update swaps w set state = b.state, taker_id = b.taker_id, taker_name = b.taker_name,
        counter_signup_id = b.counter_signup_id, counter_assignment_id = b.counter_assignment_id,
        counter_post_id = b.counter_post_id, counter_starts_at = b.counter_starts_at, counter_ends_at = b.counter_ends_at,
        updated_at = now(), version = w.version + 1
      from shift_changes c cross join lateral jsonb_to_recordset(c.swaps) as b (id uuid, state text, taker_id uuid,
        taker_name text, counter_signup_id uuid, counter_assignment_id uuid, counter_post_id uuid,
        counter_starts_at timestamptz, counter_ends_at timestamptz)
      where ${ours('c')} and c.id = ${id}::uuid and ${ours('w')} and w.id = b.id and w.updated_at = c.made_at
        and not exists (select from swaps v where v.organization_id = w.organization_id and v.signup_id = w.signup_id
          and v.id <> w.id and v.state in ${oneOf(livingSwapStates)})
        and ${held(sql`w.signup_id`, sql`w.starts_at`, sql`w.ends_at`)}
        and (b.taker_id is null or exists (select from officers o where ${ours('o')} and o.id = b.taker_id))
        and (b.counter_signup_id is null
          or ${held(sql`b.counter_signup_id`, sql`b.counter_starts_at`, sql`b.counter_ends_at`)})
      returning w.id)
    select jsonb_array_length(swaps) - (select count(*)::int from restored) as lost from shift_changes
    where ${ours()} and id = ${id}::uuid`)
  return row?.lost ?? 0
}

type Request = (typeof undecidedStatuses)[number]

/**
 * Restores the request that became the second sign-up, and returns its status; null if there was no request, or if its post is gone. If
 * the request's times no longer fit the post, it gets the post's current times.
 */
const restoreRequest = async (db: Db, id: string): Promise<Request | null> => {
  const row = await db.row<{ status: Request }>(sql`update officer_assignments s set status = b.status, post_id = p.id,
      starts_at = case when app.is_part(p, b.starts_at, b.ends_at) then b.starts_at else p.starts_at end,
      ends_at = case when app.is_part(p, b.starts_at, b.ends_at) then b.ends_at else p.ends_at end,
      override_reason = b.override_reason, order_reason = null, assigned_by = b.assigned_by, decided_by = b.decided_by,
      decided_at = b.decided_at, offer_expires_at = null, took_over = false, updated_at = now(), version = s.version + 1
    from shift_changes c cross join lateral jsonb_to_record(c.next_was) as b (post_id uuid, status text,
      starts_at timestamptz, ends_at timestamptz, override_reason text, assigned_by uuid, decided_by uuid,
      decided_at timestamptz)
    join posts p on ${ours('p')} and p.id = b.post_id
    where ${ours('c')} and c.id = ${id}::uuid and ${ours('s')} and s.id = c.next_signup_id returning s.status`)
  return row?.status ?? null
}

/** How many swaps stay ended, and the status of the restored request; null if the second sign-up ended. */
type Restored = { swaps_ended: number; request: Request | null }

/** Restores both officers, the second one's request, and the swaps that ended; the audit keeps both steps. */
export const restoreChange = async (db: Db, one: FoundChange): Promise<Restored> => {
  const request = await restoreRequest(db, one.id)
  if (one.next_signup_id !== null && request === null)
    await db.run(sql`update officer_assignments set status = 'cancelled_by_dept', reason = 'Undone.', decided_by = null,
        decided_at = now(), ${bumped} where ${ours()} and id = ${one.next_signup_id}::uuid`)
  await db.run(sql`update officer_assignments set status = ${one.was}, reason = null, decided_by = null, decided_at = null,
      ${bumped} where ${ours()} and id = ${one.signup_id}::uuid`)
  await db.run(sql`update shift_changes set undone_at = now() where ${ours()} and id = ${one.id}::uuid`)
  return { swaps_ended: await restoreSwaps(db, one.id), request }
}
