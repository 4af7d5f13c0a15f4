import { z } from 'zod'
import { Cents, Customer, TypedMoney } from '#features/vendor/billing/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { ExportedFile, exportErrors, exportInput } from '#platform/shared/export.ts'
import { currencies } from '#platform/shared/money.ts'
import { after, DateText, Done, Id, Instant, line, page, text, Version } from '#platform/shared/shapes.ts'
import { invoiceKinds, invoiceStates } from './rules.ts'

const where = '/api/vendor/billing'
const across = 'to manage billing for all customers'
const ofOne = { organization_id: Id }
const ofInvoice = { ...ofOne, invoice_id: Id }

export const InvoiceFacts = z.object({
  id: Id,
  customer: Customer,
  kind: z.enum(invoiceKinds),
  status: z.enum(['draft', 'issued']),
  state: z.enum(invoiceStates),
  number: z.string().nullable(),
  currency: z.enum(currencies),
  total_cents: Cents,
  paid_cents: Cents,
  credited_cents: Cents,
  open_cents: Cents,
  issued_on: DateText.nullable(),
  due_on: DateText.nullable(),
  days_overdue: z.int(),
  period_from: DateText.nullable(),
  period_to: DateText.nullable(),
  created_at: Instant,
})
export type InvoiceRow = z.output<typeof InvoiceFacts>

/** The filters of a list; `unsettled` is open and overdue together. */
export const listStates = ['all', 'draft', 'unsettled', 'open', 'overdue', 'paid', 'credited', 'credit_notes'] as const
const filters = {
  state: z.enum(listStates).default('all'),
  currency: z.enum(currencies).optional(),
  organization_id: Id.optional(),
  /** Matches the number, the organization's name and its address. */
  search: line(0, 100).optional(),
}

export const listInvoices = endpoint({
  name: 'invoices.list',
  summary: 'Invoices and credit notes of all customers: overdue and open ones by due date, the others latest first.',
  method: 'GET',
  path: `${where}/invoices`,
  who: 'super_admin',
  across,
  input: z.object({ ...filters, after, limit: z.coerce.number<number>().int().min(1).max(200).optional() }),
  output: page(InvoiceFacts).extend({ today: DateText }),
  errors: {},
  topics: ['billing', 'organization'],
})

export const exportInvoices = endpoint({
  name: 'invoices.export',
  summary: 'The list of invoices as a file.',
  method: 'POST',
  path: `${where}/invoices/export`,
  who: 'super_admin',
  across,
  input: z.object({ ...exportInput, ...filters }),
  output: ExportedFile,
  errors: exportErrors,
  file: true,
})

export const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.int(),
  unit_cents: Cents,
  amount_cents: Cents,
  taxable: z.boolean(),
})

export const readInvoice = endpoint({
  name: 'invoices.read',
  summary: 'One invoice or credit note with its lines, what was paid and credited, and the letters about it.',
  method: 'GET',
  path: `${where}/accounts/:organization_id/invoices/:invoice_id`,
  who: 'super_admin',
  across,
  input: z.object(ofInvoice),
  output: InvoiceFacts.extend({
    today: DateText,
    contract_id: Id.nullable(),
    credits: z.object({ id: Id, number: z.string() }).nullable(),
    purchase_order: z.string(),
    note: z.string(),
    tax_name: z.string(),
    tax_rate_millionths: z.int(),
    net_cents: Cents,
    taxable_cents: Cents,
    tax_cents: Cents,
    lines: z.array(InvoiceLine),
    buyer: z.object({ name: z.string(), address: z.string(), email: z.string().nullable() }),
    payments: z.array(
      z.object({ id: Id, method: z.string(), reference: z.string(), received_on: DateText, amount_cents: Cents }),
    ),
    credit_notes: z.array(
      z.object({ id: Id, status: z.enum(['draft', 'issued']), number: z.string().nullable(), total_cents: Cents }),
    ),
    letters: z.array(z.object({ kind: z.string(), to_address: z.string(), created_at: Instant })),
    document: z.boolean(),
    version: z.int(),
  }),
  errors: {},
  topics: ['billing', 'organization'],
})
export type Invoice = z.output<typeof readInvoice.output>

/** In cents, before tax: the table's maximum. */
const NET_MAX = 1_000_000_000_000
const line_ = z.strictObject({
  description: line(1, 300),
  quantity: z.int('Enter a whole number.').min(1, 'At least 1.').max(100_000, 'At most 100,000.'),
  unit: TypedMoney,
  taxable: z.boolean(),
})
const body = {
  lines: z
    .array(line_)
    .min(1, 'Add at least one line.')
    .max(50, 'At most 50 lines.')
    .refine(
      (all) => all.reduce((sum, one) => sum + one.quantity * Math.abs(one.unit), 0) <= NET_MAX,
      'This exceeds the limit for one invoice.',
    ),
  note: text(0, 1000),
  purchase_order: line(0, 60),
}

export const createInvoice = endpoint({
  name: 'invoices.create',
  summary: 'A draft of an invoice by hand, beside those that contracts make.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/invoices`,
  who: 'super_admin',
  input: z.strictObject({ ...ofOne, currency: z.enum(currencies), ...body }),
  output: z.object({ id: Id }),
  errors: { amount_negative: 409 },
})

const seen = { ...ofInvoice, version: Version }

export const editInvoice = endpoint({
  name: 'invoices.edit',
  summary: 'Changes a draft: its lines, its note, its purchase order.',
  method: 'PATCH',
  path: `${where}/accounts/:organization_id/invoices/:invoice_id`,
  who: 'super_admin',
  input: z.strictObject({ ...seen, ...body }),
  output: z.object({ version: z.int() }),
  errors: { already_issued: 409, amount_negative: 409, over_credit: 409 },
})

export const discardInvoice = endpoint({
  name: 'invoices.discard',
  summary: 'Takes a draft away. One that a contract made comes again while the contract asks for it.',
  method: 'DELETE',
  path: `${where}/accounts/:organization_id/invoices/:invoice_id`,
  who: 'super_admin',
  input: z.object(ofInvoice),
  output: Done,
  errors: { already_issued: 409 },
})

export const issueInvoice = endpoint({
  name: 'invoices.issue',
  summary: 'Gives a draft its number and its due date. From then on it stands; its document is made and mailed.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/invoices/:invoice_id/issue`,
  who: 'super_admin',
  input: z.strictObject(seen),
  output: z.object({ number: z.string(), due_on: DateText }),
  errors: {
    already_issued: 409,
    nothing_to_issue: 409,
    seller_missing: 409,
    buyer_missing: 409,
    over_credit: 409,
  },
})

export const creditInvoice = endpoint({
  name: 'invoices.credit',
  summary: 'A draft of a credit note over what is left of an invoice, to be cut down or issued as it is.',
  method: 'POST',
  path: `${where}/accounts/:organization_id/invoices/:invoice_id/credit`,
  who: 'super_admin',
  input: z.strictObject({ ...ofInvoice, reason: text(1, 500) }),
  output: z.object({ id: Id }),
  errors: { not_issued: 409, fully_credited: 409, credit_drafted: 409 },
})

export const readDocument = endpoint({
  name: 'invoices.document',
  summary: 'The document as it was mailed, in base64. Not there until it is made, a moment after issuing.',
  method: 'GET',
  path: `${where}/accounts/:organization_id/invoices/:invoice_id/document`,
  who: 'super_admin',
  across,
  input: z.object(ofInvoice),
  output: z.object({ file_name: z.string(), pdf: z.string(), sha256: z.string() }),
  errors: {},
  topics: ['billing', 'organization'],
})
