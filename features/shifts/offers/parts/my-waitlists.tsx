import { useState } from 'react'
import { listOpenJobs, withdraw } from '#features/shifts/signups/contract.ts'
import { useNow } from '#platform/web/clock.ts'
import { missingIn, useSaved } from '#platform/web/outbox-state.ts'
import { useReadPages, useWrite } from '#platform/web/reads.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LateConfirm } from '#platform/web/ui/late-confirm.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { SavedPress } from '#platform/web/ui/saved-press.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { listMyOffers, type MyOffer } from '../contract.ts'
import { queueWords } from '../rules.ts'
import { What } from './my-offers.tsx'

const Waiting = ({ one, readAt, now }: { one: MyOffer; readAt: number; now: number }) => {
  const saved = missingIn(readAt, useSaved(), [withdraw.name], one.id).at(-1)
  const leaving = useWrite(withdraw, { invalidates: [listMyOffers, listOpenJobs] })
  const [asking, setAsking] = useState(false)
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
          onClick={() => setAsking(true)}
        >
          Leave the waitlist
        </Button>
      )}
      <LateConfirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Leave the waitlist? You lose your position."
        text={one.title}
        action="Leave the waitlist"
        back="Stay on it"
        onConfirm={() => leaving.run({ id: one.id })}
      />
    </li>
  )
}

/** The officer's waitlists with the position in line. */
export const MyWaitlists = () => {
  const now = useNow(5000)
  const list = useReadPages(listMyOffers, {}, { keep: true })
  const waiting = (list.items ?? []).filter((one) => one.status === 'waitlisted')
  return (
    <Card title="Your waitlists" hint="When a spot opens, it's offered to officers on the waitlist." flush>
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
