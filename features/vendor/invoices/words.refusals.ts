import type { refusals as exports } from '#features/department/exports/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractPayments from './contract.payments.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  already_issued: {
    title: 'Already issued',
    text: "Issued invoices can't be edited. To correct one, issue a credit note.",
  },
  amount_negative: {
    title: 'Negative total',
    text: 'The total is negative. Issue a credit note instead.',
  },
  buyer_missing: {
    title: 'No mailing address',
    text: 'Add the mailing address in the billing details, then try again.',
  },
  credit_drafted: {
    title: 'Draft exists',
    text: 'This invoice has a draft credit note. Issue or discard it first.',
  },
  fully_credited: { title: 'Fully credited', text: 'This invoice is already fully credited.' },
  not_issued: {
    title: 'Not issued',
    text: 'Only issued invoices can be credited. Edit or discard the draft.',
  },
  nothing_to_issue: { title: 'Nothing to issue', text: 'The draft total is zero. Add a line with an amount.' },
  over_credit: { title: 'Amount too high', text: "A credit note can't exceed the open amount of its invoice." },
  seller_missing: {
    title: 'No legal name',
    text: 'Add your legal name in the vendor settings. Invoices require it.',
  },
  other_currency: { title: 'Different currency', text: 'A payment can only be applied to invoices in its currency.' },
  over_invoice: {
    title: 'Amount too high',
    text: 'One amount exceeds the open amount of its invoice.',
  },
  over_payment: { title: 'Amount too high', text: "The total exceeds what's left of the payment." },
  over_refund: { title: 'Amount too high', text: 'You can only refund unapplied credit.' },
  over_note: { title: 'Amount too high', text: "The refund can't exceed the credit note." },
  payment_refunded: {
    title: 'Partly refunded',
    text: 'Part of this payment was refunded. Bill the amount owed again.',
  },
  statement_too_long: {
    title: 'Too many entries',
    text: 'A printed statement shows at most 2,000 entries. Choose a shorter period.',
  },
  payment_reversed: { title: 'Reversed', text: 'This payment was reversed and can no longer be applied.' },
} as const satisfies RefusalWords<typeof contractPayments | typeof contract, keyof typeof exports>
