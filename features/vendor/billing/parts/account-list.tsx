import { moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { ChoiceFilter, FilterBar, useChoice, useSearch } from '#platform/web/ui/filter-bar.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import { type AccountRow, accountStates, listAccounts } from '../contract.ts'
import { tierWords } from '../words.ts'

const linkTo = (row: AccountRow) => paths.superAdminBillingAccount(row.customer.id)
const none = <span className="text-faint">None</span>

const columns: Column<AccountRow>[] = [
  {
    id: 'customer',
    head: 'Customer',
    fixed: true,
    phone: 'title',
    cell: (row) => (
      <RowLink to={linkTo(row)} className="wrap-anywhere">
        {row.customer.name}
      </RowLink>
    ),
  },
  {
    id: 'plan',
    head: 'Plan',
    cell: (row) => (row.contract ? `${tierWords[row.contract.tier]}, ${row.contract.size} officers` : none),
    card: (row) => row.contract && `${tierWords[row.contract.tier]}, ${row.contract.size} officers`,
  },
  {
    id: 'price',
    head: 'Per year',
    align: 'right',
    cell: (row) => (row.contract ? moneyWords(row.contract.price.cents, row.contract.price.currency) : none),
  },
  {
    id: 'ends',
    head: 'Term ends',
    phone: 'pair',
    cell: (row) =>
      row.contract ? (
        <span className="figures whitespace-nowrap">
          {plainDateWords(row.contract.ends_on)}
          <span className="block text-small text-faint">
            {row.contract.renewed ? 'Renewed' : row.contract.renews ? 'Renews' : "Doesn't renew"}
          </span>
        </span>
      ) : (
        none
      ),
  },
  {
    id: 'open',
    head: 'Open',
    align: 'right',
    cell: (row) =>
      row.open.length === 0
        ? none
        : row.open.map(({ currency, cents }) => (
            <span key={currency} className="block">
              {moneyWords(cents, currency)}
            </span>
          )),
  },
  {
    id: 'state',
    head: 'Overdue',
    phone: 'badge',
    cell: (row) =>
      row.task ? (
        <Badge tone="bad">Needs a decision</Badge>
      ) : row.overdue > 0 ? (
        <Badge tone="warn">{row.overdue} overdue</Badge>
      ) : null,
  },
]

const stateWords: Readonly<Record<(typeof accountStates)[number], string>> = {
  all: 'All',
  running: 'Under contract',
  renewing: 'Renewing soon',
  ending: 'Term ends within 60 days',
  none: 'Without a contract',
  task: 'Needs a decision',
}

/** Every organization with its contract and its balance due. */
export const AccountList = () => {
  const state = useChoice('account', accountStates)
  const search = useSearch()
  const go = useGo()
  const list = useReadPages(listAccounts, { state, ...(search ? { search } : {}) }, { keep: true })
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  return (
    <>
      <FilterBar label="Filter customers" placeholder="Name or web address" names={['account']}>
        <ChoiceFilter
          name="account"
          label="Contract"
          className="w-52"
          options={accountStates.map((value) => ({ value, label: stateWords[value] }))}
        />
      </FilterBar>
      <DataTable
        label="Customers"
        columns={columns}
        rows={list.items}
        rowKey={(row) => row.customer.id}
        rowName={(row) => row.customer.name}
        onOpen={(row) => go(linkTo(row))}
        empty={
          state !== 'all' || search ? (
            <EmptyState title="No results" text="No customers match these filters." />
          ) : (
            <EmptyState title="No customers yet" text="Organizations appear here, with or without a contract." />
          )
        }
      />
      {list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="customers"
        />
      )}
    </>
  )
}
