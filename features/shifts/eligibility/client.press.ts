import type { SignupMode } from '#features/shifts/assignments/rules.ts'
import type { ButtonLook } from '#platform/web/ui/button.tsx'

/**
 * How the press on an open shift looks, wherever it is, by what it leads to: filled where the spot is theirs at once, tinted where an
 * award or an admin decides, neutral where they wait for a spot (docs/decisions/0313).
 */
export const pressLook: Readonly<Record<SignupMode | 'waitlist', ButtonLook>> = {
  first_come: 'primary',
  approval: 'tint',
  award: 'tint',
  waitlist: 'plain',
}
