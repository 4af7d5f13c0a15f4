import { awardToCome } from '#features/shifts/assignments/store.phase.ts'
import type { SignupStatus } from '#features/shifts/signups/rules.ts'
import { heldFrom, takesOver, whatIsGiven } from '#features/shifts/signups/store.takeover.ts'
import { isOrdered, lockPlace, lockSignups, type Part } from '#features/shifts/signups/store.ts'
import type { Db } from '#platform/server/db.ts'
import { oneOf, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvableStatuses } from '#platform/shared/statuses.ts'
import type { RosterSignup } from './contract.ts'
import type { UndoTarget } from './rules.undo.ts'
import { findRosterSignup } from './store.roster.ts'

export type DecisionFacts = {
  id: string
  now_at: Date
  status: SignupStatus
  officer_id: string
  /** The admin who decides. */
  by: string
  assignment_id: string
  post_id: string
  starts_at: Date
  ends_at: Date
  offer_expires_at: Date | null
  decided_by: string | null
  decided_at: Date | null
  decided_from: UndoTarget | null
  made_by: string | null
  applied_at: Date
  checked_in: boolean
  /** `Night patrol, Fri, Nov 21 · 22:00`, in the department's time. */
  what: string
  /** The same, if the spot is given now. */
  what_is_given: string
}

/** An admin assigned `s` by hand: no order, no sick call or move made it. */
export const isAssigned = sql`(s.assigned_by is not null and s.replaces_id is null and not ${isOrdered}
  and not exists (select from shift_changes c where c.organization_id = s.organization_id and c.next_signup_id = s.id))`

const whatOf = sql`a.title || ', ' || app.day_and_clock(p.starts_at)`
const whatIsGivenOf = whatIsGiven(sql`a.title`, heldFrom(sql`p`), takesOver(sql`p`))

/** Sign-ups with all that a decision needs, everything it depends on locked; ids of other departments are left out. */
export const listDecisionsLocked = async (db: Db, ids: readonly string[]): Promise<DecisionFacts[]> => {
  const locked = lockSignups(db, ids)
  const found = listDecisions(db, ids)
  return (await Promise.all([found, locked]))[0]
}

/** The same without locks, for a row decided after another under the same locks. */
export const listDecisions = (db: Db, ids: readonly string[]) =>
  db.rows<DecisionFacts>(sql`select s.id, s.status, s.officer_id, (select app.officer_id()) as by, s.assignment_id,
      s.post_id, s.starts_at, s.ends_at, s.offer_expires_at, s.decided_by, s.decided_at, s.decided_from, s.applied_at,
      case when ${isAssigned} then s.assigned_by end as made_by, ${whatOf} as what, ${whatIsGivenOf} as what_is_given, now() as now_at, exists (select from attendance t where t.organization_id = s.organization_id
        and t.signup_id = s.id and t.checked_in_at is not null) as checked_in
    from officer_assignments s
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    join lateral (select q.id, q.split_minutes, s.starts_at, s.ends_at
      from posts q where q.organization_id = s.organization_id and q.id = s.post_id) p on true
    where ${ours('s')} and s.id = any(${ids}::uuid[])
    order by s.applied_at, s.id`)

/**
 * Writes a decision on a locked sign-up and returns its roster row. A request that is approved after the start of its shift takes it over.
 */
export const updateDecided = async (
  db: Db,
  decided: { id: string; status: SignupStatus; reason: string | null; override_reason: string | null },
): Promise<RosterSignup> => {
  const asked = sql`s.status in ${oneOf(approvableStatuses)}`
  const isGiven = sql`(${decided.status} = 'confirmed' and ${asked})`
  await db.run(sql`update officer_assignments s set status = ${decided.status}, decided_by = (select app.officer_id()),
      decided_from = case when ${asked} then s.status end,
      starts_at = case when ${isGiven} then ${heldFrom(sql`p`, sql`s.starts_at`)} else s.starts_at end,
      took_over = case when ${isGiven} then ${takesOver(sql`p`)} else s.took_over end,
      decided_at = now(), updated_at = now(), version = s.version + 1, reason = coalesce(${decided.reason}, s.reason),
      override_reason = coalesce(${decided.override_reason}, s.override_reason)
    from posts p where ${ours('s')} and s.id = ${decided.id}::uuid
      and p.organization_id = s.organization_id and p.id = s.post_id`)
  return readRosterSignup(db, decided.id)
}

/**
 * Opens the line of a fill plan with which the caller assigned the sign-up. The line keeps who applied it: the fence lets an admin write no
 * other name, and none.
 */
const openLineOf = (db: Db, id: string) =>
  db.run(sql`update fill_plan_lines l set taken_at = null, signup_id = null from officer_assignments s
    where ${ours('s')} and s.id = ${id}::uuid and ${ours('l')} and l.assignment_id = s.assignment_id and l.signup_id = s.id
      and l.taken_by = (select app.officer_id())`)

/** Returns a decided, locked sign-up to its earlier status, as if nobody had decided, and opens the line of a plan that confirmed it. */
export const updateUndone = async (db: Db, id: string): Promise<void> => {
  await db.run(sql`update officer_assignments set status = decided_from, decided_from = null, decided_by = null,
      decided_at = null, reason = null, override_reason = null, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)
  await openLineOf(db, id)
}

/** Ends a locked sign-up that an admin made, and opens the line of a plan that made it; the audit keeps both steps. */
export const updateUnmade = async (db: Db, id: string): Promise<void> => {
  await db.run(sql`update officer_assignments set status = 'cancelled_by_dept', reason = 'Undone.', decided_at = now(),
      updated_at = now(), version = version + 1 where ${ours()} and id = ${id}::uuid`)
  await openLineOf(db, id)
}

export const readRosterSignup = async (db: Db, id: string): Promise<RosterSignup> => {
  const row = await db.row<{ signup: RosterSignup }>(findRosterSignup(id))
  if (row === null) throw new Error('a locked signup is gone')
  return row.signup
}

type Asked = Part & { assignment_id: string; post_id: string; officer_id: string }

/** `to_award`: the shift hasn't been awarded yet. */
type Assigning = { by: string; what: string; to_award: boolean }

/** The assigning admin and the shift, with officer and post locked; null if the post does not exist. */
export const findAssignLocked = async (db: Db, asked: Asked): Promise<Assigning | null> => {
  const locked = lockPlace(db, asked)
  const found =
    db.row<Assigning>(sql`select (select app.officer_id()) as by, ${whatIsGivenOf} as what, ${awardToCome} as to_award
    from assignments a
    join posts p on p.organization_id = a.organization_id and p.assignment_id = a.id and p.id = ${asked.post_id}::uuid
    where ${ours('a')} and a.id = ${asked.assignment_id}::uuid`)
  return (await Promise.all([found, locked]))[0]
}

export const insertAssigned = async (
  db: Db,
  asked: Asked & { override_reason: string | null; order_reason: string | null },
): Promise<RosterSignup> => {
  const row = await db.row<{ id: string }>(sql`
    insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at,
      took_over, assigned_by, override_reason, order_reason)
    select p.organization_id, p.assignment_id, p.id, ${asked.officer_id}::uuid, 'confirmed',
      ${heldFrom(sql`p`, sql`coalesce(${asked.starts_at ?? null}::timestamptz, p.starts_at)`)},
      coalesce(${asked.ends_at ?? null}::timestamptz, p.ends_at), ${takesOver(sql`p`)}, (select app.officer_id()),
      ${asked.override_reason}, ${asked.order_reason}
    from posts p where ${ours('p')} and p.id = ${asked.post_id}::uuid
    returning id`)
  if (row === null) throw new Error('a locked post is gone')
  return readRosterSignup(db, row.id)
}
