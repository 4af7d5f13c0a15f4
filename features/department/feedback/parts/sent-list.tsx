import { useNow } from '#platform/web/clock.ts'
import { relative } from '#platform/web/time.ts'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import { Disclosure } from '#platform/web/ui/disclosure.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useSent } from '../client.ts'
import type { SentItem } from '../contract.ts'
import { kindWords, severityWords, statusWords } from '../words.ts'

const tones: Readonly<Record<SentItem['status'], Tone>> = {
  pending: 'hold',
  in_progress: 'info',
  done: 'ok',
  declined: 'plain',
}

const Sent = ({ item, now }: { item: SentItem; now: number }) => (
  <li className="py-3">
    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 font-medium wrap-anywhere">{item.title}</p>
      <Badge tone={tones[item.status]}>{statusWords[item.status]}</Badge>
    </div>
    <p className="text-small text-faint">
      {kindWords[item.kind]} · {severityWords[item.weight]} · {relative(item.created_at, now)}
    </p>
    <Disclosure title="Your message" className="mt-1">
      <p className="text-soft whitespace-pre-wrap wrap-anywhere">{item.description}</p>
    </Disclosure>
    {item.merged && (
      <p className="mt-1 text-small text-soft">Others asked for the same thing. Your request was merged with theirs.</p>
    )}
    {item.answer && (
      <p className="mt-2 border-l-2 border-brand-line pl-3 whitespace-pre-wrap wrap-anywhere">
        <span className="block text-small text-faint">Vendor's answer</span>
        {item.answer}
      </p>
    )}
  </li>
)

/** The user's own requests and reports, with their status. */
export const SentList = () => {
  const sent = useSent()
  const now = useNow()
  if (sent.isPending) return <ListSkeleton />
  if (sent.error) return <ErrorState error={sent.error} retry={() => void sent.refetch()} quiet />
  const items = sent.items ?? []
  if (items.length === 0)
    return (
      <EmptyState
        quiet
        title="Nothing sent yet"
        text="Your feature requests and problem reports appear here, with their status and the vendor's answer."
      />
    )
  return (
    <>
      <ul aria-label="Sent" className="divide-y divide-line border-y border-line">
        {items.map((item) => (
          <Sent key={item.id} item={item} now={now} />
        ))}
      </ul>
      <LoadMore
        more={sent.more}
        loading={sent.loadingMore}
        onMore={sent.loadMore}
        shown={items.length}
        noun="messages"
      />
    </>
  )
}
