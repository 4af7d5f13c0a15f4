import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { postedStatuses } from '#platform/shared/statuses.ts'

/**
 * One row per shift that counts, as defined by `fillOf` in rules.ts (a property test keeps them in sync): id, title, kind,
 * starts_at, required, held, minutes_to_fill. `from` and `to` bound the start, half-open; shifts that have not begun never count.
 * `more` adds conditions on columns of the assignment `a`.
 */
export const shiftFills = (from: Sql, to: Sql, more: Sql = sql`true`): Sql => sql`(
  select a.id, a.title, a.kind, a.starts_at, p.required, greatest(0, least(p.required, h.held)) as held,
    floor(extract(epoch from greatest(h.filled_at - v.posted_at, case when h.filled_at is not null then interval '0' end)) / 60)::int
      as minutes_to_fill
  from assignments a
  cross join lateral (select greatest(coalesce(a.published_at, a.created_at), a.publish_at) as posted_at) v
  cross join lateral (
    select coalesce(sum(o.required_count), 0)::int as required from posts o
    where ${ours('o')} and o.assignment_id = a.id) p
  cross join lateral (
    select coalesce(sum(r.delta), 0)::int as held, min(r.at) filter (where r.running >= p.required) as filled_at
    from (select e.at, e.delta, sum(e.delta) over (order by e.at, e.id) as running from place_events e
      where ${ours('e')} and e.assignment_id = a.id and e.at <= a.starts_at) r) h
  where ${ours('a')} and a.status in ${oneOf(postedStatuses)}
    and a.starts_at >= ${from} and a.starts_at < ${to} and a.starts_at <= now() and v.posted_at < a.starts_at
    and p.required > 0 and ${more})`

/** Totals over rows of `shiftFills` with alias `f`. The median is a measured time: for an even number, the shorter of the two. */
export const fillTotals: Sql = sql`'shifts', count(*), 'required', coalesce(sum(f.required), 0), 'held', coalesce(sum(f.held), 0),
  'filled', count(f.minutes_to_fill),
  'median_minutes', percentile_disc(0.5) within group (order by f.minutes_to_fill)`
