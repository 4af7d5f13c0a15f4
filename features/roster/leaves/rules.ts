import { daysBetween, type Instant, ms, plusDays, type WallDate, type WallTime } from '#platform/shared/time.ts'
import { resolveWall, startOfDayIn } from '#platform/shared/wall.ts'

export const leaveKinds = ['vacation', 'sick', 'injury', 'military', 'training', 'other'] as const
export type LeaveKind = (typeof leaveKinds)[number]

export type Leave = { starts_at: Instant; ends_at: Instant | null }

/** Maximum length in days of a leave with an end. */
const MAX_LEAVE_DAYS = 3660

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

/** The leave's instants, or the invalid field. If a clock hour repeats, the leave includes both. */
export function leaveRange(
  given: GivenLeave,
  zone: string,
): Leave | { field: 'end_time' | 'last_day'; message: string } {
  const { whole_days, first_day, last_day } = given
  if (last_day !== '' && daysBetween(first_day, last_day) >= MAX_LEAVE_DAYS)
    return { field: 'last_day', message: 'Leave can last at most 10 years. For longer leave, clear the last day.' }
  const starts_at = whole_days
    ? startOfDayIn(zone, first_day)
    : instantAt(first_day, given.start_time || '00:00', zone, 'earlier')
  if (last_day === '') return { starts_at, ends_at: null }
  const ends_at = whole_days
    ? startOfDayIn(zone, plusDays(last_day, 1))
    : instantAt(last_day, given.end_time || '00:00', zone, 'later')
  return ms(ends_at) > ms(starts_at)
    ? { starts_at, ends_at }
    : { field: 'end_time', message: 'The end must be after the start.' }
}
