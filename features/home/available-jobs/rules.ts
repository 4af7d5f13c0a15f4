import { heldThroughout } from '#features/shifts/signups/rules.places.ts'
import type { Requirements } from '#features/shifts/signups/rules.ts'
import type { Range } from '#platform/shared/time.ts'
import { wallAt } from '#platform/shared/zone.ts'

/** The parts of a post that the list needs. */
type JobPost = Range & {
  required_count: number
  held_count: number
  requirements: Requirements
  split_minutes: number | null
  holds: readonly Range[]
}

/** Times of day by the local start of a shift, in minutes since midnight; the night runs over midnight. */
export const timesOfDay = {
  morning: [5 * 60, 12 * 60],
  afternoon: [12 * 60, 17 * 60],
  evening: [17 * 60, 22 * 60],
  night: [22 * 60, 5 * 60],
} as const satisfies Readonly<Record<string, readonly [number, number]>>
export type TimeOfDay = keyof typeof timesOfDay

export const weekdays = ['0', '1', '2', '3', '4', '5', '6', 'weekdays', 'weekends'] as const
export type Weekday = (typeof weekdays)[number]

/** What a list may be narrowed to; null narrows nothing. */
export type Wanted = { date: string | null; weekday: Weekday | null; time: TimeOfDay | null; unit: string | null }

const onWeekday = (day: number, wanted: Weekday): boolean => {
  if (wanted === 'weekends') return day === 0 || day === 6
  return wanted === 'weekdays' ? day > 0 && day < 6 : day === Number(wanted)
}

const atTime = (time: string, wanted: TimeOfDay): boolean => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const at = hours * 60 + minutes
  const [from, to] = timesOfDay[wanted]
  return from < to ? at >= from && at < to : at >= from || at < to
}

/** Whether a post is among those wanted: by its local start, and by the units that it is restricted to. */
export const isWanted = (post: Pick<JobPost, 'starts_at' | 'requirements'>, wanted: Wanted, zone: string): boolean => {
  const { date, weekday, time } = wallAt(Date.parse(post.starts_at), zone)
  return (
    (wanted.date === null || date === wanted.date) &&
    (wanted.weekday === null || onWeekday(weekday, wanted.weekday)) &&
    (wanted.time === null || atTime(time, wanted.time)) &&
    (wanted.unit === null || (post.requirements.units ?? []).includes(wanted.unit))
  )
}

/** Spots that nobody holds; of a post taken in parts, those with a part left. */
export const spotsLeft = (post: JobPost): number => {
  const held = post.split_minutes === null ? post.held_count : heldThroughout(post, post.holds)
  return Math.max(0, post.required_count - held)
}

/** `2 of 3 spots left`, `1 of 1 spot left` or `Full`. */
export const spotsLeftWords = (post: JobPost): string => {
  const [left, all] = [spotsLeft(post), post.required_count]
  return left === 0 ? 'Full' : `${left} of ${all} ${all === 1 ? 'spot' : 'spots'} left`
}

/** The same where there is little room: `2 left`. */
export const shortSpotsLeft = (post: JobPost): string => spotsLeftWords(post).replace(/ of .*/, ' left')
