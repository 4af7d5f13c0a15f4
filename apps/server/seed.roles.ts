import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'

const set = (db: Db, is: { role: string; user_id: string; officer_id: string; call: string }) =>
  db.rows(sql`select set_config('app.role', ${is.role}, true), set_config('app.user_id', ${is.user_id}, true),
    set_config('app.officer_id', ${is.officer_id}, true), set_config('app.call', ${is.call}, true)`)

/**
 * Runs `work` as one person, as the policies require, then returns to the system. The audit log shows `call`, or the demo's seed.
 * The organization in scope stays.
 */
export const asRole = async (
  db: Db,
  {
    role,
    user_id = '',
    officer_id = '',
    call = 'demo.seed',
  }: { role: string; user_id?: string; officer_id?: string; call?: string },
  work: () => Promise<unknown>,
): Promise<void> => {
  await set(db, { role, user_id, officer_id, call })
  await work()
  await set(db, { role: 'system', user_id: '', officer_id: '', call: 'demo.seed' })
}
