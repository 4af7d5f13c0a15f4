import { createHash } from 'node:crypto'
import type { Db } from '#platform/server/db.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Request } from './rules.demo.ts'

const count = (db: Db, source: string) =>
  db.row<{ made: number }>(sql`insert into demo_request_counts (organization_id, source, hour, made)
    values ((select app.organization_id()), ${source}, date_trunc('hour', now()), 1)
    on conflict (organization_id, source, hour) do update set made = demo_request_counts.made + 1 returning made`)

/**
 * Counts one more request this hour and returns the counts for this source and for all. A refused request rolls back its count,
 * so only stored requests count. Deletes past hours.
 */
export const countRequest = async (db: Db, source: string): Promise<{ ofSource: number; ofAll: number }> => {
  await db.run(sql`delete from demo_request_counts where ${ours()}
    and hour < date_trunc('hour', now())`)
  const ofSource = await count(db, createHash('sha256').update(source).digest('hex'))
  const ofAll = await count(db, '')
  return { ofSource: ofSource?.made ?? 1, ofAll: ofAll?.made ?? 1 }
}

const described = (it: Request): string =>
  [
    `Organization: ${it.organizationName}`,
    `Officers: ${it.teamSize}`,
    `Contact: ${it.contactName}`,
    `Email: ${it.email}`,
    ...(it.phone ? [`Phone: ${it.phone}`] : []),
    ...(it.message ? ['', it.message] : []),
  ].join('\n')

/** Stored with the feature requests, without an account, as of now or `at`; false if this id was already stored. */
export const insertRequest = async (db: Db, id: string, it: Request, at: Sql = sql`now()`): Promise<boolean> => {
  // No conflict target: naming one requires read access to the table.
  const made = await db.run(sql`insert into feature_requests (organization_id, id, title, description, trial_data,
      trial_state, created_at)
    values ((select app.organization_id()), ${id}::uuid, ${`Trial request: ${it.organizationName}`}, ${described(it)},
      ${JSON.stringify(it)}::jsonb, 'new', ${at}) on conflict do nothing`)
  return made === 1
}

/** Runs `work`; if the database refuses it, rolls back `work` alone and keeps what was done before. */
export const orNothing = async (db: Db, work: () => Promise<unknown>): Promise<boolean> => {
  await db.run(sql`savepoint aside`)
  try {
    await work()
    return true
  } catch {
    await db.run(sql`rollback to savepoint aside`)
    return false
  }
}
