import type { Database } from './db.ts'
import { sql } from './sql.ts'

/** Why a session is over: nobody did anything for 30 minutes, its 12 hours are, or somebody's act. */
export type Lapse = 'idle' | 'lasted' | 'elsewhere'

/**
 * Why the session of this secret opens nothing any more, by the server's clock (the same times as in `app.enter_session`); null where
 * there is none. Asked for after a refusal alone, so that the device says what happened and not what its own clock makes of it.
 */
export const lapseOf = async (database: Database, token: Buffer): Promise<Lapse | null> => {
  const [row] = await database.read<{ why: Lapse }>(
    sql`select set_config('app.token', ${token.toString('hex')}, true)`,
    sql`select case when ended_at is not null or least(idle_at, last_at) > clock_timestamp() then 'elsewhere'
        when last_at <= idle_at then 'lasted' else 'idle' end as why
      from (select ended_at, last_seen_at + interval '30 minutes' as idle_at, created_at + interval '12 hours' as last_at
        from sessions where token_hash = (select app.token())) s`,
  )
  return row?.why ?? null
}
