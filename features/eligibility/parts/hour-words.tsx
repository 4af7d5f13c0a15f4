import { day, dayAndClock, duration } from '#platform/web/time.ts'
import type { Reason } from '../rules.ts'
import { kindNames } from '../rules.words.ts'

type Told = Pick<Reason, 'code'> & {
  from?: string | undefined
  details?: { [K in keyof NonNullable<Reason['details']>]?: NonNullable<Reason['details']>[K] | undefined } | undefined
}

const list = (words: readonly string[]) => words.join(', ')
const beside = (title: string | undefined) => (title === undefined ? '' : ` beside ${title}`)

/** What an officer reads for what hours, certifications, service or leave have against a job; null for another reason. */
export const hourWords = ({ code, from, details = {} }: Told, zone: string, now: number): string | null => {
  const { minutes = 0, limit_minutes = 0, accepted = [] } = details
  const most = `where ${duration(limit_minutes)} are allowed`
  switch (code) {
    case 'rest':
      return `${duration(limit_minutes - minutes)} short of rest${beside(details.title)}`
    case 'rolling_window':
      return `${duration(minutes)} in ${details.hours} h ${most}`
    case 'consecutive_hours':
      return `${duration(minutes)} without a break ${most}`
    case 'consecutive_days':
      return `${details.days} days in a row where ${details.limit_days} are allowed`
    case 'cap':
      return `${duration(minutes)} ${kindNames(details.kinds ?? 'all')} in the ${details.per} ${most}`
    case 'certification_required':
      return details.unverified ? `${list(accepted)}: not verified yet` : `Asks for ${list(accepted)}`
    case 'certification_expires': {
      const last = `${details.expires_on}T12:00:00Z`
      const verb = Date.parse(last) < now - 43_200_000 ? 'expired on' : 'expires on'
      return `${list(accepted)} ${verb} ${day(last, 'UTC', now)}`
    }
    case 'service_required': {
      const unknown = details.hired_on === null ? '; the hire date is not known' : ''
      return `Asks for ${details.months} months of service${unknown}`
    }
    case 'on_leave':
      return details.ends_at === undefined
        ? 'On leave until further notice'
        : `On leave until ${dayAndClock(details.ends_at, zone, now)}`
    case 'group_first': {
      const whose = accepted.length > 0 ? ` (${list(accepted)})` : ''
      return from === undefined
        ? `Another group comes first${whose}`
        : `Another group comes first${whose}; yours from ${dayAndClock(from, zone, now)}`
    }
    default:
      return null
  }
}
