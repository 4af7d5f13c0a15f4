import { wholeCents } from '#platform/shared/money.ts'
import { daysBetween, plusDays, type WallDate } from '#platform/shared/time.ts'

/** Specification section 1: annual contracts, Net 30. */
export const NET_DAYS = 30

export const invoiceKinds = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]
export const seriesOf = { invoice: 'INV', credit_note: 'CN' } as const satisfies Record<InvoiceKind, string>

/** `INV-2026-00042`: counted from 1 in each year of issue (UTC), without gaps. */
export const numberWords = (series: string, year: number, number: number): string =>
  `${series}-${year}-${String(number).padStart(5, '0')}`

export const dueOn = (issued: WallDate): WallDate => plusDays(issued, NET_DAYS)

/**
 * The tax on an amount in cents at a rate in millionths: whole cents, half a cent up. Computed once for the whole invoice, on the
 * sum of its taxable lines, never per line.
 */
export const taxOf = (taxable_cents: number, rate_millionths: number): number =>
  wholeCents(BigInt(taxable_cents) * BigInt(rate_millionths), 1_000_000n)

export type Line = { quantity: number; unit_cents: number; taxable: boolean }
export type Totals = { net_cents: number; taxable_cents: number; tax_cents: number; total_cents: number }
export const totalsOf = (lines: readonly Line[], rate_millionths: number): Totals => {
  const sum = (some: readonly Line[]) => some.reduce((all, line) => all + line.quantity * line.unit_cents, 0)
  const [net_cents, taxable_cents] = [sum(lines), sum(lines.filter((line) => line.taxable))]
  const tax_cents = taxOf(taxable_cents, rate_millionths)
  return { net_cents, taxable_cents, tax_cents, total_cents: net_cents + tax_cents }
}

/**
 * The totals of a credit note: its tax is what the credited part adds to the tax credited before, so that crediting a whole
 * invoice comes out even.
 */
export const creditTotalsOf = (
  lines: readonly Line[],
  rate_millionths: number,
  before: { taxable_cents: number; tax_cents: number },
): Totals => {
  const { net_cents, taxable_cents } = totalsOf(lines, rate_millionths)
  const tax_cents = taxOf(before.taxable_cents + taxable_cents, rate_millionths) - before.tax_cents
  return { net_cents, taxable_cents, tax_cents, total_cents: net_cents + tax_cents }
}

export const invoiceStates = ['draft', 'open', 'overdue', 'paid', 'credited', 'issued'] as const
export type InvoiceState = (typeof invoiceStates)[number]
export type InvoiceFacts = {
  kind: InvoiceKind
  status: 'draft' | 'issued'
  due_on: WallDate | null
  total_cents: number
  paid_cents: number
  credited_cents: number
}
export const openCents = (invoice: InvoiceFacts): number =>
  invoice.status === 'issued' && invoice.kind === 'invoice'
    ? invoice.total_cents - invoice.paid_cents - invoice.credited_cents
    : 0

/** Due today is not overdue: the day has to end first. */
export const daysOverdue = (due: WallDate, today: WallDate): number => Math.max(0, daysBetween(due, today))

/** An invoice's state on a day (UTC). `credited`: nothing was paid and all of it was credited. A credit note is `issued`. */
export const invoiceState = (invoice: InvoiceFacts, today: WallDate): InvoiceState => {
  if (invoice.status === 'draft') return 'draft'
  if (invoice.kind === 'credit_note') return 'issued'
  if (openCents(invoice) === 0) return invoice.paid_cents === 0 ? 'credited' : 'paid'
  return daysOverdue(invoice.due_on ?? today, today) > 0 ? 'overdue' : 'open'
}

export const buckets = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'days_over_90'] as const
export type Bucket = (typeof buckets)[number]
/** Aging buckets: not due yet, 1 to 30 days overdue, 31 to 60, 61 to 90, and more. */
export const bucketOf = (due: WallDate, today: WallDate): Bucket => {
  const days = daysOverdue(due, today)
  if (days === 0) return 'current'
  if (days <= 30) return 'days_1_30'
  if (days <= 60) return 'days_31_60'
  return days <= 90 ? 'days_61_90' : 'days_over_90'
}

/** Emails about an unpaid invoice, by days from its due date. */
export const REMINDERS = [
  { kind: 'before_due', from: -7 },
  { kind: 'overdue_7', from: 7 },
  { kind: 'overdue_14', from: 14 },
  { kind: 'overdue_30', from: 30 },
] as const
export type Reminder = (typeof REMINDERS)[number]['kind']

/**
 * The reminder that is due: the latest step reached, unless it or a later one was sent. Missed steps are not made up for, and the
 * one before the due date is sent only until that date.
 */
export const reminderDue = (due: WallDate, today: WallDate, sent: ReadonlySet<string>): Reminder | null => {
  const days = daysBetween(due, today)
  const reached = REMINDERS.filter((one) => one.from <= days)
  const last = reached.at(-1)
  if (!last || sent.has(last.kind)) return null
  return last.kind === 'before_due' && days > 0 ? null : last.kind
}

/** What an invoice needs before it can be issued. */
export const missingForIssue = ['seller_name', 'buyer_address'] as const
export type Missing = (typeof missingForIssue)[number]

/** Everything that is missing, reported at once: the vendor's legal name, the customer's postal address. */
export const missingOf = (seller: { name: string }, buyer: { address: string }): Missing[] => {
  const values = { seller_name: seller.name, buyer_address: buyer.address } as const
  return missingForIssue.filter((one) => values[one].trim() === '')
}

/** Why an invoice cannot be issued, or null. */
export const refuseIssue = (
  invoice: { status: string; total_cents: number; net_cents: number },
  missing: readonly Missing[],
): 'already_issued' | 'nothing_to_issue' | 'seller_missing' | 'buyer_missing' | null => {
  if (invoice.status === 'issued') return 'already_issued'
  if (invoice.total_cents <= 0 || invoice.net_cents < 0) return 'nothing_to_issue'
  if (missing.includes('seller_name')) return 'seller_missing'
  return missing.length > 0 ? 'buyer_missing' : null
}

/** What has to be released from an invoice's payments so that a credit note fits: latest first. */
export const releasesFor = (
  invoice: { total_cents: number; paid_cents: number; credited_cents: number },
  credit_cents: number,
  allocations: readonly { payment_id: string; amount_cents: number }[],
): { payment_id: string; amount_cents: number }[] => {
  let over = invoice.paid_cents + invoice.credited_cents + credit_cents - invoice.total_cents
  return allocations.flatMap(({ payment_id, amount_cents }) => {
    const released = Math.max(0, Math.min(over, amount_cents))
    over -= released
    return released > 0 ? [{ payment_id, amount_cents: amount_cents - released }] : []
  })
}
