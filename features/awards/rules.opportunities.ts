/** What happened to an officer and a shift (docs/decisions/0157): hours are charged, turns are counted from these. */
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

/** What a person reads of a kind, on a badge. */
export const kindWords: Readonly<Record<OpportunityKind, string>> = {
  offered: 'Offered',
  accepted: 'Accepted',
  refused: 'Refused',
  no_answer: 'No answer',
  worked: 'Worked',
  called_off: 'Called off',
  ordered: 'Ordered in',
  volunteered: 'Volunteered',
}

/** By which way the shift came to the officer. */
export const sourceWords: Readonly<Record<OpportunitySource, string>> = {
  award: 'by award',
  waitlist: 'from the waitlist',
  short_notice: 'at short notice',
  sign_up: 'by sign-up',
  assignment: 'by an admin',
  order: 'by order',
  swap: 'by a swap',
  import: 'brought in',
}
