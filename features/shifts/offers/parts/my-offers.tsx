import { useShiftWords } from '#features/shifts/assignments/parts/shift-time.tsx'
import { listOpenJobs, withdraw } from '#features/shifts/signups/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { missingIn, useSaved } from '#platform/web/outbox-state.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { SavedPress } from '#platform/web/ui/saved-press.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { listMyOffers, type MyOffer } from '../contract.ts'
import { queueWords } from '../rules.ts'
import { OfferAnswer } from './offer-answer.tsx'

const What = ({ one, now }: { one: MyOffer; now: number }) => {
  const { day, clock, length, notes } = useShiftWords(now)(one)
  return (
    <div className="min-w-0 basis-full md:flex-1 md:basis-0">
      <TextLink to={paths.officerAssignments(one.assignment_id)}>{one.title}</TextLink>
      <p className="figures text-small text-soft">
        {[`${day} · ${clock}`, length, ...notes].join(' · ')}
        {one.location_name && ` · ${one.location_name}`}
      </p>
    </div>
  )
}

const Waiting = ({ one, readAt, now }: { one: MyOffer; readAt: number; now: number }) => {
  const saved = missingIn(readAt, useSaved(), [withdraw.name], one.id).at(-1)
  const leaving = useWrite(withdraw, { invalidates: [listMyOffers, listOpenJobs] })
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-line md:px-5">
      <What one={one} now={now} />
      {one.queue && <span className="figures flex-1 font-medium md:flex-none">{queueWords(one.queue)}</span>}
      {saved ? (
        <SavedPress saved={saved} />
      ) : (
        <Button
          size="small"
          busy={leaving.pending}
          aria-label={`Leave the waitlist: ${one.title}`}
          onClick={() => void leaving.run({ id: one.id }).catch(toast.failure)}
        >
          Leave the waitlist
        </Button>
      )}
    </li>
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

/** The officer's waitlists with the position in line. */
export const MyWaitlists = () => {
  const now = useNow(5000)
  const list = useReadPages(listMyOffers, {}, { keep: true })
  const waiting = (list.items ?? []).filter((one) => one.status === 'waitlisted')
  return (
    <Card title="Your waitlists" hint="When a spot opens, it is offered in waitlist order." flush>
      {list.error && !list.items ? (
        <ErrorState error={list.error} retry={() => void list.refetch()} />
      ) : !list.items ? (
        <ListSkeleton rows={2} />
      ) : waiting.length === 0 ? (
        <EmptyState quiet title="You're not on any waitlists" text="Waitlists you join for full shifts appear here." />
      ) : (
        <ul className="divide-y divide-line">
          {waiting.map((one) => (
            <Waiting key={one.id} one={one} readAt={list.dataUpdatedAt} now={now} />
          ))}
        </ul>
      )}
      {list.more && (
        <div className="px-4 md:px-5">
          <LoadMore
            more={list.more}
            loading={list.loadingMore}
            onMore={list.loadMore}
            shown={list.items?.length ?? 0}
            noun="shifts"
          />
        </div>
      )}
    </Card>
  )
}
