import { z } from 'zod'
import { Cents, Customer, TypedMoney } from '#features/vendor/billing/contract.ts'
import { isPlace } from '#platform/shared/cursor.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { currencies } from '#platform/shared/money.ts'
import { after, afterPlace, DateText, Done, Id, line, page, text } from '#platform/shared/shapes.ts'
import { methods, statementKinds } from './rules.payments.ts'
import { buckets } from './rules.ts'

const where = '/api/vendor/billing'
const across = 'to manage billing for all customers'
const ofOne = { organization_id: Id }

export const Payment = z.object({
  id: Id,
  customer: Customer,
  method: z.enum(methods),
  reference: z.string(),
  currency: z.enum(currencies),
  amount_cents: Cents,
  allocated_cents: Cents,
  /** The refunded part. */
  refunded_cents: Cents,
  received_on: DateText,
  note: z.string(),
  reversed_on: DateText.nullable(),
  reverse_reason: z.string().nullable(),
  allocations: z.array(z.object({ invoice_id: Id, number: z.string(), amount_cents: Cents })),
  refunds: z.array(
    z.object({
      id: Id,
      method: z.enum(methods),
      reference: z.string(),
      amount_cents: Cents,
      refunded_on: DateText,
      reason: z.string(),
      credit_note: z.object({ id: Id, number: z.string() }).nullable(),
    }),
  ),
  version: z.int(),
})
export type Payment = z.output<typeof Payment>

export const paymentStates = ['all', 'unallocated', 'refunded', 'reversed'] as const

export const listPayments = endpoint({
  name: 'payments.list',
  summary: 'Payments, the latest first, with what each was for.',
  method: 'GET',
  path: `${where}/payments`,
  who: 'super_admin',
  across,
  input: z.object({
    state: z.enum(paymentStates).default('all'),
    organization_id: Id.optional(),
    /** Matches the reference, the organization's name and its address. */
    search: line(0, 100).optional(),
    after,
    limit: z.coerce.number<number>().int().min(1).max(200).optional(),
  }),
  output: page(Payment),
  errors: {},
  topics: ['billing', 'organization'],
})

const Allocation = z.strictObject({ invoice_id: Id, amount: TypedMoney.refine((c) => c > 0, 'Enter more than zero.') })
const allocations = z
  .array(Allocation)
  .max(100, 'Select up to 100 invoices.')
  .refine((all) => new Set(all.map((one) => one.invoice_id)).size === all.length, 'Use each invoice once.')
const allocateErrors = { over_invoice: 409, over_payment: 409, other_currency: 409 } as const

/** The number of the check or the trace number of the transfer; never a card number. */
const Reference = line(1, 80).refine(
  (typed) => !/\d{13}/.test(typed.replaceAll(/[\s-]/g, '')),
  "Don't enter a card number.",
)

export const recordPayment = endpoint({
  name: 'payments.record',
  summary: 'Money that came in, for one invoice, several or none yet. What is over stays as credit.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/payments`,
  who: 'super_admin',
  input: z.strictObject({
    ...ofOne,
    method: z.enum(methods),
    reference: Reference,
    currency: z.enum(currencies),
    amount: TypedMoney.refine((cents) => cents > 0, 'Enter more than zero.'),
    received_on: DateText,
    note: text(0, 500),
    allocations,
  }),
  output: z.object({ id: Id }),
  errors: allocateErrors,
})

export const allocatePayment = endpoint({
  name: 'payments.allocate',
  summary: 'Puts what is left of a payment against invoices.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/payments/:payment_id/allocate`,
  who: 'super_admin',
  input: z.strictObject({ ...ofOne, payment_id: Id, allocations: allocations.min(1, 'Choose at least one invoice.') }),
  output: Done,
  errors: { ...allocateErrors, payment_reversed: 409 },
})

export const reversePayment = endpoint({
  name: 'payments.reverse',
  summary: 'A check that bounced, a transfer that was taken back: what it paid is open again.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/payments/:payment_id/reverse`,
  who: 'super_admin',
  input: z.strictObject({ ...ofOne, payment_id: Id, reversed_on: DateText, reason: text(1, 500) }),
  output: Done,
  errors: { payment_reversed: 409, payment_refunded: 409 },
})

export const refundPayment = endpoint({
  name: 'payments.refund',
  summary: 'Money given back of what a payment has over: what was paid too much, or what a credit note freed.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/payments/:payment_id/refunds`,
  who: 'super_admin',
  input: z.strictObject({
    ...ofOne,
    payment_id: Id,
    /** The credit note being refunded; `none` for an overpayment. */
    credit_note_id: z.union([z.literal('none'), Id]).transform((typed) => (typed === 'none' ? null : typed)),
    method: z.enum(methods),
    reference: Reference,
    amount: TypedMoney.refine((cents) => cents > 0, 'Enter more than zero.'),
    refunded_on: DateText,
    reason: text(1, 500),
  }),
  output: z.object({ id: Id }),
  errors: { payment_reversed: 409, over_refund: 409, over_note: 409, other_currency: 409 },
})

const aged = z.object(
  Object.fromEntries(buckets.map((bucket) => [bucket, Cents])) as Record<(typeof buckets)[number], typeof Cents>,
)
const agingFilters = { currency: z.enum(currencies).optional() }

export const listAging = endpoint({
  name: 'payments.aging',
  summary: 'What each customer owes by how long it is overdue, the most overdue first; totals by currency.',
  method: 'GET',
  path: `${where}/aging`,
  who: 'super_admin',
  across,
  input: z.object({
    ...agingFilters,
    after: afterPlace(isPlace('\\d{1,16}_{id}_[A-Z]{3}')),
    limit: z.coerce.number<number>().int().min(1).max(200).optional(),
  }),
  output: page(aged.extend({ customer: Customer, currency: z.enum(currencies), total_cents: Cents })).extend({
    today: DateText,
    totals: z.array(aged.extend({ currency: z.enum(currencies), total_cents: Cents })),
  }),
  errors: {},
  topics: ['billing', 'organization'],
})
export type AgedRow = z.output<typeof listAging.output>['items'][number]

export const exportAging = endpoint({
  name: 'payments.export_aging',
  summary: 'The aged list as a file.',
  method: 'POST',
  path: `${where}/aging/export`,
  who: 'super_admin',
  across,
  input: z.object({ ...exportInput, ...agingFilters }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})

const statementAsk = { ...ofOne, currency: z.enum(currencies), from: DateText, to: DateText }

export const readStatement = endpoint({
  name: 'payments.statement',
  summary:
    'The account of one customer in one currency over some days: what was before, each entry, what stands at the end.',
  method: 'GET',
  path: `${where}/accounts/:organization_id/statement`,
  who: 'super_admin',
  across,
  input: z.object(statementAsk),
  output: z.object({
    customer: Customer,
    opening_cents: Cents,
    closing_cents: Cents,
    entries: z.array(
      z.object({
        on: DateText,
        kind: z.enum(statementKinds),
        id: Id,
        reference: z.string(),
        /** Positive if it increases what is owed, negative if it reduces it. */
        amount_cents: Cents,
        balance_cents: Cents,
      }),
    ),
  }),
  errors: {},
  topics: ['billing', 'organization'],
})

export const readStatementDocument = endpoint({
  name: 'payments.statement_document',
  summary: 'The same statement as a tagged PDF, in base64, drawn as it is asked for.',
  method: 'GET',
  path: `${where}/accounts/:organization_id/statement/document`,
  who: 'super_admin',
  across,
  input: z.object(statementAsk),
  output: z.object({ file_name: z.string(), pdf: z.string() }),
  errors: { statement_too_long: 409 },
})

export const exportStatement = endpoint({
  name: 'payments.export_statement',
  summary: 'The account of one customer as a file.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/statement/export`,
  who: 'super_admin',
  across,
  input: z.object({ ...exportInput, ...statementAsk }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})
