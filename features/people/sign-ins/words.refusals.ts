import type { refusals as exports } from '#features/department/exports/words.refusals.ts'
import type { refusals as factors } from '#features/people/factors/words.refusals.ts'
import type { RefusalWords } from '#platform/shared/refusals.ts'
import type * as contract from './contract.ts'

/** The text for each refusal of these calls, used both on screen and as the API's error message. */
export const refusals = {
  own_row: { title: 'Your own account', text: 'This is your own account. Ask another admin.' },
  not_locked: { title: 'No longer locked', text: 'The account was unlocked, or the lock expired.' },
  release_not_set: {
    title: 'Not allowed in your department',
    text: 'Locks expire after 15 minutes. To let admins unlock accounts, change this in Settings.',
  },
  several_departments: {
    title: 'Belongs to several departments',
    text: 'This account is in several departments. Locks expire on their own; for anything else, contact the vendor.',
  },
} as const satisfies RefusalWords<typeof contract, keyof typeof exports | keyof typeof factors>
