import { type QuietHours, quietUntil } from '#features/department/notifications/rules.quiet.ts'
import { counted, ordinal } from '#platform/shared/text.ts'
import { type Instant, isoInstant, MINUTE, ms, plusMinutes } from '#platform/shared/time.ts'

/** How long an offer is held, and how close to the start a spot goes to all waiting officers at once; minutes. */
export type OfferTerms = { offer_minutes: number; last_minute: { under_minutes: number } | null }

/** Defaults when no award rule sets them. */
export const defaultTerms: OfferTerms = { offer_minutes: 60, last_minute: { under_minutes: 240 } }

/** Whether a freed spot goes to all waiting officers at once: the first to accept gets it. */
export const isLastMinute = (starts_at: Instant, terms: OfferTerms, now: Instant): boolean =>
  terms.last_minute !== null && ms(starts_at) - ms(now) <= terms.last_minute.under_minutes * MINUTE

/**
 * When an offer made now ends. Minutes in the department's quiet hours do not count: nobody has to answer at night, and the email
 * about it is delayed as long. It never extends into the last minutes before the start, when all waiting officers are asked at
 * once, nor past the start.
 */
export function offerEnds(
  starts_at: Instant,
  terms: OfferTerms,
  quiet: { hours: QuietHours | null; zone: string },
  now: Instant,
): Instant {
  if (isLastMinute(starts_at, terms, now)) return starts_at
  const latest = ms(starts_at) - (terms.last_minute?.under_minutes ?? 0) * MINUTE
  let at = now
  for (let left = terms.offer_minutes; left > 0 && ms(at) < latest; ) {
    const wakes = quietUntil(at, quiet.hours, quiet.zone)
    if (wakes !== null) at = wakes
    else {
      const step = Math.min(left, nextQuiet(at, left, quiet))
      at = plusMinutes(at, step)
      left -= step
    }
  }
  return isoInstant(Math.min(latest, ms(at)))
}

/** Minutes from a moment outside quiet hours to the next quiet minute; `most` if there is none before that. */
function nextQuiet(at: Instant, most: number, quiet: { hours: QuietHours | null; zone: string }): number {
  for (let minutes = 1; minutes < most; minutes++)
    if (quietUntil(plusMinutes(at, minutes), quiet.hours, quiet.zone) !== null) return minutes
  return most
}

type Queue = { place: number | null; of: number }
const others = (n: number) => counted(n, 'other')

/** `2nd of 5 on the waitlist`; if an award rule decides when a spot opens up, `With 4 others, ranked when a spot opens`. */
export const queueWords = ({ place, of }: Queue): string => {
  if (place !== null) return `${ordinal(place)} of ${of} on the waitlist`
  return of > 1 ? `With ${others(of - 1)}, ranked when a spot opens` : "You're the only one on the waitlist"
}

/** The same beside the word `Waitlisted`: `2nd of 5`, `with 4 others`. */
export const shortQueueWords = ({ place, of }: Queue): string => {
  if (place !== null) return `${ordinal(place)} of ${of}`
  return of > 1 ? `with ${others(of - 1)}` : 'only you'
}
