import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { leaveSpan } from '../client.ts'
import { listAway } from '../contract.ts'
import { leaveKindWords } from '../words.ts'

/** Officers who are or will be away. */
export const Away = () => {
  const { time_zone: zone } = useOrganization()
  const list = useReadPages(listAway, {})
  const { items } = list
  if (!items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={5} />
  if (items.length === 0)
    return (
      <EmptyState
        title="No one is on leave"
        text="To add leave, open an officer's page, then Tours and leave. Officers on leave have no tours and get no offers."
      />
    )
  return (
    <>
      <ul aria-label="Leave" className="divide-y divide-line rounded-ui border border-line bg-surface">
        {items.map((one) => (
          <li
            key={one.id}
            className="grid items-center gap-x-4 gap-y-1 px-4 py-line md:grid-cols-[minmax(0,1fr)_5rem_14rem_13rem] md:px-5"
          >
            <span className="min-w-0">
              <TextLink to={`${paths.adminOfficer(one.officer_id)}?tab=tours`}>{one.name}</TextLink>
              <span className="block text-small text-faint">
                {[one.badge_number, one.unit].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="text-soft">{leaveKindWords[one.kind]}</span>
            <span className="figures text-soft">{leaveSpan(one, zone)}</span>
            {one.shifts > 0 && (
              <span>
                <Badge tone="warn">{`${one.shifts} confirmed ${one.shifts === 1 ? 'shift' : 'shifts'} during leave`}</Badge>
              </span>
            )}
          </li>
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={items.length}
        noun="entries"
        one="entry"
      />
    </>
  )
}
