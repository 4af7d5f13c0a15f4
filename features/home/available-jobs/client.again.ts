import type { SignupMode } from '#features/shifts/assignments/rules.ts'

/** How the officer gave the shift up, on this page and since it was opened; the next sign-up asks first. */
export type GivenUp = 'withdrew' | 'called_off'

/** The question before the next sign-up: what the officer did, then what signing up does. */
export const gaveUpWords: Readonly<Record<GivenUp, string>> = {
  withdrew: 'You withdrew from this shift.',
  called_off: 'You called off this shift.',
}
export const againWords: Readonly<Record<SignupMode, { ask: string; text: string }>> = {
  first_come: { ask: 'Sign up again?', text: 'The shift is yours right away.' },
  approval: { ask: 'Request it again?', text: 'Your new request goes to the admins.' },
  award: { ask: 'Apply again?', text: 'Your new application replaces the one you withdrew.' },
}
