import type { OfficerAction, OfficerRefusal, Standing } from './rules.ts'

/** What a person reads for a field, its problem, an action; the form, the handler and the import say the same. */
export const fieldWords = {
  badge_number: 'Badge number',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'E-mail',
  rank: 'Rank',
  unit: 'Unit',
  hired_on: 'Hire date',
  phone: 'Phone',
  hourly_rate: 'Hourly rate',
} as const

const problems: Readonly<Record<string, string>> = {
  required: 'Please fill this in.',
  too_long: 'Too long.',
  control_character: 'Contains characters that cannot be shown.',
  direction_override: 'Contains characters that turn the writing direction around.',
  looks_like_formula: 'Starts like a spreadsheet formula (=, +, - or @). Write it as plain text.',
  invalid: 'Not understood.',
  invalid_date: 'Not a date. Write it as 2019-03-14.',
  ambiguous_date: 'Could be two dates (day first or month first). Write it as 2019-03-14.',
  belongs_to_another: 'This address belongs to another officer than the badge.',
  has_account: 'This officer signs in with another address; only the officer can change it.',
  officer_left: 'This officer has left. Take the officer back first.',
  officer_rejected: 'This registration was rejected. Approve the officer first.',
}

const invalids: Readonly<Record<string, string>> = {
  email: 'Not an e-mail address.',
  phone: 'Not a telephone number (7 to 15 digits).',
  hourly_rate: 'Not an amount below 10,000 with six decimals at most, such as 45.50.',
}

/** The words for a problem of a field, in the form as in the import. */
export function problemWords(field: string, message: string, otherRow?: number): string {
  if (message === 'duplicate') return `The same as in row ${otherRow ?? '?'}.`
  if (message === 'required' && field === 'badge_number') return 'A badge number or an e-mail address is needed.'
  return (message === 'invalid' ? invalids[field] : undefined) ?? problems[message] ?? message
}

export const standingWords = {
  pending: 'Pending',
  approved: 'Active',
  suspended: 'Suspended',
  rejected: 'Rejected',
  left: 'Left',
} as const satisfies Record<Standing, string>

/** Why a button cannot be pressed. */
export const refusalWords = {
  wrong_state: 'Not possible as the officer stands now.',
  own_row: 'Another admin has to do this: it is your own row.',
  last_admin: 'The last admin stays. Make a second admin first.',
  officers_full: 'The roster is full: the plan allows no more officers.',
  reason_required: 'Write a reason first.',
  already_admin: 'Is an admin already.',
  not_admin: 'Is no admin.',
} as const satisfies Record<OfficerRefusal, string>

export const actionWords = {
  approve: 'Approve',
  reject: 'Reject',
  suspend: 'Suspend',
  restore: 'Restore',
  leave: 'Mark as left',
  rejoin: 'Take back',
  make_admin: 'Make admin',
  unmake_admin: 'Make officer',
} as const satisfies Record<OfficerAction, string>
