import type { ExtraTimeKind } from './rules.ts'

/** What a person reads; the form, the lists and what is told say the same. */
export const kindWords = {
  holdover: 'Holdover',
  court: 'Court',
  callback: 'Callback',
  late_relief: 'Late relief',
  report_writing: 'Report writing',
  training: 'Training',
  other: 'Other',
} as const satisfies Record<ExtraTimeKind, string>

export const kindHints = {
  holdover: 'Kept on past the end of the shift.',
  court: 'Called to court off duty. The docket number and the court are needed.',
  callback: 'Called in while off duty.',
  late_relief: 'Your relief came late.',
  report_writing: 'Reports finished after the shift.',
  training: 'Ordered training outside the shift.',
  other: 'Say in the reason what it was.',
} as const satisfies Record<ExtraTimeKind, string>

export const decisionWords = { approve: 'approved', deny: 'denied', return: 'returned' } as const
