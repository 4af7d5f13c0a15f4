import type { z } from 'zod'
import { phaseOf, postsOf, waitingOf } from '#features/shifts/assignments/store.phase.ts'
import { likeText, nothing, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses, atStartStatuses, confirmedStatuses, postedStatuses } from '#platform/shared/statuses.ts'
import type { readOfficersSchedule, readSchedule, readScheduleMonth } from './contract.ts'
import { NAMED_DAYS, WEEK_NAMES } from './rules.crews.ts'
import { MONTH_NAMED } from './rules.ts'
import { active, askedParts, bounds, groupParts, members, membersOfCrew, restParts, tourParts } from './store.tours.ts'

const SHIFTS_LIMIT = 1500
export const OFFICERS_PAGE = 100

/** Shown by name in a cell: officers who have a spot, are offered one, or are waiting for one. */
const shown = oneOf([...atStartStatuses, 'pending_approval', 'offered'])
const notLapsed = sql`(s.status <> 'offered' or s.offer_expires_at > now())`
export const ordered = sql`exists (select from order_ins i where i.organization_id = s.organization_id and i.signup_id = s.id
  and i.fell_at is null)`

/** Officers of the shown shifts: whether their tours are in conflict with them depends on their own rotation. */
const signedUp = sql`(select s.officer_id from shifts x join officer_assignments s on ${ours('s')} and s.assignment_id = x.id
  and s.status in ${oneOf(confirmedStatuses)})`

/** Whether the officer is there: `in`, `out`, `late` or null. */
const checked = sql`coalesce((select case when t.checked_out_at is null then 'in' else 'out' end from attendance t
    where t.organization_id = s.organization_id and t.signup_id = s.id),
  case when s.status in ${oneOf(aheadStatuses)} and s.starts_at <= now() then 'late' end)`

const namesAll = ({ days, all_names }: Pick<z.output<(typeof readSchedule)['input']>, 'days' | 'all_names'>): boolean =>
  days <= NAMED_DAYS || all_names === 'yes'

/** One row, one statement: shifts with their people, and the data from which everyone's tours are computed. */
export const findSchedule = (input: z.output<(typeof readSchedule)['input']>): Sql => sql`
  with ${bounds(input)},
  ${members},
  shifts as materialized (
    select a.id, a.title, a.kind, a.location_name, a.starts_at, a.ends_at, p.required, p.confirmed, w.pending, p.posts as units,
      ${phaseOf(sql`p.confirmed`, sql`p.required`)} as phase, row_number() over (order by a.starts_at, a.id) as n
    from b join assignments a on ${ours('a')} and a.starts_at >= b.start_at - interval '8 days'
      and a.starts_at < b.stop_at and a.ends_at > b.start_at
    ${postsOf(sql`o.requirements -> 'units'`)} ${waitingOf}
    order by a.starts_at, a.id limit ${SHIFTS_LIMIT + 1})
  select json_build_object('now', now(), 'zone', b.zone, 'today', b.today, 'from', b.first, 'days', b.stop - b.first, 'by_unit', ${input.by_unit === 'yes'}::boolean,
    'all_names', ${namesAll(input)}::boolean, 'start_at', b.start_at,
    'stop_at', b.stop_at, 'shifts', coalesce((select json_agg(json_build_object('id', x.id, 'title', x.title, 'kind', x.kind,
        'phase', x.phase, 'location_name', x.location_name, 'starts_at', x.starts_at, 'ends_at', x.ends_at,
        'required', x.required, 'confirmed', x.confirmed, 'pending', x.pending, 'units', x.units,
        'people', coalesce(people.list, '[]')) order by x.n)
      from shifts x cross join lateral (
        select json_agg(json_build_object('signup_id', s.id, 'officer_id', s.officer_id, 'name', o.name, 'unit', o.unit,
          'status', s.status, 'ordered', ${ordered}, 'checked', ${input.days <= NAMED_DAYS ? checked : sql`null::text`},
          'hours', json_build_array(s.starts_at, s.ends_at))
          order by s.starts_at, o.name, s.id) as list
        from officer_assignments s join officers o on ${ours('o')} and o.id = s.officer_id
        where ${ours('s')} and s.assignment_id = x.id and s.status in ${shown} and ${notLapsed}) people
      where x.n <= ${SHIFTS_LIMIT}), '[]'),
    'more', (select count(*) from shifts) > ${SHIFTS_LIMIT},
    'units', coalesce((select json_agg(distinct o.unit) from officers o where ${ours('o')} and ${active} and o.unit is not null), '[]'),
    ${groupParts({ byUnit: input.by_unit === 'yes', names: namesAll(input) ? 'all' : WEEK_NAMES, turnsOf: signedUp })},
    ${tourParts('all')}, ${askedParts('all')}, ${restParts('all')}) as facts
  from b`

/** One page of officers by name, each with the shifts they have, are offered or are waiting for. */
export const findOfficersSchedule = (input: z.output<(typeof readOfficersSchedule)['input']>): Sql => sql`
  with ${bounds(input)},
  fitting as materialized (
    select o.id, o.name, o.unit, o.badge_number from officers o, b where ${ours('o')} and ${active}
      ${input.unit ? sql`and o.unit = ${input.unit}` : nothing}
      ${
        input.search
          ? sql`and (o.name ilike ${likeText(input.search)} or o.badge_number ilike ${likeText(input.search)}
        or o.unit ilike ${likeText(input.search)})`
          : nothing
      }),
  crew as materialized (select * from fitting
    ${
      input.after
        ? sql`where (name, id) > (select z.name, z.id from officers z where ${ours('z')} and z.id = ${input.after}::uuid)`
        : nothing
    } order by name, id limit ${OFFICERS_PAGE + 1})
  select json_build_object('zone', b.zone, 'start_at', b.start_at, 'stop_at', b.stop_at,
    'total', (select count(*) from fitting),
    'officers', coalesce((select json_agg(json_build_array(c.id, c.name, c.unit, c.badge_number) order by c.name, c.id)
      from crew c), '[]'),
    'signups', coalesce((select json_agg(json_build_object('officer_id', s.officer_id, 'signup_id', s.id, 'assignment_id', a.id,
        'title', a.title, 'shift_kind', a.kind, 'status', s.status, 'starts_at', s.starts_at, 'ends_at', s.ends_at,
        'ordered', ${ordered}) order by s.starts_at)
      from crew join officer_assignments s on ${ours('s')} and s.officer_id = crew.id
      join assignments a on ${ours('a')} and a.id = s.assignment_id
      where s.status in ${shown} and ${notLapsed} and s.starts_at >= b.start_at - interval '8 days'
        and s.starts_at < b.stop_at and s.ends_at > b.start_at), '[]'),
    ${membersOfCrew}, ${tourParts('crew')}, ${askedParts('crew')}, ${restParts('crew')}) as facts
  from b`

/** The first shifts of each day and its counts; zero for a day without shifts. */
export const findScheduleMonth = (input: z.output<(typeof readScheduleMonth)['input']>): Sql => sql`
  with ${bounds(input)},
  shifts as (
    select a.id, a.title, a.kind, a.starts_at, (a.starts_at at time zone b.zone)::date as day, p.required, p.confirmed,
      w.pending + w.calloffs as pending, a.ends_at > now() as current, ${phaseOf(sql`p.confirmed`, sql`p.required`)} as phase
    from b join assignments a on ${ours('a')} and a.starts_at >= b.start_at and a.starts_at < b.stop_at
      and a.status in ${oneOf(postedStatuses)} ${input.kind ? sql`and a.kind = ${input.kind}` : nothing}
    ${postsOf(sql`null::jsonb`)} ${waitingOf}),
  days as (select day, count(*) as shifts, sum(required) as needed, sum(least(confirmed, required)) as filled,
      coalesce(sum(greatest(required - confirmed, 0)) filter (where current), 0) as open,
      coalesce(sum(pending) filter (where current), 0) as pending from shifts group by day),
  ranked as (select *, row_number() over (partition by day order by starts_at, title, id) as n from shifts
    ${input.unfilled ? sql`where current and required > confirmed` : nothing}),
  firsts as (select day, count(*) as listed, json_agg(json_build_object('id', id, 'title', title, 'kind', kind, 'phase', phase,
      'starts_at', starts_at, 'required', required, 'confirmed', confirmed) order by n) filter (where n <= ${MONTH_NAMED}) as named
    from ranked group by day)
  select json_build_object('today', b.today, 'items', (select json_agg(json_build_object('day', d::date,
      'shifts', coalesce(n.shifts, 0), 'needed', coalesce(n.needed, 0), 'filled', coalesce(n.filled, 0),
      'open', coalesce(n.open, 0), 'pending', coalesce(n.pending, 0), 'named', coalesce(f.named, '[]'),
      'listed', coalesce(f.listed, 0)) order by d)
    from generate_series(b.first::timestamp, b.stop::timestamp - interval '1 day', interval '1 day') d
    left join days n on n.day = d::date left join firsts f on f.day = d::date))::text as json
  from b`
