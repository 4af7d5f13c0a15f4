import { shiftsInLeave } from '#features/roster/leaves/store.entries.ts'
import { tourFacts } from '#features/roster/tours/store.ts'
import { findFacts } from '#features/shifts/minimum-staffing/store.facts.ts'
import { zone } from '#platform/server/department-days.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { currentStatuses } from '#platform/shared/statuses.ts'
import { BELOW_DAYS, COVERAGE_DAYS } from './rules.coverage.ts'

const PAGE = 30
const AWAY_LISTED = 50
const SHIFTS_LISTED = 50
/** Requests checked at once against the minimums. */
const BELOW_LISTED = 100

/** A request that waits for an admin. */
export const waitsForLeave = (r: Sql): Sql => sql`(${r}.state = 'pending')`

/** Alias `l` of leave_requests, `b` of the officer who decided. */
const facts = sql`'id', l.id, 'kind', l.kind, 'starts_at', l.starts_at, 'ends_at', l.ends_at, 'whole_days', l.whole_days,
  'note', l.note, 'state', case when l.state = 'approved' and l.leave_id is null then 'removed' else l.state end,
  'deny_reason', l.deny_reason, 'answer', l.answer, 'decided_at', l.decided_at,
  'decided_by', coalesce(b.name, case when l.decided_by is not null then 'an admin' end),
  'asked_at', l.created_at, 'version', l.version, 'shifts', ${shiftsInLeave}`
const withDecider = sql`left join officers b on b.organization_id = l.organization_id and b.id = l.decided_by`

/** Whether leave or a request `x` of the officer and `l` have a moment in common. */
const during = sql`x.starts_at < l.ends_at and (x.ends_at is null or x.ends_at > l.starts_at)`

export const listMine = ({ after }: { after?: string | undefined }): Sql => sql`
  with found as materialized (select l.* from leave_requests l
    where ${ours('l')} and l.officer_id = (select app.officer_id())
      and (${after ?? null}::uuid is null or (l.starts_at, l.id) < (select c.starts_at, c.id from leave_requests c
        where ${ours('c')} and c.id = ${after ?? null}::uuid))
    order by l.starts_at desc, l.id desc limit ${PAGE + 1}::int),
  shown as (select * from found order by starts_at desc, id desc limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(json_build_object(${facts}) order by l.starts_at desc, l.id desc)
      from shown l ${withDecider}), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then
      (select id from shown order by starts_at, id limit 1) end)::text as json`

export const listRequests = ({ filter, after }: { filter: 'waiting' | 'all'; after?: string | undefined }): Sql => {
  const waiting = filter === 'waiting'
  // A bound on the id as well: several can be asked for in one moment.
  const [at, up] = waiting ? [sql`starts_at`, sql`asc`] : [sql`created_at`, sql`desc`]
  const past = waiting ? sql`>` : sql`<`
  return sql`
  with found as materialized (select l.* from leave_requests l
    where ${ours('l')} and (${!waiting}::boolean or ${waitsForLeave(sql`l`)})
      and (${after ?? null}::uuid is null or (l.${at}, l.id) ${past} (select c.${at}, c.id from leave_requests c
        where ${ours('c')} and c.id = ${after ?? null}::uuid))
    order by l.${at} ${up}, l.id ${up} limit ${PAGE + 1}::int),
  shown as (select f.*, row_number() over (order by f.${at} ${up}, f.id ${up}) as n from found f
    order by f.${at} ${up}, f.id ${up} limit ${PAGE}::int)
  select json_build_object('items', coalesce((select json_agg(jsonb_build_object(${facts}) || jsonb_build_object(
      'officer', jsonb_build_object('id', o.id, 'name', o.name, 'badge_number', o.badge_number, 'rank', o.rank, 'unit', o.unit),
      'own', o.id is not distinct from (select app.officer_id()),
      'others_away', (select count(distinct x.officer_id) from leaves x
        where ${ours('x')} and x.officer_id <> l.officer_id and ${during})) order by l.n)
    from shown l join officers o on o.organization_id = l.organization_id and o.id = l.officer_id ${withDecider}), '[]'),
    'next', case when (select count(*) from found) > ${PAGE}::int then (select id from shown order by n desc limit 1) end)::text
    as json`
}

/** The officer's own shifts during request `l`, worked ones too. No shift is longer than 7 days, which bounds the index from below. */
const ownShifts = sql`coalesce((select jsonb_agg(one order by one ->> 'starts_at') from (
  select jsonb_build_object('signup_id', s.id, 'assignment_id', a.id, 'title', a.title, 'post', p.name, 'status', s.status,
    'starts_at', s.starts_at, 'ends_at', s.ends_at, 'checked_in_at', t.checked_in_at, 'checked_out_at', t.checked_out_at) as one
  from officer_assignments s
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  join posts p on p.organization_id = s.organization_id and p.id = s.post_id
  left join attendance t on t.organization_id = s.organization_id and t.signup_id = s.id
  where ${ours('s')} and s.officer_id = l.officer_id and s.status in ${oneOf(currentStatuses)}
    and (s.status <> 'offered' or s.offer_expires_at > now())
    and s.starts_at > l.starts_at - interval '7 days' and s.starts_at < l.ends_at and s.ends_at > l.starts_at
  order by s.starts_at limit ${SHIFTS_LISTED}::int) x), '[]')`

/** One row: the request's time, the officer's own work then, who else is away then, and what minimum staffing is computed from; no row without the request. */
export const findCoverage = ({ id }: { id: string }): Sql => {
  const mine = sql`leave_requests r where ${ours('r')} and r.id = ${id}::uuid`
  // A tour that began the day before reaches into the leave.
  const from = sql`(select greatest((r.starts_at at time zone ${zone})::date, (now() at time zone ${zone})::date) - 1 from ${mine})`
  const days = sql`(select least(${COVERAGE_DAYS}::int + 1, greatest(1, ((r.ends_at - interval '1 second') at time zone ${zone})::date
    - ${from} + 1)) from ${mine})`
  return sql`select l.officer_id, l.starts_at, l.ends_at, (select f.facts from (${findFacts({ from, days })}) f) as facts, ${ownShifts} as shifts,
    (select ${tourFacts(sql`l.starts_at`, sql`l.ends_at`)} from officers o where ${ours('o')} and o.id = l.officer_id) as tours,
    coalesce((select jsonb_agg(jsonb_build_object('officer_id', o.id, 'name', o.name, 'unit', o.unit, 'starts_at', x.starts_at,
        'ends_at', x.ends_at, 'whole_days', x.whole_days, 'pending', x.pending) order by x.starts_at, o.name, x.id)
      from (select x.id, x.officer_id, x.starts_at, x.ends_at, x.whole_days, x.pending from (
          select v.id, v.officer_id, v.starts_at, v.ends_at, v.whole_days, false as pending from leaves v where ${ours('v')}
          union all
          select p.id, p.officer_id, p.starts_at, p.ends_at, p.whole_days, true from leave_requests p
            where ${ours('p')} and ${waitsForLeave(sql`p`)}) x
        where x.officer_id <> l.officer_id and ${during} order by x.starts_at, x.id limit ${AWAY_LISTED}::int) x
      join officers o on ${ours('o')} and o.id = x.officer_id), '[]') as away
  from leave_requests l where ${ours('l')} and l.id = ${id}::uuid`
}

/** One row: what minimum staffing is computed from, and the pending requests in those days, by start. */
export const findBelow = (): Sql => sql`
  select f.facts, coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'officer_id', l.officer_id, 'starts_at', l.starts_at,
      'ends_at', l.ends_at) order by l.starts_at, l.id)
    from (select l.* from leave_requests l where ${ours('l')} and ${waitsForLeave(sql`l`)} and l.ends_at > now()
        and l.starts_at < now() + make_interval(days => ${BELOW_DAYS}::int)
      order by l.starts_at, l.id limit ${BELOW_LISTED}::int) l), '[]') as requests
  from (${findFacts({ days: BELOW_DAYS + 1 })}) f`
