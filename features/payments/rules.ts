export const methods = ['check', 'ach', 'wire', 'card', 'other'] as const
export type Method = (typeof methods)[number]

export const methodWords: Readonly<Record<Method, string>> = {
  check: 'Check',
  ach: 'ACH',
  wire: 'Wire',
  card: 'Card',
  other: 'Other',
}

export const statementKinds = ['invoice', 'credit_note', 'payment', 'reversal', 'refund'] as const
export type StatementKind = (typeof statementKinds)[number]
export const statementWords: Readonly<Record<StatementKind, string>> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  payment: 'Payment',
  reversal: 'Payment reversed',
  refund: 'Refund',
}
/** Entries that one statement shows at most. */
export const STATEMENT_MOST = 2000

/** Days overdue after which a suspension is put to the vendor's staff, unless the customer's details say otherwise. */
export const SUSPEND_AFTER_DAYS = 60

/** A payment as it stands: what is against invoices, what was given back. */
export type Standing = { amount_cents: number; allocated_cents: number; refunded_cents: number; reversed: boolean }
/** What is over of a payment, and can be used or given back. */
export const creditOf = (payment: Standing): number =>
  payment.reversed ? 0 : payment.amount_cents - payment.allocated_cents - payment.refunded_cents

/** Why this much cannot be given back of a payment, or null; `note_left` is what is left of the credit note it is for. */
export const refuseRefund = (
  payment: Standing,
  amount_cents: number,
  note_left: number | null,
): 'payment_reversed' | 'over_refund' | 'over_note' | null => {
  if (payment.reversed) return 'payment_reversed'
  if (amount_cents > creditOf(payment)) return 'over_refund'
  return note_left !== null && amount_cents > note_left ? 'over_note' : null
}

export type Wanted = { invoice_id: string; amount_cents: number }

/** Why these amounts cannot be taken from a payment, or null. The database holds the same. */
export const refuseAllocations = (
  payment: Standing,
  wanted: readonly Wanted[],
  open: ReadonlyMap<string, number>,
): 'payment_reversed' | 'not_found' | 'over_invoice' | 'over_payment' | null => {
  if (payment.reversed) return 'payment_reversed'
  let left = creditOf(payment)
  for (const one of wanted) {
    const due = open.get(one.invoice_id)
    if (due === undefined) return 'not_found'
    if (one.amount_cents > due) return 'over_invoice'
    left -= one.amount_cents
  }
  return left < 0 ? 'over_payment' : null
}

/** A payment over the open invoices, oldest due first: what the form suggests. */
export const suggestAllocations = (
  amount_cents: number,
  open: readonly { invoice_id: string; open_cents: number }[],
): Wanted[] => {
  let left = amount_cents
  return open.flatMap(({ invoice_id, open_cents }) => {
    const amount = Math.min(left, open_cents)
    left -= amount
    return amount > 0 ? [{ invoice_id, amount_cents: amount }] : []
  })
}

/** What has to be taken back from an invoice's payments so that a credit note fits: the latest first. */
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
