import type { refusals as assignments } from '#features/shifts/assignments/words.refusals.ts'
import type { refusals as signups } from '#features/shifts/signups/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractCalls from './contract.calls.ts'
import type * as contractPriorCounts from './contract.prior-counts.ts'
import type * as contract from './contract.ts'

/** The text of each refusal of these calls, used on screen and as the message in the API response. */
export const refusals = {
  already_decided: { title: 'Already decided', text: 'This has already been decided, or the time to answer is up.' },
  own_prior_count: { title: 'Your own count', text: 'Ask another admin to add or reverse it.' },
  taken_back_already: { title: 'Already reversed', text: 'That entry no longer counts.' },
  own_exemption: { title: 'Your own exemption', text: 'Another admin must decide this.' },
  not_on_list: { title: 'Not on the list', text: 'Only active officers are on the force list.' },
  filled: { title: 'Filled', text: 'This post is full. No volunteers are needed.' },
  too_late_to_ask: {
    title: 'Not enough time to ask',
    text: 'The shift starts before that time is up. Choose a shorter time for volunteers.',
  },
  before_award: {
    title: 'Award first',
    text: 'Officers can still apply for this shift. Award it early if needed, then order in officers for the remaining spots.',
  },
  already_asked: {
    title: 'Already asking for volunteers',
    text: 'A call for volunteers is already open for this post.',
  },
  not_eligible: { title: "You're not eligible", text: "You can't work this shift. See the reasons next to it." },
  own_order: { title: 'Your own order', text: 'Another admin must decide this.' },
  already_cancelled: { title: 'Already canceled', text: 'Someone else just canceled this order.' },
} as const satisfies RefusalWords<
  typeof contractCalls | typeof contractPriorCounts | typeof contract,
  keyof typeof assignments | keyof typeof signups
>
