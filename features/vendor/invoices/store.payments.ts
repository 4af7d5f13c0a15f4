import { customerOf, hasCredit, openOf, today, unsettled } from '#features/vendor/billing/store.ts'
import { join, likeText, named, type Sql, sql } from '#platform/server/sql.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { paymentStates } from './contract.payments.ts'
import { STATEMENT_MOST } from './rules.payments.ts'
import { buckets } from './rules.ts'
import { inBucket } from './store.ageing.ts'

const PAGE = 50

export type PaymentsAsk = {
  state: (typeof paymentStates)[number]
  organization_id?: string | undefined
  search?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}
const stateIs: Readonly<Record<PaymentsAsk['state'], Sql>> = {
  all: sql`true`,
  unallocated: hasCredit,
  refunded: sql`p.refunded_cents > 0`,
  reversed: sql`p.reversed_on is not null`,
}

/** Latest first; the cursor is the day received and the id. */
export const listPayments = (ask: PaymentsAsk): Sql => {
  const limit = ask.limit ?? PAGE
  const at = readCursor(ask.after)
  const conditions = [stateIs[ask.state]]
  if (ask.organization_id) conditions.push(sql`p.organization_id = ${ask.organization_id}::uuid`)
  if (ask.search) {
    const found = likeText(ask.search)
    conditions.push(sql`(p.reference ilike ${found} or g.name ilike ${found} or g.subdomain ilike ${found})`)
  }
  if (at) conditions.push(sql`(p.received_on, p.id) < (${at.at.slice(0, 10)}::date, ${at.id}::uuid)`)
  return sql`with page as (
      select row_number() over (order by p.received_on desc, p.id desc) as nth,
        to_char(p.received_on, 'YYYY-MM-DD"T00:00:00Z"') || '_' || p.id as place,
        json_build_object('id', p.id, 'customer', ${customerOf(sql`g`)}, 'method', p.method, 'reference', p.reference,
          'currency', p.currency, 'amount_cents', p.amount_cents, 'allocated_cents', p.allocated_cents, 'refunded_cents', p.refunded_cents,
          'received_on', p.received_on, 'note', p.note, 'reversed_on', p.reversed_on, 'reverse_reason', p.reverse_reason,
          'version', p.version, 'refunds', coalesce((select json_agg(json_build_object('id', r.id, 'method', r.method,
              'reference', r.reference, 'amount_cents', r.amount_cents, 'refunded_on', r.refunded_on, 'reason', r.reason,
              'credit_note', case when n.id is not null then json_build_object('id', n.id, 'number', n.number) end)
              order by r.refunded_on, r.created_at, r.id)
            from refunds r left join invoices n on n.organization_id = r.organization_id and n.id = r.credit_note_id
            where r.organization_id = p.organization_id and r.payment_id = p.id), '[]'), 'allocations', coalesce((select json_agg(json_build_object('invoice_id', i.id,
              'number', i.number, 'amount_cents', x.amount_cents) order by i.due_on, i.id)
            from payment_allocations x join invoices i on i.organization_id = x.organization_id and i.id = x.invoice_id
            where x.organization_id = p.organization_id and x.payment_id = p.id and x.amount_cents > 0), '[]')) as item
      from payments p join organizations g on g.id = p.organization_id
      where ${join(conditions, sql` and `)} order by p.received_on desc, p.id desc limit ${limit + 1}::int)
    select json_build_object('items', coalesce((select json_agg(item order by nth) from page where nth <= ${limit}::int), '[]'),
      'next', (select place from page where nth = ${limit}::int and exists (select from page where nth > ${limit}::int)))::text as json`
}

const late = sql`(${today} - i.due_on)`
const isIn = inBucket(late)
/** Open amounts by customer and currency, in the buckets of the rules. */
const aged = (currency: Currency | undefined): Sql => sql`select i.organization_id, i.currency,
    ${join(
      buckets.map(
        (bucket) => sql`coalesce(sum(${openOf}) filter (where ${isIn[bucket]}), 0)::bigint as ${named(bucket)}`,
      ),
      sql`, `,
    )}, sum(${openOf})::bigint as total_cents, coalesce(sum(${openOf}) filter (where ${late} > 0), 0)::bigint as overdue_cents
  from invoices i where ${unsettled} and ${currency ? sql`i.currency = ${currency}` : sql`true`}
  group by i.organization_id, i.currency`

const bucketPairs = join(
  buckets.map((bucket) => sql`${bucket}::text, a.${named(bucket)}`),
  sql`, `,
)
const placeForm = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_([A-Z]{3})$/

export const listAging = (ask: {
  currency?: Currency | undefined
  after?: string | undefined
  limit?: number | undefined
}): Sql => {
  const limit = ask.limit ?? PAGE
  const [, cents, id, currency] = placeForm.exec(ask.after ?? '') ?? []
  const beyond = id
    ? sql`(-a.overdue_cents, a.organization_id, a.currency) > (-(${cents}::bigint), ${id}::uuid, ${currency}::text)`
    : sql`true`
  return sql`with aged as materialized (${aged(ask.currency)}),
    page as (select row_number() over (order by -a.overdue_cents, a.organization_id, a.currency) as nth,
        a.overdue_cents || '_' || a.organization_id || '_' || a.currency as place,
        json_build_object('customer', ${customerOf(sql`g`)}, 'currency', a.currency, 'total_cents', a.total_cents, ${bucketPairs}) as item
      from aged a join organizations g on g.id = a.organization_id where ${beyond}
      order by -a.overdue_cents, a.organization_id, a.currency limit ${limit + 1}::int),
    totals as (select a.currency, sum(a.total_cents)::bigint as total_cents, ${join(
      buckets.map((bucket) => sql`sum(a.${named(bucket)})::bigint as ${named(bucket)}`),
      sql`, `,
    )} from aged a group by a.currency)
    select json_build_object('today', ${today},
      'items', coalesce((select json_agg(item order by nth) from page where nth <= ${limit}::int), '[]'),
      'next', (select place from page where nth = ${limit}::int and exists (select from page where nth > ${limit}::int)),
      'totals', coalesce((select json_agg(json_build_object('currency', a.currency, 'total_cents', a.total_cents, ${bucketPairs})
        order by a.currency) from totals a), '[]'))::text as json`
}

export const agingColumns = [
  { head: 'Customer', as: 'text' },
  { head: 'Address', as: 'text' },
  { head: 'Currency', as: 'text' },
  { head: 'Current', as: 'cents' },
  { head: '1-30 days', as: 'cents' },
  { head: '31-60 days', as: 'cents' },
  { head: '61-90 days', as: 'cents' },
  { head: 'Over 90 days', as: 'cents' },
  { head: 'Total', as: 'cents' },
] as const

/** In the order of the export's columns. */
export const agingForExport = (currency: Currency | undefined): Sql => sql`select g.name, g.subdomain, a.currency,
    ${join(
      buckets.map((bucket) => sql`a.${named(bucket)}`),
      sql`, `,
    )}, a.total_cents
  from (${aged(currency)}) a join organizations g on g.id = a.organization_id
  order by -a.overdue_cents, a.organization_id, a.currency`

export type StatementAsk = { organization_id: string; currency: Currency; from: string; to: string }
/** Every entry of the account: positive if it increases what is owed, negative if it reduces it. Drafts are excluded. */
const entries = ({ organization_id, currency }: StatementAsk): Sql => sql`
  select i.issued_on as "on", i.issued_at as at, i.kind, i.id, i.number as reference,
      case i.kind when 'invoice' then i.total_cents else -i.total_cents end as amount_cents
    from invoices i where i.organization_id = ${organization_id}::uuid and i.currency = ${currency} and i.status = 'issued'
  union all select p.received_on, p.created_at, 'payment', p.id, p.reference, -p.amount_cents
    from payments p where p.organization_id = ${organization_id}::uuid and p.currency = ${currency}
  union all select p.reversed_on, p.updated_at, 'reversal', p.id, p.reference, p.amount_cents
    from payments p where p.organization_id = ${organization_id}::uuid and p.currency = ${currency} and p.reversed_on is not null
  union all select r.refunded_on, r.created_at, 'refund', r.id, r.reference, r.amount_cents
    from refunds r where r.organization_id = ${organization_id}::uuid and r.currency = ${currency}`

const running = (ask: StatementAsk): Sql => sql`entries as materialized (${entries(ask)}),
  opening as (select coalesce(sum(amount_cents), 0)::bigint as cents from entries e where e."on" < ${ask.from}::date),
  inside as (select row_number() over w as nth, e.*, ((select cents from opening) + sum(e.amount_cents) over w)::bigint as balance_cents
    from entries e where e."on" between ${ask.from}::date and ${ask.to}::date window w as (order by e."on", e.at, e.id, e.kind))`

export const findStatement = (ask: StatementAsk): Sql => sql`with ${running(ask)}
  select json_build_object('customer', ${customerOf(sql`g`)}, 'opening_cents', (select cents from opening),
    'closing_cents', (select cents from opening) + coalesce((select sum(amount_cents) from inside), 0)::bigint,
    'entries', coalesce((select json_agg(json_build_object('on', "on", 'kind', kind, 'id', id, 'reference', reference,
      'amount_cents', amount_cents, 'balance_cents', balance_cents) order by nth) from (select * from inside order by nth limit ${STATEMENT_MOST}::int) e),
      '[]'))::text as json
  from organizations g where g.id = ${ask.organization_id}::uuid and g.state <> 'vendor'`

/** The statement with its sender and recipient; `entries` has one more than a statement shows if there are too many. */
export const findStatementPaper = (ask: StatementAsk): Sql => sql`with ${running(ask)}
  select ${ask.from}::text as "from", ${ask.to}::text as "to", ${ask.currency}::text as currency, now() as made_at, (select cents from opening)::float8 as opening_cents, s.legal_name as seller_name, s.address as seller_address,
    s.tax_id, s.support_email, s.payment_terms, s.invoice_footer, coalesce(nullif(a.legal_name, ''), g.name) as buyer_name, g.name,
    coalesce(a.address, '') as buyer_address,
    coalesce((select json_agg(json_build_object('on', "on", 'kind', kind, 'reference', reference, 'amount_cents', amount_cents,
      'balance_cents', balance_cents) order by nth) from (select * from inside order by nth limit ${STATEMENT_MOST + 1}::int) e), '[]') as entries
  from organizations g left join billing_accounts a on a.organization_id = g.id
    left join vendor_settings s on s.organization_id = '00000000-0000-0000-0000-000000000000'
  where g.id = ${ask.organization_id}::uuid and g.state <> 'vendor'`

export const statementColumns = [
  { head: 'Date', as: 'date' },
  { head: 'Entry', as: 'text' },
  { head: 'Reference', as: 'text' },
  { head: 'Currency', as: 'text' },
  { head: 'Amount', as: 'cents' },
  { head: 'Balance', as: 'cents' },
] as const

export const statementForExport = (ask: StatementAsk): Sql => sql`with ${running(ask)}
  select ${ask.from}::text, 'Balance before', '', ${ask.currency}::text, null::bigint, (select cents from opening), 0 as nth
  union all select "on"::text, case kind when 'invoice' then 'Invoice' when 'credit_note' then 'Credit note'
      when 'payment' then 'Payment' when 'refund' then 'Refund'
      else 'Payment reversed' end, reference, ${ask.currency}::text, amount_cents, balance_cents, nth
    from inside order by nth`

export const customerIn = (id: string): Sql =>
  sql`select id from organizations where id = ${id}::uuid and state <> 'vendor'`
