import type { SignupStatus } from '#features/shifts/signups/rules.ts'

/** Why spots of a post came free: what a sign-up became, or spots that were added. */
export type Freeing = SignupStatus | 'added'

const words: Readonly<Partial<Record<Freeing, string>>> = {
  called_off: 'An officer called off.',
  released: 'An officer was removed from the shift.',
  offer_declined: 'The officer ahead of you declined.',
  offer_expired: "The officer ahead of you didn't answer in time.",
  added: 'Spots were added to the shift.',
}

/** Why an offered spot came free. Several causes at once, or one that is nobody else's business, aren't named. */
export const freedWords = (by: readonly Freeing[]): string =>
  (by.length === 1 && by[0] && words[by[0]]) || 'A spot opened up.'

/** The same of a spot whose officer works it unless somebody accepts. */
export const leavingWords = 'An officer asked to call off.'
