import type { z } from 'zod'
import { activeOfficer } from '#platform/server/active-officer.ts'
import type { CellKind, ExportColumn } from '#platform/server/cells.ts'
import type { Sheet } from '#platform/server/export-streams.ts'
import { join, named, nothing, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { exportReport, readReport } from './contract.ts'
import {
  CHART_PARTS,
  CHART_PERIODS,
  groupOf,
  hasZeros,
  isPeriod,
  type Measure,
  metricsOf,
  REPORT_DAYS,
  type ReportGroup,
  type ReportName,
  readPlace,
  SPREAD_NAMED,
  SPREAD_OFFICERS,
  SPREAD_STEPS,
  sortOf,
  spreadWidths,
} from './rules.ts'
import { factsOf, sumsOf, zerosOf } from './store.facts.ts'
import { groupWords, reportKindWords } from './words.ts'

type Asked = z.output<typeof readReport.input>
type Filters = Omit<Asked, 'after' | 'limit'>
const PAGE = 50
const UNITS = 300

const byOfficer = (report: ReportName) => report !== 'fill'

/** The requested dates, or the last 30 days; no row if the officer does not exist, so that the report is not found. */
const askedOf = ({ from, to, officer_id }: Filters): Sql => sql`
  select g.time_zone as zone, d.from_day, d.to_day,
    (d.from_day - 2)::timestamp at time zone g.time_zone as from_at,
    (d.to_day + 3)::timestamp at time zone g.time_zone as to_at
  from (select time_zone, (now() at time zone time_zone)::date as today from organizations
      where id = (select app.organization_id())) g
  cross join lateral (select coalesce(${from ?? null}::date,
      coalesce(${to ?? null}::date, g.today) - ${REPORT_DAYS - 1}::int) as from_day) b
  cross join lateral (select b.from_day, coalesce(${to ?? null}::date, greatest(g.today, b.from_day)) as to_day) d
  where ${officer_id ?? null}::uuid is null or exists (select from officers o
    where ${ours('o')} and o.id = ${officer_id ?? null}::uuid)`

const keyOf: Readonly<Record<ReportGroup, Sql>> = {
  officer: sql`p.id::text`,
  unit: sql`coalesce(p.unit, '')`,
  kind: sql`f.kind`,
  day: sql`to_char(f.local, 'YYYY-MM-DD')`,
  // Weeks begin on Sunday.
  week: sql`to_char(date_trunc('week', f.local + interval '1 day') - interval '1 day', 'YYYY-MM-DD')`,
  month: sql`to_char(f.local, 'YYYY-MM-01')`,
}

/**
 * Adds the active officers among `people` whom nothing was counted for. An admin who works no extra shifts isn't on the bottom of a list
 * of them; one who does has a record.
 */
const withZeros = (report: ReportName): Sql => sql`,
  grouped as materialized (
    select * from counted
    union all
    select p.id::text, 0, ${zerosOf(report)} from people p
    where p.counted_at_zero and not exists (select from counted c where c.whole = 0 and c.key = p.id::text))`

/** `asked`, `people`, and `grouped`: one row per key, plus one for the total (`whole` = 1). */
const groupedBy = (asked: Filters): Sql => {
  const { report, kind, unit, officer_id } = asked
  const group = groupOf(asked)
  const zeros = hasZeros(report, group)
  const facts = factsOf[report].rows({
    kind: group === 'kind' || kind !== undefined,
    from: sql`(select from_at from asked)`,
    to: sql`(select to_at from asked)`,
  })
  const only = [
    sql`f.local >= (select from_day from asked) and f.local < (select to_day + 1 from asked)`,
    ...(kind === undefined ? [] : [sql`f.kind = ${kind}`]),
  ]
  const people = [
    sql`${ours('o')}`,
    ...(unit === undefined ? [] : [sql`coalesce(o.unit, '') = ${unit}`]),
    ...(officer_id === undefined ? [] : [sql`o.id = ${officer_id}::uuid`]),
  ]
  return sql`asked as materialized (${askedOf(asked)}),
  people as materialized (select o.id, o.name, o.badge_number, o.unit, o.hourly_rate, ${activeOfficer(sql`o`)} and o.role = 'officer' as counted_at_zero from officers o
    where ${join(people, sql` and `)}),
  ${zeros ? sql`counted` : sql`grouped`} as materialized (
    select ${keyOf[group]} as key, grouping(${keyOf[group]}) as whole, ${sumsOf(report)}
    from (select r.*, r.at at time zone (select zone from asked) as local from (${facts}) r) f
    ${byOfficer(report) ? sql`join people p on p.id = f.officer_id` : nothing}
    where ${join(only, sql` and `)}
    group by grouping sets ((${keyOf[group]}), ()))${zeros ? withZeros(report) : nothing}`
}

const labelled = (group: ReportGroup): Sql =>
  group === 'officer'
    ? sql`select g.*, p.name as label, p.badge_number, p.unit from grouped g join people p on p.id::text = g.key where g.whole = 0`
    : sql`select g.*, g.key as label, null::text as badge_number, null::text as unit from grouped g where g.whole = 0`

const valuesOf = (report: ReportName, alias: string): Sql =>
  sql`json_build_object(${join(
    metricsOf[report].map(({ name }) => sql`${name}::text, ${named(alias)}.${named(name)}`),
    sql`, `,
  )})`
const rowOf = (report: ReportName, alias: string): Sql => sql`json_build_object('key', ${named(alias)}.key,
  'label', ${named(alias)}.label, 'badge_number', ${named(alias)}.badge_number, 'values', ${valuesOf(report, alias)})`

/** Of the first figure over all rows of `labelled`; percentiles are values that an officer has. */
const spreadOf = (report: ReportName): Sql => {
  const figure = sql`l.${named(metricsOf[report][0].name)}`
  const at = (share: number) => sql`percentile_disc(${share}::float8) within group (order by ${figure})`
  const counts = sql`(select json_agg(coalesce(c.n, 0) order by k.at) from generate_series(0, s.most / w.width) k (at)
    left join (select ${figure}::int / w.width as at, count(*) as n from labelled l group by 1) c using (at))`
  return sql`(select json_build_object('officers', s.officers, 'least', s.least, 'low', s.low, 'median', s.median, 'high', s.high,
      'most', s.most, 'mean', s.mean, 'none', s.none, 'width', w.width, 'counts', ${counts})
    from (select count(*) as officers, min(${figure}) as least, ${at(0.25)} as low, ${at(0.5)} as median, ${at(0.75)} as high,
        max(${figure})::int as most, round(avg(${figure}))::int as mean, count(*) filter (where ${figure} = 0) as none
      from labelled l having count(*) >= ${SPREAD_OFFICERS}::int) s
    cross join lateral (select coalesce(min(v), ${spreadWidths.at(-1)}::int) as width from unnest(${[...spreadWidths]}::int[]) v
      where s.most < v * ${SPREAD_STEPS}::int) w)`
}

/** The officers with the least, where there is a spread. */
const leastOf = (report: ReportName): Sql => {
  const figure = sql`l.${named(metricsOf[report][0].name)}`
  return sql`(select coalesce(json_agg(${rowOf(report, 'l')} order by ${figure}, l.label, l.key), '[]') from (
    select * from labelled l where (select count(*) from labelled) >= ${SPREAD_OFFICERS}::int
    order by ${figure}, l.label, l.key limit ${SPREAD_NAMED}::int) l)`
}

/** Sorts by a figure (null sorts below every value) or by label; the key breaks ties. */
const orderOf = (asked: Filters) => {
  const { by, down } = sortOf(asked)
  return {
    by,
    down,
    value: by === 'label' ? sql`l.label` : sql`coalesce(l.${named(by)}, -1)::numeric`,
  }
}

export const findReport = (asked: Asked): Sql => {
  const { report } = asked
  const group = groupOf(asked)
  const { by, down, value } = orderOf(asked)
  const place = readPlace(asked.after)
  const limit = asked.limit ?? PAGE
  const spread = place === null && hasZeros(report, group)
  const [dir, beyond] = down ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const type = by === 'label' ? sql`text` : sql`numeric`
  const after =
    place === null ? nothing : sql`where (l.v, l.key) ${beyond} (${place.value}::${type}, ${place.key}::text)`
  const chart = isPeriod(group)
    ? sql`select * from labelled c order by c.key desc limit ${CHART_PERIODS}::int`
    : sql`select * from labelled c order by c.${named(metricsOf[report][0].name)} desc nulls last, c.label, c.key
        limit ${CHART_PARTS}::int`
  const chartOrder = isPeriod(group)
    ? sql`c.key`
    : sql`c.${named(metricsOf[report][0].name)} desc nulls last, c.label, c.key`
  return sql`with ${groupedBy(asked)},
  labelled as materialized (${labelled(group)}),
  valued as (select l.*, ${value} as v from labelled l),
  paged as materialized (
    select l.*, row_number() over (order by l.v ${dir}, l.key ${dir}) as n from valued l ${after}
    order by l.v ${dir}, l.key ${dir} limit ${limit + 1}::int)
  select json_build_object('from', d.from_day, 'to', d.to_day, 'rows', (select count(*) from labelled),
    'totals', (select ${valuesOf(report, 'g')} from grouped g where g.whole = 1),
    'items', coalesce((select json_agg(${rowOf(report, 'l')} order by l.n) from paged l where l.n <= ${limit}::int), '[]'),
    'next', (select json_build_array(l.v::text, l.key)::text from paged l
      where l.n = ${limit}::int and exists (select from paged x where x.n > ${limit}::int)),
    'chart', ${
      place === null
        ? sql`coalesce((select json_agg(${rowOf(report, 'c')} order by ${chartOrder}) from (${chart}) c), '[]')`
        : sql`'[]'::json`
    },
    'spread', ${spread ? spreadOf(report) : sql`null`},
    'least', ${spread ? leastOf(report) : sql`'[]'::json`},
    'units', coalesce((select json_agg(u.unit order by u.unit) from (select distinct o.unit from officers o
      where ${ours('o')} and o.unit is not null order by 1 limit ${UNITS}::int) u), '[]')
  )::text as json from asked d`
}

const cellOf: Record<Measure, CellKind> = { whole: 'whole', minutes: 'minutes', cents: 'cents', percent: 'whole' }
const unitOf: Record<Measure, string> = { whole: '', minutes: ' (hours)', cents: '', percent: ' (%)' }

const words: Readonly<Record<string, string>> = reportKindWords
const inWords = (column: Sql): Sql => sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${column}, ${column})`

/** The whole table in the screen's sort order. */
export const reportSheet = (asked: z.output<typeof exportReport.input>): Sheet => {
  const { report } = asked
  const group = groupOf(asked)
  const { down, value } = orderOf(asked)
  const dir = down ? sql`desc` : sql`asc`
  const label: [ExportColumn, Sql][] =
    group === 'officer'
      ? [
          [{ head: 'Officer', as: 'text' }, sql`l.label`],
          [{ head: 'Badge', as: 'text' }, sql`l.badge_number`],
          [{ head: 'Unit', as: 'text' }, sql`l.unit`],
        ]
      : isPeriod(group)
        ? [[{ head: groupWords[group], as: 'date' }, sql`l.key`]]
        : [[{ head: groupWords[group], as: 'text' }, group === 'kind' ? inWords(sql`l.key`) : sql`l.label`]]
  const figures = metricsOf[report].map(({ name, head, as }): [ExportColumn, Sql] => [
    { head: `${head}${unitOf[as]}`, as: cellOf[as] },
    sql`l.${named(name)}`,
  ])
  const columns = [...label, ...figures]
  return {
    name: 'Report',
    columns: columns.map(([column]) => column),
    statement: sql`with ${groupedBy(asked)}, labelled as (${labelled(group)})
      select ${join(
        columns.map(([, cell]) => cell),
        sql`, `,
      )} from labelled l order by ${value} ${dir}, l.key ${dir}`,
  }
}

/** For the file's name; no row if the officer does not exist. */
export const reportSpan = (asked: Filters): Sql =>
  sql`select to_char(d.from_day, 'YYYY-MM-DD') as "from", to_char(d.to_day, 'YYYY-MM-DD') as "to" from (${askedOf(asked)}) d`
