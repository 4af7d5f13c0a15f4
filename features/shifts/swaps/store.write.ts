import { activeOfficer } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses, undecidedStatuses } from '#platform/shared/statuses.ts'
import { UNDO_SECONDS } from '#platform/shared/time.ts'
import type { SwapKind, SwapState } from './rules.ts'

export type Given = {
  id: string
  status: string
  officer_id: string
  officer_name: string
  assignment_id: string
  post_id: string
  started: boolean
  checked_in: boolean
  /** `Night patrol, Fri, Nov 21 · 22:00`, in the department's time. */
  what: string
}
/** The caller's sign-up; null if it is not the caller's. */
export const findGiven = (db: Db, id: string) =>
  db.row<Given>(sql`select s.id, s.status, s.officer_id, o.name as officer_name, s.assignment_id, s.post_id,
      s.starts_at <= now() as started, a.title || ', ' || app.day_and_clock(s.starts_at) as what,
      exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
        and t.checked_in_at is not null) as checked_in
    from officer_assignments s
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
    where ${ours('s')} and s.id = ${id}::uuid
      and s.officer_id = (select app.officer_id())`)

/** An active colleague. */
export const findColleague = (db: Db, officer_id: string) =>
  db.row<{
    id: string
    name: string
  }>(sql`select id, name from officers where ${ours()} and id = ${officer_id}::uuid
    and ${activeOfficer(sql`officers`)}
    and id <> (select app.officer_id())`)

export const insertSwap = async (
  db: Db,
  made: {
    signup_id: string
    kind: SwapKind
    to: { id: string; name: string } | null
    counter_signup_id: string | null
    note: string | null
  },
): Promise<string> => {
  const row = await db.row<{
    id: string
  }>(sql`insert into swaps (organization_id, kind, officer_id, officer_name, signup_id,
      assignment_id, post_id, starts_at, ends_at, to_officer_id, to_name, note, counter_signup_id, counter_assignment_id,
      counter_post_id, counter_starts_at, counter_ends_at)
    select s.organization_id, ${made.kind}, s.officer_id, o.name, s.id, s.assignment_id, s.post_id, s.starts_at, s.ends_at,
      ${made.to?.id ?? null}::uuid, ${made.to?.name ?? null}, nullif(${made.note}, ''), c.id, c.assignment_id, c.post_id,
      c.starts_at, c.ends_at
    from officer_assignments s join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
    left join officer_assignments c on c.organization_id = s.organization_id and c.id = ${made.counter_signup_id}::uuid
      and c.officer_id = ${made.to?.id ?? null}::uuid
    where ${ours('s')} and s.id = ${made.signup_id}::uuid
    returning id`)
  if (row === null) throw new Error('a locked signup is gone')
  return row.id
}

const set = (db: Db, id: string, what: Sql) =>
  db.run(sql`update swaps set ${what}, updated_at = now(), version = version + 1 where ${ours()} and id = ${id}::uuid`)

/** Stores who takes it, and what is given in exchange. */
export const updateTaken = (db: Db, id: string, state: SwapState, counterId: string | null) =>
  db.run(sql`update swaps w set state = ${state}, taker_id = (select app.officer_id()), taker_name = o.name,
      counter_signup_id = s.id, counter_assignment_id = s.assignment_id, counter_post_id = s.post_id,
      counter_starts_at = s.starts_at, counter_ends_at = s.ends_at, updated_at = now(), version = w.version + 1
    from officers o left join officer_assignments s on s.organization_id = o.organization_id and s.id = ${counterId}::uuid
      and s.officer_id = o.id
    where ${ours('w')} and w.id = ${id}::uuid
      and o.organization_id = w.organization_id and o.id = (select app.officer_id())`)

export const updateState = (db: Db, id: string, state: SwapState) => set(db, id, sql`state = ${state}`)

/** Opens it to the others again; clears the officer who had responded. */
export const updateReopened = (db: Db, id: string) =>
  set(
    db,
    id,
    sql`state = 'open', taker_id = null, taker_name = null, counter_signup_id = null, counter_assignment_id = null,
    counter_post_id = null, counter_starts_at = null, counter_ends_at = null`,
  )

export const updateDecided = (db: Db, id: string, state: SwapState, reason: string | null) =>
  set(db, id, sql`state = ${state}, decided_by = (select app.officer_id()), decided_at = now(), reason = ${reason}`)

/** Waits for an admin again, where the caller denied it a moment ago and both shifts are still ahead. */
export const updateUndenied = (db: Db, id: string): Promise<number> =>
  db.run(sql`update swaps set state = 'agreed', decided_by = null, decided_at = null, reason = null, updated_at = now(),
      version = version + 1
    where ${ours()} and id = ${id}::uuid and state = 'rejected' and decided_by = (select app.officer_id())
      and decided_at > now() - make_interval(secs => ${UNDO_SECONDS}::int)
      and starts_at > now() and coalesce(counter_starts_at > now(), true)`)

/** Marks the sign-up as replaced; a pending sign-up of the new officer for the same shift ends too. */
export const updateGiven = async (db: Db, at: { signup_id: string; assignment_id: string; taker_id: string }) => {
  await db.run(sql`update officer_assignments set status = 'withdrawn', updated_at = now(), version = version + 1
    where ${ours()} and assignment_id = ${at.assignment_id}::uuid and officer_id = ${at.taker_id}::uuid
      and status in ${oneOf(undecidedStatuses)}`)
  await db.run(sql`update officer_assignments set status = 'replaced', updated_at = now(), version = version + 1
    where ${ours()} and id = ${at.signup_id}::uuid and status in ${oneOf(aheadStatuses)}`)
}

/** The same spot and time for another officer; the two sign-ups reference each other. Returns the new one. */
export const insertSuccessor = async (db: Db, signup_id: string, officer_id: string) => {
  const row = await db.row<{
    id: string
    minutes: number
  }>(sql`insert into officer_assignments (organization_id, assignment_id, post_id,
      officer_id, status, starts_at, ends_at, replaces_id)
    select s.organization_id, s.assignment_id, s.post_id, ${officer_id}::uuid, 'confirmed', s.starts_at, s.ends_at, s.id
    from officer_assignments s where ${ours('s')} and s.id = ${signup_id}::uuid
    returning id, (extract(epoch from ends_at - starts_at) / 60)::int as minutes`)
  if (row === null) throw new Error('a locked signup is gone')
  await db.run(
    sql`update officer_assignments set successor_id = ${row.id}::uuid where ${ours()} and id = ${signup_id}::uuid`,
  )
  return row
}
