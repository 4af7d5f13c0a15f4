import type { refusals as officers } from '#features/roster/officers/words.refusals.ts'
import type { refusals as assignments } from '#features/shifts/assignments/words.refusals.ts'
import type { refusals as awards } from '#features/shifts/awards/words.refusals.ts'
import type { refusals as signups } from '#features/shifts/signups/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractCopies from './contract.copies.ts'
import type * as contractTemplates from './contract.templates.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  below_confirmed: {
    title: 'Fewer spots than confirmed officers',
    text: 'Remove officers first, or keep the spots ({posts}).',
  },
  decisions_needed: {
    title: 'Decide on confirmed officers',
    text: 'This change affects confirmed officers. Choose whether each one keeps the shift.',
  },
  mode_fixed: {
    title: 'Sign-up has started',
    text: "You can't change how officers are chosen after they sign up.",
  },
  name_taken: { title: 'Name already used', text: 'Another template has this name. Choose a different one.' },
  nothing_to_copy: {
    title: 'Nothing to copy',
    text: 'There are no shifts to copy, or all of them have already been copied. Choose other dates.',
  },
  too_many_shifts: {
    title: 'Too many shifts',
    text: 'You can copy at most {most} shifts at once. Copy one day at a time.',
  },
  hours_elsewhere: {
    title: 'Officers have checked in',
    text: 'The new times are too far from the hours they worked. Post another shift instead.',
  },
  overlaps_meanwhile: {
    title: 'Officer confirmed elsewhere',
    text: 'An officer was confirmed for another shift while you were saving. Save again to decide.',
  },
  post_has_signups: {
    title: 'Officers have signed up for the post',
    text: "Posts with sign-ups can't be deleted ({posts}).",
  },
  time_is_over: { title: 'The shift is over', text: "Times and spots of past shifts can't be changed." },
  too_many_templates: { title: 'Too many templates', text: 'You can keep at most {most}. Delete one first.' },
  parts_taken: {
    title: 'Officers hold parts of this post',
    text: "You can't change times or block lengths while officers hold parts. Remove the officers first.",
  },
  rule_fixed: {
    title: 'Officers have applied',
    text: "The shift type, award rule and sign-up opening can't change after officers apply.",
  },
} as const satisfies RefusalWords<
  typeof contractCopies | typeof contractTemplates | typeof contract,
  keyof typeof officers | keyof typeof assignments | keyof typeof awards | keyof typeof signups
>
