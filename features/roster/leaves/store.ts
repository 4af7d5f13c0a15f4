import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'

/**
 * The officer's leaves that overlap the time between two instants, in order: `[{ starts_at, ends_at }]`, `ends_at` null until
 * further notice. Alias `o` is the row of `officers`. Leaves out the reason, which is private.
 */
export const leaveFacts = (from: Date | Sql, to: Date | Sql): Sql => sql`coalesce((
  select jsonb_agg(jsonb_build_object('starts_at', tl.starts_at, 'ends_at', tl.ends_at) order by tl.starts_at)
  from leaves tl where ${ours('tl')} and tl.officer_id = o.id
    and tl.starts_at < (${to})::timestamptz and (tl.ends_at is null or tl.ends_at > (${from})::timestamptz)), '[]')`
