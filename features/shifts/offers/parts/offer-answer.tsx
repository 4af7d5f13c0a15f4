import { type ComponentType, lazy, Suspense, useState } from 'react'
import { listLatest } from '#features/department/notifications/contract.ts'
import { listOpenJobs, type OwnSignup } from '#features/shifts/signups/contract.ts'
import { ApiError } from '#platform/web/api.ts'
import { countdown } from '#platform/web/countdown.ts'
import { missingIn, useSaved } from '#platform/web/outbox-state.ts'
import { useWrite } from '#platform/web/reads.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { LateConfirm } from '#platform/web/ui/late-confirm.tsx'
import { OnceKnown, SavedPress } from '#platform/web/ui/saved-press.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { wordsFor } from '#platform/web/words.ts'
import { acceptOffer, declineOffer, listMyOffers } from '../contract.ts'
import type { ChargeProps } from './offer-charge.tsx'

// An offer can be answered without it.
const LateCharge = lazy<ComponentType<ChargeProps>>(() =>
  import('./offer-charge.tsx').then(
    (part) => ({ default: part.OfferCharge }),
    () => ({ default: () => null }),
  ),
)

const OfferCharge = (props: ChargeProps) => (
  <Suspense>
    <LateCharge {...props} />
  </Suspense>
)

const reads = [listOpenJobs, listMyOffers, listLatest] as const

type Offered = Pick<
  OwnSignup,
  'id' | 'assignment_id' | 'title' | 'starts_at' | 'ends_at' | 'offer_expires_at' | 'offer_shared' | 'replaces'
>

/** How long the offer is open, and whose spot it is. */
const Terms = ({ offer, zone, now }: { offer: Offered; zone: string; now: number }) => (
  <p className="figures text-small text-soft">
    {offer.offer_shared
      ? 'Offered to everyone on the waitlist. The first to accept gets it.'
      : offer.offer_expires_at &&
        `Held for you until ${dayAndClock(offer.offer_expires_at, zone, now)}, ${countdown(offer.offer_expires_at, zone, now)}.`}
    {offer.replaces && " You would replace an officer who can't work."}
  </p>
)

const Consequence = (of: { offer: Offered; zone: string; now: number }) => (
  <>
    <OfferCharge {...of} declining />
    It goes to the next officer, and you lose your position on the waitlist.
  </>
)

const Refused = ({ children }: { children: string }) => (
  <p role="status" className="text-small font-medium text-warn">
    {children}
  </p>
)

type Props = { offer: Offered; readAt: number; zone: string; now: number }
/** An offered spot, with accept and decline. `readAt`: when it was read, by the device's clock. */
export const OfferAnswer = ({ offer, readAt, zone, now }: Props) => {
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const accepting = useWrite(acceptOffer, { invalidates: reads })
  const declining = useWrite(declineOffer, { invalidates: reads })
  const { id, starts_at, ends_at, offer_expires_at: expires_at } = offer
  const input = { id, seen: { starts_at, ends_at, expires_at } }
  const saved = missingIn(readAt, useSaved(), [acceptOffer.name, declineOffer.name], id).at(-1)
  const answer = async (work: () => Promise<unknown>, done: string) => {
    setRefused(null)
    try {
      await work()
      toast.success(done, offer.title)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) return toast.failure(error)
      const words = wordsFor(error)
      setRefused(`${words.title}. ${words.text}`)
    }
  }
  if (saved) return <SavedPress saved={saved} />
  return (
    <div className="flex flex-col gap-2 md:items-end">
      <Terms offer={offer} zone={zone} now={now} />
      <OfferCharge offer={offer} zone={zone} now={now} />
      <div className="flex w-full flex-wrap gap-2 md:justify-end">
        <OnceKnown>
          <Button
            look="tint"
            className="flex-1 md:flex-none"
            busy={accepting.pending}
            aria-label={`Accept: ${offer.title}`}
            onClick={() => void answer(() => accepting.run(input), "You're confirmed")}
          >
            Accept
          </Button>
          <Button
            className="flex-1 md:flex-none"
            busy={declining.pending}
            aria-label={`Decline: ${offer.title}`}
            onClick={() => setAsking(true)}
          >
            Decline
          </Button>
        </OnceKnown>
      </div>
      {refused && <Refused>{refused}</Refused>}
      <LateConfirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Decline this offer?"
        text={<Consequence offer={offer} zone={zone} now={now} />}
        action="Decline"
        back="Keep offer"
        onConfirm={() => declining.run(input)}
      />
    </div>
  )
}
