import { plusDays } from '#platform/shared/time.ts'
import { dateValue, day, dayAndClock, timeValue } from '#platform/web/time.ts'

type Span = { starts_at: string; ends_at: string | null; whole_days: boolean }

/** The last whole day, or the day on which the leave ends; empty if open-ended. */
export const lastDayOf = ({ ends_at, whole_days }: Span, zone: string): string => {
  if (ends_at === null) return ''
  const end = dateValue(ends_at, zone)
  return whole_days && timeValue(ends_at, zone) === '00:00' ? plusDays(end, -1) : end
}

/** `Mon, Mar 8 to Sun, Mar 14`, `Tue, Mar 16 · 08:00 to Tue, Mar 16 · 12:30`, `from Thu, Apr 1 until further notice`. */
export const leaveSpan = (leave: Span, zone: string): string => {
  const { starts_at, ends_at, whole_days } = leave
  if (!whole_days) {
    const start = dayAndClock(starts_at, zone)
    return ends_at === null ? `from ${start} until further notice` : `${start} to ${dayAndClock(ends_at, zone)}`
  }
  const first = day(starts_at, zone)
  if (ends_at === null) return `from ${first} until further notice`
  const last = day(`${lastDayOf(leave, zone)}T12:00:00Z`, 'UTC')
  return first === last ? first : `${first} to ${last}`
}
