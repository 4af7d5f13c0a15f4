import { eachNote } from '#features/shifts/assignments/contract.shapes.ts'
import { noteWords } from '#features/shifts/assignments/words.ts'
import { joined } from '#platform/shared/text.ts'
import type { Told } from './rules.edit.ts'
import type { SeriesProblem } from './rules.series.ts'

/** Labels of an assignment's columns, for the message about conflicting saves. */
export const columnWords: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  kind: 'shift type',
  ...eachNote((name) => noteWords[name].toLowerCase()),
  location_lat: 'check-in location',
  location_lng: 'check-in location',
  location_radius_m: 'check-in radius',
  time_zone: 'time zone',
  starts_at: 'start',
  ends_at: 'end',
  min_required: 'minimum number of officers',
  signup_mode: 'how officers are chosen',
  signup_opens_at: 'sign-up opening',
  signup_closes_at: 'sign-up closing',
  publish_at: 'publish time',
  min_pay_minutes: 'minimum pay',
  status: 'status',
  posts: 'posts',
}

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
  invalid: "This doesn't match how the shift repeats.",
  required: 'Enter an end date or a number of shifts.',
  out_of_range: 'A series can span at most 10 years and 366 shifts.',
  too_many: 'A series can have at most 366 shifts.',
  none: 'No dates match. Choose other days or a later end.',
}
export const seriesErrors = (problems: readonly SeriesProblem[]): { field: string; message: string }[] =>
  problems.map(({ field, message }) => ({ field: seriesFields[field], message: seriesWords[message] }))

/** `the time and the place` */
export function changedWords(told: readonly Told[]): string {
  const words = { time: 'the time', place: 'the location', posts: 'the posts' } as const
  return joined(told.map((one) => words[one])) || 'it'
}
