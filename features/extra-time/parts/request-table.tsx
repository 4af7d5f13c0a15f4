import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useSetUrl } from '#platform/web/url.ts'
import { decideManyExtraTime, type ExtraTimeRequest, listExtraTime } from '../contract.ts'
import type { ExtraTimeState } from '../rules.ts'
import { BulkDecisions, LeftDialog, type Outcome } from './bulk-decisions.tsx'
import { RequestActions } from './request-actions.tsx'
import { KindCell, MinutesCell, OfficerCell, ReasonCell, rowNameOf, StandingCell, TimeCell } from './request-cells.tsx'
import { type Filters, filtersInput, isFiltered } from './request-filters.tsx'

const columns: Column<ExtraTimeRequest>[] = [
  { id: 'officer', head: 'Officer', cell: (row) => <OfficerCell row={row} />, fixed: true, phone: 'title' },
  { id: 'kind', head: 'Kind', cell: (row) => <KindCell row={row} /> },
  { id: 'worked', head: 'Worked', cell: (row) => <TimeCell row={row} /> },
  { id: 'time', head: 'Time', align: 'right', cell: (row) => <MinutesCell row={row} /> },
  { id: 'reason', head: 'Reason', cell: (row) => <ReasonCell row={row} /> },
  { id: 'state', head: 'State', cell: (row) => <StandingCell row={row} />, phone: 'badge' },
]

export type Shown = ExtraTimeState | 'all'
const emptyWords: Readonly<Record<Shown, { title: string; text: string }>> = {
  pending: { title: 'Nothing waits for a decision', text: 'What officers claim stands here at once, oldest first.' },
  returned: { title: 'Nothing is with the officers', text: 'What you return stands here until it is handed in again.' },
  approved: { title: 'Nothing approved', text: 'Approved extra time stands here, and in the reports.' },
  denied: { title: 'Nothing denied', text: 'What was denied stands here, with the reason.' },
  expired: { title: 'Nothing expired', text: 'A claim that nobody decides on for 30 days expires and stands here.' },
  withdrawn: { title: 'Nothing withdrawn', text: 'What officers took back stands here.' },
  locked: { title: 'Nothing exported', text: 'Exported extra time stands here and cannot be changed any more.' },
  all: { title: 'No extra time yet', text: 'Officers claim it from their history: held over, court, called back.' },
}

const Nothing = ({ state, filtered }: { state: Shown; filtered: boolean }) => {
  const setUrl = useSetUrl()
  if (filtered)
    return (
      <EmptyState
        title="Nothing found"
        text="No claim fits all of the filters."
        action={
          <Button onClick={() => setUrl({ kind: null, from: null, to: null, search: null })}>Clear filters</Button>
        }
      />
    )
  return <EmptyState {...emptyWords[state]} action={<ButtonLink to={paths.adminDashboard()}>Dashboard</ButtonLink>} />
}

/** The claims in one state; several at once where the plan has it and they can be decided. */
export const RequestTable = ({ state, filters }: { state: Shown; filters: Filters }) => {
  const { features, time_zone: zone } = useOrganization()
  const may = useMay()
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const list = useReadPages(listExtraTime, { state, ...filtersInput(filters) }, { keep: true })
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  const rows = list.items
  const nameOf = (row: ExtraTimeRequest) => rowNameOf(row, zone)
  const shown = new Set([...chosen].filter((id) => rows.some((row) => row.id === id)))
  const done = (result: Outcome) => {
    choose(new Set(result.left.map((one) => one.id)))
    if (result.left.length > 0) setOutcome(result)
  }
  return (
    <>
      <DataTable
        label={`Extra time, ${state}`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={nameOf}
        actions={(row) => <RequestActions row={row} name={nameOf(row)} />}
        empty={<Nothing state={state} filtered={isFiltered(filters)} />}
        {...(features.bulk_operations && state === 'pending' && may(decideManyExtraTime)
          ? {
              selected: shown,
              onSelect: choose,
              bulk: (keys: ReadonlySet<string>) => (
                <BulkDecisions rows={rows} chosen={keys} nameOf={nameOf} onDone={done} />
              ),
            }
          : {})}
      />
      {rows.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={rows.length}
          noun="claims"
        />
      )}
      {outcome && <LeftDialog outcome={outcome} onClose={() => setOutcome(null)} />}
    </>
  )
}
