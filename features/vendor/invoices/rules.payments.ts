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
/** Maximum number of entries on one statement. */
export const STATEMENT_MOST = 2000

/** A payment's current state: what is allocated to invoices, and what was refunded. */
export type Standing = { amount_cents: number; allocated_cents: number; refunded_cents: number; reversed: boolean }
/** The unused part of a payment, which can be allocated or refunded. */
export const creditOf = (payment: Standing): number =>
  payment.reversed ? 0 : payment.amount_cents - payment.allocated_cents - payment.refunded_cents

/** Why this amount of a payment cannot be refunded, or null; `note_left` is what is left of the credit note it is for. */
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

/** Why these amounts cannot be allocated from a payment, or null. The database enforces the same. */
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

/** Spreads a payment over the open invoices, oldest due date first: the form's suggestion. */
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
