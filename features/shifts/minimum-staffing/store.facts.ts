import { tourFacts } from '#features/roster/tours/store.ts'
import { touches } from '#features/shifts/signups/store.ts'
import { activeOfficer } from '#platform/server/active-officer.ts'
import { oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { aheadStatuses, confirmedStatuses, currentStatuses } from '#platform/shared/statuses.ts'
import type { WallDate } from '#platform/shared/time.ts'

/** Alias `m` of staffing_minimums, `l` of its platoon. */
export const minimumJson = sql`jsonb_build_object('id', m.id, 'name', m.name, 'platoon_id', m.platoon_id, 'platoon', l.name,
  'unit', coalesce(m.unit, l.unit), 'rank', m.rank, 'least', m.least, 'weekdays', m.weekdays, 'start_time', m.start_time,
  'end_time', m.end_time, 'starts_on', m.starts_on, 'last_on', m.last_on, 'days_ahead', m.days_ahead,
  'latest_minutes', m.latest_minutes, 'title', m.title, 'kind', m.kind, 'location_name', m.location_name,
  'location_address', m.location_address, 'signup_mode', m.signup_mode, 'award_rule_id', m.award_rule_id,
  'requirements', m.requirements, 'version', m.version)`
export const withPlatoon = sql`left join platoons l on l.organization_id = m.organization_id and l.id = m.platoon_id`

/** When platoon `l` works; a handful of schedules each. */
const rotation = sql`case when l.id is not null then jsonb_build_object('ended_on', l.ended_on, 'schedules', coalesce((
  select jsonb_agg(jsonb_build_object('starts_on', s.starts_on, 'anchor_on', s.anchor_on, 'keeps', s.keeps, 'pattern', s.pattern))
  from platoon_schedules s where s.organization_id = l.organization_id and s.platoon_id = l.id), '[]')) end`

const shiftOf = sql`case when a.id is not null then jsonb_build_object('title', a.title, 'status', a.status,
  'cancel_reason', a.cancel_reason, 'starts_at', a.starts_at, 'ends_at', a.ends_at, 'posts', p.posts, 'post_id', p.post_id,
  'required', p.required, 'held', p.held, 'live', s.live, 'absent', s.absent) end`
/** Officer `o` will not come to work that begins at the instant. */
const isAbsent = (at: Sql): Sql =>
  sql`(o.suspended_at is not null or o.left_on <= (${at} at time zone g.time_zone)::date)`
/** Spots held by such officers at the fullest minute: consecutive parts of a post are one spot. */
const absentAtOnce = sql`coalesce((with away as (select e.post_id, e.starts_at, e.ends_at from officer_assignments e
    join officers o on o.organization_id = e.organization_id and o.id = e.officer_id
    where e.organization_id = a.organization_id and e.assignment_id = a.id and e.status in ${oneOf(aheadStatuses)}
      and ${isAbsent(sql`e.starts_at`)})
  select sum(fullest) from (select max((select count(*) from away h where h.post_id = w.post_id
      and h.starts_at <= w.starts_at and h.ends_at > w.starts_at)) as fullest from away w group by w.post_id) p), 0)`
const gaps = sql`coalesce((select jsonb_agg(jsonb_build_object('minimum_id', n.minimum_id, 'on_day', n.on_day,
    'assignment_id', n.assignment_id, 'opened_at', n.opened_at, 'closed_at', n.closed_at, 'places', n.places,
    'starts_at', n.starts_at, 'ends_at', n.ends_at, 'told', n.told, 'announced', n.announced, 'said', n.said,
    'unsaid', n.unsaid, 'shift', ${shiftOf}))
  from staffing_gaps n
  left join assignments a on a.organization_id = n.organization_id and a.id = n.assignment_id
  cross join lateral (select count(*) as posts, (array_agg(o.id))[1] as post_id, coalesce(sum(o.required_count), 0) as required,
      coalesce(sum(app.places_held(o, o.starts_at, o.ends_at, true, null)), 0) as held
    from posts o where o.organization_id = a.organization_id and o.assignment_id = a.id) p
  cross join lateral (select count(*) as live, ${absentAtOnce} as absent
    from officer_assignments s
    where s.organization_id = a.organization_id and s.assignment_id = a.id and s.status in ${oneOf(currentStatuses)}) s
  where n.organization_id = g.id and n.on_day >= b.from_day and n.on_day < b.from_day + b.days), '[]')`

const people = sql`coalesce((select jsonb_agg(jsonb_build_object('officer_id', o.id, 'name', o.name, 'unit', o.unit,
    'rank', o.rank, 'left_on', o.left_on, 'facts', ${tourFacts(sql`b.start_at`, sql`b.stop_at`)}) order by o.name, o.id)
  from officers o where o.organization_id = g.id and o.id in (select c.id from crew c)), '[]')`

/**
 * Work that may count, and work that keeps one of these officers elsewhere. No sign-up is longer than 7 days, which bounds the
 * index from below.
 */
const held = sql`coalesce((select jsonb_agg(jsonb_build_object('officer_id', o.id, 'name', o.name, 'rank', o.rank,
    'assignment_id', s.assignment_id, 'kind', a.kind, 'units', coalesce(p.requirements -> 'units', '[]'),
    'starts_at', s.starts_at, 'ends_at', s.ends_at, 'minimum_id', n.minimum_id) order by o.name, s.id)
  from officer_assignments s
  join officers o on o.organization_id = s.organization_id and o.id = s.officer_id
  join assignments a on a.organization_id = s.organization_id and a.id = s.assignment_id
  join posts p on p.organization_id = s.organization_id and p.id = s.post_id
  left join staffing_gaps n on n.organization_id = s.organization_id and n.assignment_id = s.assignment_id
  where s.organization_id = g.id and s.status in ${oneOf(confirmedStatuses)}
    and (s.status = 'worked' or not coalesce(${isAbsent(sql`s.starts_at`)}, false))
    and ${touches(sql`s`, sql`b.start_at`, sql`b.stop_at`)}
    and (n.minimum_id is not null or jsonb_array_length(coalesce(p.requirements -> 'units', '[]')) > 0
      or s.officer_id in (select c.id from crew c))), '[]')`

type Asked = {
  /** The first day; by default yesterday, whose night shift may still be running. */
  from?: WallDate | Sql | undefined
  days: number | Sql
  /** Only this minimum's officers; it is included even if it has ended. */
  minimum_id?: string
  /** A group whose officers are included in addition to those of the stored minimums. */
  group?: { platoon_id: string | null; unit: string | null }
}

/** The facts for this many days, as one JSON value in one row. */
export const findFacts = ({ from, days, minimum_id, group }: Asked): Sql => sql`
  with b as materialized (
    select x.*, x.from_day::timestamp at time zone x.zone as start_at,
      (x.from_day + x.days + 1)::timestamp at time zone x.zone as stop_at
    from (select g.time_zone as zone, (now() at time zone g.time_zone)::date as today, ${days}::int as days,
      coalesce(${from ?? null}::date, (now() at time zone g.time_zone)::date - 1) as from_day
      from organizations g where g.id = (select app.organization_id())) x),
  chosen as materialized (select m.* from staffing_minimums m, b
    where ${ours('m')}
      and (m.id = ${minimum_id ?? null}::uuid or ((m.last_on is null or m.last_on >= b.from_day - 1)
        and m.starts_on < b.from_day + b.days + 1))),
  watched as materialized (select m.platoon_id, m.unit from chosen m
      where ${minimum_id ?? null}::uuid is null or m.id = ${minimum_id ?? null}::uuid
    union all select ${group?.platoon_id ?? null}::uuid, ${group?.unit ?? null}::text),
  crew as materialized (select o.id from officers o, b where ${ours('o')}
    and ${activeOfficer(sql`o`, sql`b.from_day`)}
    and (o.unit in (select t.unit from watched t where t.unit is not null) or o.id in (
      select w.officer_id from platoon_members w where ${ours('w')}
        and w.platoon_id in (select t.platoon_id from watched t) and w.starts_on <= b.from_day + b.days + 1
        and (w.ends_on is null or w.ends_on > b.from_day - 4))))
  select jsonb_build_object('now', now(), 'zone', b.zone, 'today', b.today, 'from', b.from_day,
    'minimums', coalesce((select jsonb_agg(${minimumJson} || jsonb_build_object('rotation', ${rotation}) order by lower(m.name), m.id) from chosen m ${withPlatoon}), '[]'),
    'platoons', coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'unit', l.unit, 'rotation', ${rotation})
        order by lower(l.name))
      from platoons l where l.organization_id = g.id), '[]'),
    'gaps', ${gaps},
    'people', ${people}, 'held', ${held}) as facts
  from organizations g cross join b where g.id = (select app.organization_id())`
