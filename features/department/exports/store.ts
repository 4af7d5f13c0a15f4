import type { Db } from '#platform/server/db.ts'
import { deadAfterSeconds } from '#platform/server/exports.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { presentStates } from '#platform/shared/statuses.ts'

const KEPT_DAYS = 30

/** An export whose process has died counts as not running, so that nobody waits for it. */
export const findRunning = (): Sql => sql`select json_build_object('running', (
    select json_build_object('id', e.id, 'title', e.title, 'by', o.name, 'mine', o.id = (select app.me()),
      'created_at', e.created_at, 'rows_done', e.rows_done, 'rows_total', e.rows_total)
    from exports e join officers o on o.organization_id = e.organization_id and o.id = e.started_by
    where ${ours('e')} and e.state = 'running' and e.alive_at > now() - ${deadAfterSeconds}::int * interval '1 second'
  ))::text as json`

/** True if it was running and is now canceled; null if it does not exist. */
export const cancelRunning = async (db: Db, id: string): Promise<boolean | null> => {
  const found = await db.row(sql`select from exports e where ${ours('e')} and e.id = ${id}::uuid`)
  if (!found) return null
  return (
    (await db.run(sql`update exports e set state = 'cancelled', finished_at = now()
      where ${ours('e')} and e.id = ${id}::uuid and e.state = 'running'`)) === 1
  )
}

/** The audit records who exported what; these rows are only used while an export runs. */
export const deleteOld = (db: Db) =>
  db.run(sql`delete from exports e where ${ours('e')} and e.state <> 'running'
    and e.finished_at < now() - ${KEPT_DAYS}::int * interval '1 day'`)

/** Checks that the organization in scope is an existing department. */
export const findDepartment = (): Sql => sql`select null::text as "from", null::text as "to" from organizations
  where id = (select app.organization_id()) and state in ${oneOf(presentStates)}`
