import type { ToldReason } from '#features/shifts/eligibility/rules.told.ts'
import { day, dayAndClock, duration } from '#platform/web/time.ts'
import { kindNames } from '../words.ts'

const list = (words: readonly string[]) => words.join(', ')
/** `starts_at` of the shift asked about tells on which side of the other one the rest is missing. */
const beside = (title: string | null, next_at: string | null, starts_at?: string): string => {
  if (title === null) return ''
  if (next_at === null || starts_at === undefined) return ` around ${title}`
  return ` ${Date.parse(next_at) > Date.parse(starts_at) ? 'before' : 'after'} ${title}`
}
const allowed = (minutes: number) => `(${duration(minutes)} allowed)`

/** Why hours, certifications, service or leave rule out a shift; null for another reason, or one without its details. */
export const hourWords = (reason: ToldReason, zone: string, now: number, starts_at?: string): string | null => {
  if (reason.details === null) return null
  switch (reason.code) {
    case 'rest': {
      const { minutes, limit_minutes, title, next_at } = reason.details
      return `${duration(limit_minutes - minutes)} short of required rest${beside(title, next_at, starts_at)}`
    }
    case 'rolling_window': {
      const { minutes, limit_minutes, hours } = reason.details
      return `${duration(minutes)} in ${hours} h ${allowed(limit_minutes)}`
    }
    case 'consecutive_hours':
      return `${duration(reason.details.minutes)} without a break ${allowed(reason.details.limit_minutes)}`
    case 'consecutive_days':
      return `${reason.details.days} days in a row, ${reason.details.limit_days} allowed`
    case 'cap': {
      const { minutes, limit_minutes, kinds, per } = reason.details
      return `${duration(minutes)} ${kindNames(kinds)} that ${per} ${allowed(limit_minutes)}`
    }
    case 'certification_required':
      return reason.details.unverified
        ? `${list(reason.details.accepted)}: not verified yet`
        : `Requires ${list(reason.details.accepted)}`
    case 'certification_expires': {
      const last = `${reason.details.expires_on}T12:00:00Z`
      const verb = Date.parse(last) < now - 43_200_000 ? 'expired on' : 'expires on'
      return `${list(reason.details.accepted)} ${verb} ${day(last, 'UTC', now)}`
    }
    case 'service_required': {
      const { months, hire_date_missing } = reason.details
      const unknown = hire_date_missing ? '; no hire date on file' : ''
      return `Requires ${months} ${months === 1 ? 'month' : 'months'} of service${unknown}`
    }
    case 'on_leave':
      return reason.details.ends_at === null
        ? 'On leave until further notice'
        : `On leave until ${dayAndClock(reason.details.ends_at, zone, now)}`
    case 'group_first': {
      const { accepted } = reason.details
      const whose = accepted.length > 0 ? ` (${list(accepted)})` : ''
      return reason.from === null
        ? `Another group has priority${whose}`
        : `Another group has priority${whose}; opens to you ${dayAndClock(reason.from, zone, now)}`
    }
    default:
      return null
  }
}
