import type { Problem, ProblemCode, Told } from '#features/assignment-editor/rules.bounds.ts'
import type { SeriesProblem } from '#features/assignment-editor/rules.series.ts'
import { dateWords } from '#features/assignment-editor/rules.wall.ts'
import { clockWords, durationWords, minutesBetween, type Range, type TimeFormat } from '#platform/shared/time.ts'
import { clockChangeOf, wallOf } from '#platform/shared/zone.ts'
import type { AssignmentKind, CancelParty, SignupMode } from './rules.ts'

/** What a person reads beside the field for each problem of `problemsOf`. */
export const problemWords: Readonly<Record<ProblemCode, string>> = {
  required: 'Please fill this in.',
  too_long: 'This is too long.',
  control_character: 'Contains characters that cannot be shown.',
  direction_override: 'Contains marks that turn the direction of writing.',
  unknown: 'Choose one of the list.',
  unknown_zone: 'This time zone is not known. Write a name such as America/Chicago.',
  end_not_after_start: 'The end must be after the start.',
  longer_than_7_days: 'A shift lasts 7 days at most.',
  year_out_of_range: 'The year must be between 2000 and 2100.',
  out_of_range: 'This number is out of range.',
  too_many: 'These are too many.',
  more_than_required: 'This is more than all posts together need.',
  outside_assignment: "A post's own times must lie within the shift.",
  closes_not_after_opens: 'Sign-up must close after it opens.',
  closes_after_end: 'Sign-up cannot close after the shift ends.',
  opens_after_start: 'Sign-up must open before the shift starts.',
  publish_after_start: 'It must be published before the shift starts.',
  duplicate: 'Another post has this name.',
  awarded_whole: 'A post that is awarded is taken whole. Choose another way to sign up, or no parts.',
}

/** Fields of the rules -> fields of the form, where they are not the same. */
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

/** Problems of the rules as the errors of the form's fields. */
export const fieldErrors = (problems: readonly Problem[]): { field: string; message: string }[] =>
  problems.map(({ field, message }) => ({ field: fieldOf(field), message: problemWords[message] }))

const seriesFields: Readonly<Record<SeriesProblem['field'], string>> = {
  start_date: 'starts.date',
  start_time: 'starts.time',
  end_time: 'ends.time',
  zone: 'time_zone',
  repeat: 'repeat',
  until: 'until',
  count: 'count',
}
const seriesWords: Readonly<Record<SeriesProblem['message'], string>> = {
  invalid: 'This does not fit the repetition.',
  required: 'Say until when, or how many times.',
  out_of_range: 'This is out of range: ten years and 366 shifts at most.',
  too_many: 'A series has 366 shifts at most.',
  none: 'No day fits: choose other days or a later end.',
}
export const seriesErrors = (problems: readonly SeriesProblem[]): { field: string; message: string }[] =>
  problems.map(({ field, message }) => ({ field: seriesFields[field], message: seriesWords[message] }))

/** `Sat 14 March 2027, 22:00–06:00 (7 h, clocks go forward)` in the shift's own zone, as the organization writes times. */
export function whenWords(range: Range, zone: string, format: TimeFormat): string {
  const [from, to] = [wallOf(range.starts_at, zone), wallOf(range.ends_at, zone)]
  const change = clockChangeOf(range, zone)
  const clocks = change === 0 ? '' : `, clocks go ${change > 0 ? 'forward' : 'back'}`
  return `${dateWords(from.date)}, ${clockWords(from.time, format)}–${clockWords(to.time, format)} (${durationWords(minutesBetween(range.starts_at, range.ends_at))}${clocks})`
}

/** `the time and the place` */
export function changedWords(told: readonly Told[]): string {
  const words = { time: 'the time', place: 'the place', posts: 'the posts' } as const
  const parts = told.map((one) => words[one])
  const last = parts.at(-1) ?? 'it'
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last
}

/** How a shift is shown for which clocks change, or null; `minutes` as the clock's face jumps. */
export function clockNoteOf(range: Range, zone: string): string | null {
  const change = clockChangeOf(range, zone)
  if (change === 0) return null
  const hours = durationWords(minutesBetween(range.starts_at, range.ends_at))
  return `Clocks go ${change > 0 ? 'forward' : 'back'} by ${durationWords(Math.abs(change))} during this shift: it lasts ${hours}.`
}

export const clockNoteWords = {
  moved: 'Moved: the usual time does not exist on this day.',
  earlier: 'The usual time comes twice on this day; this is the earlier one.',
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
  award: 'Awarded',
}
export const partyWords: Readonly<Record<CancelParty, string>> = {
  department: 'The department',
  client: 'The client',
  weather: 'Weather',
}
