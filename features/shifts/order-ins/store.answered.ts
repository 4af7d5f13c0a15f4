import type { IsAnswered } from '#features/department/channels/store.sending.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { standsForSpot } from './rules.ts'
import { standingOf } from './store.volunteers.ts'

/** The officer has acknowledged the order, or it is over. */
export const isOrderAnswered: IsAnswered = (d) => sql`(${d}.event = 'ordered_in' and exists (select from order_ins i
  where i.organization_id = ${d}.organization_id and i.officer_id = ${d}.officer_id and i.assignment_id = ${d}.assignment_id
    and i.ordered_at = ${d}.told_at and (i.seen_at is not null or i.cancelled_at is not null or i.fell_at is not null)))`

/** The officer has said yes or no to every call for volunteers about the shift, or it is closed. */
export const isCallAnswered: IsAnswered = (
  d,
) => sql`(${d}.event = 'volunteers_asked' and not exists (select from order_asked q
  join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
  where q.organization_id = ${d}.organization_id and q.officer_id = ${d}.officer_id and c.assignment_id = ${d}.assignment_id
    and c.closed_at is null and q.answer is null))`

/** Until when officers are asked to volunteer for this post, in a call that is still open; null if in none. Alias `post` of posts. */
export const askedUntil = (post: Sql): Sql => sql`(select max(c.closes_at) from order_calls c
  where ${ours('c')} and c.post_id = ${post}.id and c.closed_at is null)`

/** Ids of the officers who volunteered for this post in an open call and can be given a spot: a JSON array. Alias `post` of posts. */
export const volunteersFor = (post: Sql): Sql => sql`coalesce((select jsonb_agg(q.officer_id) from order_asked q
  join order_calls c on c.organization_id = q.organization_id and c.id = q.call_id
  where ${ours('c')} and c.post_id = ${post}.id and c.closed_at is null and q.answer = 'yes'
    and ${standingOf(sql`q`, sql`c`)} in ${oneOf(standsForSpot)}), '[]')`
