/** How an officer got a spot, as their page of the shift says it. */
export const givenHow = [
  'order',
  'swap',
  'give_away',
  'assigned',
  'award',
  'volunteered',
  'offer',
  'approved',
  'signup',
] as const
export type GivenHow = (typeof givenHow)[number]
