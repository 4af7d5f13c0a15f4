import { type Instant, MINUTE, ms } from '#platform/shared/time.ts'
import { VOLUNTEER_MINUTES } from './rules.ts'

/**
 * How long volunteers are asked where nobody chose a time: the usual minutes, but never more than half of the time left, and at
 * least 5. With `planned`, when the shift's escalation decides, until then if an admin could choose that time.
 */
export const askMinutes = (usual: number, at: Instant, starts_at: Instant, planned: Instant | null = null): number => {
  const { least, most } = VOLUNTEER_MINUTES
  const until = planned === null ? 0 : Math.floor((ms(planned) - ms(at)) / MINUTE)
  if (planned !== null && ms(planned) < ms(starts_at) && until >= least && until <= most) return until
  return Math.max(least, Math.min(usual, Math.floor((ms(starts_at) - ms(at)) / MINUTE / 2)))
}

/** The most minutes that volunteers can be asked, so that the decision comes before the start; 0 or less: none. */
export const mostMinutes = (at: Instant, starts_at: Instant): number =>
  Math.min(VOLUNTEER_MINUTES.most, Math.ceil((ms(starts_at) - ms(at)) / MINUTE) - 1)
