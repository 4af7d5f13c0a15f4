import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import type { InputOf } from '#platform/shared/endpoint.ts'
import { currencies, moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { plainDateWords } from '#platform/shared/time.ts'
import { useReadPages } from '#platform/web/reads.ts'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { ChoiceFilter, FilterBar, useChoice, useSearch } from '#platform/web/ui/filter-bar.tsx'
import { RowLink, TextLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import { exportInvoices, type InvoiceRow, listInvoices, listStates } from '../contract.ts'
import { kindWords } from '../words.ts'
import { InvoiceBadge } from './invoice-badge.tsx'

const linkTo = (row: InvoiceRow) => paths.superAdminInvoice(row.customer.id, row.id)
export const nameOf = (row: { number: string | null; kind: InvoiceRow['kind'] }): string =>
  row.number ?? `${kindWords[row.kind]} (draft)`

const Due = ({ row }: { row: InvoiceRow }) => {
  if (!row.due_on || row.kind === 'credit_note') return <span className="text-faint">None</span>
  return (
    <span className="figures whitespace-nowrap">
      {plainDateWords(row.due_on)}
      {row.days_overdue > 0 && (
        <span className="block text-small text-bad">
          {row.days_overdue} {row.days_overdue === 1 ? 'day' : 'days'} overdue
        </span>
      )}
    </span>
  )
}

const customerOf = ({ customer }: InvoiceRow) => (
  <TextLink to={paths.superAdminBillingAccount(customer.id)} className="wrap-anywhere">
    {customer.name}
  </TextLink>
)

const columnsFor = (withCustomer: boolean): Column<InvoiceRow>[] => [
  {
    id: 'number',
    head: 'Number',
    fixed: true,
    phone: 'title',
    cell: (row) => (
      <RowLink to={linkTo(row)} className="figures whitespace-nowrap">
        {nameOf(row)}
      </RowLink>
    ),
  },
  ...(withCustomer
    ? [
        {
          id: 'customer',
          head: 'Customer',
          className: 'max-w-72',
          cell: customerOf,
          card: customerOf,
          phone: 'line' as const,
        },
      ]
    : []),
  {
    id: 'period',
    head: 'Period',
    hidden: true,
    cell: (row) =>
      row.period_from && row.period_to ? `${plainDateWords(row.period_from)} to ${plainDateWords(row.period_to)}` : '',
  },
  {
    id: 'issued',
    head: 'Issued',
    phone: 'pair',
    cell: (row) => (
      <span className="figures whitespace-nowrap">{row.issued_on ? plainDateWords(row.issued_on) : 'Not yet'}</span>
    ),
  },
  { id: 'due', head: 'Due', phone: 'pair', cell: (row) => <Due row={row} /> },
  {
    id: 'total',
    head: 'Total',
    align: 'right',
    cell: (row) => moneyWords(row.kind === 'invoice' ? row.total_cents : -row.total_cents, row.currency),
  },
  { id: 'open', head: 'Open', align: 'right', cell: (row) => moneyWords(row.open_cents, row.currency) },
  { id: 'state', head: 'Status', phone: 'badge', cell: (row) => <InvoiceBadge state={row.state} /> },
]

const stateWords: Readonly<Record<(typeof listStates)[number], string>> = {
  all: 'All',
  draft: 'Drafts',
  unsettled: 'Unpaid',
  open: 'Open, not yet due',
  overdue: 'Overdue',
  paid: 'Paid',
  credited: 'Credited',
  credit_notes: 'Credit notes',
}
const anyCurrency = ['any', ...currencies] as const

const Filters = ({ filters }: { filters: Omit<InputOf<typeof exportInvoices>, 'format'> }) => (
  <FilterBar
    label="Filter invoices"
    placeholder={filters.organization_id ? 'Number' : 'Number or customer'}
    names={['state', 'currency']}
  >
    <ChoiceFilter
      name="state"
      label="Status"
      options={listStates.map((value) => ({ value, label: stateWords[value] }))}
    />
    <ChoiceFilter
      name="currency"
      label="Currency"
      className="w-32"
      options={anyCurrency.map((value) => ({ value, label: value === 'any' ? 'Any' : value }))}
    />
    <ExportMenu endpoint={exportInvoices} input={filters} />
  </FilterBar>
)

/** Invoices and credit notes: of all customers, or of one. The filters are in the URL. */
export const InvoiceList = ({ organization_id }: { organization_id?: string }) => {
  const [state, currency] = [useChoice('state', listStates), useChoice('currency', anyCurrency)]
  const search = useSearch()
  const go = useGo()
  const filters = {
    state,
    ...(currency === 'any' ? {} : { currency }),
    ...(search ? { search } : {}),
    ...(organization_id ? { organization_id } : {}),
  }
  const list = useReadPages(listInvoices, filters, { keep: true })
  const filtered = state !== 'all' || currency !== 'any' || search !== ''
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  return (
    <>
      <Filters filters={filters} />
      <DataTable
        label="Invoices"
        columns={columnsFor(!organization_id)}
        rows={list.items}
        rowKey={(row) => row.id}
        rowName={(row) => `${nameOf(row)}, ${row.customer.name}`}
        onOpen={(row) => go(linkTo(row))}
        empty={
          filtered ? (
            <EmptyState title="No results" text="No invoices match these filters." />
          ) : (
            <EmptyState
              title="No invoices yet"
              text="Contracts draft invoices two weeks before each installment starts."
            />
          )
        }
      />
      {list.items.length > 0 && (
        <LoadMore
          more={list.more}
          loading={list.loadingMore}
          onMore={list.loadMore}
          shown={list.items.length}
          noun="invoices"
        />
      )}
    </>
  )
}
