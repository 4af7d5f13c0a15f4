import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { confirmedStatuses } from '#platform/shared/statuses.ts'
import { COUNTED_DAYS } from './rules.extra.ts'

/** Minutes of extra work that count, of an officer `o`. */
export const extraMinutes: Sql = sql`coalesce((select sum(extract(epoch from e.ends_at - e.starts_at) / 60)::int
  from officer_assignments e where ${ours('e')} and e.officer_id = o.id
    and e.status in ${oneOf(confirmedStatuses)}
    and e.starts_at > now() - make_interval(days => ${COUNTED_DAYS}::int)), 0)`

/** Midnight of the Sunday that begins a moment's week, plus this many days, by the clock of department `g`. */
export const inWeek = (at: Sql, days: number): Sql => sql`((date_trunc('day', ${at} at time zone g.time_zone)
  + make_interval(days => ${days}::int - extract(dow from ${at} at time zone g.time_zone)::int)) at time zone g.time_zone)`

/** Confirmed minutes of an officer `o` in the week of a moment, by the clock of department `g`. */
export const weekMinutes = (
  at: Sql,
): Sql => sql`coalesce((select sum(extract(epoch from e.ends_at - e.starts_at) / 60)::int
  from officer_assignments e where ${ours('e')} and e.officer_id = o.id and e.status in ${oneOf(confirmedStatuses)}
    and e.starts_at >= ${inWeek(at, 0)} and e.starts_at < ${inWeek(at, 7)}), 0)`
