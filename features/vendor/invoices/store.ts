import { customerOf, isCustomer, openOf, today, unsettled } from '#features/vendor/billing/store.ts'
import { join, likeText, type Sql, sql } from '#platform/server/sql.ts'
import { readCursor } from '#platform/shared/cursor.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { listStates } from './contract.ts'

const PAGE = 50

type State = (typeof listStates)[number]
/** `invoiceState` of rules.ts, for an invoice `i` today. */
export const stateIs: Readonly<Record<State, Sql>> = {
  all: sql`true`,
  draft: sql`i.status = 'draft'`,
  unsettled,
  open: sql`${unsettled} and i.due_on >= ${today}`,
  overdue: sql`${unsettled} and i.due_on < ${today}`,
  paid: sql`i.kind = 'invoice' and i.settled_at is not null and i.paid_cents > 0`,
  credited: sql`i.kind = 'invoice' and i.settled_at is not null and i.paid_cents = 0`,
  credit_notes: sql`i.kind = 'credit_note'`,
}
/** Unpaid invoices sort by due date, oldest first; the rest by creation, latest first. */
const byDue = (state: State): boolean => state === 'overdue' || state === 'open' || state === 'unsettled'

export type ListAsk = {
  state: State
  currency?: Currency | undefined
  organization_id?: string | undefined
  search?: string | undefined
  after?: string | undefined
  limit?: number | undefined
}

const facts = sql`'id', i.id, 'customer', ${customerOf(sql`g`)}, 'kind', i.kind, 'status', i.status, 'number', i.number,
  'currency', i.currency, 'total_cents', i.total_cents, 'paid_cents', i.paid_cents, 'credited_cents', i.credited_cents,
  'issued_on', i.issued_on, 'due_on', i.due_on, 'period_from', i.period_from, 'period_to', i.period_to, 'created_at', i.created_at`

const conditionsOf = (ask: ListAsk): Sql[] => {
  const conditions = [stateIs[ask.state]]
  if (ask.currency) conditions.push(sql`i.currency = ${ask.currency}`)
  if (ask.organization_id) conditions.push(sql`i.organization_id = ${ask.organization_id}::uuid`)
  if (ask.search) {
    const found = likeText(ask.search)
    conditions.push(sql`(i.number ilike ${found} or g.name ilike ${found} or g.subdomain ilike ${found})`)
  }
  return conditions
}
const from = sql`from invoices i join organizations g on g.id = i.organization_id`
const orderOf = (state: State): Sql => (byDue(state) ? sql`i.due_on, i.id` : sql`i.created_at desc, i.id desc`)

/** One more than the page, each with its cursor; every row contains the day used to compute states. */
export const listInvoices = (ask: ListAsk): Sql => {
  const limit = ask.limit ?? PAGE
  const at = readCursor(ask.after)
  const conditions = conditionsOf(ask)
  if (at)
    conditions.push(
      byDue(ask.state)
        ? sql`(i.due_on, i.id) > (${at.at.slice(0, 10)}::date, ${at.id}::uuid)`
        : sql`(i.created_at, i.id) < (${at.at}::timestamptz, ${at.id}::uuid)`,
    )
  const place = byDue(ask.state)
    ? sql`to_char(i.due_on, 'YYYY-MM-DD"T00:00:00Z"')`
    : sql`to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
  return sql`select ${today}::text as today, ${limit}::int as page_size, (select coalesce(jsonb_agg(jsonb_build_object('item', item,
      'place', place) order by nth), '[]') from (
    select row_number() over (order by ${orderOf(ask.state)}) as nth, jsonb_build_object(${facts}) as item, ${place} || '_' || i.id as place
    ${from} where ${join(conditions, sql` and `)} order by ${orderOf(ask.state)} limit ${limit + 1}::int) page) as rows`
}

export const exportColumns = [
  { head: 'Number', as: 'text' },
  { head: 'Type', as: 'text' },
  { head: 'Customer', as: 'text' },
  { head: 'Address', as: 'text' },
  { head: 'Issued', as: 'date' },
  { head: 'Due', as: 'date' },
  { head: 'Currency', as: 'text' },
  { head: 'Net', as: 'cents' },
  { head: 'Tax', as: 'cents' },
  { head: 'Total', as: 'cents' },
  { head: 'Paid', as: 'cents' },
  { head: 'Credited', as: 'cents' },
  { head: 'Open', as: 'cents' },
  { head: 'Days overdue', as: 'whole' },
] as const

/** In the order of the export's columns. */
export const listForExport = (ask: ListAsk): Sql => sql`select coalesce(i.number, 'Draft'),
    case i.kind when 'invoice' then 'Invoice' else 'Credit note' end, g.name, g.subdomain, i.issued_on::text, i.due_on::text, i.currency,
    i.net_cents, i.tax_cents, i.total_cents, i.paid_cents, i.credited_cents,
    case when i.status = 'issued' and i.kind = 'invoice' then ${openOf} else 0 end,
    case when ${unsettled} then greatest(0, ${today} - i.due_on) else 0 end
  ${from} where ${join(conditionsOf(ask), sql` and `)} order by ${orderOf(ask.state)}`

const whose = (organization_id: string, invoice_id: string): Sql =>
  sql`i.organization_id = ${organization_id}::uuid and i.id = ${invoice_id}::uuid`

export const findInvoice = (organization_id: string, invoice_id: string): Sql => sql`select ${today}::text as today,
    jsonb_build_object(${facts}, 'contract_id', i.contract_id, 'purchase_order', i.purchase_order, 'note', i.note,
    'tax_name', i.tax_name, 'tax_rate_millionths', i.tax_rate_millionths, 'net_cents', i.net_cents, 'taxable_cents', i.taxable_cents,
    'tax_cents', i.tax_cents, 'version', i.version,
    'credits', (select jsonb_build_object('id', o.id, 'number', o.number) from invoices o
      where o.organization_id = i.organization_id and o.id = i.credits_id),
    'buyer', coalesce(i.buyer, (select jsonb_build_object('name', coalesce(nullif(a.legal_name, ''), g.name),
        'address', coalesce(a.address, ''), 'email', a.email)
      from (select) nobody left join billing_accounts a on a.organization_id = i.organization_id)),
    'lines', coalesce((select jsonb_agg(jsonb_build_object('description', l.description, 'quantity', l.quantity,
        'unit_cents', l.unit_cents, 'amount_cents', l.amount_cents, 'taxable', l.taxable) order by l.position)
      from invoice_lines l where l.organization_id = i.organization_id and l.invoice_id = i.id), '[]'),
    'payments', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'method', p.method, 'reference', p.reference,
        'received_on', p.received_on, 'amount_cents', x.amount_cents) order by p.received_on, p.id)
      from payment_allocations x join payments p on p.organization_id = x.organization_id and p.id = x.payment_id
      where x.organization_id = i.organization_id and x.invoice_id = i.id and x.amount_cents > 0), '[]'),
    'credit_notes', coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'status', n.status, 'number', n.number,
        'total_cents', n.total_cents) order by n.created_at, n.id)
      from invoices n where n.organization_id = i.organization_id and n.credits_id = i.id), '[]'),
    'letters', coalesce((select jsonb_agg(jsonb_build_object('kind', w.kind, 'to_address', w.to_address,
        'created_at', w.created_at) order by w.created_at)
      from invoice_letters w where w.organization_id = i.organization_id and w.invoice_id = i.id), '[]'),
    'document', exists (select from invoice_documents d where d.organization_id = i.organization_id and d.invoice_id = i.id)) as item
  ${from} where ${whose(organization_id, invoice_id)} and ${isCustomer}`

export const findDocument = (organization_id: string, invoice_id: string): Sql => sql`select json_build_object(
    'file_name', i.number || '.pdf', 'pdf', translate(encode(d.pdf, 'base64'), E'\n', ''), 'sha256', encode(d.sha256, 'hex'))::text as json
  from invoices i join invoice_documents d on d.organization_id = i.organization_id and d.invoice_id = i.id
  where ${whose(organization_id, invoice_id)}`
