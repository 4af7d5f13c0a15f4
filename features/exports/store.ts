import type { Db } from '#platform/server/db.ts'
import { deadAfterSeconds } from '#platform/server/exports.ts'
import { type Sql, sql } from '#platform/server/sql.ts'

const KEPT_DAYS = 30

const ofUs = sql`e.organization_id = (select app.organization_id())`

/** One whose process has died is as if it were not there: nobody waits for it. */
export const findRunning = (): Sql => sql`select json_build_object('running', (
    select json_build_object('id', e.id, 'title', e.title, 'by', o.name, 'mine', o.id = (select app.me()),
      'created_at', e.created_at, 'rows_done', e.rows_done, 'rows_total', e.rows_total)
    from exports e join officers o on o.organization_id = e.organization_id and o.id = e.started_by
    where ${ofUs} and e.state = 'running' and e.alive_at > now() - ${deadAfterSeconds}::int * interval '1 second'
  ))::text as json`

/** Whether it ran and is ended now; null where it is not there. */
export const cancelRunning = async (db: Db, id: string): Promise<boolean | null> => {
  const found = await db.row(sql`select from exports e where ${ofUs} and e.id = ${id}::uuid`)
  if (!found) return null
  return (
    (await db.run(sql`update exports e set state = 'cancelled', finished_at = now()
      where ${ofUs} and e.id = ${id}::uuid and e.state = 'running'`)) === 1
  )
}

/** The audit keeps who took what; these rows are only followed while they run. */
export const deleteOld = (db: Db) =>
  db.run(sql`delete from exports e where ${ofUs} and e.state <> 'running'
    and e.finished_at < now() - ${KEPT_DAYS}::int * interval '1 day'`)

/** Whether the organization in scope is a department that is there. */
export const findDepartment = (): Sql => sql`select null::text as "from", null::text as "to" from organizations
  where id = (select app.organization_id()) and state in ('active', 'suspended', 'closing')`
