import { type Instant, MINUTE, ms } from '#platform/shared/time.ts'

/**
 * The claims of specification section 1 as shown on the front page: `lead` is large, `rest` small; analytics compares each with
 * what is measured.
 */
export const claims = [
  {
    claim: 'fill_rate',
    words: '95% fill rate',
    lead: '95%',
    rest: 'fill rate',
    more: 'of posted spots filled before the shift starts',
  },
  {
    claim: 'time_to_fill',
    words: 'under 2 hours',
    lead: 'Under 2 hours',
    rest: 'to fill a shift',
    more: 'from posting a shift to filling it',
  },
  {
    claim: 'savings',
    words: '50K+ savings',
    lead: '50K+',
    rest: 'savings a year, in dollars',
    more: 'dollars a year in phone time and double pay',
  },
  {
    claim: 'support',
    words: '24/7 support',
    lead: '24/7',
    rest: 'support',
    more: 'answered by people, day and night',
  },
  {
    claim: 'departments',
    words: '50+ departments',
    lead: '50+',
    rest: 'departments to serve',
    more: 'post their shifts here',
  },
  {
    claim: 'live',
    words: 'live in under 30 minutes',
    lead: 'Live in under 30 minutes',
    rest: 'from roster to first shift',
    more: 'roster in, first shift out',
  },
] as const

export type Claim = (typeof claims)[number]['claim']
export const claimNames = claims.map(({ claim }) => claim)

/** Months that the measured value covers, including the current one; and the months in which departments must have posted. */
export const CLAIM_MONTHS = 12
export const POSTING_MONTHS = 3

/** Whether the measured value supports the claim; null if nothing is measured. */
export const keepsClaim = (claim: Claim, measured: number | null): boolean | null => {
  if (measured === null) return null
  if (claim === 'fill_rate') return measured >= 95
  if (claim === 'time_to_fill') return measured < 120
  if (claim === 'departments') return measured >= 50
  return claim === 'live' ? measured < LIVE_WITHIN_MINUTES : null
}

/** The claim of the landing page. */
export const LIVE_WITHIN_MINUTES = 30

/** Whole minutes from the creation of the department to its first published shift, rounded down (docs/definitions.md). */
export const minutesToLive = (created: Instant, published: Instant): number =>
  Math.max(0, Math.floor((ms(published) - ms(created)) / MINUTE))
