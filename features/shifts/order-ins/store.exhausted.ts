import { isPublished } from '#platform/server/public-shift.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { missing } from './store.calls.ts'

/** The last decided call for post `p` ran out of eligible officers, and volunteers are not being asked again. */
const ranOut = sql`not exists (select from order_calls c where c.organization_id = p.organization_id and c.post_id = p.id
    and c.closed_at is null)
  and coalesce((select c.missing_count > 0 from order_calls c where c.organization_id = p.organization_id
    and c.assignment_id = p.assignment_id and c.post_id = p.id and c.outcome = 'decided' order by c.closed_at desc limit 1), false)`

/**
 * Published shifts to come with spots that nobody could be ordered in for, as JSON by start; empty once they are filled, canceled or
 * have begun.
 */
export const exhaustedShifts = (limit: number): Sql => sql`coalesce((
  select jsonb_agg(jsonb_build_object('assignment_id', x.id, 'title', x.title, 'location_name', x.location_name,
    'starts_at', x.starts_at, 'ends_at', x.ends_at, 'missing', x.missing) order by x.starts_at, x.id)
  from (select a.id, a.title, a.location_name, a.starts_at, a.ends_at, w.missing from assignments a
    cross join lateral (select sum(${missing})::int as missing from posts p
      where p.organization_id = a.organization_id and p.assignment_id = a.id and ${ranOut}) w
    where ${ours('a')} and ${isPublished} and a.starts_at > now()
      and exists (select from order_calls c where c.organization_id = a.organization_id and c.assignment_id = a.id
        and c.missing_count > 0)
      and w.missing > 0
    order by a.starts_at, a.id limit ${limit}::int) x), '[]')`
