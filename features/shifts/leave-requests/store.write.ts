import type { ShiftInLeave } from '#features/roster/leaves/contract.ts'
import type { LeaveKind } from '#features/roster/leaves/rules.ts'
import { shiftsInLeave, type WrittenLeave } from '#features/roster/leaves/store.entries.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type Instant, UNDO_SECONDS, type WallDate } from '#platform/shared/time.ts'
import type { DenyReason, leaveRequestStates } from './rules.ts'
import { waitsForLeave } from './store.ts'

const changed = sql`updated_at = now(), version = version + 1`

export type AskedLeave = Omit<WrittenLeave, 'ends_at'> & { ends_at: Instant }

/** What stands in the way of a request of the caller, and who and where the caller is. */
export const findAround = (db: Db, range: { starts_at: Instant; ends_at: Instant } | null) =>
  db.row<{ name: string; zone: string; today: WallDate; leave: boolean; pending: boolean }>(sql`
    select o.name, g.time_zone as zone, (now() at time zone g.time_zone)::date::text as today,
      exists (select from leaves x where ${ours('x')} and x.officer_id = o.id
        and x.starts_at < ${range?.ends_at ?? null}::timestamptz
        and (x.ends_at is null or x.ends_at > ${range?.starts_at ?? null}::timestamptz)) as leave,
      exists (select from leave_requests x where ${ours('x')} and x.officer_id = o.id and ${waitsForLeave(sql`x`)}
        and x.starts_at < ${range?.ends_at ?? null}::timestamptz
        and x.ends_at > ${range?.starts_at ?? null}::timestamptz) as pending
    from officers o join organizations g on g.id = o.organization_id
    where ${ours('o')} and o.id = (select app.officer_id())`)

export const insertRequest = async (db: Db, l: AskedLeave): Promise<string> => {
  const row = await db.row<{
    id: string
  }>(sql`insert into leave_requests (organization_id, officer_id, kind, starts_at, ends_at,
      whole_days, note)
    values ((select app.organization_id()), (select app.officer_id()), ${l.kind}, ${l.starts_at}::timestamptz,
      ${l.ends_at}::timestamptz, ${l.whole_days}, ${l.note}) returning id`)
  if (!row) throw new Error('no row came back')
  return row.id
}

export type FoundRequest = {
  id: string
  officer_id: string
  state: (typeof leaveRequestStates)[number]
  kind: LeaveKind
  starts_at: Instant
  ends_at: Instant
  whole_days: boolean
  note: string | null
  leave_id: string | null
  version: number
  own: boolean
  /** Who decided, for the sentence that says so. */
  by: string
  /** `Mon, Mar 8 to Sun, Mar 14`, or with times, as the department writes them. */
  span: string
  shifts: ShiftInLeave[]
}

const lastDay = sql`(l.ends_at - interval '1 second')`
const inZone = (at: ReturnType<typeof sql>) => sql`to_char(${at} at time zone g.time_zone, 'Dy, Mon FMDD')`
const span = sql`case when not l.whole_days then app.day_and_clock(l.starts_at) || ' to ' || app.day_and_clock(l.ends_at)
  when ${inZone(sql`l.starts_at`)} = ${inZone(lastDay)} then ${inZone(sql`l.starts_at`)}
  else ${inZone(sql`l.starts_at`)} || ' to ' || ${inZone(lastDay)} end`

/** The request as the caller may see it; null without one. Not locked: nobody may lock a row that is not theirs to change. */
export const findRequest = async (db: Db, id: string): Promise<FoundRequest | null> =>
  (
    await db.row<{
      json: FoundRequest
    }>(sql`select jsonb_build_object('id', l.id, 'officer_id', l.officer_id, 'state', l.state,
      'kind', l.kind, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'whole_days', l.whole_days, 'note', l.note,
      'leave_id', l.leave_id, 'version', l.version, 'own', l.officer_id is not distinct from (select app.officer_id()),
      'by', coalesce(b.name, case when l.decided_by is null then 'the officer' else 'an admin' end),
      'span', ${span}, 'shifts', ${shiftsInLeave}) as json
    from leave_requests l join organizations g on g.id = l.organization_id
    left join officers b on b.organization_id = l.organization_id and b.id = l.decided_by
    where ${ours('l')} and l.id = ${id}::uuid`)
  )?.json ?? null

/** Another officer's request, locked until the decision is stored, as it is then. */
export const lockRequest = async (db: Db, id: string): Promise<FoundRequest | null> => {
  await db.run(sql`select 1 from leave_requests where ${ours()} and id = ${id}::uuid
    and officer_id is distinct from (select app.officer_id()) for no key update`)
  return findRequest(db, id)
}

/** Returns the row count: 0 unless it is the caller's and waits. */
export const updateWithdrawn = (db: Db, id: string) =>
  db.run(sql`update leave_requests set state = 'withdrawn', ${changed}
    where ${ours()} and id = ${id}::uuid and officer_id = (select app.officer_id()) and ${waitsForLeave(sql`leave_requests`)}`)

const decided = sql`decided_by = (select app.officer_id()), decided_at = now(), ${changed}`

export const updateApproved = (db: Db, id: string, leave_id: string) =>
  db.run(sql`update leave_requests set state = 'approved', leave_id = ${leave_id}::uuid, ${decided}
    where ${ours()} and id = ${id}::uuid`)

export const updateDenied = (db: Db, id: string, reason: DenyReason, answer: string | null) =>
  db.run(sql`update leave_requests set state = 'denied', deny_reason = ${reason}, answer = ${answer}, ${decided}
    where ${ours()} and id = ${id}::uuid`)

/** Returns the row count: 0 unless the caller decided it a moment ago. The caller must first delete the leave it created. */
export const updateUndone = (db: Db, id: string) =>
  db.run(sql`update leave_requests set state = 'pending', leave_id = null, deny_reason = null, answer = null, decided_by = null,
      decided_at = null, ${changed}
    where ${ours()} and id = ${id}::uuid and state in ('approved', 'denied') and decided_by = (select app.officer_id())
      and decided_at > now() - make_interval(secs => ${UNDO_SECONDS}::int)`)

/** Returns the row count: 0 where an admin has changed or deleted the leave since. */
export const deleteUntouched = (db: Db, leave_id: string) =>
  db.run(sql`delete from leaves where ${ours()} and id = ${leave_id}::uuid and version = 1`)
