import { readTerms } from '#features/shifts/awards/contract.ts'
import { declinedWords, unansweredWords } from '#features/shifts/awards/words.ts'
import type { OwnSignup } from '#features/shifts/signups/contract.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { useRead } from '#platform/web/reads.ts'
import { dayAndClock } from '#platform/web/time.ts'

export type ChargeProps = {
  offer: Pick<OwnSignup, 'assignment_id' | 'starts_at' | 'ends_at' | 'offer_expires_at' | 'offer_shared'>
  zone: string
  now: number
  /** Only what declining counts. */
  declining?: boolean
}

/** What declining the offer, or not answering it, counts by the award rule; nothing while that isn't known. */
export const OfferCharge = ({ offer, zone, now, declining = false }: ChargeProps) => {
  const { data } = useRead(readTerms, { assignment_id: offer.assignment_id })
  if (!data) return null
  const minutes = Math.floor((Date.parse(offer.ends_at) - Date.parse(offer.starts_at)) / MINUTE)
  const { offer_expires_at: ends, offer_shared } = offer
  // An offer to everyone ends without counting if somebody else accepts.
  const unanswered =
    declining || ends === null || offer_shared
      ? null
      : unansweredWords(data.charges, { minutes, until: dayAndClock(ends, zone, now) })
  return (
    <span className="figures block text-small font-medium text-ink">
      {declinedWords(data.charges, minutes)}
      {unanswered && ` ${unanswered}`}
    </span>
  )
}
