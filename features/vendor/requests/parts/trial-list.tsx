import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { ago } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { ChoiceFilter, FilterBar, useChoice, useSearch } from '#platform/web/ui/filter-bar.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import { listTrialRequests, type TrialRequest } from '../contract.trial.ts'
import { trialStates } from '../rules.trial.ts'
import { trialStateWords } from '../words.trial.ts'
import { TrialBadge } from './trial-badge.tsx'

const linkTo = (row: { id: string }) => paths.superAdminRequests({ tab: 'trials', id: row.id })

const NextStep = ({ row }: { row: TrialRequest }) =>
  row.next_step_on === null ? (
    <span className="text-faint">None</span>
  ) : (
    <span className="inline-flex items-center gap-2">
      <time dateTime={row.next_step_on} className="figures whitespace-nowrap">
        {plainDateWords(row.next_step_on)}
      </time>
      {row.is_due && <Badge tone="warn">Due</Badge>}
    </span>
  )

const columnsAt = (now: number): Column<TrialRequest>[] => [
  {
    id: 'organization',
    head: 'Organization',
    fixed: true,
    phone: 'title',
    className: 'max-w-80',
    cell: (row) => (
      <RowLink to={linkTo(row)} className="wrap-anywhere">
        {row.organization}
      </RowLink>
    ),
  },
  {
    id: 'contact',
    head: 'Contact',
    className: 'max-w-64',
    cell: (row) => (
      <span className="wrap-anywhere">
        {row.contact}
        <span className="block text-small text-faint">{row.email}</span>
      </span>
    ),
  },
  { id: 'size', head: 'Officers', align: 'right', cell: (row) => row.team_size.toLocaleString('en-US') },
  {
    id: 'asked',
    head: 'Requested',
    phone: 'pair',
    cell: (row) => (
      <time dateTime={row.created_at} className="figures whitespace-nowrap">
        {ago(row.created_at, now)}
      </time>
    ),
  },
  {
    id: 'owner',
    head: 'Owner',
    phone: 'pair',
    cell: (row) => row.owner?.name ?? <span className="text-faint">No one</span>,
  },
  { id: 'next', head: 'Next step', cell: (row) => <NextStep row={row} /> },
  { id: 'state', head: 'Status', phone: 'badge', cell: (row) => <TrialBadge state={row.state} /> },
]

const states = ['open', ...trialStates, 'all'] as const
const owners = ['anybody', 'me', 'nobody'] as const
const dues = ['any', 'now'] as const
const ownerWords = { anybody: 'Anyone', me: 'Me', nobody: 'No one' }

const Filters = ({ counts }: { counts: Partial<Record<string, number>> | undefined }) => {
  const words = { open: 'Open', all: 'All', ...trialStateWords }
  const many = (state: string) => (counts?.[state] === undefined ? '' : ` (${counts[state]})`)
  return (
    <FilterBar
      label="Filter trial requests"
      placeholder="Organization, contact or message"
      names={['state', 'owner', 'due']}
    >
      <ChoiceFilter
        name="state"
        label="Status"
        className="w-44"
        options={states.map((value) => ({ value, label: words[value] + many(value) }))}
      />
      <ChoiceFilter name="owner" label="Owner" options={owners.map((value) => ({ value, label: ownerWords[value] }))} />
      <ChoiceFilter
        name="due"
        label="Next step"
        options={[
          { value: 'any', label: 'Any day' },
          { value: 'now', label: 'Due by today' },
        ]}
      />
    </FilterBar>
  )
}

/** Trial requests from visitors, newest first. */
export const TrialList = () => {
  const [state, owner, due] = [useChoice('state', states), useChoice('owner', owners), useChoice('due', dues)]
  const search = useSearch()
  const now = useNow()
  const go = useGo()
  const list = useReadPages(listTrialRequests, { state, owner, due, search }, { keep: true })
  const filtered = state !== 'open' || owner !== 'anybody' || due !== 'any' || search !== ''
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  return (
    <>
      <Filters counts={list.first?.counts} />
      <DataTable
        label="Trial requests"
        columns={columnsAt(now)}
        rows={list.items}
        rowKey={(row) => row.id}
        rowName={(row) => row.organization}
        onOpen={(row) => go(linkTo(row))}
        empty={
          filtered ? (
            <EmptyState title="No results" text="No trial requests match these filters." />
          ) : (
            <EmptyState title="No open trial requests" text="Requests from the landing page appear here." />
          )
        }
      />
      {list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="requests"
        />
      )}
    </>
  )
}
