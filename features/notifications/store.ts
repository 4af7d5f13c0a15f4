import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { NotificationType } from './rules.ts'

export type Told = {
  type: NotificationType
  title: string
  message: string
  /** null: the organization's admins. */
  officer_id: string | null
  assignment_id: string | null
}

/** Tells people, in the caller's transaction. A `signup_waiting` that the admins have not read yet is not said twice. */
export const notify = async (db: Db, told: readonly Told[]): Promise<void> => {
  if (told.length === 0) return
  // Without a conflict target: naming one would need the right to see the admins' rows, which an officer has not.
  await db.run(sql`insert into notifications (organization_id, type, title, message, officer_id, assignment_id)
    select (select app.organization_id()), t.type, left(t.title, 160), left(t.message, 1000), t.officer_id, t.assignment_id
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as t (type text, title text, message text, officer_id uuid, assignment_id uuid)
    on conflict do nothing`)
}
