import { EXPIRES_AFTER_DAYS, type ExtraTimeKind, type ExtraTimeState } from './rules.ts'

/** Display texts, shared by the form, the lists and the notifications. */
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
  holdover: 'Held past the end of your shift.',
  court: 'Called to court while off duty. Docket number and court are required.',
  callback: 'Called in while off duty.',
  late_relief: 'Your relief arrived late.',
  report_writing: 'Finished reports after the shift.',
  training: 'Required training outside your shift.',
  other: 'Describe it in the reason.',
} as const satisfies Record<ExtraTimeKind, string>

export const decisionWords = { approve: 'approved', deny: 'denied', return: 'returned' } as const

/** Below the title, where the list isn't of pending claims. */
export const stateHints = {
  returned: 'Officers can correct and resubmit returned claims.',
  approved: 'Approved extra time counts in reports.',
  denied: "Denied claims aren't paid.",
  expired: `Claims expire after ${EXPIRES_AFTER_DAYS} days without a decision.`,
  withdrawn: "Officers can withdraw a claim until it's decided.",
  all: 'Claims in any status.',
} as const satisfies Partial<Record<ExtraTimeState | 'all', string>>
