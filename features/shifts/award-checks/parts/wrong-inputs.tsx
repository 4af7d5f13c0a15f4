import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { day, dayAndClock } from '#platform/web/time.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { type WrongInputs as Found, listWrongInputs } from '../contract.ts'
import { InputDifferences } from './input-differences.tsx'

const Row = ({ one }: { one: Found }) => {
  const { time_zone } = useOrganization()
  return (
    <li className="px-4 py-3.5 md:px-5">
      <p>
        <TextLink to={paths.adminAssignment(one.assignment_id)}>{one.title}</TextLink>, by {one.rule_name}
      </p>
      <p className="figures text-small text-faint">
        {dayAndClock(one.starts_at, time_zone)} · {one.post_name} · awarded {dayAndClock(one.awarded_at, time_zone)} ·
        found {day(one.checked_at, time_zone)}
      </p>
      <InputDifferences of={one.differences} />
      <p className="mt-1 text-small">
        {one.changed
          ? 'With the correct hours, another officer would have gotten the spot.'
          : 'The same officers would have gotten the spots, so no case was opened.'}
      </p>
    </li>
  )
}

/** Awards based on wrong hours or counts, whether or not that changed the outcome. */
export const WrongInputs = () => {
  const list = useReadPages(listWrongInputs, {})
  return (
    <>
      <Card flush>
        {list.error && !list.items ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : !list.items ? (
          <ListSkeleton rows={4} />
        ) : list.items.length === 0 ? (
          <EmptyState
            title="No incorrect hours"
            text="Awards that used incorrect hours, turns or order-ins appear here."
          />
        ) : (
          <ul className="divide-y divide-line">
            {list.items.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </ul>
        )}
      </Card>
      {list.items && list.more && (
        <LoadMore more loading={list.loadingMore} onMore={list.loadMore} shown={list.items.length} noun="awards" />
      )}
    </>
  )
}
