import { stillWaits } from '#features/hours/extra-time/store.ts'
import { shiftFills } from '#features/shifts/assignments/store.fill.ts'
import { way } from '#features/shifts/awards/store.facts.ts'
import { wholeCentsIn } from '#platform/server/money.ts'
import { join, named, nothing, oneOf, type Sql, sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import { approvedStates, atStartStatuses, handedInStates } from '#platform/shared/statuses.ts'
import { EXTRA_TIME_KIND, metricsOf, NOTICE_HOURS, type ReportName } from './rules.ts'

/**
 * The records that a report adds up: one row each, with `officer_id`, `kind`, `at` (the shift's start) and the columns that its
 * `sums` use. `asked` is the range plus two days on each side; the outer statement cuts to the exact days.
 */
export type Facts = {
  rows: (asked: { kind: boolean; from: Sql; to: Sql }) => Sql
  /** Each figure of `metricsOf` as an aggregate over `f` (and `p`, the officer, if there is one). */
  sums: Readonly<Record<string, Sql>>
}

/** The assignment's kind requires a join, so it is read only on request. */
const kindOf = (wanted: boolean) => (wanted ? sql`a.kind` : sql`null`)
const ofAssignment = (wanted: boolean, alias: string) =>
  wanted
    ? sql`join assignments a on a.organization_id = ${named(alias)}.organization_id and a.id = ${named(alias)}.assignment_id`
    : nothing

const total = (name: string): Sql => sql`coalesce(sum(f.${named(name)}), 0)`
const totals = (...names: string[]) => Object.fromEntries(names.map((name) => [name, total(name)]))
const isIn = (column: Sql, ...statuses: string[]) => sql`(${column} = any (${statuses}::text[]))`

const hours: Facts = {
  rows: ({ kind, from, to }) => sql`
    select t.officer_id, ${kindOf(kind)} as kind, t.scheduled_starts_at as at,
      case when t.state in ${oneOf(approvedStates)} then t.worked_minutes end as worked,
      case when t.state in ${oneOf(handedInStates)} then t.worked_minutes end as waiting, 0 as scheduled, 0 as shifts
    from attendance t ${ofAssignment(kind, 't')}
    where ${ours('t')} and t.state <> 'open' and t.scheduled_starts_at >= ${from} and t.scheduled_starts_at < ${to}
    union all
    select s.officer_id, ${kindOf(kind)}, s.starts_at, 0, 0, (extract(epoch from s.ends_at - s.starts_at) / 60)::int, 1
    from officer_assignments s ${ofAssignment(kind, 's')}
    where ${ours('s')} and s.status in ${oneOf(atStartStatuses)}
      and s.starts_at >= ${from} and s.starts_at < ${to}`,
  sums: totals('worked', 'waiting', 'scheduled', 'shifts'),
}

const fill: Facts = {
  rows: ({ from, to }) => sql`
    select null::uuid as officer_id, x.kind, x.starts_at as at, x.required, x.held, x.minutes_to_fill
    from ${shiftFills(from, to)} x`,
  sums: {
    rate: sql`floor(100 * sum(f.held) / nullif(sum(f.required), 0))`,
    required: total('required'),
    held: total('held'),
    shifts: sql`count(f.required)`,
    filled: sql`count(f.minutes_to_fill)`,
    median_minutes: sql`percentile_disc(0.5) within group (order by f.minutes_to_fill)`,
  },
}

const approved = sql`r.status in ${oneOf(approvedStates)}`
const extraTime: Facts = {
  rows: ({ from, to }) => sql`
    select r.officer_id, r.kind, r.starts_at as at, case when ${approved} then r.minutes end as approved,
      case when r.status = 'returned' or ${stillWaits(sql`r`)} then r.minutes end as waiting, 1 as requests,
      case when ${approved} then 1 end as approved_requests, case when r.status = 'denied' then 1 end as denied_requests
    from overtime_requests r
    where ${ours('r')} and r.status <> 'withdrawn' and r.starts_at >= ${from} and r.starts_at < ${to}`,
  sums: totals('approved', 'waiting', 'requests', 'approved_requests', 'denied_requests'),
}

/** `costCents` of rules.ts: each record is rounded on its own. */
export const costCentsIn = (minutes: Sql, rate: Sql): Sql => wholeCentsIn(sql`${minutes} * ${rate}`, 600_000)

const cost: Facts = {
  rows: ({ kind, from, to }) => sql`
    select t.officer_id, ${kindOf(kind)} as kind, t.scheduled_starts_at as at, t.worked_minutes::bigint as minutes
    from attendance t ${ofAssignment(kind, 't')}
    where ${ours('t')} and t.state in ${oneOf(approvedStates)} and t.worked_minutes > 0
      and t.scheduled_starts_at >= ${from} and t.scheduled_starts_at < ${to}
    union all
    select r.officer_id, ${EXTRA_TIME_KIND}, r.starts_at, r.minutes from overtime_requests r
    where ${ours('r')} and ${approved} and r.starts_at >= ${from} and r.starts_at < ${to}`,
  sums: {
    cost: sql`coalesce(sum(${costCentsIn(sql`f.minutes`, sql`p.hourly_rate`)}), 0)`,
    minutes: sql`coalesce(sum(f.minutes) filter (where p.hourly_rate is not null), 0)`,
    unrated_minutes: sql`coalesce(sum(f.minutes) filter (where p.hourly_rate is null), 0)`,
    unrated_officers: sql`count(distinct f.officer_id) filter (where p.hourly_rate is null and f.minutes is not null)`,
  },
}

const notice = (low: number, high: number | null): Sql => {
  const given = sql`s.starts_at - s.called_off_at`
  const below = high === null ? nothing : sql`and ${given} < make_interval(hours => ${high}::int)`
  return sql`(s.status = 'called_off' and ${given} >= make_interval(hours => ${low}::int) ${below})::int`
}
const signups: Facts = {
  rows: ({ kind, from, to }) => sql`
    select s.officer_id, ${kindOf(kind)} as kind, s.starts_at as at, 1 as signups,
      ${isIn(sql`s.status`, ...atStartStatuses, 'called_off', 'released', 'replaced')}::int
        as approvals,
      (s.status = 'rejected')::int as rejections, (s.status = 'withdrawn')::int as withdrawals,
      ${notice(NOTICE_HOURS.long, null)} as called_off_long,
      ${notice(NOTICE_HOURS.short, NOTICE_HOURS.long)} as called_off_short,
      (s.status = 'called_off' and s.starts_at - s.called_off_at < make_interval(hours => ${NOTICE_HOURS.short}::int))::int
        as called_off_late,
      (s.status = 'no_show')::int as no_shows
    from officer_assignments s ${ofAssignment(kind, 's')}
    where ${ours('s')} and s.starts_at >= ${from} and s.starts_at < ${to}`,
  sums: totals(...metricsOf.signups.map(({ name }) => name)),
}

/** How often a sign-up's entries of these kinds stand in the ledger, less those taken back. */
const standing = (...kinds: string[]): Sql =>
  sql`greatest(0, coalesce(sum(${way}) filter (where c.kind in ${oneOf(kinds)}), 0))`
const got = standing('accepted', 'volunteered', 'ordered')
const gaveUp = standing('called_off')
/**
 * One row per sign-up and officer, if anything of it stands. An order-in or a later confirmation may leave two entries for one spot, so a spot is kept or it
 * is not. The ledger says whose it is, and the sign-up how long it is now.
 */
const equalization: Facts = {
  rows: ({ kind, from, to }) => sql`
    select k.officer_id, k.kind, k.at, case when k.kept then k.minutes end as assigned, k.kept::int as shifts,
      k.offered, k.declined, k.ordered, k.called_off
    from (
      select c.officer_id, ${kindOf(kind)} as kind, s.starts_at as at, ${got} > ${gaveUp} as kept,
        (extract(epoch from s.ends_at - s.starts_at) / 60)::int as minutes, ${standing('offered')} as offered,
        ${standing('refused', 'no_answer')} as declined, ${standing('ordered')} as ordered, ${gaveUp} as called_off
      from officer_assignments s
      join opportunities c on c.organization_id = s.organization_id and c.signup_id = s.id ${ofAssignment(kind, 's')}
      where ${ours('s')} and s.starts_at >= ${from} and s.starts_at < ${to}
      group by s.organization_id, s.id, c.officer_id${kind ? sql`, a.kind` : nothing}) k
    where k.kept or k.offered + k.declined + k.ordered + k.called_off > 0`,
  sums: totals(...metricsOf.equalization.map(({ name }) => name)),
}

export const factsOf: Readonly<Record<ReportName, Facts>> = {
  hours,
  fill,
  extra_time: extraTime,
  cost,
  signups,
  equalization,
}

/** The row of an officer without records, as columns in the same order. */
export const zerosOf = (report: ReportName): Sql =>
  join(
    metricsOf[report].map(() => sql`0`),
    sql`, `,
  )

/** The report's figures as columns with the same names. */
export const sumsOf = (report: ReportName): Sql =>
  join(
    metricsOf[report].map(({ name }) => sql`(${factsOf[report].sums[name] ?? sql`null`}) as ${named(name)}`),
    sql`, `,
  )
