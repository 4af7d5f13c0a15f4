import { ExportMenu } from '#features/department/exports/parts/export-menu.tsx'
import { moneyWords } from '#platform/shared/money.ts'
import { paths } from '#platform/shared/paths.ts'
import { useReadPages } from '#platform/web/reads.ts'
import { Card } from '#platform/web/ui/card.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { RowLink } from '#platform/web/ui/link.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { useGo } from '#platform/web/url.ts'
import { type AgedRow, exportAging, listAging } from '../contract.payments.ts'
import { type Bucket, buckets } from '../rules.ts'

const words: Readonly<Record<Bucket, string>> = {
  current: 'Current',
  days_1_30: '1–30 days',
  days_31_60: '31–60 days',
  days_61_90: '61–90 days',
  days_over_90: 'Over 90 days',
}

const linkTo = (row: AgedRow) => paths.superAdminBillingAccount(row.customer.id, 'invoices')
const columns: Column<AgedRow>[] = [
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
  ...buckets.map(
    (bucket): Column<AgedRow> => ({
      id: bucket,
      head: words[bucket],
      align: 'right',
      cell: (row) => (
        <span className={row[bucket] === 0 ? 'text-faint' : undefined}>{moneyWords(row[bucket], row.currency)}</span>
      ),
    }),
  ),
  {
    id: 'total',
    head: 'Total',
    align: 'right',
    cell: (row) => <span className="font-semibold">{moneyWords(row.total_cents, row.currency)}</span>,
  },
]

type Totals = { currency: AgedRow['currency']; total_cents: number } & Record<Bucket, number>
const TotalsCard = ({ totals }: { totals: Totals }) => (
  <Card title={`All customers, ${totals.currency}`}>
    <dl className="grid grid-cols-2 gap-x-5 gap-y-3 md:grid-cols-3 xl:grid-cols-6">
      {[
        ...buckets.map((bucket) => [words[bucket], totals[bucket]] as const),
        ['Total', totals.total_cents] as const,
      ].map(([name, cents]) => (
        <div key={name}>
          <dt className="text-small text-faint">{name}</dt>
          <dd className="figures text-lead font-semibold">{moneyWords(cents, totals.currency)}</dd>
        </div>
      ))}
    </dl>
  </Card>
)

/** Amounts owed by how long they are overdue, the most overdue first; currencies are never added together. */
export const AgingTable = () => {
  const go = useGo()
  const list = useReadPages(listAging, {}, { keep: true })
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <TableSkeleton />
  return (
    <>
      <div className="mb-4 flex flex-col gap-3">
        {list.first?.totals.map((totals) => (
          <TotalsCard key={totals.currency} totals={totals} />
        ))}
        <div className="flex justify-end">
          <ExportMenu endpoint={exportAging} input={{}} />
        </div>
      </div>
      <DataTable
        label="Aged receivables"
        columns={columns}
        rows={list.items}
        rowKey={(row) => `${row.customer.id}${row.currency}`}
        rowName={(row) => row.customer.name}
        onOpen={(row) => go(linkTo(row))}
        empty={<EmptyState title="Nothing owed" text="Unpaid invoices appear here by age." />}
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
