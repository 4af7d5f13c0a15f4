/** What happened between an officer and a shift (docs/decisions/0157); the basis for charging hours and counting turns. */
export const opportunityKinds = [
  'offered',
  'accepted',
  'refused',
  'no_answer',
  'worked',
  'called_off',
  'ordered',
  'volunteered',
] as const
export type OpportunityKind = (typeof opportunityKinds)[number]

/** What the ledger has besides: a call about an offer. It counts for nothing, because the offer does. */
export const ledgerKinds = [...opportunityKinds, 'called'] as const
export type LedgerKind = (typeof ledgerKinds)[number]

export const opportunitySources = [
  'award',
  'waitlist',
  'short_notice',
  'sign_up',
  'assignment',
  'order',
  'swap',
  'import',
] as const
export type OpportunitySource = (typeof opportunitySources)[number]

/** Badge label for each kind. */
export const kindWords: Readonly<Record<LedgerKind, string>> = {
  offered: 'Offered',
  accepted: 'Accepted',
  refused: 'Declined',
  no_answer: 'No answer',
  worked: 'Worked',
  called_off: 'Called off',
  ordered: 'Ordered in',
  volunteered: 'Volunteered',
  called: 'Called',
}

/** How the shift came to the officer. */
export const sourceWords: Readonly<Record<OpportunitySource, string>> = {
  award: 'by award',
  waitlist: 'by offer',
  short_notice: 'on short notice',
  sign_up: 'by sign-up',
  assignment: 'by an admin',
  order: 'by order-in',
  swap: 'by a swap',
  import: 'imported',
}

/** What was called off, by how it came. */
export const calledOffWords: Readonly<Record<OpportunitySource, string>> = {
  award: 'from an award',
  waitlist: 'from an offer',
  short_notice: 'from a short-notice spot',
  sign_up: 'from a sign-up',
  assignment: 'from a spot assigned by an admin',
  order: 'from an order-in',
  swap: 'from a swap',
  import: 'imported',
}
