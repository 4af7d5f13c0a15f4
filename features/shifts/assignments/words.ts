import { durationWords, minutesBetween, type Range } from '#platform/shared/time.ts'
import { clockChangeOf } from '#platform/shared/wall.ts'
import type { NoteName } from './contract.shapes.ts'
import type { Problem, ProblemCode } from './rules.bounds.ts'
import type { AssignmentKind, CancelParty, SignupMode } from './rules.ts'

/** The field message for each problem of `problemsOf`. */
const problemWords: Readonly<Record<ProblemCode, string>> = {
  required: 'This field is required.',
  too_long: 'This is too long.',
  control_character: 'This contains invalid characters.',
  direction_override: 'This contains characters that reverse the text direction.',
  unknown: 'Choose one from the list.',
  unknown_zone: 'Unknown time zone. Enter a name such as America/Chicago.',
  end_not_after_start: 'The end must be after the start.',
  longer_than_7_days: 'Shifts can last at most 7 days.',
  year_out_of_range: 'The year must be between 2000 and 2100.',
  out_of_range: 'This number is out of range.',
  too_many: 'Too many entries.',
  more_than_required: 'This is more than the total number of spots.',
  outside_assignment: "A post's own times must fall within the shift.",
  closes_not_after_opens: 'Sign-up must close after it opens.',
  closes_after_end: "Sign-up can't close after the shift ends.",
  opens_after_start: 'Sign-up must open before the shift starts.',
  publish_after_start: 'Choose a publish time before the shift starts.',
  duplicate: 'Another post has this name.',
  awarded_whole: "Awarded posts can't be split into parts. Choose another sign-up method, or whole shifts only.",
}

/** Rule fields -> form fields, where the names differ. */
const typedFields: Readonly<Record<string, string>> = {
  starts_at: 'starts.date',
  ends_at: 'ends.time',
  signup_opens_at: 'signup_opens.date',
  signup_closes_at: 'signup_closes.date',
  publish_at: 'publish_at.date',
  'location.lat': 'location_lat',
  'location.lng': 'location_lng',
  'location.radius_m': 'location_radius_m',
}

const fieldOf = (field: string): string =>
  typedFields[field] ??
  field
    .replace(/^(posts\.\d+)\.required$/, '$1.required_count')
    .replace(/^(posts\.\d+)\.(starts|ends)_at$/, '$1.$2.time')

/** Rule problems as errors of the form's fields. */
export const fieldErrors = (problems: readonly Problem[]): { field: string; message: string }[] =>
  problems.map(({ field, message }) => ({ field: fieldOf(field), message: problemWords[message] }))

/** The note for a shift that spans a clock change, or null; states the change and the real length. */
export function clockNoteOf(range: Range, zone: string): string | null {
  const change = clockChangeOf(range, zone)
  if (change === 0) return null
  const hours = durationWords(minutesBetween(range.starts_at, range.ends_at))
  return `Clocks go ${change > 0 ? 'forward' : 'back'} by ${durationWords(Math.abs(change))} during this shift, so it lasts ${hours}.`
}

export const clockNoteWords = {
  moved: "Moved: the usual time doesn't exist on this day.",
  earlier: 'The usual time occurs twice on this day. This is the earlier one.',
} as const

export const kindWords: Readonly<Record<AssignmentKind, string>> = {
  overtime: 'Overtime',
  extra_duty: 'Extra duty',
  court: 'Court',
  special_event: 'Special event',
  training: 'Training',
  callback: 'Callback',
  holdover: 'Holdover',
}
export const modeWords: Readonly<Record<SignupMode, string>> = {
  first_come: 'First come, first served',
  approval: 'An admin approves',
  award: 'By award rule',
}
export const partyWords: Readonly<Record<CancelParty, string>> = {
  department: 'The department',
  client: 'The client',
  weather: 'Weather',
}

/** Labels of the notes, in forms and wherever they are shown. */
export const noteWords: Readonly<Record<NoteName, string>> = {
  client: 'Client',
  location_name: 'Location',
  location_address: 'Address',
  pay_code: 'Pay code',
  radio_channel: 'Radio channel',
}
