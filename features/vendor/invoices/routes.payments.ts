import { within } from '#features/people/accounts/store.within.ts'
import { findCustomer } from '#features/vendor/billing/store.write.ts'
import type { Db } from '#platform/server/db.ts'
import { drawInThread } from '#platform/server/documents/thread.ts'
import { exporting, type Route, read, refuse, refuseField, write } from '#platform/server/route.ts'
import * as contract from './contract.payments.ts'
import { type StatementRow, statementOf } from './routes.payments-paper.ts'
import { refuseAllocations, refuseRefund, STATEMENT_MOST } from './rules.payments.ts'
import * as reads from './store.payments.ts'
import * as store from './store.payments-write.ts'

type Typed = readonly { invoice_id: string; amount: number }[]

/** Allocates amounts of a locked payment to invoices, under the locks of both. */
const allocate = async (db: Db, payment: store.Held, typed: Typed) => {
  const wanted = typed.map(({ invoice_id, amount }) => ({ invoice_id, amount_cents: amount }))
  const open = await store.lockOpen(
    db,
    wanted.map((one) => one.invoice_id),
  )
  const code = refuseAllocations(payment, wanted, new Map(open.map((one) => [one.id, one.open_cents])))
  if (code) return refuse(code)
  if (open.some((one) => one.currency !== payment.currency)) return refuse('other_currency')
  await store.addAllocations(db, payment.id, payment.currency, wanted)
  return null
}
/** The database's own limits, in case two calls slip past the locks. */
const constraints = { invoices_not_over: 'over_invoice', payments_not_over: 'over_payment' } as const

export const routes: readonly Route[] = [
  read(contract.listPayments, reads.listPayments),
  read(contract.listAging, reads.listAging),
  exporting(contract.exportAging, ({ format, currency }) => ({
    title: 'Aged receivables',
    format,
    sheets: [{ name: 'Aged', columns: reads.agingColumns, statement: reads.agingForExport(currency) }],
  })),
  read(contract.readStatement, reads.findStatement),
  read(contract.readStatementDocument, reads.findStatementPaper, async ([row]) => {
    if (!row) return refuse('not_found')
    const found = row as StatementRow
    if (found.entries.length > STATEMENT_MOST) return refuse('statement_too_long')
    const pdf = await drawInThread(statementOf(found))
    return { file_name: `Statement ${found.name} ${found.from} to ${found.to}.pdf`, pdf: pdf.toString('base64') }
  }),
  exporting(contract.exportStatement, ({ format, ...ask }) => ({
    title: 'Statement',
    format,
    found: reads.customerIn(ask.organization_id),
    sheets: [{ name: 'Statement', columns: reads.statementColumns, statement: reads.statementForExport(ask) }],
  })),

  write(
    contract.recordPayment,
    ({ db, input }) =>
      within(db, input.organization_id, async () => {
        const customer = await findCustomer(db)
        if (!customer) return refuse('not_found')
        if (input.received_on > customer.today) return refuseField('received_on', "The date can't be in the future.")
        const { allocations, amount: amount_cents, ...rest } = input
        const id = await store.insertPayment(db, { ...rest, amount_cents })
        const held = await store.lockPayment(db, id)
        if (!held) throw new Error('the payment is gone')
        const refusal = allocations.length > 0 ? await allocate(db, held, allocations) : null
        if (refusal) return refusal.code === 'payment_reversed' ? refuse('not_found') : refuse(refusal.code)
        return { id }
      }),
    { constraints },
  ),

  write(
    contract.allocatePayment,
    ({ db, input }) =>
      within(db, input.organization_id, async () => {
        const held = (await findCustomer(db)) && (await store.lockPayment(db, input.payment_id))
        if (!held) return refuse('not_found')
        return (await allocate(db, held, input.allocations)) ?? { done: true }
      }),
    { constraints },
  ),

  write(
    contract.refundPayment,
    ({ db, input }) =>
      within(db, input.organization_id, async () => {
        const customer = await findCustomer(db)
        const held = customer && (await store.lockPayment(db, input.payment_id))
        if (!held) return refuse('not_found')
        const note = input.credit_note_id ? await store.lockNote(db, input.credit_note_id) : null
        if (input.credit_note_id && !note) return refuse('not_found')
        if (note && note.currency !== held.currency) return refuse('other_currency')
        const code = refuseRefund(held, input.amount, note?.left_cents ?? null)
        if (code) return refuse(code)
        if (input.refunded_on > customer.today) return refuseField('refunded_on', "The date can't be in the future.")
        if (input.refunded_on < held.received_on)
          return refuseField('refunded_on', "The date can't be before the payment.")
        const { payment_id, credit_note_id, method, reference, refunded_on, reason, amount: amount_cents } = input
        const { currency } = held
        const refund = { payment_id, credit_note_id, method, reference, refunded_on, reason, amount_cents, currency }
        return { id: await store.insertRefund(db, refund) }
      }),
    { constraints: { payments_not_over: 'over_refund', refunds_not_over_note: 'over_note' } },
  ),

  write(contract.reversePayment, ({ db, input }) =>
    within(db, input.organization_id, async () => {
      const customer = await findCustomer(db)
      const held = customer && (await store.lockPayment(db, input.payment_id))
      if (!held) return refuse('not_found')
      if (held.reversed) return refuse('payment_reversed')
      if (held.refunded_cents > 0) return refuse('payment_refunded')
      if (input.reversed_on > customer.today) return refuseField('reversed_on', "The date can't be in the future.")
      if (input.reversed_on < held.received_on)
        return refuseField('reversed_on', "The date can't be before the payment.")
      await store.reversePayment(db, held.id, input.reversed_on, input.reason)
      return { done: true }
    }),
  ),
]
