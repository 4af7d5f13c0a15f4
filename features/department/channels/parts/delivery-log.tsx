import { useEffect, useEffectEvent } from 'react'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useZone } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { type Delivery, listDeliveries } from '../contract.orders.ts'
import { channelWords, deliveryWords, eventWords, isLost, isUnderWay } from '../words.ts'

const Row = ({ delivery, named }: { delivery: Delivery; named: boolean }) => {
  const zone = useZone()
  const now = useNow()
  const { channel, event, officer_name, planned_at, sent_at } = delivery
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-line md:px-5">
      <div className="min-w-48 flex-1">
        <p className="font-medium">{eventWords(event)}</p>
        <p className="text-small text-faint">
          {named ? `${officer_name} · ` : ''}
          {channelWords[channel]}
        </p>
      </div>
      <div className="text-right text-small max-md:text-left">
        <p className={isLost(delivery) ? 'text-bad' : 'text-soft'}>{deliveryWords(delivery)}</p>
        <p className="figures text-faint">{dayAndClock(sent_at ?? planned_at, zone, now)}</p>
      </div>
    </li>
  )
}

/** Deliveries are too many for pokes, and are planned after the poke of the notification that they are about. */
const lookEvery = { moving: 3000, resting: 10_000 }
const useLookAgain = (moving: boolean, again: () => void) => {
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') again()
  })
  useEffect(() => {
    const timer = setInterval(() => look(), moving ? lookEvery.moving : lookEvery.resting)
    return () => clearInterval(timer)
  }, [moving])
}

/** What went out, when, on which channel, and what became of it. */
export const DeliveryLog = ({ of }: { of: 'me' | 'everyone' }) => {
  const list = useReadPages(listDeliveries, { of })
  const now = useNow()
  useLookAgain(list.items?.some((one) => isUnderWay(one, now)) === true, () => void list.refetch())
  return (
    <Card
      flush
      title={of === 'me' ? 'Sent to you' : 'Sent notifications'}
      hint="Push notifications, text messages and calls from the last 90 days. Email and codes that confirm phones aren't listed."
    >
      {list.items ? (
        list.items.length === 0 ? (
          <p className="px-4 py-4 text-soft md:px-5">
            Nothing sent yet. Push notifications, text messages and calls appear here.
          </p>
        ) : (
          <>
            <ul className="divide-y divide-line">
              {list.items.map((one) => (
                <Row key={one.id} delivery={one} named={of === 'everyone'} />
              ))}
            </ul>
            {list.more && (
              <div className="px-4 md:px-5">
                <LoadMore
                  more={list.more}
                  loading={list.loadingMore}
                  onMore={list.loadMore}
                  shown={list.items.length}
                  noun="deliveries"
                />
              </div>
            )}
          </>
        )
      ) : list.error ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : (
        <ListSkeleton />
      )}
    </Card>
  )
}
