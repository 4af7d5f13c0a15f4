import { paths } from '#platform/shared/paths.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { duration, span } from '#platform/web/time.ts'
import { StatusBadge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { rosterBadge } from '#platform/web/ui/status.ts'
import { listOfficerShifts } from '../contract.ts'

type Shift = { items: readonly unknown[] } & Awaited<ReturnType<typeof useShifts>>
const useShifts = (officer_id: string) => useReadPages(listOfficerShifts, { officer_id })
type Row = NonNullable<Shift['items']>[number]

const TimeCell = ({ row }: { row: Row }) => {
  const { time_zone } = useOrganization()
  const times = span(row.starts_at, row.ends_at, time_zone)
  return (
    <span className="figures">
      <span className="whitespace-nowrap md:block">{times.day}</span> {times.clock}
    </span>
  )
}

const State = ({ row }: { row: Row }) => (
  <StatusBadge of={rosterBadge({ ...row, waits: row.worked_minutes !== null && !row.approved }, useNow())} />
)

const columns: Column<Row>[] = [
  {
    id: 'shift',
    head: 'Shift',
    fixed: true,
    phone: 'title',
    cell: (row) => (
      <span>
        <RowLink to={paths.adminAssignment(row.assignment_id)}>{row.title}</RowLink>
        <span className="text-small font-normal text-faint max-md:ml-2 md:block">{row.post}</span>
      </span>
    ),
  },
  { id: 'scheduled', head: 'Scheduled', cell: (row) => <TimeCell row={row} />, card: (row) => <TimeCell row={row} /> },
  {
    id: 'worked',
    head: 'Worked',
    align: 'right',
    card: (row) => row.worked_minutes !== null && `${duration(row.worked_minutes)} worked`,
    cell: (row) =>
      row.worked_minutes === null ? (
        <span className="text-faint">–</span>
      ) : (
        <span className="figures whitespace-nowrap">{duration(row.worked_minutes)}</span>
      ),
  },
  { id: 'state', head: 'Status', cell: (row) => <State row={row} />, phone: 'badge' },
]

/** An officer's shifts, upcoming and past, latest first. */
export const OfficerShifts = ({ officer_id }: { officer_id: string }) => {
  const list = useShifts(officer_id)
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  return (
    <>
      <DataTable
        label="The officer's shifts"
        columns={columns}
        rows={list.items}
        rowKey={(row) => row.signup_id}
        rowName={(row) => row.title}
        empty={<EmptyState title="No shifts yet" text="Shifts and sign-ups appear here." />}
      />
      {list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="shifts"
        />
      )}
    </>
  )
}
