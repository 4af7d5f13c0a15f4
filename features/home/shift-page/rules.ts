/** How an officer got a spot, as shown on the shift's page. */
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
