import { within } from '#features/people/accounts/store.within.ts'
import { findCustomer, findDetails } from '#features/vendor/billing/store.write.ts'
import type { Db } from '#platform/server/db.ts'
import { exporting, type Route, read, refuse, write } from '#platform/server/route.ts'
import * as contract from './contract.ts'
import { daysOverdue, dueOn, invoiceState, missingOf, openCents, refuseIssue, releasesFor, seriesOf } from './rules.ts'
import { findSeller } from './store.seller.ts'
import * as reads from './store.ts'
import * as store from './store.write.ts'

type Row = Omit<contract.InvoiceRow, 'state' | 'open_cents' | 'days_overdue'>
type Listed = { today: string; page_size: number; rows: { item: Row; place: string }[] }

const shown = <R extends Row>(row: R, today: string) => ({
  ...row,
  state: invoiceState(row, today),
  open_cents: openCents(row),
  days_overdue: openCents(row) > 0 && row.due_on ? daysOverdue(row.due_on, today) : 0,
})

type Typed = { description: string; quantity: number; unit: number; taxable: boolean }
const linesOf = (typed: readonly Typed[]): store.NewLine[] =>
  typed.map(({ unit, ...line }) => ({ ...line, unit_cents: unit }))

/** The draft at the version the caller has seen. */
const holdDraft = async (db: Db, id: string, version: number) => {
  const found = (await findCustomer(db)) && (await store.lockInvoice(db, id))
  if (!found) return refuse('not_found')
  if (found.status === 'issued') return refuse('already_issued')
  return found.version === version ? found : refuse('changed_meanwhile')
}
const isHeld = (held: object): held is store.Held => 'net_cents' in held

/** Whether a credit note credits no more than its invoice charged, minus earlier credits. */
const fitsCredit = async (db: Db, note: store.Held): Promise<boolean> => {
  const of = note.credits_id ? await store.lockInvoice(db, note.credits_id) : null
  if (!of) return note.kind === 'invoice'
  const before = await store.findCredited(db, of.id)
  const [net, taxable] = [of.net_cents - before.net_cents, of.taxable_cents - before.taxable_cents]
  const untaxed = net - taxable
  return note.taxable_cents <= taxable && note.net_cents - note.taxable_cents <= untaxed
}

/** Payments allocated to the credited amount become available to the customer again. */
const releasePayments = async (db: Db, note: store.Held): Promise<void> => {
  const of = note.credits_id ? await store.lockInvoice(db, note.credits_id) : null
  if (!of) return
  for (const one of releasesFor(of, note.total_cents, await store.listAllocations(db, of.id)))
    await store.updateAllocation(db, one.payment_id, of.id, one.amount_cents)
}

export const routes: readonly Route[] = [
  read(contract.listInvoices, reads.listInvoices, ([row]) => {
    const { today, page_size, rows } = row as Listed
    const items = rows.slice(0, page_size)
    const next = rows.length > page_size ? (items.at(-1)?.place ?? null) : null
    return { items: items.map(({ item }) => shown(item, today)), next, today }
  }),
  exporting(contract.exportInvoices, ({ format, ...ask }) => ({
    title: 'Invoices',
    format,
    sheets: [{ name: 'Invoices', columns: reads.exportColumns, statement: reads.listForExport(ask) }],
  })),
  read(
    contract.readInvoice,
    ({ organization_id, invoice_id }) => reads.findInvoice(organization_id, invoice_id),
    ([row]) =>
      row
        ? { ...shown(row.item as contract.Invoice, String(row.today)), today: String(row.today) }
        : refuse('not_found'),
  ),
  read(contract.readDocument, ({ organization_id, invoice_id }) => reads.findDocument(organization_id, invoice_id)),

  write(contract.createInvoice, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      if (!(await findCustomer(db))) return refuse('not_found')
      const { currency, note, purchase_order } = input
      const none = { contract_id: null, credits_id: null, period_from: null, period_to: null }
      const id = await store.insertDraft(db, { kind: 'invoice', currency, note, purchase_order, ...none })
      await store.replaceLines(db, id, linesOf(input.lines))
      const draft = await store.recount(db, id)
      return draft.net_cents < 0 || draft.tax_cents < 0 ? refuse('amount_negative') : { id }
    }),
  ),

  write(contract.editInvoice, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const held = await holdDraft(db, input.invoice_id, input.version)
      if (!isHeld(held)) return held
      await store.updateText(db, held.id, input.note, input.purchase_order)
      await store.replaceLines(db, held.id, linesOf(input.lines))
      const draft = await store.recount(db, held.id)
      if (draft.net_cents < 0 || draft.tax_cents < 0) return refuse('amount_negative')
      return (await fitsCredit(db, draft)) ? { version: draft.version } : refuse('over_credit')
    }),
  ),

  write(contract.discardInvoice, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const found = (await findCustomer(db)) && (await store.lockInvoice(db, input.invoice_id))
      if (!found) return refuse('not_found')
      if (found.status === 'issued') return refuse('already_issued')
      await store.deleteDraft(db, found.id)
      return { done: true }
    }),
  ),

  write(contract.issueInvoice, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const held = await holdDraft(db, input.invoice_id, input.version)
      const customer = await findCustomer(db)
      if (!isHeld(held) || !customer) return isHeld(held) ? refuse('not_found') : held
      const details = await findDetails(db)
      const seller = await findSeller(db, customer.id)
      const buyer = { name: details.legal_name || customer.name, address: details.address, email: details.email }
      const draft = await store.recount(db, held.id)
      const missing = missingOf(seller, buyer)
      const code = refuseIssue(draft, missing)
      if (code) return missing.length > 0 ? refuse(code, { missing }) : refuse(code)
      if (!(await fitsCredit(db, draft))) return refuse('over_credit')
      await releasePayments(db, draft)
      const issued_on = customer.today
      const year = Number(issued_on.slice(0, 4))
      const series = seriesOf[draft.kind]
      const due_on = draft.kind === 'invoice' ? dueOn(issued_on) : issued_on
      const number = await store.takeNumber(db, { series, year, customer_id: customer.id, invoice_id: draft.id })
      await store.updateIssued(db, draft.id, { number, issued_on, due_on, seller, buyer })
      return { number, due_on }
    }),
  ),

  write(contract.creditInvoice, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const of = (await findCustomer(db)) && (await store.lockInvoice(db, input.invoice_id))
      if (!of) return refuse('not_found')
      if (of.status !== 'issued' || of.kind !== 'invoice') return refuse('not_issued')
      if (await store.hasCreditDraft(db, of.id)) return refuse('credit_drafted')
      const before = await store.findCredited(db, of.id)
      const taxed = of.taxable_cents - before.taxable_cents
      const untaxed = of.net_cents - of.taxable_cents - (before.net_cents - before.taxable_cents)
      if (taxed <= 0 && untaxed <= 0) return refuse('fully_credited')
      const line = (unit_cents: number, taxable: boolean) => ({
        description: `Credit on invoice ${of.number}`,
        quantity: 1,
        unit_cents,
        taxable,
      })
      const lines = [line(taxed, true), line(untaxed, false)].filter(({ unit_cents }) => unit_cents !== 0)
      const none = {
        contract_id: of.contract_id,
        period_from: null,
        period_to: null,
        purchase_order: of.purchase_order,
      }
      const note = {
        kind: 'credit_note',
        currency: of.currency,
        credits_id: of.id,
        note: input.reason,
        ...none,
      } as const
      const id = await store.insertDraft(db, note)
      await store.replaceLines(db, id, lines)
      await store.recount(db, id)
      return { id }
    }),
  ),
]
