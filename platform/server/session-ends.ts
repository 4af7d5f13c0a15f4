import { type Sql, sql } from './sql.ts'

// `endsOf` of features/people/sessions/rules.ts, for a row of `sessions`; `app.enter_session` asks the same.

/** When the session ends for want of an action. */
export const idleEndsAt = (s: Sql = sql`sessions`): Sql => sql`${s}.last_seen_at + interval '30 minutes'`
/** When it ends in any case. */
export const lastEndsAt = (s: Sql = sql`sessions`): Sql => sql`${s}.created_at + interval '12 hours'`

/** Whether neither has come. In the form that the index on the start serves. */
export const isSessionAlive = (s: Sql = sql`sessions`, at: Sql = sql`now()`): Sql =>
  sql`${s}.last_seen_at > ${at} - interval '30 minutes' and ${s}.created_at > ${at} - interval '12 hours'`
