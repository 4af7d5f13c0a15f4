import { createHash } from 'node:crypto'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import type { Request } from './rules.ts'

const count = (db: Db, source: string) =>
  db.row<{ made: number }>(sql`insert into demo_request_counts (organization_id, source, hour, made)
    values ((select app.organization_id()), ${source}, date_trunc('hour', now()), 1)
    on conflict (organization_id, source, hour) do update set made = demo_request_counts.made + 1 returning made`)

/**
 * Counts one more request in this hour, of this source and of all, and answers both. What is refused is rolled back with its
 * count: the figures are of requests that were stored. Hours that are over leave.
 */
export const countRequest = async (db: Db, source: string): Promise<{ ofSource: number; ofAll: number }> => {
  await db.run(sql`delete from demo_request_counts where organization_id = (select app.organization_id())
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
    `E-mail: ${it.email}`,
    ...(it.phone ? [`Phone: ${it.phone}`] : []),
    ...(it.message ? ['', it.message] : []),
  ].join('\n')

/** A wish among the wishes, of nobody who has an account; false where this id was stored before. */
export const insertRequest = async (db: Db, id: string, it: Request): Promise<boolean> => {
  // Without a target: who may not read the table may not name one.
  const made = await db.run(sql`insert into feature_requests (organization_id, id, title, description, trial_data,
      trial_state)
    values ((select app.organization_id()), ${id}::uuid, ${`Trial request: ${it.organizationName}`}, ${described(it)},
      ${JSON.stringify(it)}::jsonb, 'new') on conflict do nothing`)
  return made === 1
}

/** Does `work`; where the database refuses it, it is as if it had not been tried, and what was done before stands. */
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
