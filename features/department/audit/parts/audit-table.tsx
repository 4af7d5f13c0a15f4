import type { ReactNode } from 'react'
import type { ApiError } from '#platform/web/api.ts'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import type { Column } from '#platform/web/ui/data-columns.ts'
import { DataTable } from '#platform/web/ui/data-table.tsx'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { repeatsIn } from '../rules.ts'

/** Shared by the department's audit and the vendor's. */
type Entry = { id: string; at: string }
type Pages<Row> = {
  items: readonly Row[] | undefined
  isPending: boolean
  error: ApiError | null
  refetch: () => unknown
  more: boolean
  loadMore: () => void
  loadingMore: boolean
}

type Props<Row extends Entry> = {
  label: string
  list: Pages<Row>
  zone: string
  /** What happened, as a sentence. */
  action: (item: Row) => string
  /** Between the time and the seal: on what, and the change. */
  columns: readonly Column<Row>[]
  /** Null when the entry has no seal. */
  sealed: (item: Row) => boolean | null
  rowName: (item: Row) => string
  /** Opens the entry with its previous and new values. */
  open: (id: string) => void
  opens?: (item: Row) => boolean
  /** Across all columns below a row; null: no line. */
  below?: (item: Row) => ReactNode
  /** Title and text when there are no rows. */
  empty: { title: string; text: string }
}

const actionClass = '-my-3 py-3 text-left underline-offset-3 hover:text-brand-ink hover:underline md:-my-1.5 md:py-1.5'

const columnsOf = <Row extends Entry>(props: Props<Row>): readonly Column<Row>[] => {
  const { zone, action, columns, sealed, open, opens, list } = props
  const repeats = repeatsIn(list.items ?? [], action)
  const weightOf = (item: Row) => (repeats.has(item.id) ? 'text-faint' : 'font-medium')
  const whenOf = (item: Row) => (
    <time dateTime={item.at} className="figures whitespace-nowrap">
      {dayAndClock(item.at, zone)}
    </time>
  )
  return [
    {
      id: 'action',
      head: 'What happened',
      fixed: true,
      phone: 'title',
      cell: (item): ReactNode =>
        opens?.(item) === false ? (
          <span className={weightOf(item)}>{action(item)}</span>
        ) : (
          <button type="button" onClick={() => open(item.id)} className={cx(actionClass, weightOf(item))}>
            {action(item)}
          </button>
        ),
    },
    {
      id: 'at',
      head: 'When',
      cell: whenOf,
      card: whenOf,
    },
    ...columns,
    {
      id: 'sealed',
      head: 'Seal',
      hidden: true,
      phone: 'none',
      cell: (item) => {
        const is = sealed(item)
        return is === null ? null : is ? <Badge tone="ok">Sealed</Badge> : <Badge>Pending</Badge>
      },
    },
  ]
}

/** The entries of an audit, newest first, page by page. */
export const AuditTable = <Row extends Entry>(props: Props<Row>) => {
  const { label, list, rowName, open, opens, below, empty } = props
  if (list.isPending) return <TableSkeleton columns={props.columns.length + 2} />
  if (list.error) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  const rows = list.items ?? []
  return (
    <>
      <DataTable
        label={label}
        columns={columnsOf(props)}
        rows={rows}
        rowKey={(row) => row.id}
        rowName={rowName}
        onOpen={(row) => opens?.(row) !== false && open(row.id)}
        {...(below ? { below } : {})}
        empty={<EmptyState title={empty.title} text={empty.text} />}
      />
      <LoadMore more={list.more} loading={list.loadingMore} onMore={list.loadMore} shown={rows.length} noun="records" />
    </>
  )
}
