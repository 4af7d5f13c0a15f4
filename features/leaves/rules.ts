import {
  daysBetween,
  type Instant,
  ms,
  plusDays,
  type Range,
  type WallDate,
  type WallTime,
} from '#platform/shared/time.ts'
import { resolveWall, startOfDayIn } from '#platform/shared/zone.ts'

export const leaveKinds = ['vacation', 'sick', 'injury', 'military', 'training', 'other'] as const
export type LeaveKind = (typeof leaveKinds)[number]

export type Leave = { starts_at: Instant; ends_at: Instant | null }

/** Whether the half-open leave touches the half-open job. */
export const liesIn = (leave: Leave, job: Range): boolean =>
  ms(leave.starts_at) < ms(job.ends_at) && (leave.ends_at === null || ms(job.starts_at) < ms(leave.ends_at))

/**
 * Why an officer on leave cannot take the job, or null. `possible_from`: when that leave is over, null where that is not known;
 * leave that follows without a gap belongs to it.
 */
export function onLeave(
  leaves: readonly Leave[],
  job: Range,
): { code: 'on_leave'; possible_from: Instant | null } | null {
  const inOrder = leaves.toSorted((a, b) => ms(a.starts_at) - ms(b.starts_at))
  const found = inOrder.findLast((leave) => liesIn(leave, job))
  if (found === undefined) return null
  let until = found.ends_at
  for (const next of inOrder) {
    if (until !== null && ms(next.starts_at) <= ms(until) && (next.ends_at === null || ms(next.ends_at) > ms(until)))
      until = next.ends_at
  }
  return { code: 'on_leave', possible_from: until }
}

/** The longest leave that has an end, in days. */
export const MAX_LEAVE_DAYS = 3660

export type GivenLeave = {
  whole_days: boolean
  first_day: WallDate
  last_day: WallDate | ''
  start_time: WallTime | ''
  end_time: WallTime | ''
}

const instantAt = (date: WallDate, time: WallTime, zone: string, which: 'earlier' | 'later'): Instant => {
  const answer = resolveWall({ date, time, zone, which })
  return answer.kind === 'gap' ? answer.moved_to.instant : answer.kind === 'ok' ? answer.instant : answer.earlier
}

/** The instants of what was entered, or the field that is wrong. An hour that is there twice belongs to the leave whole. */
export function leaveRange(
  given: GivenLeave,
  zone: string,
): Leave | { field: 'end_time' | 'last_day'; message: string } {
  const { whole_days, first_day, last_day } = given
  if (last_day !== '' && daysBetween(first_day, last_day) >= MAX_LEAVE_DAYS)
    return { field: 'last_day', message: 'Longer than ten years. Leave the end open instead.' }
  const starts_at = whole_days
    ? startOfDayIn(zone, first_day)
    : instantAt(first_day, given.start_time || '00:00', zone, 'earlier')
  if (last_day === '') return { starts_at, ends_at: null }
  const ends_at = whole_days
    ? startOfDayIn(zone, plusDays(last_day, 1))
    : instantAt(last_day, given.end_time || '00:00', zone, 'later')
  return ms(ends_at) > ms(starts_at) ? { starts_at, ends_at } : { field: 'end_time', message: 'Ends before it begins.' }
}
