import { MINUTE } from '#platform/shared/time.ts'
import { daysUntil, duration, type When } from './time.ts'

/** Specification section 9: `soon` is within 10 minutes, `near` within 2 hours. */
export const nearness = (when: When, now: When): 'past' | 'soon' | 'near' | 'later' => {
  const minutes = (new Date(when).getTime() - new Date(now).getTime()) / MINUTE
  if (minutes < 0) return 'past'
  if (minutes <= 10) return 'soon'
  return minutes <= 120 ? 'near' : 'later'
}

/** `in 2 h 5 min`, `tomorrow`, `in 3 days`, `now`: days as the calendar of the zone counts them. */
export const countdown = (when: When, zone: string, now: When): string => {
  const minutes = Math.ceil((new Date(when).getTime() - new Date(now).getTime()) / MINUTE)
  if (minutes <= 0) return 'now'
  const days = daysUntil(when, zone, now)
  if (days > 1) return `in ${days} days`
  // A day has 25 hours in fall.
  return days && minutes >= 1440 ? 'tomorrow' : `in ${duration(minutes)}`
}
