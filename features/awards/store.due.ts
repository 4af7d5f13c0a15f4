import { type Database, type Db, enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { awardAssignment } from './store.awarding.ts'

/** Assignments whose sign-up is over and that were not awarded yet: the earliest first. */
const listDue = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`select id from assignments where organization_id = (select app.organization_id())
      and status = 'published' and signup_mode = 'award' and awarded_at is null
      and coalesce(signup_closes_at, starts_at) <= now() and (publish_at is null or publish_at <= now())
    order by signup_closes_at, id limit 200`)
  ).map((row) => row.id)

/** When the next one is due; null where none is. */
const findNextDue = async (db: Db): Promise<Date | null> =>
  (
    await db.row<{ at: Date | null }>(sql`select min(coalesce(signup_closes_at, starts_at)) as at from assignments
    where organization_id = (select app.organization_id()) and status = 'published' and signup_mode = 'award'
      and awarded_at is null`)
  )?.at ?? null

/** Makes every award that is due, each in a transaction of its own; answers when the next one is. */
export const awardDue = async (
  database: Database,
  organizationId: string,
  stopping: () => boolean,
): Promise<number | null> => {
  const inside = <T>(work: (db: Db) => Promise<T>) =>
    database.transaction([enterSystem(organizationId, 'job.award')], work)
  for (const id of await inside(listDue)) {
    if (stopping()) break
    await inside((db) => awardAssignment(db, id))
  }
  return (await inside(findNextDue))?.getTime() ?? null
}
