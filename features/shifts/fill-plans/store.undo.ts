import { updateUndone, updateUnmade } from '#features/shifts/signup-decisions/store.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Instant } from '#platform/shared/time.ts'
import type { Taken } from './rules.undo.ts'

export type TakenLine = Taken & {
  id: string
  signup_id: string
  officer_id: string
  assignment_id: string
  /** The admin who asks. */
  by: string
  now_at: Instant
  /** The shift in words, for the officer's notification. */
  what: string
}

/** Lines of the plan with the sign-up that each made or confirmed, earliest shift first; lines that were not applied are left out. */
export const listTaken = async (db: Db, planId: string, ids: readonly string[]): Promise<TakenLine[]> =>
  (
    await db.rows<{ json: TakenLine }>(sql`select json_build_object('id', l.id, 'signup_id', s.id,
      'officer_id', s.officer_id, 'assignment_id', s.assignment_id, 'taken_at', l.taken_at, 'taken_by', l.taken_by,
      'starts_at', s.starts_at, 'status', s.status, 'decided_from', s.decided_from, 'decided_by', s.decided_by,
      'by', (select app.officer_id()), 'now_at', now(), 'what', a.title || ', ' || app.day_and_clock(s.starts_at),
      'checked_in', exists (select from attendance t where t.organization_id = s.organization_id and t.signup_id = s.id
        and t.checked_in_at is not null)) as json
    from fill_plan_lines l
    join officer_assignments s on s.organization_id = l.organization_id and s.id = l.signup_id
    join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
    where ${ours('l')} and l.plan_id = ${planId}::uuid and l.id = any(${ids}::uuid[]) and l.taken_at is not null
    order by l.starts_at, l.id`)
  ).map(({ json }) => json)

/** Returns a confirmed request to what it was, or ends a sign-up that the line made, and opens the line again; the audit keeps both steps. */
export const undoTaken = async (db: Db, line: TakenLine): Promise<void> => {
  if (line.decided_from !== null) return updateUndone(db, line.signup_id)
  await updateUnmade(db, line.signup_id)
}
