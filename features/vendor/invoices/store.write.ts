import { setScope } from '#features/people/accounts/store.scope.ts'
import { findDetails } from '#features/vendor/billing/store.write.ts'
import type { Db } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { ours } from '#platform/server/tenant.ts'
import type { Currency } from '#platform/shared/money.ts'
import type { WallDate } from '#platform/shared/time.ts'
import { creditTotalsOf, type InvoiceKind, type Line, numberWords, type Totals, totalsOf } from './rules.ts'
import type { Seller } from './store.seller.ts'

export type NewDraft = {
  kind: InvoiceKind
  currency: Currency
  contract_id: string | null
  credits_id: string | null
  period_from: WallDate | null
  period_to: WallDate | null
  purchase_order: string
  note: string
}
/** Inserts an empty draft for the organization in scope; returns its id. */
export const insertDraft = async (db: Db, d: NewDraft): Promise<string> => {
  const row = await db.row<{
    id: string
  }>(sql`insert into invoices (organization_id, kind, currency, contract_id, credits_id,
      period_from, period_to, purchase_order, note, created_by)
    values ((select app.organization_id()), ${d.kind}, ${d.currency}, ${d.contract_id}::uuid, ${d.credits_id}::uuid,
      ${d.period_from}::date, ${d.period_to}::date, ${d.purchase_order}, ${d.note}, (select app.user_id())) returning id`)
  if (!row) throw new Error('no draft came back')
  return row.id
}

export type NewLine = Line & { description: string }
const insertLines = (db: Db, invoice_id: string, lines: readonly NewLine[]) =>
  db.run(sql`insert into invoice_lines (organization_id, invoice_id, position, description, quantity, unit_cents, amount_cents, taxable)
    select (select app.organization_id()), ${invoice_id}::uuid, coalesce((select max(position) + 1 from invoice_lines
        where ${ours()} and invoice_id = ${invoice_id}::uuid), 0) + l.place::int - 1,
      l.line ->> 'description', (l.line ->> 'quantity')::int, (l.line ->> 'unit_cents')::bigint,
      (l.line ->> 'quantity')::int * (l.line ->> 'unit_cents')::bigint, (l.line ->> 'taxable')::boolean
    from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as l (line, place)`)
export const insertLine = (db: Db, invoice_id: string, line: NewLine) => insertLines(db, invoice_id, [line])

export const replaceLines = async (db: Db, invoice_id: string, lines: readonly NewLine[]): Promise<void> => {
  await db.run(sql`delete from invoice_lines where ${ours()}
    and invoice_id = ${invoice_id}::uuid`)
  await insertLines(db, invoice_id, lines)
}

export type Held = Totals & {
  id: string
  kind: InvoiceKind
  status: 'draft' | 'issued'
  number: string | null
  currency: Currency
  contract_id: string | null
  credits_id: string | null
  purchase_order: string
  paid_cents: number
  credited_cents: number
  tax_name: string
  tax_rate_millionths: number
  version: number
}
const columns = sql`id, kind, status, number, currency, contract_id, credits_id, purchase_order, version, tax_name,
  tax_rate_millionths, net_cents::float8 as net_cents, taxable_cents::float8 as taxable_cents, tax_cents::float8 as tax_cents,
  total_cents::float8 as total_cents, paid_cents::float8 as paid_cents, credited_cents::float8 as credited_cents`
/** The invoice of the organization in scope, locked until the transaction ends. */
export const lockInvoice = (db: Db, id: string) =>
  db.row<Held>(sql`select ${columns} from invoices where ${ours()}
    and id = ${id}::uuid for no key update`)

const listLines = (db: Db, invoice_id: string) =>
  db.rows<NewLine & { amount_cents: number }>(sql`select description, quantity, unit_cents::float8 as unit_cents,
      amount_cents::float8 as amount_cents, taxable
    from invoice_lines where ${ours()} and invoice_id = ${invoice_id}::uuid order by position`)

/** What issued credit notes have credited of an invoice. */
export const findCredited = async (db: Db, invoice_id: string) => {
  const row = await db.row<{ net_cents: number; taxable_cents: number; tax_cents: number }>(sql`
    select coalesce(sum(net_cents), 0)::float8 as net_cents, coalesce(sum(taxable_cents), 0)::float8 as taxable_cents,
      coalesce(sum(tax_cents), 0)::float8 as tax_cents
    from invoices where ${ours()} and credits_id = ${invoice_id}::uuid and status = 'issued'`)
  return row ?? { net_cents: 0, taxable_cents: 0, tax_cents: 0 }
}

/** The totals of a draft today, from its lines, the customer's tax and, for a credit note, its invoice. */
const reckon = async (db: Db, draft: Held) => {
  const lines = await listLines(db, draft.id)
  if (draft.credits_id) {
    const of = await lockInvoice(db, draft.credits_id)
    const tax = { tax_name: of?.tax_name ?? '', tax_rate_millionths: of?.tax_rate_millionths ?? 0 }
    return { ...tax, ...creditTotalsOf(lines, tax.tax_rate_millionths, await findCredited(db, draft.credits_id)) }
  }
  const details = await findDetails(db)
  const tax = details.tax_exempt
    ? { tax_name: `Tax exempt, certificate ${details.exemption_certificate}`, tax_rate_millionths: 0 }
    : { tax_name: details.tax_name, tax_rate_millionths: details.tax_rate_millionths }
  return { ...tax, ...totalsOf(lines, tax.tax_rate_millionths) }
}

/** Updates a draft's totals and returns the updated draft. */
export const recount = async (db: Db, id: string): Promise<Held> => {
  const draft = await lockInvoice(db, id)
  if (draft?.status !== 'draft') throw new Error('no draft')
  const t = await reckon(db, draft)
  const row =
    await db.row<Held>(sql`update invoices set tax_name = ${t.tax_name}, tax_rate_millionths = ${t.tax_rate_millionths},
      net_cents = ${t.net_cents}, taxable_cents = ${t.taxable_cents}, tax_cents = ${t.tax_cents}, total_cents = ${t.total_cents},
      updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid returning ${columns}`)
  if (!row) throw new Error('the locked draft is gone')
  return row
}

export const updateText = (db: Db, id: string, note: string, purchase_order: string) =>
  db.run(sql`update invoices set note = ${note}, purchase_order = ${purchase_order}
    where ${ours()} and id = ${id}::uuid`)

export const deleteDraft = (db: Db, id: string) =>
  db.run(sql`delete from invoices where ${ours()} and id = ${id}::uuid and status = 'draft'`)

export const hasCreditDraft = async (db: Db, invoice_id: string): Promise<boolean> =>
  (await db.row(sql`select id from invoices where ${ours()}
    and credits_id = ${invoice_id}::uuid and status = 'draft' limit 1`)) !== null

/**
 * The next number of a series in the year, from the vendor's counter. Its row stays locked until the commit: nobody else can take
 * a number in the meantime, and a rollback returns the number. Call last, and write the numbered row at once.
 */
export const takeNumber = async (
  db: Db,
  ask: { series: string; year: number; customer_id: string; invoice_id: string },
): Promise<string> => {
  await setScope(db, { organization_id: null })
  const row = await db.row<{ last: number }>(sql`insert into number_series as s (organization_id, series, year, last)
    values ((select app.organization_id()), ${ask.series}, ${ask.year}, 1)
    on conflict (organization_id, series, year) do update set last = s.last + 1 returning s.last`)
  if (!row) throw new Error('no number came back')
  await db.run(sql`insert into invoice_numbers (organization_id, series, year, number, customer_id, invoice_id)
    values ((select app.organization_id()), ${ask.series}, ${ask.year}, ${row.last}, ${ask.customer_id}::uuid, ${ask.invoice_id}::uuid)`)
  await setScope(db, { organization_id: ask.customer_id })
  return numberWords(ask.series, ask.year, row.last)
}

export type Buyer = { name: string; address: string; email: string | null }
export const updateIssued = (
  db: Db,
  id: string,
  to: { number: string; issued_on: WallDate; due_on: WallDate; seller: Seller; buyer: Buyer },
) =>
  db.run(sql`update invoices set status = 'issued', number = ${to.number}, issued_on = ${to.issued_on}::date,
      due_on = ${to.due_on}::date, issued_at = now(), issued_by = (select app.user_id()),
      seller = ${JSON.stringify(to.seller)}::jsonb, buyer = ${JSON.stringify(to.buyer)}::jsonb, updated_at = now(), version = version + 1
    where ${ours()} and id = ${id}::uuid`)

export const listAllocations = (db: Db, invoice_id: string) =>
  db.rows<{ payment_id: string; amount_cents: number }>(sql`select payment_id, amount_cents::float8 as amount_cents
    from payment_allocations where ${ours()} and invoice_id = ${invoice_id}::uuid
      and amount_cents > 0 order by created_at desc, payment_id`)

export const updateAllocation = (db: Db, payment_id: string, invoice_id: string, amount_cents: number) =>
  db.run(sql`update payment_allocations set amount_cents = ${amount_cents}, updated_at = now()
    where ${ours()} and payment_id = ${payment_id}::uuid and invoice_id = ${invoice_id}::uuid`)
