import type { Database } from './db.ts'
import { idleEndsAt, lastEndsAt } from './session-ends.ts'
import { sql } from './sql.ts'

/** Why a session ended: 30 minutes of inactivity, its 12-hour limit, or someone's action. */
export type Lapse = 'idle' | 'lasted' | 'elsewhere'

/**
 * Why this secret's session no longer works, by the server's clock (same limits as `app.enter_session`); null if there is no such
 * session. Called only after a refusal, so that the device shows the real reason rather than guessing from its own clock.
 */
export const lapseOf = async (database: Database, token: Buffer): Promise<Lapse | null> => {
  const [row] = await database.read<{ why: Lapse }>(
    sql`select set_config('app.token', ${token.toString('hex')}, true)`,
    sql`select case when ended_at is not null or least(idle_at, last_at) > clock_timestamp() then 'elsewhere'
        when last_at <= idle_at then 'lasted' else 'idle' end as why
      from (select ended_at, ${idleEndsAt()} as idle_at, ${lastEndsAt()} as last_at
        from sessions where token_hash = (select app.token())) s`,
  )
  return row?.why ?? null
}
