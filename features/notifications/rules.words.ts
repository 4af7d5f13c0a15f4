import { durationWords, type Instant, minutesBetween } from '#platform/shared/time.ts'

/** `in 24 hours`, `in 2 hours`, `in 1 h 40 min`, `now`: how far off a start is; a few minutes past the hour are the hour. */
export const countdownWords = (starts_at: Instant, now: Instant): string => {
  const minutes = minutesBetween(now, starts_at)
  if (minutes <= 0) return 'now'
  const hours = Math.round(minutes / 60)
  if (hours >= 1 && Math.abs(minutes - hours * 60) <= 5) return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `in ${durationWords(minutes)}`
}
