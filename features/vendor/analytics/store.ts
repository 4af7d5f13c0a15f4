import type { z } from 'zod'
import type { CellKind, ExportColumn } from '#platform/server/cells.ts'
import type { Sheet } from '#platform/server/export-streams.ts'
import { join, named, nothing, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { tiers } from '#platform/shared/plans.ts'
import { presentStates } from '#platform/shared/statuses.ts'
import type { exportAnalytics, readAnalytics } from './contract.ts'
import { CLAIM_MONTHS, POSTING_MONTHS } from './rules.claims.ts'
import { FILL_BOUNDS } from './rules.months.ts'
import {
  featureNames,
  type Group,
  groupsOf,
  type Measure,
  type Metric,
  MONTHS_MOST,
  MONTHS_SHOWN,
  metricsOf,
} from './rules.ts'
import { everyFillTime, everyMonth } from './store.months-past.ts'
import { groupWords, keyWords, viewTitle } from './words.ts'

type Asked = z.output<typeof readAnalytics.input>

const groupOf = (asked: Asked): Group => asked.by ?? groupsOf(asked.view)[0] ?? 'month'
const metrics = (asked: Asked): readonly Metric[] => metricsOf[asked.view]
const day = (month: string | undefined): Sql => sql`${month === undefined ? null : `${month}-01`}::date`
const listed = (pieces: readonly Sql[]) => join(pieces, sql`, `)

/** The requested months, as first days. The current one is the latest that has begun in every department's zone. */
export const spanOf = ({ from, to }: { from?: string | undefined; to?: string | undefined }): Sql => sql`
  select l.last, greatest(coalesce(${day(from)}, (l.last - ${MONTHS_SHOWN - 1}::int * interval '1 month')::date),
    (l.last - ${MONTHS_MOST - 1}::int * interval '1 month')::date) as first
  from (select coalesce(${day(to)}, greatest(${day(from)},
    date_trunc('month', (now() at time zone 'UTC') - interval '12 hours')::date)) as last) l`

/** Groups by the month itself and formats it once per group. */
const partOf = (group: Group): Sql => (group === 'tier' ? sql`f.tier` : sql`f.month`)
const keyOf = (group: Group, part: Sql): Sql => (group === 'tier' ? part : sql`to_char(${part}, 'YYYY-MM')`)
const total = (column: string) => sql`coalesce(sum(f.${named(column)}), 0)::bigint as ${named(column)}`
const percent = (part: Sql, all: Sql) => sql`floor(100.0 * ${part} / nullif(${all}, 0))`

const counted = [
  'shifts_posted',
  'shifts',
  'required',
  'held',
  'filled',
  'trials_started',
  'trials_ended',
  'trials_converted',
]
const sums = listed([...counted.map(total), ...FILL_BOUNDS.map((bound) => total(`under_${bound}`))])

const under = (bound: number) => sql`x.${named(`under_${bound}`)}`
/** For rows `x` of sums: the bounds that contain the median, and how many shifts were filled before the lower one. */
const medianRange = sql`(select * from (values ${listed(
  [...FILL_BOUNDS, null].map((bound, i) => {
    const low = FILL_BOUNDS[i - 1]
    return sql`(${low ?? 0}::int, ${bound ?? 2_147_483_647}::int, ${low === undefined ? sql`0::bigint` : under(low)},
      ${bound === null ? sql`x.filled` : under(bound)})`
  }),
)}) r (low, high, before, upto) where r.upto >= (x.filled + 1) / 2 order by r.low limit 1)`

/**
 * How many shifts were filled after how many minutes, between two bounds, in the months from `x.first` to `x.last`: month by
 * month, using the index.
 */
const timesOf = (only: Sql): Sql => sql`
  select t.minutes, t.shifts from generate_series(x.first::timestamp, x.last::timestamp, interval '1 month') s
  cross join lateral (select t.minutes, t.shifts from ${everyFillTime} t
    where t.month = s::date and t.minutes >= r.low and t.minutes < r.high and ${only} offset 0) t`

/**
 * The exact median time to fill: of the shifts between two bounds, the one in the middle overall. `x` has the sums, the months
 * from `first` to `last`, and the tier, null for all.
 */
const median = sql`(select m.minutes from ${medianRange} r cross join lateral (
    select t.minutes, sum(sum(t.shifts)) over (order by t.minutes) as running
    from (select * from (${timesOf(sql`true`)}) every where x.only is null
      union all select * from (${timesOf(sql`t.tier = x.only`)}) one where x.only is not null) t
    group by t.minutes) m
  where r.before + m.running >= (x.filled + 1) / 2 order by m.minutes limit 1)`

const valuesOf = {
  growth: [sql`x.active`, sql`x.organizations`, sql`x.officers`],
  filling: [
    percent(sql`x.held`, sql`x.required`),
    sql`case when x.filled > 0 then ${median} end`,
    percent(sql`x.under_120`, sql`x.filled`),
    sql`x.shifts_posted`,
    sql`x.shifts`,
    sql`x.filled`,
    sql`x.required`,
    sql`x.held`,
  ],
  trials: [
    percent(sql`x.trials_converted`, sql`x.trials_ended`),
    sql`x.trials_started`,
    sql`x.trials_ended`,
    sql`x.trials_converted`,
  ],
  features: [percent(sql`x.used`, sql`x.on`), sql`x.used`, sql`x.on`],
} as const satisfies Record<Asked['view'], readonly Sql[]>

/** Departments by their status at the end of the month; in total and by tier, at the end of the last one. */
const growthOf = (group: Group): Sql => {
  const there = sql`f.state in ${oneOf(presentStates)}`
  const stock = sql`count(*) filter (where f.active and ${there}) as active, count(*) filter (where ${there}) as organizations,
    coalesce(sum(f.officers) filter (where ${there}), 0) as officers`
  const last = sql`where f.month = (select last from span)`
  return sql`select ${keyOf(group, sql`p.part`)} as key, p.active, p.organizations, p.officers
      from (select ${partOf(group)} as part, ${stock} from f ${group === 'tier' ? last : nothing} group by 1) p
    union all select null, ${stock} from f ${last}`
}

const flowsOf = (group: Group, tier: string | undefined): Sql => {
  const whole = sql`g.part is null`
  const edge = (name: string) => (group === 'month' ? sql`coalesce(g.part, s.${named(name)})` : sql`s.${named(name)}`)
  return sql`select g.*, ${keyOf(group, sql`g.part`)} as key, ${edge('first')} as first, ${edge('last')} as last,
      ${group === 'tier' ? sql`case when ${whole} then ${tier ?? null}::text else g.part end` : sql`${tier ?? null}::text`} as only
    from (select ${partOf(group)} as part, ${sums} from f group by grouping sets ((1), ())) g cross join span s`
}

/** Over several months a department counts once, in each tier it had. */
const featuresOf = (group: Group, feature: Asked['feature']): Sql => {
  const all = 2 ** featureNames.length - 1
  const mask = feature === undefined ? sql`${all}::int` : sql`${1 << featureNames.indexOf(feature)}::int`
  const count = (bits: Sql) =>
    sql`count(*) filter (where p.on_bits & ${bits} <> 0) as on, count(*) filter (where p.used_bits & ${bits} <> 0) as used`
  const per = (key: Sql) => sql`select ${key} as key, bit_or(f.features_on | f.features_used) as on_bits,
    bit_or(f.features_used) as used_bits from f group by 1, f.organization_id`
  const whole = sql`select null::text as key, ${count(mask)} from whole p`
  const rows =
    group === 'month'
      ? sql`select to_char(p.month, 'YYYY-MM') as key, ${count(mask)}
          from (select f.month, f.features_on | f.features_used as on_bits, f.features_used as used_bits from f) p group by p.month`
      : group === 'tier'
        ? sql`select p.key, ${count(mask)} from (${per(sql`f.tier`)}) p group by 1`
        : sql`select b.key, ${count(sql`b.bit`)} from whole p
            cross join (values ${listed(featureNames.map((name, bit) => sql`(${name}, ${1 << bit}::int)`))}) b (key, bit)
            group by 1`
  return sql`with whole as materialized (${per(sql`null::text`)}) ${rows} union all ${whole}`
}

const rowsOf = (asked: Asked): Sql => {
  const group = groupOf(asked)
  if (asked.view === 'growth') return growthOf(group)
  return asked.view === 'features' ? featuresOf(group, asked.feature) : flowsOf(group, asked.tier)
}

const order = sql`coalesce(array_position(${[...tiers, ...featureNames]}::text[], v.key), 0), v.key`

/** `span`, and `valued`: a row for each key with the figures by name, and one for the total, whose key is null. */
const valuedBy = (asked: Asked): Sql => sql`span as materialized (${spanOf(asked)}),
  f as (select f.* from ${everyMonth} f where f.month >= (select first from span) and f.month <= (select last from span)
    ${asked.tier === undefined ? nothing : sql`and f.tier = ${asked.tier}`}),
  valued as materialized (select x.key, ${listed(
    valuesOf[asked.view].map((value, i) => sql`${value} as ${named(metrics(asked)[i]?.name ?? '')}`),
  )} from (${rowsOf(asked)}) x)`

const json = (asked: Asked): Sql =>
  sql`json_build_object(${listed(metrics(asked).map(({ name }) => sql`${name}::text, v.${named(name)}`))})`

export const findAnalytics = (asked: Asked): Sql => sql`with ${valuedBy(asked)}
  select json_build_object('from', to_char(s.first, 'YYYY-MM'), 'to', to_char(s.last, 'YYYY-MM'),
    'kept_at', (select case when count(k.kept_at) = count(*) then min(k.kept_at) end from figure_states k
      join organizations o on o.id = k.organization_id where o.state <> 'erased'),
    'rows', coalesce((select json_agg(json_build_object('key', v.key, 'values', ${json(asked)}) order by ${order})
      from valued v where v.key is not null), '[]'),
    'totals', (select ${json(asked)} from valued v where v.key is null))::text as json from span s`

const cellOf: Record<Measure, CellKind> = { whole: 'whole', minutes: 'minutes', cents: 'cents', percent: 'whole' }
const unitOf: Record<Measure, string> = { whole: '', minutes: ' (hours)', cents: '', percent: ' (%)' }

/** The table as on the screen. */
export const analyticsSheet = (asked: z.output<typeof exportAnalytics.input>): Sheet => {
  const group = groupOf(asked)
  const names =
    group === 'month' ? {} : Object.fromEntries([...tiers, ...featureNames].map((key) => [key, keyWords(group, key)]))
  const columns: [ExportColumn, Sql][] = [
    [{ head: groupWords[group], as: 'text' }, sql`coalesce(${JSON.stringify(names)}::jsonb ->> v.key, v.key)`],
    ...metrics(asked).map(({ name, head, as }): [ExportColumn, Sql] => [
      { head: `${head}${unitOf[as]}`, as: cellOf[as] },
      sql`v.${named(name)}`,
    ]),
  ]
  return {
    name: viewTitle(asked).replace(/ \(.*/, ''),
    columns: columns.map(([column]) => column),
    statement: sql`with ${valuedBy(asked)} select ${listed(columns.map(([, cell]) => cell))} from valued v
      where v.key is not null order by ${order}`,
  }
}

/** For the file's name. */
export const analyticsSpan = (asked: Asked): Sql =>
  sql`select to_char(s.first, 'YYYY-MM') as "from", to_char(s.last, 'YYYY-MM') as "to" from (${spanOf(asked)}) s`

/** What the claims are compared with: the last months together, including the current one. */
export const findClaims = (): Sql => {
  const recent = (months: number) => sql`f.month > s.last - ${months}::int * interval '1 month'`
  return sql`with span as materialized (${spanOf({})}),
  f as materialized (select f.* from ${everyMonth} f, span s where f.month <= s.last and ${recent(CLAIM_MONTHS)}),
  x as materialized (${flowsOf('month', undefined)} where g.part is null)
  select json_build_object('from', to_char(s.first, 'YYYY-MM'), 'to', to_char(s.last, 'YYYY-MM'), 'items', json_build_array(
    json_build_object('claim', 'fill_rate', 'measured', ${percent(sql`x.held`, sql`x.required`)}, 'of', x.required),
    json_build_object('claim', 'time_to_fill', 'measured', case when x.filled > 0 then ${median} end, 'of', x.filled),
    json_build_object('claim', 'savings', 'measured', null, 'of', null),
    json_build_object('claim', 'support', 'measured', null, 'of', null),
    json_build_object('claim', 'departments', 'measured', (select count(distinct f.organization_id) from f, span s
      where f.shifts_posted > 0 and f.state in ${oneOf(presentStates)} and ${recent(POSTING_MONTHS)}), 'of', null),
    json_build_object('claim', 'live', 'measured', (select percentile_disc(0.5) within group (order by f.live_minutes) from f),
      'of', (select count(f.live_minutes) from f))))::text as json from span s, x`
}
