import { awardToCome } from '#features/shifts/assignments/store.phase.ts'
import type { Db } from '#platform/server/db.ts'
import { isPublished } from '#platform/server/public-shift.ts'
import { oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses, seekingStatuses } from '#platform/shared/statuses.ts'
import type { PassedOver } from './rules.ts'
import { isUndoable } from './store.undoable.ts'
import { standingOf } from './store.volunteers.ts'

/** Spots that nobody holds for any minute, counting open offers as held; an order is for the whole time. Alias `p` of posts. */
export const missing = sql`greatest(0, p.required_count - app.places_held(p, p.starts_at, p.ends_at, true, null))`

const standing = standingOf(sql`q`, sql`c`)

/** `Night patrol, Fri, Nov 21 · 22:00`, in the department's time. */
const whatOf = sql`a.title || ', ' || app.day_and_clock(p.starts_at)`

export type Place = {
  assignment_id: string
  post_id: string
  title: string
  what: string
  published: boolean
  /** Officers have applied or still can, so its award comes first. */
  before_award: boolean
  starts_at: Date
  required_count: number
  missing: number
  volunteer_minutes: number
  has_open: boolean
  now_at: Date
}

/** A post with what `refuseCall` needs; null if it does not exist. */
export const findPlace = (db: Db, at: { assignment_id: string; post_id: string }) =>
  db.row<Place>(sql`select a.id as assignment_id, p.id as post_id, a.title, ${whatOf} as what,
      ${isPublished} as published,
      ${awardToCome} as before_award, p.starts_at, p.required_count, ${missing} as missing, coalesce(w.volunteer_minutes, 60) as volunteer_minutes,
      exists (select from order_calls c where c.organization_id = p.organization_id and c.post_id = p.id
        and c.closed_at is null) as has_open, now() as now_at
    from assignments a
    join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id and p.id = ${at.post_id}::uuid
    left join force_settings w on w.organization_id = a.organization_id
    where ${ours('a')} and a.id = ${at.assignment_id}::uuid`)

/** Null if volunteers are already being asked for the post. */
export const insertCall = (
  db: Db,
  to: { assignment_id: string; post_id: string; minutes: number; by_person: boolean },
) =>
  db.row<{ id: string; closes_at: Date }>(sql`
    insert into order_calls (organization_id, assignment_id, post_id, closes_at, opened_by)
    select (select app.organization_id()), ${to.assignment_id}::uuid, ${to.post_id}::uuid,
      now() + make_interval(mins => ${to.minutes}::int),
      case when ${to.by_person}::boolean then (select app.officer_id()) end
    on conflict (organization_id, post_id) where closed_at is null do nothing
    returning id, closes_at`)

export const insertAsked = (db: Db, call_id: string, officers: readonly string[]) =>
  db.run(sql`insert into order_asked (organization_id, call_id, officer_id)
    select (select app.organization_id()), ${call_id}::uuid, o from unnest(${officers}::uuid[]) o`)

export type DueCall = {
  id: string
  assignment_id: string
  post_id: string
  opened_by: string | null
  what: string
  published: boolean
  starts_at: Date
  units: string[]
  now_at: Date
}

const callFacts = sql`c.id, c.assignment_id, c.post_id, c.opened_by, ${whatOf} as what, p.starts_at, now() as now_at,
  ${isPublished} as published,
  array(select jsonb_array_elements_text(coalesce(p.requirements -> 'units', '[]'))) as units`

/** Calls whose time is up, oldest first; not while an undo can still change their post. */
export const listDueCalls = (db: Db) =>
  db.rows<{ id: string }>(sql`select c.id from order_calls c
    join posts p on p.organization_id = c.organization_id and p.id = c.post_id
    where ${ours('c')} and c.closed_at is null and c.closes_at <= now() and not ${isUndoable}
    order by c.closes_at, c.id`)

/** Locks a call whose time is up; null if it is decided or another process has it. */
export const lockDueCall = (db: Db, id: string) =>
  db.row<DueCall>(sql`select ${callFacts} from order_calls c
    join assignments a on a.organization_id = c.organization_id and a.id = c.assignment_id
    join posts p on p.organization_id = c.organization_id and p.id = c.post_id
    where ${ours('c')} and c.id = ${id}::uuid and c.closed_at is null
      and c.closes_at <= now() and (not (${awardToCome}) or p.starts_at <= now()) for update of c skip locked`)

/** Open spots, read after locking; null while an undo can still change them. */
export const findMissing = async (db: Db, post_id: string): Promise<number | null> => {
  const row = await db.row<{
    missing: number | null
  }>(sql`select case when not ${isUndoable} then ${missing} end as missing
    from posts p where ${ours('p')} and p.id = ${post_id}::uuid`)
  return row ? row.missing : 0
}

export const closeCall = (
  db: Db,
  call_id: string,
  end: { outcome: 'decided' | 'filled' | 'overtaken'; volunteered: number; ordered: number; missing: number },
) =>
  db.run(sql`update order_calls set closed_at = now(), outcome = ${end.outcome}, volunteered_count = ${end.volunteered}::int,
      ordered_count = ${end.ordered}::int, missing_count = ${end.missing}::int
    where ${ours()} and id = ${call_id}::uuid`)

export const saveOutcomes = (db: Db, call_id: string, given: readonly string[], refused: readonly string[]) =>
  db.run(sql`update order_asked set outcome = case when officer_id = any(${given}::uuid[]) then 'given'
      when officer_id = any(${refused}::uuid[]) then 'not_eligible' else 'not_needed' end
    where ${ours()} and call_id = ${call_id}::uuid and answer = 'yes'`)

/** Gives the officer the spot: confirms the pending sign-up or creates one. Everything it depends on is already locked and checked. */
export const givePlace = async (db: Db, at: { post_id: string; officer_id: string; assigned_by: string | null }) => {
  const row = await db.row<{ id: string; minutes: number }>(sql`
    with waiting as (
      update officer_assignments s set status = 'confirmed', post_id = p.id, starts_at = p.starts_at, ends_at = p.ends_at,
        decided_at = now(), updated_at = now(), version = s.version + 1
      from posts p where p.organization_id = s.organization_id and p.id = ${at.post_id}::uuid
        and p.assignment_id = s.assignment_id and ${ours('s')}
        and s.officer_id = ${at.officer_id}::uuid
        and s.status in ${oneOf(seekingStatuses)}
      returning s.id, s.starts_at, s.ends_at),
    made as (
      insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at, assigned_by)
      select p.organization_id, p.assignment_id, p.id, ${at.officer_id}::uuid, 'confirmed', p.starts_at, p.ends_at,
        nullif(${at.assigned_by}::uuid, ${at.officer_id}::uuid)
      from posts p where ${ours('p')} and p.id = ${at.post_id}::uuid
        and not exists (select from waiting)
      returning id, starts_at, ends_at)
    select id, (extract(epoch from ends_at - starts_at) / 60)::int as minutes
    from (select * from waiting union all select * from made) given`)
  if (row === null) throw new Error('a locked post is gone')
  return row
}

export const insertOrder = (
  db: Db,
  order: {
    call_id: string
    assignment_id: string
    post_id: string
    officer_id: string
    signup_id: string
    position: number
    count: number
    /** Whose list it was; empty: the whole department's. */
    list_units: readonly string[]
  },
) =>
  db.run(sql`insert into order_ins (organization_id, call_id, assignment_id, post_id, officer_id, signup_id, position, count_before,
      list_units)
    values ((select app.organization_id()), ${order.call_id}::uuid, ${order.assignment_id}::uuid, ${order.post_id}::uuid,
      ${order.officer_id}::uuid, ${order.signup_id}::uuid, ${order.position}::int, ${order.count}::int,
      ${[...order.list_units]}::text[])`)

export const insertReceipt = (db: Db, call_id: string, passed: readonly PassedOver<unknown>[]) =>
  db.run(sql`insert into order_receipts (organization_id, call_id, passed)
    values ((select app.organization_id()), ${call_id}::uuid, ${JSON.stringify(passed)}::jsonb)`)

/** Everybody who may be ordered in, by id: locked before the list is computed. */
export const listMemberIds = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ officer_id: string }>(sql`select officer_id from force_members
      where ${ours()} and (left_on is null or left_on > current_date)
      order by officer_id`)
  ).map((row) => row.officer_id)

/** Stops a running call; null if it does not exist, false if it is already decided. */
export const stopCall = async (db: Db, id: string, reason: string): Promise<boolean | null> => {
  const row = await db.row<{ open: boolean }>(sql`select closed_at is null as open from order_calls
    where ${ours()} and id = ${id}::uuid for update`)
  if (!row?.open) return row && false
  await db.run(sql`update order_calls set closed_at = now(), outcome = 'stopped', stopped_by = (select app.officer_id()),
      stop_reason = ${reason}
    where ${ours()} and id = ${id}::uuid`)
  return true
}

/** Volunteers who still wait for the decision of a call, to notify them that it was stopped. */
export const listWaiting = async (db: Db, id: string) =>
  db.rows<{ officer_id: string; assignment_id: string; what: string }>(sql`
    select q.officer_id, c.assignment_id, ${whatOf} as what from order_asked q
    join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
    join assignments a on a.organization_id = c.organization_id and a.id = c.assignment_id
    join posts p on p.organization_id = c.organization_id and p.id = c.post_id
    where ${ours('q')} and q.call_id = ${id}::uuid and q.answer = 'yes' and ${standing} = 'waits'`)

export type OrderFacts = {
  id: string
  signup_id: string
  officer_id: string
  assignment_id: string
  post_id: string
  minutes: number
  own: boolean
  cancelled: boolean
  holds: boolean
  started: boolean
  checked_in: boolean
  what: string
}

/** An order with what canceling needs; its sign-up is locked by the caller. */
export const findOrder = (db: Db, id: string) =>
  db.row<OrderFacts>(sql`select i.id, i.signup_id, i.officer_id, i.assignment_id, i.post_id,
      (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes, i.officer_id = (select app.me()) as own,
      i.cancelled_at is not null as cancelled, s.status in ${oneOf(aheadStatuses)} as holds,
      s.starts_at <= now() as started, ${whatOf} as what,
      exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
        and t.checked_in_at is not null) as checked_in
    from order_ins i
    join officer_assignments s on s.organization_id = i.organization_id and s.id = i.signup_id
    join assignments a on a.organization_id = i.organization_id and a.id = i.assignment_id
    join posts p on p.organization_id = i.organization_id and p.id = i.post_id
    where ${ours('i')} and i.id = ${id}::uuid`)

/** Cancels the order, and removes the officer from the spot if still held. */
export const cancelOrder = async (db: Db, order: { id: string; signup_id: string; holds: boolean }, reason: string) => {
  await db.run(sql`update order_ins set cancelled_at = now(), cancelled_by = (select app.officer_id()), cancel_reason = ${reason}
    where ${ours()} and id = ${order.id}::uuid`)
  if (order.holds)
    await db.run(sql`update officer_assignments set status = 'released', decided_by = (select app.officer_id()),
        decided_at = now(), updated_at = now(), version = version + 1, reason = ${reason}
      where ${ours()} and id = ${order.signup_id}::uuid`)
}

/** Acknowledges the caller's order, and returns its shift; null if it is not theirs. */
export const seeOrder = (db: Db, id: string) =>
  db.row<{ assignment_id: string }>(sql`update order_ins set seen_at = coalesce(seen_at, now())
    where ${ours()} and id = ${id}::uuid and officer_id = (select app.officer_id()) returning assignment_id`)

/** The caller's part in a call, and whether it still runs; null if the caller was not asked. */
export const findAskedLocked = (db: Db, id: string) =>
  db.row<{ assignment_id: string; post_id: string; officer_id: string; open: boolean }>(sql`
    select c.assignment_id, c.post_id, q.officer_id, c.closed_at is null and now() < c.closes_at as open
    from order_asked q join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
    where ${ours('q')} and q.call_id = ${id}::uuid
      and q.officer_id = (select app.officer_id()) for update of q`)

/** The same answer again keeps its time, unless the officer has given up the shift since. */
export const saveAnswer = (db: Db, id: string, answer: 'yes' | 'no') =>
  db.run(sql`update order_asked q set answer = ${answer},
      answered_at = case when q.answer = ${answer} and ${standing} <> 'gave_up' then q.answered_at else now() end
    from order_calls c where ${ours('q')} and q.call_id = ${id}::uuid and q.officer_id = (select app.officer_id())
      and c.organization_id = q.organization_id and c.id = q.call_id`)
