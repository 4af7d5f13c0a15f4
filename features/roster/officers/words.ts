import type { OfficerAction, OfficerRefusal, Standing } from './rules.ts'

/** Labels of fields, problems and actions, shared by the form, the handler and the import. */
export const fieldWords = {
  badge_number: 'Badge number',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  rank: 'Rank',
  unit: 'Unit',
  hired_on: 'Hire date',
  phone: 'Phone',
  hourly_rate: 'Hourly rate',
} as const

const problems: Readonly<Record<string, string>> = {
  required: 'This field is required.',
  too_long: 'This is too long.',
  control_character: 'This contains invalid characters.',
  direction_override: 'This contains characters that reverse the text direction.',
  looks_like_formula: 'This starts like a spreadsheet formula (=, +, - or @). Use plain text.',
  invalid: "This value isn't recognized.",
  invalid_date: 'Not a valid date. Use the format 2019-03-14.',
  in_future: "The hire date can't be in the future.",
  ambiguous_date: 'Ambiguous date (day or month first). Use the format 2019-03-14.',
  belongs_to_another: 'This email and badge number belong to different officers.',
  has_account: 'This officer signs in with a different email. Only the officer can change it.',
  officer_left: 'This officer has left. Reinstate the officer first.',
  officer_rejected: 'This registration was denied. Approve the officer first.',
}

const invalids: Readonly<Record<string, string>> = {
  email: 'Not a valid email.',
  phone: 'Not a valid phone number (7 to 15 digits).',
  hourly_rate: 'Enter an amount below 10,000 with up to 6 decimal places, such as 45.50.',
}

/** The message for a field's problem, in both the form and the import. */
export function problemWords(field: string, message: string, otherRow?: number): string {
  if (message === 'duplicate') return `Same as in row ${otherRow ?? '?'}.`
  if (message === 'required' && field === 'badge_number') return 'A badge number or email is required.'
  return (message === 'invalid' ? invalids[field] : undefined) ?? problems[message] ?? message
}

export const standingWords = {
  pending: 'Pending',
  approved: 'Active',
  suspended: 'Suspended',
  rejected: 'Denied',
  left: 'Former',
} as const satisfies Record<Standing, string>

/** Why a button is disabled. */
export const refusalWords = {
  wrong_state: "The officer's current status doesn't allow this.",
  own_row: 'This is your own record. Ask another admin.',
  last_admin: 'A department needs at least one admin. Make another officer an admin first.',
  officers_full: "Roster full: your plan's officer limit has been reached.",
  reason_required: 'Enter a reason.',
  already_admin: 'Already an admin.',
  not_admin: 'Not an admin.',
} as const satisfies Record<OfficerRefusal, string>

export const actionWords = {
  approve: 'Approve',
  reject: 'Deny',
  suspend: 'Suspend',
  restore: 'Restore',
  leave: 'Mark as left',
  rejoin: 'Reinstate',
  make_admin: 'Make admin',
  unmake_admin: 'Remove as admin',
} as const satisfies Record<OfficerAction, string>

type Told = { badge_number: string | null; rank: string | null; unit: string | null }
/** What tells officers of one name apart: `1042 · Sergeant · Patrol`. Empty where the roster has none of it. */
export const apartWords = ({ badge_number, rank, unit }: Told): string =>
  [badge_number, rank, unit].filter(Boolean).join(' · ')
