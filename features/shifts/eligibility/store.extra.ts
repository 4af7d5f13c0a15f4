import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { confirmedStatuses } from '#platform/shared/statuses.ts'
import { COUNTED_DAYS } from './rules.extra.ts'

/** Minutes of extra work that count, of an officer `o`. */
export const extraMinutes: Sql = sql`coalesce((select sum(extract(epoch from e.ends_at - e.starts_at) / 60)::int
  from officer_assignments e where ${ours('e')} and e.officer_id = o.id
    and e.status in ${oneOf(confirmedStatuses)}
    and e.starts_at > now() - make_interval(days => ${COUNTED_DAYS}::int)), 0)`
