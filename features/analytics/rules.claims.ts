import { LIVE_WITHIN_MINUTES } from '#features/onboarding/rules.ts'

/** The claims of specification section 1, as the front page makes them; analytics holds each against what is measured. */
export const claims = [
  {
    claim: 'fill_rate',
    figure: '95%',
    words: '95% fill rate',
    more: 'of posted places taken before the shift starts',
  },
  { claim: 'time_to_fill', figure: '< 2 h', words: 'under 2 hours', more: 'from posting a shift to a full board' },
  { claim: 'savings', figure: '50K+', words: '50K+ savings', more: 'dollars a year in phone time and double pay' },
  { claim: 'support', figure: '24/7', words: '24/7 support', more: 'people who answer, nights included' },
  { claim: 'departments', figure: '50+', words: '50+ departments', more: 'post their shifts here' },
  { claim: 'live', figure: '30 min', words: 'live in under 30 minutes', more: 'roster in, first shift out' },
] as const

export type Claim = (typeof claims)[number]['claim']
export const claimNames = claims.map(({ claim }) => claim)

/** Months that the measured value looks back over, the running one included; departments post in the last so many. */
export const CLAIM_MONTHS = 12
export const POSTING_MONTHS = 3

/** Whether what is measured keeps what is claimed; null where nothing is. */
export const keepsClaim = (claim: Claim, measured: number | null): boolean | null => {
  if (measured === null) return null
  if (claim === 'fill_rate') return measured >= 95
  if (claim === 'time_to_fill') return measured < 120
  if (claim === 'departments') return measured >= 50
  return claim === 'live' ? measured < LIVE_WITHIN_MINUTES : null
}
