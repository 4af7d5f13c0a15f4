import { shiftFills } from '#features/shifts/assignments/store.fill.ts'
import { onRoster } from '#platform/server/active-officer.ts'
import type { Db } from '#platform/server/db.ts'
import { join, named, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { servedStates } from '#platform/shared/statuses.ts'
import { FILL_BOUNDS, features, SETTLED_MINUTES } from './rules.months.ts'

const us = sql`(select app.organization_id())`
const settled = sql`${SETTLED_MINUTES}::int * interval '1 minute'`

/** Whether this process may count the organization now; the vendor's own is never counted. */
export const takeTurn = async (db: Db): Promise<boolean> => {
  await db.run(sql`insert into figure_states (organization_id)
    select id from organizations g where id = ${us} and state <> 'vendor'
      and not exists (select from figure_states s where s.organization_id = g.id)
    on conflict do nothing`)
  return (await db.row(sql`select from figure_states where organization_id = ${us} for update skip locked`)) !== null
}

/** Records the time up to which everything is counted: after each count, and every ten minutes. */
export const endTurn = (db: Db, counted: number) =>
  db.run(sql`update figure_states set kept_at = now() where organization_id = ${us}
    and (${counted}::int > 0 or kept_at is null or kept_at < now() - interval '10 minutes')`)

/**
 * Drops the months before the first one with any data. A new time zone can move a department's creation into the next month; the
 * month before would stay in every table as a row of zeros.
 */
export const dropEmptyStart = (db: Db) =>
  db.run(sql`delete from month_figures f where f.organization_id = ${us} and f.month < (
    select coalesce(min(m.month), '-infinity') from month_figures m where m.organization_id = ${us}
      and (m.shifts_posted > 0 or m.shifts > 0 or m.month >= (select date_trunc('month', g.created_at at time zone g.time_zone)::date
        from organizations g where g.id = ${us})))`)

const monthOf = (at: Sql) => sql`date_trunc('month', ${at} at time zone g.time_zone)::date`
const months = (from: Sql, to: Sql) => sql`generate_series(${from}::timestamp, ${to}::timestamp, interval '1 month')`

/** The months to count now, as first days, oldest first; removes their marks in the same transaction. */
export const takeDue = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ month: string }>(sql`
    with taken as (delete from figure_marks where organization_id = ${us} returning at, onward),
    g as materialized (select g.*, ${monthOf(sql`now()`)} as this, least(${monthOf(sql`g.created_at`)},
        (select min(f.month) from month_figures f where f.organization_id = ${us}),
        ${monthOf(sql`(select min(a.starts_at) from assignments a
          where a.organization_id = ${us} and a.status <> 'draft' and a.starts_at <= now())`)}) as first
      from organizations g where g.id = ${us}),
    due as (
      select m::date as month from g, ${months(sql`g.first`, sql`g.this`)} m
        where exists (select from taken where at is null)
          or not exists (select from month_figures f where f.organization_id = ${us} and f.month = m::date)
      union select ${monthOf(sql`t.at`)} from g, taken t where not t.onward
      union select m::date from g, taken t, ${months(monthOf(sql`t.at`), sql`g.this`)} m where t.onward
      union select f.month from g, month_figures f
        where f.organization_id = ${us}
          and f.computed_at < ((f.month + interval '1 month')::timestamp at time zone g.time_zone) + ${settled}
          and (f.computed_at < now() - ${settled} or exists (select from assignments a
            where a.organization_id = ${us} and a.starts_at > f.computed_at and a.starts_at <= now())))
    select to_char(month, 'YYYY-MM-DD') as month from due, g where month <= g.this order by month`)
  ).map(({ month }) => month)

/**
 * The organization's trials, each from its first status to what ended it: a plan, the end of its last day, or the department's
 * closing.
 */
const trials = sql`
  standings as (
    select s.*, s.tier = 'trial' and s.state not in ('closing', 'erased') as on_trial,
      count(*) filter (where s.tier <> 'trial' or s.state in ('closing', 'erased')) over (order by s.at, s.id) as run
    from organization_standings s where s.organization_id = ${us}),
  trials as (
    select t.started_at, least(n.at, ((t.ends + 1)::timestamp at time zone g.zone) - interval '1 millisecond') as over_at,
      coalesce(n.state not in ('closing', 'erased'), false) as converted
    from g cross join (select run, min(at) as started_at, (array_agg(trial_end_date order by at desc, id desc))[1] as ends
      from standings where on_trial group by run) t
    left join standings n on n.run = t.run + 1 and not n.on_trial)`

const bits = (has: (feature: string) => Sql): Sql =>
  join(
    features.map((feature, bit) => sql`(${has(feature)})::int * ${1 << bit}::int`),
    sql` + `,
  )

/** What each column is, in terms of the names in `countMonth`: `g` the month, `stood` the status at its end, `fills` its shifts. */
const columns: readonly (readonly [name: string, value: Sql])[] = [
  ['state', sql`stood.state`],
  ['tier', sql`coalesce(stood.tier, first.tier, g.subscription_tier)`],
  [
    'officers',
    sql`(select count(*) from officers o where o.organization_id = ${us} and ${onRoster(sql`o`, sql`g.last_day`)}
      and coalesce(o.approved_at, o.created_at) < g.as_of)`,
  ],
  [
    'active',
    sql`exists (select from audit_entries e where e.organization_id = ${us} and e.at >= g.from_at and e.at < g.to_at
      and e.actor_officer_id is not null and e.actor_role in ('admin', 'officer'))`,
  ],
  ['shifts_posted', sql`posted.shifts`],
  ['places_posted', sql`posted.places`],
  ['shifts', sql`(select count(*) from fills)`],
  ['required', sql`(select coalesce(sum(required), 0) from fills)`],
  ['held', sql`(select coalesce(sum(held), 0) from fills)`],
  ['filled', sql`(select count(minutes_to_fill) from fills)`],
  ...FILL_BOUNDS.map(
    (bound) => [`under_${bound}`, sql`(select count(*) from fills where minutes_to_fill < ${bound}::int)`] as const,
  ),
  ['trials_started', sql`(select count(*) from trials t where t.started_at >= g.from_at and t.started_at < g.to_at)`],
  ['trials_ended', sql`(select count(*) from trials t where t.over_at >= g.from_at and t.over_at < g.as_of)`],
  [
    'trials_converted',
    sql`(select count(*) from trials t where t.over_at >= g.from_at and t.over_at < g.as_of and t.converted)`,
  ],
  [
    'features_on',
    sql`case when stood.state in ${oneOf(servedStates)} then ${bits(
      (feature) => sql`app.has_feature(stood.tier, stood.features_enabled, ${feature})`,
    )} else 0 end`,
  ],
  [
    'features_used',
    bits((feature) =>
      feature === 'custom_branding'
        ? sql`coalesce(stood.branded and stood.state in ${oneOf(servedStates)}
            and app.has_feature(stood.tier, stood.features_enabled, ${feature}), false)`
        : sql`exists (select from feature_uses u where u.organization_id = ${us} and u.feature = ${feature}
            and u.day >= g.month and u.day < g.month + interval '1 month')`,
    ),
  ],
  [
    'live_minutes',
    // Same as `minutesToLive` in onboarding (docs/definitions.md).
    sql`(select greatest(0, floor(extract(epoch from x.first_published_at - x.created_at) / 60)) from organizations x
      where x.id = ${us} and x.first_published_at >= g.from_at and x.first_published_at < g.to_at)`,
  ],
]
/** The columns of `month_figures` other than organization and month. */
export const figureNames: readonly string[] = columns.map(([name]) => name)
const eachColumn = (write: (name: Sql, value: Sql) => Sql): Sql =>
  join(
    columns.map(([name, value]) => write(named(name), value)),
    sql`, `,
  )

/**
 * Recounts one month (given by its first day) and stores the result. Definitions: docs/definitions.md; the filling figures are
 * those of features/shifts/assignments.
 */
export const countMonth = (db: Db, month: string) =>
  db.run(sql`
    with zoned as materialized (
      select g.*, g.time_zone as zone, m.month, m.month::timestamp at time zone g.time_zone as from_at,
        (m.month + interval '1 month')::timestamp at time zone g.time_zone as to_at
      from organizations g cross join (select ${month}::date as month) m where g.id = ${us}),
    g as materialized (select z.*, least(now(), z.to_at) as as_of,
      (least(now(), z.to_at - interval '1 second') at time zone z.zone)::date as last_day from zoned z),
    fills as materialized (select f.required, f.held, f.minutes_to_fill
      from ${shiftFills(sql`(select from_at from g)`, sql`(select to_at from g)`)} f),
    ${trials},
    counted as materialized (select ${eachColumn((name, value) => sql`${value} as ${name}`)}
      from g
      left join lateral (select s.* from organization_standings s where s.organization_id = ${us} and s.at < g.to_at
        order by s.at desc, s.id desc limit 1) stood on true
      left join lateral (select s.tier from organization_standings s where s.organization_id = ${us}
        order by s.at, s.id limit 1) first on true
      cross join lateral (select count(*) as shifts, coalesce(sum((select sum(p.required_count) from posts p
          where p.organization_id = ${us} and p.assignment_id = a.id)), 0) as places
        from assignments a where a.organization_id = ${us} and a.status <> 'draft'
          and app.posted_at(a) >= g.from_at and app.posted_at(a) < g.to_at and app.posted_at(a) <= now()) posted),
    gone as (delete from month_fill_times t using g where t.organization_id = ${us} and t.month = g.month
      and t.minutes not in (select minutes_to_fill from fills where minutes_to_fill is not null)),
    times as (insert into month_fill_times as t (organization_id, month, minutes, tier, shifts)
      select g.id, g.month, f.minutes_to_fill, c.tier, count(*) from g, counted c, fills f
      where f.minutes_to_fill is not null group by 1, 2, 3, 4
      on conflict (organization_id, month, minutes) do update set tier = excluded.tier, shifts = excluded.shifts
        where (t.tier, t.shifts) <> (excluded.tier, excluded.shifts))
    insert into month_figures (organization_id, month, computed_at, ${eachColumn((name) => name)})
    select g.id, g.month, now(), ${eachColumn((name) => sql`c.${name}`)} from g, counted c
    on conflict (organization_id, month) do update set computed_at = excluded.computed_at,
      ${eachColumn((name) => sql`${name} = excluded.${name}`)}`)
