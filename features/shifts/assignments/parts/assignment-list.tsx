import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { nearDay } from '#platform/web/time.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable, useUrlSort } from '#platform/web/ui/data-table.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { FillBar } from '#platform/web/ui/progress.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import type { AssignmentItem } from '../contract.shapes.ts'
import { listAssignments } from '../contract.ts'
import { kindWords } from '../words.ts'
import { PhaseBadges, WaitingBadges } from './assignment-badges.tsx'
import { type Filters, filtersInput, isFiltered, sortOf } from './assignment-filters.tsx'
import { ShiftTime, useShiftWords } from './shift-time.tsx'

const fillOf = (row: AssignmentItem) => (
  <FillBar filled={row.confirmed_count} of={row.required_count} label="spots filled" />
)

/** On a phone, below the heading of its day. */
const DayTime = ({ row }: { row: AssignmentItem }) => {
  const { clock, length, notes } = useShiftWords()(row)
  return [clock, length, ...notes].join(' · ')
}

const columns: Column<AssignmentItem>[] = [
  {
    id: 'title',
    head: 'Shift',
    fixed: true,
    phone: 'title',
    // Otherwise the short columns take the space at 1024 px.
    className: 'md:min-w-54',
    cell: (row) => (
      <>
        <TextLink to={paths.adminAssignment(row.id)}>{row.title}</TextLink>
        <span className="block text-small font-normal text-faint">
          {kindWords[row.kind]}
          {row.client ? ` · ${row.client}` : ''}
          {row.series_id ? ' · series' : ''}
        </span>
      </>
    ),
  },
  {
    id: 'starts_at',
    head: 'When',
    sortable: true,
    fixed: true,
    phone: 'line',
    cell: (row) => <ShiftTime shift={row} />,
    card: (row) => <DayTime row={row} />,
  },
  {
    id: 'place',
    head: 'Location',
    className: 'md:min-w-32',
    cell: (row) => row.location_name ?? <span className="text-faint">—</span>,
    card: (row) => row.location_name,
  },
  {
    id: 'posts',
    head: 'Posts',
    hidden: true,
    cell: (row) => row.posts.map((post) => `${post.name} ${post.confirmed_count}/${post.required_count}`).join(', '),
  },
  {
    id: 'fill',
    head: 'Filled',
    cell: fillOf,
    card: fillOf,
  },
  {
    id: 'phase',
    head: 'Status',
    phone: 'badge',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
        <PhaseBadges of={row} />
        <WaitingBadges of={row} />
      </span>
    ),
  },
]

export const AssignmentList = ({ filters }: { filters: Filters }) => {
  const go = useGo()
  const [sort, setSort] = useUrlSort(sortOf(filters))
  const { time_zone: zone } = useOrganization()
  const now = useNow()
  const list = useReadPages(
    listAssignments,
    { ...filtersInput(filters), sort: sort.dir === 'desc' ? '-starts_at' : 'starts_at' },
    { keep: true },
  )
  if (list.isPending) return <TableSkeleton />
  if (list.error || !list.items) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  return (
    <>
      <DataTable
        label="Assignments"
        columns={columns}
        rows={list.items}
        rowKey={(row) => row.id}
        rowName={(row) => row.title}
        sort={sort}
        onSort={setSort}
        onOpen={(row) => go(paths.adminAssignment(row.id))}
        // Whichever way it is sorted, the list is in the order of days.
        heading={(row) => nearDay(row.starts_at, zone, now)}
        empty={<NothingHere filters={filters} />}
      />
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={list.items.length}
        noun="shifts"
      />
    </>
  )
}

const NothingHere = ({ filters }: { filters: Filters }) => {
  if (isFiltered(filters))
    return (
      <EmptyState
        title="No shifts match these filters"
        text="Clear a filter, or choose other dates."
        action={<ButtonLink to={paths.adminAssignments()}>Clear filters</ButtonLink>}
      />
    )
  return (
    <EmptyState
      title="No upcoming shifts"
      text="Publishing a shift notifies every active officer."
      action={
        <ButtonLink look="primary" to={paths.adminAssignmentNew()}>
          New shift
        </ButtonLink>
      }
    />
  )
}
