import type { z } from 'zod'
import { openOf, today, unsettled } from '#features/vendor/billing/store.ts'
import { buckets } from '#features/vendor/invoices/rules.ts'
import { bucketIn } from '#features/vendor/invoices/store.ageing.ts'
import type { CellKind, ExportColumn } from '#platform/server/cells.ts'
import type { Sheet } from '#platform/server/export-streams.ts'
import { wholeCentsIn } from '#platform/server/money.ts'
import { join, named, type Sql, sql } from '#platform/server/sql.ts'
import { type Currency, currencies } from '#platform/shared/money.ts'
import { tiers } from '#platform/shared/plans.ts'
import type { readPayments, readRenewals, readRevenue } from './contract.revenue.ts'
import {
  type Group,
  paymentMetrics,
  RENEWALS_AHEAD,
  RENEWALS_NEAR,
  receivableMetrics,
  renewalMetrics,
  revenueMetrics,
  windows,
} from './rules.revenue.ts'
import { spanOf } from './store.ts'
import { bucketWords, groupWords, keyName } from './words.revenue.ts'

type Chosen = Currency | undefined
type Asked = z.output<typeof readRevenue.input>
type Figure = { name: string }
const listed = (pieces: readonly Sql[]) => join(pieces, sql`, `)
const json = (metrics: readonly Figure[]): Sql =>
  sql`json_build_object(${listed(metrics.map(({ name }) => sql`${name}::text, v.${named(name)}`))})`

/** Rows `v` by key, and the total, whose key is null; their currency, and the other available ones. */
const answerOf = (metrics: readonly Figure[], order: readonly string[]): Sql => sql`
  'currency', p.currency, 'currencies', p.currencies,
  'rows', coalesce((select json_agg(json_build_object('key', v.key, 'values', ${json(metrics)})
    order by array_position(${[...order]}::text[], v.key), v.key) from valued v where v.key is not null), '[]'),
  'totals', (select ${json(metrics)} from valued v where v.key is null)`

/** One row `picked`: the requested currency, or the one with the highest amount. `amounts` has `currency` and `cents`. */
const pick = (chosen: Chosen, amounts: Sql): Sql => sql`picked as materialized (
  select coalesce(${chosen ?? null}::text, (array_agg(a.currency order by a.cents desc, a.currency))[1], ${currencies[0]}) as currency,
    coalesce(json_agg(a.currency order by a.currency) filter (where a.currency is not null), '[]') as currencies
  from (select x.currency, sum(x.cents) as cents from (${amounts}) x group by 1) a)`

/** Monthly revenue is a twelfth of the annual figure, half a cent rounded up. */
const monthlyOf = (yearly: Sql) => wholeCentsIn(yearly, 12)
const sum = (what: Sql, when: Sql = sql`true`) => sql`coalesce(sum(${what}) filter (where ${when}), 0)::bigint`
const had = sql`r.opening_cents > 0`
const has = sql`r.closing_cents > 0`
const first = sql`r.month = (select first from span)`
const last = sql`r.month = (select last from span)`

const moved = sql`${sum(sql`r.closing_cents`, sql`not ${had}`)} as new,
  ${sum(sql`r.closing_cents - r.opening_cents`, sql`${had} and r.closing_cents > r.opening_cents`)} as expansion,
  ${sum(sql`r.opening_cents - r.closing_cents`, sql`${has} and r.closing_cents < r.opening_cents`)} as contraction,
  ${sum(sql`r.opening_cents`, sql`not ${has}`)} as churn`
const endOf = (when: Sql) =>
  sql`${sum(sql`r.closing_cents`, when)} as arr, count(*) filter (where ${when} and ${has}) as customers`

/** By month, each with its own opening and closing; by tier and in total, from the start of the first month to the end of the last. */
const revenueRows = (group: Group): Sql => {
  const whole = sql`select null::text as key, ${endOf(last)}, ${sum(sql`r.opening_cents`, first)} as opening, ${moved},
    0::bigint as moved from r`
  if (group === 'month')
    return sql`select to_char(r.month, 'YYYY-MM') as key, ${endOf(sql`true`)}, ${sum(sql`r.opening_cents`)} as opening, ${moved},
      0::bigint as moved from r group by r.month union all ${whole}`
  return sql`select t.key, t.arr, t.customers, t.opening, t.new, t.expansion, t.contraction, t.churn,
      t.arr - t.opening - t.new - t.expansion + t.contraction + t.churn as moved
    from (select c.key, c.arr, c.customers, coalesce(o.opening, 0) as opening, c.new, c.expansion, c.contraction, c.churn
      from (select k.key, ${endOf(last)}, ${moved} from (select distinct x.key from r cross join lateral (values (r.tier), (r.opening_tier)) x (key)) k
        left join r on r.tier = k.key group by 1) c
      left join (select r.opening_tier as key, ${sum(sql`r.opening_cents`, first)} as opening from r group by 1) o using (key)) t
    union all ${whole}`
}

const valuedRevenue = (asked: Asked): Sql => sql`span as materialized (${spanOf(asked)}),
  within as materialized (select f.* from revenue_figures f, span s where f.month >= s.first and f.month <= s.last),
  ${pick(asked.currency, sql`select f.currency, case when f.month = s.last then f.closing_cents else 0 end as cents from within f, span s`)},
  r as materialized (select f.* from within f, picked p where f.currency = p.currency),
  valued as materialized (select x.*, ${monthlyOf(sql`x.arr`)} as mrr from (${revenueRows(asked.by ?? 'month')}) x)`

export const findRevenue = (asked: Asked): Sql => sql`with ${valuedRevenue(asked)}
  select json_build_object('from', to_char(s.first, 'YYYY-MM'), 'to', to_char(s.last, 'YYYY-MM'),
    'kept_at', (select case when count(k.kept_at) = count(*) then min(k.kept_at) end from figure_states k
      join organizations o on o.id = k.organization_id where o.state <> 'erased'),
    ${answerOf(revenueMetrics[asked.by ?? 'month'], tiers)})::text as json from span s, picked p`

const cellOf: Record<string, CellKind> = { cents: 'cents', whole: 'whole' }
type Column = readonly [ExportColumn, Sql]
const sheetOf = (name: string, columns: readonly Column[], from: Sql): Sheet => ({
  name,
  columns: columns.map(([column]) => column),
  statement: sql`${from} select ${listed(columns.map(([, cell]) => cell))}`,
})
const words = (names: Readonly<Record<string, string>>) =>
  sql`coalesce(${JSON.stringify(names)}::jsonb ->> v.key, v.key)`
const columnsOf = (metrics: readonly { name: string; head: string; as: string }[]): Column[] => [
  [{ head: 'Currency', as: 'text' }, sql`p.currency`],
  ...metrics.map(({ name, head, as }): Column => [{ head, as: cellOf[as] ?? 'text' }, sql`v.${named(name)}`]),
]
/** Appends the source to a statement that ends with its columns. */
const closed = (sheet: Sheet, from: Sql): Sheet => ({ ...sheet, statement: sql`${sheet.statement} ${from}` })

export const revenueSheet = (asked: Asked): Sheet => {
  const by = asked.by ?? 'month'
  const names = by === 'month' ? {} : Object.fromEntries(tiers.map((tier) => [tier, keyName('tier', tier)]))
  const columns: Column[] = [[{ head: groupWords[by], as: 'text' }, words(names)], ...columnsOf(revenueMetrics[by])]
  const order = sql`from valued v, picked p where v.key is not null order by array_position(${[...tiers]}::text[], v.key), v.key`
  return closed(sheetOf('Revenue', columns, sql`with ${valuedRevenue(asked)}`), order)
}

export const monthSpan = (asked: Pick<Asked, 'from' | 'to'>): Sql =>
  sql`select to_char(s.first, 'YYYY-MM') as "from", to_char(s.last, 'YYYY-MM') as "to" from (${spanOf(asked)}) s`
export const asOfToday = (): Sql => sql`select to_char(${today}, 'YYYY-MM-DD') as "from", null::text as "to"`

/** Open invoices only, using their index; never scans all invoices. */
const valuedReceivables = (chosen: Chosen): Sql => sql`
  o as materialized (select i.currency, ${openOf} as cents, ${today} - i.due_on as late from invoices i where ${unsettled}),
  ${pick(chosen, sql`select o.currency, o.cents from o`)},
  aged as (select o.cents, ${bucketIn(sql`o.late`)} as bucket
    from o, picked p where o.currency = p.currency),
  valued as materialized (
    select b.key, coalesce(sum(a.cents), 0)::bigint as open, count(a.cents) as invoices
    from unnest(${[...buckets]}::text[]) b (key) left join aged a on a.bucket = b.key group by b.key
    union all select null, coalesce(sum(a.cents), 0)::bigint, count(*) from aged a)`

export const findReceivables = ({ currency }: { currency?: Chosen }): Sql => sql`with ${valuedReceivables(currency)}
  select json_build_object('today', ${today}, ${answerOf(receivableMetrics, buckets)})::text as json from picked p`

export const receivablesSheet = (chosen: Chosen): Sheet =>
  closed(
    sheetOf(
      'Receivables',
      [[{ head: 'Due', as: 'text' }, words(bucketWords)], ...columnsOf(receivableMetrics)],
      sql`with ${valuedReceivables(chosen)}`,
    ),
    sql`from valued v, picked p where v.key is not null order by array_position(${[...buckets]}::text[], v.key)`,
  )

type PaymentsAsked = z.output<typeof readPayments.input>
/** Each sum by its own day: payments by the day received, reversals and refunds by theirs. */
const valuedPayments = (asked: PaymentsAsked): Sql => {
  const inside = (day: Sql) => sql`${day} >= s.first and ${day} < (s.last + interval '1 month')::date`
  return sql`span as materialized (${spanOf(asked)}),
  moves as materialized (
    select p.currency, date_trunc('month', p.received_on)::date as month, p.amount_cents as received, 0::bigint as reversed,
      0::bigint as refunded from payments p, span s where ${inside(sql`p.received_on`)}
    union all select p.currency, date_trunc('month', p.reversed_on)::date, 0, p.amount_cents, 0
      from payments p, span s where ${inside(sql`p.reversed_on`)}
    union all select r.currency, date_trunc('month', r.refunded_on)::date, 0, 0, r.amount_cents
      from refunds r, span s where ${inside(sql`r.refunded_on`)}),
  ${pick(asked.currency, sql`select m.currency, m.received as cents from moves m`)},
  m as materialized (select m.* from moves m, picked p where m.currency = p.currency),
  valued as materialized (select x.*, x.received - x.reversed - x.refunded as net from (
    select to_char(d.month, 'YYYY-MM') as key, ${sum(sql`m.received`)} as received, ${sum(sql`m.reversed`)} as reversed,
      ${sum(sql`m.refunded`)} as refunded, count(*) filter (where m.received > 0) as payments,
      count(*) filter (where m.refunded > 0) as refunds
    from span s cross join lateral generate_series(s.first, s.last, interval '1 month') d (month)
      left join m on m.month = d.month
    where exists (select from m) group by grouping sets ((d.month), ())) x)`
}

export const findPayments = (asked: PaymentsAsked): Sql => sql`with ${valuedPayments(asked)}
  select json_build_object('from', to_char(s.first, 'YYYY-MM'), 'to', to_char(s.last, 'YYYY-MM'),
    ${answerOf(paymentMetrics, [])})::text as json from span s, picked p`

export const paymentsSheet = (asked: PaymentsAsked): Sheet =>
  closed(
    sheetOf(
      'Payments',
      [[{ head: 'Month', as: 'text' }, sql`v.key`], ...columnsOf(paymentMetrics)],
      sql`with ${valuedPayments(asked)}`,
    ),
    sql`from valued v, picked p where v.key is not null order by v.key`,
  )

/** Terms that end soon without a next term, with the version in force on their last day. */
const ending = (chosen: Chosen): Sql => sql`
  e as materialized (select c.id, c.organization_id, c.currency, c.ends_on, c.ends_on - ${today} as days, c.renews,
      c.ends_on - c.notice_days as notice_until, n.tier, n.price_cents as cents
    from contracts c cross join lateral (select v.tier, v.price_cents from contract_versions v
      where v.organization_id = c.organization_id and v.contract_id = c.id and v.effective_on <= c.ends_on
      order by v.effective_on desc, v.number desc limit 1) n
    where c.cancelled_from is null and c.ends_on >= ${today} and c.ends_on <= ${today} + ${RENEWALS_AHEAD}::int
      and not exists (select from organizations g where g.id = c.organization_id and g.state = 'erased')
      and not exists (select from contracts r where r.organization_id = c.organization_id and r.renewal_of = c.id)),
  ${pick(chosen, sql`select e.currency, e.cents from e`)},
  mine as materialized (select e.* from e, picked p where e.currency = p.currency)`
const valuedRenewals = sql`valued as materialized (
  select w.key, coalesce(sum(m.cents), 0)::bigint as arr, count(m.id) as contracts,
    ${sum(sql`m.cents`, sql`not m.renews`)} as leaving_arr, count(m.id) filter (where not m.renews) as leaving
  from unnest(${[...windows]}::text[]) w (key)
  left join mine m on (case when m.days <= ${RENEWALS_NEAR}::int then ${windows[0]} else ${windows[1]} end) = w.key
  group by grouping sets ((w.key), ()))`

const placeForm = /^(\d{4}-\d{2}-\d{2})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The next to end first; the cursor is the day and the id. */
export const findRenewals = (asked: z.output<typeof readRenewals.input>): Sql => {
  const limit = asked.limit ?? 50
  const [, day, id] = placeForm.exec(asked.after ?? '') ?? []
  const beyond = id ? sql`(m.ends_on, m.id) > (${day}::date, ${id}::uuid)` : sql`true`
  return sql`with ${ending(asked.currency)}, ${valuedRenewals},
    paged as (select row_number() over (order by m.ends_on, m.id) as nth, m.ends_on || '_' || m.id as place,
        json_build_object('id', m.id, 'organization_id', g.id, 'name', g.name, 'tier', m.tier, 'ends_on', m.ends_on,
          'days', m.days, 'price_cents', m.cents, 'renews', m.renews, 'notice_until', m.notice_until) as item
      from mine m join organizations g on g.id = m.organization_id where ${beyond} order by m.ends_on, m.id limit ${limit + 1}::int)
    select json_build_object('today', ${today}, ${answerOf(renewalMetrics, windows)},
      'items', coalesce((select json_agg(item order by nth) from paged where nth <= ${limit}::int), '[]'),
      'next', (select place from paged where nth = ${limit}::int and exists (select from paged where nth > ${limit}::int)))::text as json
    from picked p`
}

export const renewalsSheet = (chosen: Chosen): Sheet =>
  closed(
    sheetOf(
      'Renewals',
      [
        [{ head: 'Organization', as: 'text' }, sql`g.name`],
        [{ head: 'Tier', as: 'text' }, sql`m.tier`],
        [{ head: 'Ends', as: 'date' }, sql`m.ends_on`],
        [{ head: 'Days', as: 'whole' }, sql`m.days`],
        [{ head: 'Currency', as: 'text' }, sql`m.currency`],
        [{ head: 'Per year', as: 'cents' }, sql`m.cents`],
        [{ head: 'Renews', as: 'text' }, sql`case when m.renews then 'yes' else 'no' end`],
        [{ head: 'Notice by', as: 'date' }, sql`m.notice_until`],
      ],
      sql`with ${ending(chosen)}`,
    ),
    sql`from mine m join organizations g on g.id = m.organization_id order by m.ends_on, m.id`,
  )
