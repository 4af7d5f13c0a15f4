import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import type { SwapKind, SwapState } from './rules.ts'

const ours = sql`organization_id = (select app.organization_id())`

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
/** An own signup; null where it is not the caller's. */
export const findGiven = (db: Db, id: string) =>
  db.row<Given>(sql`select s.id, s.status, s.officer_id, o.name as officer_name, s.assignment_id, s.post_id,
      s.starts_at <= now() as started, a.title || ', ' || app.day_and_clock(s.starts_at, a.time_zone) as what,
      exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
        and t.checked_in_at is not null) as checked_in
    from officer_assignments s
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
    where s.organization_id = (select app.organization_id()) and s.id = ${id}::uuid
      and s.officer_id = (select app.officer_id())`)

/** An active colleague by badge number, as it is written on the badge. */
export const findColleague = (db: Db, badge: string) =>
  db.row<{
    id: string
    name: string
  }>(sql`select id, name from officers where ${ours} and lower(badge_number) = lower(${badge})
    and approved and rejected_at is null and suspended_at is null and (left_on is null or left_on > now()::date)
    and id <> (select app.officer_id())`)

export const insertSwap = async (
  db: Db,
  made: { signup_id: string; kind: SwapKind; to: { id: string; name: string } | null; note: string | null },
): Promise<string> => {
  const row = await db.row<{
    id: string
  }>(sql`insert into swaps (organization_id, kind, officer_id, officer_name, signup_id,
      assignment_id, post_id, starts_at, ends_at, to_officer_id, to_name, note)
    select s.organization_id, ${made.kind}, s.officer_id, o.name, s.id, s.assignment_id, s.post_id, s.starts_at, s.ends_at,
      ${made.to?.id ?? null}::uuid, ${made.to?.name ?? null}, nullif(${made.note}, '')
    from officer_assignments s join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
    where s.organization_id = (select app.organization_id()) and s.id = ${made.signup_id}::uuid
    returning id`)
  if (row === null) throw new Error('a locked signup is gone')
  return row.id
}

const set = (db: Db, id: string, what: Sql) =>
  db.run(sql`update swaps set ${what}, updated_at = now(), version = version + 1 where ${ours} and id = ${id}::uuid`)

/** Who takes it, and what is given in exchange. */
export const updateTaken = (db: Db, id: string, state: SwapState, counterId: string | null) =>
  db.run(sql`update swaps w set state = ${state}, taker_id = (select app.officer_id()), taker_name = o.name,
      counter_signup_id = s.id, counter_assignment_id = s.assignment_id, counter_post_id = s.post_id,
      counter_starts_at = s.starts_at, counter_ends_at = s.ends_at, updated_at = now(), version = w.version + 1
    from officers o left join officer_assignments s on s.organization_id = o.organization_id and s.id = ${counterId}::uuid
      and s.officer_id = o.id
    where w.organization_id = (select app.organization_id()) and w.id = ${id}::uuid
      and o.organization_id = w.organization_id and o.id = (select app.officer_id())`)

export const updateState = (db: Db, id: string, state: SwapState) => set(db, id, sql`state = ${state}`)

/** Open to the others again: who had answered is out of it. */
export const updateReopened = (db: Db, id: string) =>
  set(
    db,
    id,
    sql`state = 'open', taker_id = null, taker_name = null, counter_signup_id = null, counter_assignment_id = null,
    counter_post_id = null, counter_starts_at = null, counter_ends_at = null`,
  )

export const updateDecided = (db: Db, id: string, state: SwapState, reason: string | null) =>
  set(db, id, sql`state = ${state}, decided_by = (select app.officer_id()), decided_at = now(), reason = ${reason}`)

/** The place of a signup ends as replaced; a waiting signup of who takes over on the same shift ends with it. */
export const updateGiven = async (db: Db, at: { signup_id: string; assignment_id: string; taker_id: string }) => {
  await db.run(sql`update officer_assignments set status = 'withdrawn', updated_at = now(), version = version + 1
    where ${ours} and assignment_id = ${at.assignment_id}::uuid and officer_id = ${at.taker_id}::uuid
      and status in ('interested', 'pending_approval', 'waitlisted')`)
  await db.run(sql`update officer_assignments set status = 'replaced', updated_at = now(), version = version + 1
    where ${ours} and id = ${at.signup_id}::uuid and status in ('confirmed', 'calloff_requested')`)
}

/** The same place and time for another officer; both signups name each other. Answers the new one. */
export const insertSuccessor = async (db: Db, signup_id: string, officer_id: string) => {
  const row = await db.row<{
    id: string
    minutes: number
  }>(sql`insert into officer_assignments (organization_id, assignment_id, post_id,
      officer_id, status, starts_at, ends_at, replaces_id)
    select s.organization_id, s.assignment_id, s.post_id, ${officer_id}::uuid, 'confirmed', s.starts_at, s.ends_at, s.id
    from officer_assignments s where s.organization_id = (select app.organization_id()) and s.id = ${signup_id}::uuid
    returning id, (extract(epoch from ends_at - starts_at) / 60)::int as minutes`)
  if (row === null) throw new Error('a locked signup is gone')
  await db.run(
    sql`update officer_assignments set successor_id = ${row.id}::uuid where ${ours} and id = ${signup_id}::uuid`,
  )
  return row
}
