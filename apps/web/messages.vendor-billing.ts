import type { Words } from '#platform/web/words.ts'

/** The words of the vendor's books; part of `messages.ts`, which holds them to the contracts. */
export const vendorBillingMessages = {
  // contracts
  before_amendment: {
    title: 'Too early',
    text: 'The contract was amended for a later day already. Choose a day after the last amendment.',
  },
  contract_over: { title: 'Cancelled', text: 'This contract is cancelled. Make a new one instead.' },
  contract_overlaps: {
    title: 'Another contract holds then',
    text: 'A department has one contract at a time. Begin after the last one ends, or amend it.',
  },
  contract_renewed: {
    title: 'Renewed already',
    text: 'The next term is made. Cancel that one from its first day on, then come back to this one.',
  },
  not_suspended: {
    title: 'Not suspended yet',
    text: 'Suspend the organization on its own page first, where those concerned are told, then note it here.',
  },
  outside_term: {
    title: 'Outside of the term',
    text: 'Choose a day within the term of the contract, after its first one.',
  },
  task_decided: { title: 'Decided already', text: 'Somebody else has decided on this meanwhile.' },

  // invoices
  already_issued: {
    title: 'Issued',
    text: 'What was issued stands. Take it back, whole or in part, with a credit note.',
  },
  amount_negative: {
    title: 'Below zero',
    text: 'The lines together come to less than nothing. Credit an invoice instead.',
  },
  buyer_missing: {
    title: 'No address yet',
    text: 'Enter the postal address for invoices in the billing details, then issue.',
  },
  credit_drafted: {
    title: 'A draft is there',
    text: 'A credit note on this invoice waits as a draft. Issue or discard it first.',
  },
  fully_credited: { title: 'Nothing left', text: 'All of this invoice was credited already.' },
  not_issued: {
    title: 'Not issued',
    text: 'Only an invoice that was issued can be credited. Change or discard the draft.',
  },
  nothing_to_issue: { title: 'Nothing to issue', text: 'The draft comes to nothing. Add a line with an amount.' },
  over_credit: { title: 'Too much', text: 'A credit note takes back no more than what is left of its invoice.' },
  seller_missing: {
    title: 'No legal name yet',
    text: 'Enter the legal name in the vendor settings: invoices have to name it.',
  },

  // payments
  other_currency: { title: 'Another currency', text: 'A payment pays invoices of its own currency alone.' },
  over_invoice: {
    title: 'More than is open',
    text: 'One of the amounts is more than what is open of its invoice by now.',
  },
  over_payment: { title: 'More than came in', text: 'The amounts together are more than what is left of the payment.' },
  over_refund: { title: 'More than the credit', text: 'Only what a payment has over can be given back.' },
  over_note: { title: 'More than the credit note', text: 'No more can be given back for it than it took back.' },
  payment_refunded: {
    title: 'Given back in part',
    text: 'What was refunded of this payment stands in the books. Bill what is owed again.',
  },
  statement_too_long: {
    title: 'Too many entries',
    text: 'Choose fewer days: a statement on paper shows 2,000 entries at most.',
  },
  payment_reversed: { title: 'Reversed', text: 'This payment was reversed. It pays for nothing any more.' },
} as const satisfies Record<string, Words>
