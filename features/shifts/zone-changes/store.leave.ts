import { waitsForLeave } from '#features/shifts/leave-requests/store.ts'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { type Leave, moveLeaves } from './rules.leave.ts'
import { instantOf } from './store.ts'

type Row = Leave & { apart: string }

/** `apart`: leave with the same value may not overlap. */
const moveIn = async (db: Db, table: Sql, apart: Sql, { from, to }: { from: string; to: string }) => {
  const rows = await db.rows<Row>(sql`select l.id, ${instantOf(sql`l.starts_at`)} as starts_at,
      ${instantOf(sql`l.ends_at`)} as ends_at, ${apart} as apart from ${table} l
    where ${ours('l')} order by l.id for no key update`)
  const moved = [...Map.groupBy(rows, (row) => row.apart).values()].flatMap((some) => moveLeaves(some, from, to))
  // In one statement, so that the overlap constraint checks all of them together.
  await db.run(sql`update ${table} l set starts_at = r.starts_at, ends_at = r.ends_at
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as r (id uuid, starts_at timestamptz, ends_at timestamptz)
    where ${ours('l')} and l.id = r.id and (l.starts_at, l.ends_at) is distinct from (r.starts_at, r.ends_at)`)
}

/** Moves all leave and all requests to the same dates and times in the new zone. As the system: the admin's own leave moves too. */
export const moveAllLeave = async (db: Db, zones: { from: string; to: string }) => {
  const role = (await db.row<{ role: string }>(sql`select app.role() as role`))?.role ?? ''
  await db.run(sql`select set_config('app.role', 'system', true)`)
  await moveIn(db, sql`leaves`, sql`l.officer_id`, zones)
  await moveIn(db, sql`leave_requests`, sql`case when ${waitsForLeave(sql`l`)} then l.officer_id else l.id end`, zones)
  await db.run(sql`select set_config('app.role', ${role}, true)`)
}
