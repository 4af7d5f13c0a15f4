import { useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import { changedWords, useChosenRows } from '#platform/web/chosen-rows.ts'
import { type DecidedRows, useDecidedRows } from '#platform/web/decided-rows.ts'
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
import { type Action, BulkDecisions, LeftDialog, type Outcome } from './bulk-decisions.tsx'
import { type ClaimDecision, DecidedClaim, RequestActions } from './request-actions.tsx'
import { KindCell, MinutesCell, OfficerCell, ReasonCell, rowNameOf, StandingCell, TimeCell } from './request-cells.tsx'
import { type Filters, filtersInput, isFiltered } from './request-filters.tsx'

const columns: Column<ExtraTimeRequest>[] = [
  { id: 'officer', head: 'Officer', cell: (row) => <OfficerCell row={row} />, fixed: true, phone: 'title' },
  { id: 'kind', head: 'Type', cell: (row) => <KindCell row={row} />, card: (row) => <KindCell row={row} /> },
  { id: 'worked', head: 'Worked', cell: (row) => <TimeCell row={row} />, card: (row) => <TimeCell row={row} /> },
  {
    id: 'time',
    head: 'Time',
    align: 'right',
    cell: (row) => <MinutesCell row={row} />,
    card: (row) => <MinutesCell row={row} />,
  },
  {
    id: 'reason',
    head: 'Reason',
    cell: (row) => <ReasonCell row={row} />,
    card: (row) => <ReasonCell row={row} />,
    phone: 'line',
  },
  { id: 'state', head: 'Status', cell: (row) => <StandingCell row={row} />, phone: 'badge' },
]
/** Of what waits: since when. */
const pendingColumns: Column<ExtraTimeRequest>[] = columns.map((one) =>
  one.id === 'state' ? { ...one, head: 'Pending since', cell: (row) => <StandingCell row={row} named /> } : one,
)

export type Shown = ExtraTimeState | 'all'
const emptyWords: Readonly<Record<Shown, { title: string; text: string }>> = {
  pending: { title: 'Nothing to decide', text: 'New claims appear here, oldest first.' },
  returned: { title: 'No returned claims', text: 'Returned claims appear here until the officer resubmits them.' },
  approved: { title: 'Nothing approved', text: 'Approved extra time appears here and in reports.' },
  denied: { title: 'Nothing denied', text: 'Denied claims appear here, with the reason.' },
  expired: { title: 'Nothing expired', text: 'Claims expire after 30 days without a decision and appear here.' },
  withdrawn: { title: 'Nothing withdrawn', text: 'Claims that officers withdraw appear here.' },
  locked: { title: 'Nothing exported', text: 'Exported extra time appears here and can no longer be changed.' },
  all: { title: 'No extra time yet', text: 'Officers claim it from History: holdover, court, callback.' },
}

const Nothing = ({ state, filtered }: { state: Shown; filtered: boolean }) => {
  const setUrl = useSetUrl()
  if (filtered)
    return (
      <EmptyState
        title="No results"
        text="No claims match these filters."
        action={
          <Button onClick={() => setUrl({ kind: null, from: null, to: null, search: null })}>Clear filters</Button>
        }
      />
    )
  return <EmptyState {...emptyWords[state]} action={<ButtonLink to={paths.adminDashboard()}>Dashboard</ButtonLink>} />
}

const idOf = (row: ExtraTimeRequest) => row.id
const chosenBy = { keyOf: idOf, stampOf: ({ version, overlaps }: ExtraTimeRequest) => `${version} ${overlaps}` }
const decisionOf: Readonly<Record<Action, ClaimDecision>> = { approve: 'approved', deny: 'denied', return: 'returned' }

type Held = DecidedRows<ExtraTimeRequest, ClaimDecision>
/** Several rows at once, before they are sent and where they were refused. */
const followMany = (held: Held) => ({
  onBegin: (ids: readonly string[]) => {
    for (const id of ids) held.follow(id).begin()
  },
  onFail: (ids: readonly string[]) => {
    for (const id of ids) held.follow(id).fail()
  },
})

/** The actions for a claim, or the decision made: a decided row stays in place. */
const Actions = ({ row, name, held }: { row: ExtraTimeRequest; name: string; held: Held }) => {
  const decision = held.decisionOf(row)
  const press = <RequestActions row={row} name={name} follows={held.follow(row.id)} />
  if (decision) return <DecidedClaim {...{ row, decision }} instead={press} onUndone={() => held.undone(row.id)} />
  return held.isLive(row) ? press : <span className="text-small text-soft">No longer pending</span>
}

/** The claims in one state; supports multi-select if the plan includes it and the claims can be decided. */
export const RequestTable = ({ state, filters }: { state: Shown; filters: Filters }) => {
  const { features_enabled: features, time_zone: zone } = useOrganization()
  const may = useMay()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const list = useReadPages(listExtraTime, { state, ...filtersInput(filters) }, { keep: true })
  const held = useDecidedRows<ExtraTimeRequest, ClaimDecision>(list.items, idOf, list)
  const chosen = useChosenRows(held.items ?? [], chosenBy)
  if (!held.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  const rows = held.items
  const nameOf = (row: ExtraTimeRequest) => rowNameOf(row, zone)
  const isOpen = (row: ExtraTimeRequest) => held.isLive(row) && !held.decisionOf(row)
  const shown = new Set(chosen.rows.filter((row) => !held.decisionOf(row)).map(idOf))
  const changed = chosen.changed(isOpen)
  const done = (result: Outcome, decided: readonly string[]) => {
    for (const id of decided) held.follow(id).done(decisionOf[result.action])
    chosen.choose(new Set(result.left.map((one) => one.id)))
    if (result.left.length > 0) setOutcome(result)
  }
  return (
    <div {...held.listProps}>
      <p role="status" className="text-warn">
        {changed > 0 && changedWords(changed)}
      </p>
      <DataTable
        label={`Extra time, ${state}`}
        columns={state === 'pending' ? pendingColumns : columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={nameOf}
        actions={(row) => <Actions row={row} name={nameOf(row)} held={held} />}
        empty={<Nothing state={state} filtered={isFiltered(filters)} />}
        {...(features.bulk_operations && state === 'pending' && may(decideManyExtraTime)
          ? {
              selected: shown,
              onSelect: chosen.choose,
              bulk: (keys: ReadonlySet<string>) => (
                <BulkDecisions rows={rows} chosen={keys} nameOf={nameOf} {...followMany(held)} onDone={done} />
              ),
            }
          : {})}
      />
      {rows.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items?.length ?? 0}
          noun="claims"
        />
      )}
      {outcome && <LeftDialog outcome={outcome} onClose={() => setOutcome(null)} />}
    </div>
  )
}
