import type { refusals as exports } from '#features/department/exports/words.refusals.ts'
import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { refusals as organizations } from '#features/vendor/organizations/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractContact from './contract.contact.ts'
import type * as contractFeedback from './contract.feedback.ts'
import type * as contractTrial from './contract.trial.ts'

/** The message for each error of these calls, on screen and in the response. */
export const refusals = {
  trial_started_already: {
    title: 'Trial already started',
    text: 'A colleague just started this trial: {name}. No duplicate was created.',
  },
  merged_already: {
    title: 'Already merged',
    text: 'A colleague already merged one of these requests. Check its current status.',
  },
  not_merged: { title: 'No longer merged', text: 'A colleague already unmerged this request.' },
  same_request: { title: 'Same request', text: 'Choose another request to merge it into.' },
} as const satisfies RefusalWords<
  typeof contractContact | typeof contractFeedback | typeof contractTrial,
  keyof typeof exports | keyof typeof officers | keyof typeof organizations
>
