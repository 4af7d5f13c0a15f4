import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { listReceipts, type Receipt, type receiptFilters } from '../contract.ts'

export type ReceiptFilter = (typeof receiptFilters)[number]
const filters = [
  { value: 'all', label: 'Everyone' },
  { value: 'unread', label: 'Not read' },
  { value: 'read', label: 'Read' },
] as const

const empty: Readonly<Record<ReceiptFilter, { title: string; text: string }>> = {
  all: { title: 'No recipients', text: 'The people this was sent to appear here.' },
  unread: { title: 'Everyone has read it', text: "People who haven't read this appear here." },
  read: { title: 'No one has read it yet', text: 'People appear here as soon as they open it.' },
}

const Row = ({ one }: { one: Receipt }) => {
  const { time_zone: zone } = useOrganization()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-line md:px-5">
      <span className="min-w-0 flex-1 basis-48">
        <TextLink to={paths.adminOfficer(one.officer_id)}>{one.name}</TextLink>
        <span className="block text-small text-faint">{[one.badge_number, one.unit].filter(Boolean).join(' · ')}</span>
      </span>
      {one.read_at ? (
        <span className="figures text-small text-soft">Read {dayAndClock(one.read_at, zone)}</span>
      ) : (
        <Badge tone={one.has_account ? 'hold' : 'warn'}>{one.has_account ? 'Not read' : 'No account yet'}</Badge>
      )}
    </li>
  )
}

/** Who has read it and when, and who has not. */
export const Receipts = (of: {
  list: ReturnType<typeof useReceipts>
  filter: ReceiptFilter
  onFilter: (filter: ReceiptFilter) => void
}) => {
  const { list, filter, onFilter } = of
  return (
    <Card
      flush
      title="Read receipts"
      aside={
        <div className="no-print w-48">
          <Select aria-label="Which recipients" value={filter} onChange={onFilter} options={filters} />
        </div>
      }
    >
      {list.error && !list.items ? (
        <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
      ) : !list.items ? (
        <ListSkeleton rows={5} />
      ) : list.items.length === 0 ? (
        <EmptyState quiet {...empty[filter]} />
      ) : (
        <>
          <ul aria-label="Recipients" className="divide-y divide-line">
            {list.items.map((one) => (
              <Row key={one.officer_id} one={one} />
            ))}
          </ul>
          <div className="px-4 md:px-5">
            <LoadMore
              more={list.more}
              loading={list.loadingMore}
              onMore={list.loadMore}
              shown={list.items.length}
              noun="people"
              one="person"
            />
          </div>
        </>
      )}
    </Card>
  )
}

export const useReceipts = (id: string, filter: ReceiptFilter) =>
  useReadPages(listReceipts, { id, filter }, { keep: true })
