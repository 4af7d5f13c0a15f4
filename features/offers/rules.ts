import { type QuietHours, quietUntil } from '#features/notifications/rules.quiet.ts'
import { type Instant, isoInstant, ms, plusMinutes } from '#platform/shared/time.ts'

/** How long an offer is held, and how near the start a place goes to all who wait at once; minutes. */
export type OfferTerms = { offer_minutes: number; last_minute: { under_minutes: number } | null }

/** Where no rule of awards says otherwise. */
export const defaultTerms: OfferTerms = { offer_minutes: 60, last_minute: { under_minutes: 240 } }

/** Whether a freed place goes to all who wait at once: the first answer has it. */
export const isLastMinute = (starts_at: Instant, terms: OfferTerms, now: Instant): boolean =>
  terms.last_minute !== null && ms(starts_at) - ms(now) <= terms.last_minute.under_minutes * 60_000

/**
 * When an offer made now ends. Minutes of the department's quiet hours do not count: nobody has to answer at night, and the mail of
 * it waits as long. It never reaches into the last minutes before the start, when all who wait are asked at once, nor past the start.
 */
export function offerEnds(
  starts_at: Instant,
  terms: OfferTerms,
  quiet: { hours: QuietHours | null; zone: string },
  now: Instant,
): Instant {
  if (isLastMinute(starts_at, terms, now)) return starts_at
  const latest = ms(starts_at) - (terms.last_minute?.under_minutes ?? 0) * 60_000
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

/** Minutes from a moment that is not quiet to the first one that is; `most` where there is none before. */
function nextQuiet(at: Instant, most: number, quiet: { hours: QuietHours | null; zone: string }): number {
  for (let minutes = 1; minutes < most; minutes++)
    if (quietUntil(plusMinutes(at, minutes), quiet.hours, quiet.zone) !== null) return minutes
  return most
}

const ordinal = (n: number): string => {
  const teen = n % 100 >= 11 && n % 100 <= 13
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

/** `2nd of 5`; where a rule decides when a place comes free, `one of 5, by the rule`. */
export const queueWords = ({ place, of }: { place: number | null; of: number }): string =>
  place === null ? `One of ${of}, in the order of the rule` : `${ordinal(place)} of ${of}`
