import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { dateValue, duration } from '#platform/web/time.ts'
import { Button, IconButton } from '#platform/web/ui/button.tsx'
import { FoldingCard } from '#platform/web/ui/folding-card.tsx'
import { Anchor } from '#platform/web/ui/link.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { hours } from '../contract.review.ts'
import { monthAfter, monthWords } from '../rules.months.ts'

type Item = OutputOf<typeof hours>['items'][number]
const SHOWN = 8

const Row = ({ item, most }: { item: Item; most: number }) => (
  <tr className="hover:bg-hover">
    <th scope="row" className="px-4 py-1.5 text-left font-medium md:px-5">
      <Anchor
        to={paths.adminOfficer(item.officer_id)}
        className="inline-flex min-h-11 items-center hover:underline md:min-h-8"
      >
        {item.name}
      </Anchor>
    </th>
    <td className="hidden w-2/5 py-1.5 sm:table-cell xl:hidden">
      <svg aria-hidden="true" viewBox="0 0 100 8" className="h-2 w-full" preserveAspectRatio="none">
        <rect width={(100 * item.scheduled_minutes) / most} height="8" className="fill-line" />
        <rect width={(100 * item.worked_minutes) / most} height="8" className="fill-brand" />
      </svg>
    </td>
    <td className="figures px-3 py-1.5 text-right sm:whitespace-nowrap">{duration(item.worked_minutes)}</td>
    <td className="figures py-1.5 pr-4 text-right text-soft sm:whitespace-nowrap md:pr-5">
      {duration(item.scheduled_minutes)}
    </td>
  </tr>
)

const Table = ({ items }: { items: readonly Item[] }) => {
  const [all, setAll] = useState(false)
  const ranked = items.toSorted(
    (a, b) => b.worked_minutes - a.worked_minutes || b.scheduled_minutes - a.scheduled_minutes,
  )
  const most = Math.max(1, ...ranked.map((item) => Math.max(item.worked_minutes, item.scheduled_minutes)))
  return (
    <>
      <table className="w-full max-sm:text-small">
        <caption className="sr-only">Hours by officer, highest first</caption>
        <thead className="text-small text-faint">
          <tr>
            <th scope="col" className="px-4 py-2 text-left font-medium md:px-5">
              Officer
            </th>
            <td className="hidden sm:table-cell xl:hidden" />
            <th scope="col" className="px-3 py-2 text-right font-medium">
              Approved
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-medium md:pr-5">
              Scheduled
            </th>
          </tr>
        </thead>
        <tbody className="[&>tr>*]:border-t [&>tr>*]:border-line">
          {(all ? ranked : ranked.slice(0, SHOWN)).map((item) => (
            <Row key={item.officer_id} item={item} most={most} />
          ))}
        </tbody>
      </table>
      {ranked.length > SHOWN && (
        <div className="border-t border-line px-2 py-1.5 md:px-3">
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `All ${ranked.length} officers`}
          </Button>
        </div>
      )}
    </>
  )
}

/** Hours worked per officer in a month, highest first, so that admins can distribute work evenly. */
export const MonthHours = () => {
  const { time_zone } = useOrganization()
  const current = dateValue(useNow(), time_zone).slice(0, 7)
  const [month, setMonth] = useState(current)
  const list = useReadPages(hours, { to: month, months: 1, limit: 500 }, { keep: true })
  return (
    <FoldingCard
      flush
      title="Hours by officer"
      hint={monthWords(month)}
      aside={
        <span className="flex">
          <IconButton
            label="Previous month"
            icon={<ChevronLeft aria-hidden />}
            onClick={() => setMonth(monthAfter(month, -1))}
          />
          <IconButton
            label="Next month"
            icon={<ChevronRight aria-hidden />}
            onClick={() => setMonth(monthAfter(month, 1))}
          />
        </span>
      }
    >
      {list.items && list.items.length > 0 ? (
        <Table items={list.items} />
      ) : list.items ? (
        <EmptyState
          quiet
          title="No hours this month"
          text="Scheduled hours appear when officers are confirmed; approved hours appear after review."
        />
      ) : list.error ? (
        <ErrorState quiet error={list.error} retry={() => void list.refetch()} />
      ) : (
        <div className="px-5">
          <ListSkeleton rows={4} />
        </div>
      )}
      {list.more && (
        <p className="border-t border-line px-5 py-2 text-small text-faint">
          Showing the first {list.items?.length} officers by name.{' '}
          <Button size="small" look="quiet" busy={list.loadingMore} onClick={list.loadMore}>
            Load more
          </Button>
        </p>
      )}
    </FoldingCard>
  )
}
