import Building2 from 'lucide-react/icons/building-2'
import { paths } from '#platform/shared/paths.ts'
import { MINUTE, plainDateWords } from '#platform/shared/time.ts'
import { useNow } from '#platform/web/clock.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { ago, dayAndClock } from '#platform/web/time.ts'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable, useUrlSort } from '#platform/web/ui/data-table.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import { type ListAsk, listOrganizations, type OrganizationRow } from '../contract.ts'
import { organizationSorts } from '../rules.ts'
import { tierWords } from '../words.ts'
import { Places, StateBadge, TrialBadge } from './organization-badges.tsx'

const Activity = ({ at }: { at: string | null }) => {
  const now = useNow(MINUTE)
  if (at === null) return <span className="text-faint">Never</span>
  return (
    <time dateTime={at} title={`${dayAndClock(at, 'UTC', now)} UTC`} className="figures">
      {ago(at, now)}
    </time>
  )
}

const planOf = (row: OrganizationRow) => (
  <span className="inline-flex flex-wrap items-center gap-2">
    {tierWords[row.subscription_tier]} <TrialBadge trial={row.trial} />
  </span>
)

const columns: readonly Column<OrganizationRow>[] = [
  {
    id: 'name',
    head: 'Organization',
    sortable: true,
    fixed: true,
    phone: 'title',
    cell: (row) => (
      <span className="flex min-w-0 flex-col">
        <RowLink to={paths.superAdminOrganization(row.id)}>{row.name}</RowLink>
        <span className="text-small font-normal text-faint">/{row.subdomain}</span>
      </span>
    ),
  },
  {
    id: 'tier',
    head: 'Plan',
    cell: planOf,
    card: planOf,
    phone: 'line',
  },
  { id: 'officers', head: 'Officers', sortable: true, phone: 'pair', cell: (row) => <Places of={row} /> },
  {
    id: 'last_activity',
    head: 'Last activity',
    phone: 'pair',
    sortable: true,
    cell: (row) => <Activity at={row.last_activity_at} />,
  },
  {
    id: 'created',
    head: 'Since',
    sortable: true,
    phone: 'none',
    cell: (row) => <span className="figures">{plainDateWords(row.created_at.slice(0, 10))}</span>,
  },
  { id: 'state', head: 'Status', phone: 'badge', cell: (row) => <StateBadge state={row.state} /> },
]

export type Filters = Omit<ListAsk, 'sort' | 'direction'>

export const OrganizationTable = ({ filters }: { filters: Filters }) => {
  const go = useGo()
  const [sort, setSort] = useUrlSort({ by: 'name', dir: 'asc' })
  const by = organizationSorts.find((one) => one === sort.by) ?? 'name'
  const list = useReadPages(listOrganizations, { ...filters, sort: by, direction: sort.dir }, { keep: true })
  if (list.isPending) return <TableSkeleton columns={6} />
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  const rows = list.items ?? []
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <>
      <DataTable
        label="Organizations"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        sort={{ by, dir: sort.dir }}
        onSort={setSort}
        onOpen={(row) => go(paths.superAdminOrganization(row.id))}
        empty={
          <EmptyState
            icon={<Building2 aria-hidden />}
            title={isFiltered ? 'No matching organizations' : 'No organizations yet'}
            text={
              isFiltered
                ? 'Search by name or web address, or clear a filter.'
                : 'Create the first one, or start a trial from a request.'
            }
          />
        }
      />
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={rows.length}
        noun="organizations"
      />
    </>
  )
}
