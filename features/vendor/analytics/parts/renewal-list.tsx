import { type Currency, moneyWords } from '#platform/shared/money.ts'
import { dateWords } from '#platform/shared/when.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'
import type { Renewal } from '../contract.revenue.ts'
import { tierWords } from '../words.ts'

const daysWords = (days: number) => (days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

const columnsOf = (currency: Currency): Column<Renewal>[] => [
  { id: 'name', head: 'Organization', fixed: true, phone: 'title', cell: (row) => row.name },
  {
    id: 'ends',
    head: 'Ends',
    cell: (row) => (
      <span className="md:whitespace-nowrap">
        {dateWords(row.ends_on)} <span className="text-faint">{daysWords(row.days)}</span>
      </span>
    ),
  },
  { id: 'tier', head: 'Tier', cell: (row) => tierWords[row.tier] ?? row.tier },
  {
    id: 'price',
    head: 'Per year',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (row) => moneyWords(row.price_cents, currency),
  },
  {
    id: 'renews',
    head: 'Renews',
    phone: 'badge',
    cell: (row) => <Badge tone={row.renews ? 'ok' : 'warn'}>{row.renews ? 'Renews' : "Doesn't renew"}</Badge>,
  },
  {
    id: 'notice',
    head: 'Notice by',
    className: 'whitespace-nowrap',
    cell: (row) => dateWords(row.notice_until),
  },
]

/** Terms that end, the next first. */
export const RenewalList = ({ items, currency }: { items: readonly Renewal[]; currency: Currency }) => (
  <DataTable
    label="Contracts ending soon"
    columns={columnsOf(currency)}
    rows={items}
    rowKey={(row) => row.id}
    rowName={(row) => row.name}
    empty={
      <EmptyState
        title="No upcoming renewals"
        text="Contracts that end in the next 180 days without a next term appear here."
      />
    }
  />
)
