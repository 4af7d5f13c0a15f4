import type { refusals as leaves } from '#features/roster/leaves/words.refusals.ts'
import type { refusals as officerImports } from '#features/roster/officer-imports/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contractImports from './contract.imports.ts'
import type * as contractMembers from './contract.members.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  platoon_name_taken: { title: 'Name already used', text: 'Another platoon has this name. Choose a different one.' },
  platoon_ended: {
    title: 'Platoon retired',
    text: 'This platoon has no tours on that day. Choose an earlier day or another platoon.',
  },
  only_schedule: {
    title: 'The only schedule',
    text: 'A platoon needs at least one schedule. Change it, or retire the platoon.',
  },
  day_off_already: { title: 'Already off', text: 'That day is already off or swapped. Remove that exception first.' },
  own_tours: {
    title: 'Your own tours',
    text: 'Ask another admin to set your platoon and tour exceptions.',
  },
  columns_missing: {
    title: 'Missing columns',
    text: 'Choose the columns for badge number, date, tour start and tour end.',
  },
  no_tours_in_file: { title: 'No tours found', text: 'The file has no tour rows below the header.' },
  tours_changed: {
    title: 'Tours have changed',
    text: 'Nothing was imported. Someone else imported tours for these days. Check the file again.',
  },
} as const satisfies RefusalWords<
  typeof contractImports | typeof contractMembers | typeof contract,
  keyof typeof leaves | keyof typeof officerImports
>
