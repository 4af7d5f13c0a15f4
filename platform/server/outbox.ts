import type { Database } from './db.ts'
import { sql } from './sql.ts'

export type Poke = {
  organization_id: string
  topic: string
  thing_id: string | null
  officer_id: string | null
  audience: 'all' | 'officer' | 'admins' | 'user' | 'system'
}

/**
 * Reads rows that became visible since the last read, in every organization. A cursor on a sequence would lose rows of slower
 * transactions; instead each read keeps its snapshot, and the next reads the rows that snapshot could not see.
 */
export const createOutboxReader = (database: Database) => {
  let snapshot: string | null = null
  return async (): Promise<Poke[]> => {
    // Sets the role in the same statement, evaluated before the rows: the policy reads it once, as an InitPlan.
    const rows = await database.read<Poke & { snapshot: string; topic: string | null }>(
      sql`select set_config('app.role', 'system', true)`,
      snapshot === null
        ? sql`select pg_current_snapshot()::text as snapshot, null as topic`
        : sql`select s.snapshot::text, o.organization_id, o.topic, o.thing_id, o.officer_id, o.audience
            from (select pg_current_snapshot() as snapshot) s
            left join outbox o on o.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
              and not pg_visible_in_snapshot(o.xid, ${snapshot}::pg_snapshot)`,
    )
    snapshot = rows[0]?.snapshot ?? snapshot
    return rows.filter((row) => row.topic !== null)
  }
}
