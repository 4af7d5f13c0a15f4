import type { Db } from '#platform/server/db.ts'
import { type Refusal, refuse } from '#platform/server/route.ts'
import { sql } from '#platform/server/sql.ts'
import type { NoEntry } from './rules.departments.ts'
import { setScope } from './store.scope.ts'

/** The vendor's reason, for an admin of the suspended department; null for everyone else. Call only after a right password. */
const findReason = async (db: Db, agency: string | null): Promise<string | null> => {
  const own = await db.row<{ id: string }>(sql`select m.organization_id as id from app.my_memberships() m
    where m.organization_state = 'suspended' and m.role = 'admin' and m.standing = 'approved'
      and (${agency}::text is null or m.subdomain = ${agency}) order by m.name limit 1`)
  if (!own) return null
  await setScope(db, { organization_id: own.id })
  const row = await db.row<{ reason: string | null }>(
    sql`select state_reason as reason from organizations where id = (select app.organization_id())`,
  )
  return row?.reason ?? null
}

/** Why the person cannot enter; admins of a suspended department also see the vendor's reason. The account is in scope. */
export const refuseEntry = async (
  db: Db,
  refused: NoEntry,
  agency: string | null,
): Promise<Refusal<NoEntry | 'organization_suspended_why'>> => {
  const reason = refused === 'organization_suspended' ? await findReason(db, agency) : null
  return reason === null ? refuse(refused) : refuse('organization_suspended_why', { reason })
}
