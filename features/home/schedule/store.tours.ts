import { waitsForLeave } from '#features/shifts/leave-requests/store.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import { nothing, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { confirmedStatuses } from '#platform/shared/statuses.ts'

/** The days asked for, as dates and as instants by the department's clock; alias `b`. */
export const bounds = ({ from, days }: { from: string; days: number }) => sql`
  b as materialized (select g.time_zone as zone, (now() at time zone g.time_zone)::date as today, ${from}::date as first,
      ${from}::date + ${days}::int as stop, ${from}::date::timestamp at time zone g.time_zone as start_at,
      (${from}::date + ${days}::int)::timestamp at time zone g.time_zone as stop_at
    from organizations g where g.id = (select app.organization_id()))`

/** On the roster on the first day; aliases `o` and `b`. */
export const active = onRoster(sql`o`, sql`b.first`)

// What touches the days. Days are in UTC with a margin on both sides for any time zone, as in features/roster/tours/store.ts.
const memberships = sql`${ours('m')} and m.starts_on <= b.stop + 1 and (m.ends_on is null or m.ends_on > b.first - 4)`
const exceptions = sql`${ours('e')} and (e.on_day between b.first - 4 and b.stop + 1 or e.works_on between b.first - 4 and b.stop + 1)`
const imported = sql`${ours('t')} and t.starts_at > b.start_at - interval '4 days' and t.starts_at < b.stop_at + interval '1 day'`
// A day more after, and as many before as rest looks back: of the tours there, those on leave are in conflict with no shift.
const leaves = sql`${ours('l')} and l.starts_at < b.stop_at + interval '1 day'
  and (l.ends_at is null or l.ends_at > b.start_at - interval '3 days')`
const requests = sql`${ours('l')} and ${waitsForLeave(sql`l`)} and l.starts_at < b.stop_at and l.ends_at > b.start_at`

const ofCrew = (whose: 'all' | 'crew', alias: Sql) =>
  whose === 'all' ? nothing : sql`${alias}.officer_id in (select crew.id from crew) and`

/**
 * The data from which tours are computed, set by set rather than officer by officer, without the memberships. For all officers, or
 * for those in `crew`: in a statement whose department the planner does not know, joining the two whole tables would compare every
 * row with every other.
 */
export const tourParts = (whose: 'all' | 'crew') => sql`
  'platoons', coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'ended_on', p.ended_on,
      'schedules', coalesce((select json_agg(json_build_object('starts_on', c.starts_on, 'anchor_on', c.anchor_on,
          'keeps', c.keeps, 'pattern', c.pattern)) from platoon_schedules c
        where ${ours('c')} and c.platoon_id = p.id and c.starts_on <= b.stop + 1), '[]')))
    from platoons p where ${ours('p')} and (p.ended_on is null or p.ended_on > b.first - 4)), '[]'),
  'exceptions', coalesce((select json_agg(json_build_object('officer_id', e.officer_id, 'kind', e.kind, 'on_day', e.on_day,
      'works_on', e.works_on, 'start_time', e.start_time, 'minutes', e.minutes))
    from tour_exceptions e where ${ofCrew(whose, sql`e`)} ${exceptions}), '[]'),
  'imported', coalesce((select json_agg(json_build_array(t.officer_id, t.starts_at, t.ends_at))
    from imported_tours t where ${ofCrew(whose, sql`t`)} ${imported}), '[]'),
  'leaves', coalesce((select json_agg(json_build_array(l.officer_id, l.starts_at, l.ends_at))
    from leaves l where ${ofCrew(whose, sql`l`)} ${leaves}), '[]')`

/**
 * The rule on rest, if the department has one, and the shifts that end less than that before the days; part of what admins see
 * only. No shift is longer than 7 days.
 */
export const restParts = (whose: 'all' | 'crew') => sql`
  'rest', (select json_build_object('rest_minutes', w.rest_minutes, 'break_minutes', w.break_minutes)
    from work_rules w where ${ours('w')} and w.rest_minutes is not null),
  'earlier', coalesce((select json_agg(json_build_object('officer_id', s.officer_id, 'signup_id', s.id, 'title', a.title,
      'status', s.status, 'starts_at', s.starts_at, 'ends_at', s.ends_at))
    from work_rules w join assignments a on ${ours('a')} and a.starts_at >= b.start_at - interval '10 days'
      and a.starts_at < b.start_at and a.ends_at <= b.start_at
      and a.ends_at > b.start_at - make_interval(mins => w.rest_minutes)
    join officer_assignments s on ${ours('s')} and s.assignment_id = a.id and s.status in ${oneOf(confirmedStatuses)}
    where ${ofCrew(whose, sql`s`)} ${ours('w')} and w.rest_minutes is not null), '[]')`

/** Requested leave; part of what admins see only. */
export const askedParts = (whose: 'all' | 'crew') => sql`
  'asked', coalesce((select json_agg(json_build_array(l.officer_id, l.starts_at, l.ends_at))
    from leave_requests l where ${ofCrew(whose, sql`l`)} ${requests}), '[]')`

/** The memberships of the officers in `crew`. */
export const membersOfCrew = sql`
  'members', coalesce((select json_agg(json_build_array(m.officer_id, m.platoon_id, m.starts_on, m.ends_on))
    from platoon_members m where ${ofCrew('crew', sql`m`)} ${memberships}), '[]')`

/**
 * Everyone on a rotation, in `member`. `alone`: their days are worked out one by one, because they have leave, an exception or an
 * imported tour, or change platoons. The days outside do not matter, so officers who joined years apart have the same dates.
 */
export const members = sql`
  special as materialized (
    select e.officer_id from tour_exceptions e, b where ${exceptions}
    union select t.officer_id from imported_tours t, b where ${imported}
    union select l.officer_id from leaves l, b where ${leaves}
    union select l.officer_id from leave_requests l, b where ${requests}),
  member as materialized (
    select o.id, o.name, o.unit, m.platoon_id, greatest(m.starts_on, b.first - 4) as starts_on,
      case when m.ends_on <= b.stop then m.ends_on end as ends_on,
      m.officer_id in (select special.officer_id from special) or count(*) over (partition by m.officer_id) > 1 as alone
    from b join platoon_members m on ${memberships} join officers o on ${ours('o')} and o.id = m.officer_id and ${active})`

type Grouping = {
  /** Separately for each unit. */
  byUnit: boolean
  /** How many officers of a group are named, by name; or all. */
  names: 'all' | number
  /** Officers whose memberships are read although they are in a group. */
  turnsOf?: Sql
}

const firstOf = (names: Grouping['names']): Sql => {
  const all = sql`array_agg(json_build_object('id', m.id, 'name', m.name) order by m.name, m.id)`
  return names === 'all' ? all : sql`(${all})[1:${names}::int]`
}

/** Officers with the same rotation and nothing else as one row, and the others by name. Needs `members`. */
export const groupParts = ({ byUnit, names, turnsOf }: Grouping) => sql`
  'groups', coalesce((select json_agg(json_build_array(g.platoon_id, g.starts_on, g.ends_on, g.unit, g.count, g.people)) from (
      select m.platoon_id, m.starts_on, m.ends_on, ${byUnit ? sql`m.unit` : sql`null::text`} as unit, count(*) as count,
        ${firstOf(names)} as people
      from member m where not m.alone group by 1, 2, 3, 4) g), '[]'),
  'members', coalesce((select json_agg(json_build_array(m.id, m.platoon_id, m.starts_on, m.ends_on)) from member m
    where m.alone ${turnsOf ? sql`or m.id in ${turnsOf}` : nothing}), '[]'),
  'officers', coalesce((select json_agg(json_build_array(x.id, x.name, x.unit)) from (
      select m.id, m.name, m.unit from member m where m.alone
      union select o.id, o.name, o.unit from special s join officers o on ${ours('o')} and o.id = s.officer_id and ${active}) x), '[]')`
