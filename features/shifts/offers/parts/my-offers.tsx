import { useShiftWords } from '#features/shifts/assignments/parts/shift-time.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { listMyOffers, type MyOffer } from '../contract.ts'
import { OfferAnswer } from './offer-answer.tsx'

/** The shift, when and where. */
export const What = ({ one, now }: { one: MyOffer; now: number }) => {
  const { day, clock, length, notes } = useShiftWords(now)(one)
  return (
    <div className="min-w-0 basis-full md:flex-1 md:basis-0">
      <TextLink to={paths.officerAssignments(one.assignment_id)} className="py-3">
        {one.title}
      </TextLink>
      <p className="figures text-small text-soft">
        {day} · <span className="whitespace-nowrap">{clock}</span> · {[length, ...notes].join(' · ')}
        {one.location_name && ` · ${one.location_name}`}
      </p>
    </div>
  )
}

/** Open offers, each with its buttons; renders nothing if there are none. For the dashboard. */
export const OpenOffers = () => {
  const { time_zone } = useOrganization()
  const now = useNow(5000)
  const list = useReadPages(listMyOffers, {}, { keep: true })
  const offers = (list.items ?? []).filter((one) => isRunning(one, now))
  if (offers.length === 0) return null
  return (
    <Card title="Offered to you" flush>
      <ul className="divide-y divide-line">
        {offers.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-3 px-4 py-line md:flex-nowrap md:px-5">
            <What one={one} now={now} />
            <OfferAnswer offer={one} readAt={list.dataUpdatedAt} zone={time_zone} now={now} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
const isRunning = (one: MyOffer, now: number) =>
  one.status === 'offered' && one.offer_expires_at !== null && Date.parse(one.offer_expires_at) > now
