import type { Filling } from './rules.filling.ts'

/** What the answer replaces; with a space after, before what follows. */
export const replacedWords = (scheduled: boolean): string =>
  `${scheduled ? 'Changes to your award rules are scheduled.' : 'Your shift types already use other rules.'} Your answer will replace them. `

/** How new shifts can be filled, and in one line what that means. */
export const fillingWords: Readonly<Record<Filling, { label: string; hint: string }>> = {
  approval: {
    label: 'An admin approves',
    hint: 'Officers request a shift, and an admin approves or denies each request.',
  },
  first_come: {
    label: 'First come, first served',
    hint: 'Officers are confirmed right away while spots are open.',
  },
  least_hours: {
    label: 'Fewest hours',
    hint: 'Applicants charged the fewest hours in the past year come first.',
  },
  seniority: { label: 'Seniority', hint: 'Applicants who have served longest come first.' },
  rotation: { label: 'Rotation', hint: 'Applicants whose last turn was longest ago come first.' },
}

/** Of the answers by which a rule decides; as `startOf` in the award rules has it. */
export const awardedWords =
  'After a shift is posted, officers have up to 12 hours to apply. Spots are then awarded automatically. Shifts posted less than 24 hours before they start are first come, first served.'
