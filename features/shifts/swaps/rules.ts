import { type Instant, ms } from '#platform/shared/time.ts'

export const swapKinds = ['give_away', 'swap'] as const
export type SwapKind = (typeof swapKinds)[number]
export const swapStates = ['open', 'answered', 'agreed', 'done', 'withdrawn', 'refused', 'rejected', 'ended'] as const
export type SwapState = (typeof swapStates)[number]

/** Possible actions; each response lists those open to the reader, so that buttons do not guess. */
export const swapActions = ['take', 'agree', 'refuse', 'withdraw', 'decide'] as const
export type SwapAction = (typeof swapActions)[number]

export type SwapFacts = {
  kind: SwapKind
  state: SwapState
  officer_id: string
  to_officer_id: string | null
  taker_id: string | null
  starts_at: Instant
  counter_starts_at: Instant | null
}

/** Not ended yet, unless the clock has: see `isExpired`. */
export const livingSwapStates: readonly SwapState[] = ['open', 'answered', 'agreed']

/** It ends by the clock when either shift starts, whatever is stored. */
export const isExpired = (s: Pick<SwapFacts, 'state' | 'starts_at' | 'counter_starts_at'>, now: Instant): boolean =>
  livingSwapStates.includes(s.state) &&
  (ms(now) >= ms(s.starts_at) || (s.counter_starts_at !== null && ms(now) >= ms(s.counter_starts_at)))

/** What `by` can do with it at `now`; empty for anybody not involved. */
export function swapMay(s: SwapFacts, by: { officer_id: string; admin: boolean }, now: Instant): SwapAction[] {
  if (!livingSwapStates.includes(s.state) || isExpired(s, now)) return []
  const found: SwapAction[] = []
  const giver = by.officer_id === s.officer_id
  const asked = !giver && (s.to_officer_id === null || s.to_officer_id === by.officer_id)
  if (s.state === 'open' && asked) found.push('take')
  if (s.state === 'answered' && giver) found.push('agree')
  if ((s.state === 'open' && asked && s.to_officer_id !== null) || (s.state === 'answered' && giver))
    found.push('refuse')
  if (s.state !== 'open' && by.officer_id === s.taker_id) found.push('refuse')
  if (giver) found.push('withdraw')
  if (s.state === 'agreed' && by.admin && !giver && by.officer_id !== s.taker_id) found.push('decide')
  return found
}

/** The state after a refusal: an offer to all is open to the others again. */
export const afterRefusal = (s: Pick<SwapFacts, 'to_officer_id' | 'state'>): 'open' | 'refused' =>
  s.to_officer_id === null && s.state !== 'open' ? 'open' : 'refused'

export const swapWords: Readonly<Record<SwapState | 'expired', string>> = {
  open: 'Offered',
  answered: 'Answered',
  agreed: 'Pending approval',
  done: 'Done',
  withdrawn: 'Withdrawn',
  refused: 'Declined',
  rejected: 'Denied',
  ended: 'Ended',
  expired: 'Expired',
}
