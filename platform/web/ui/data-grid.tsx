import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import { memo, type ReactNode, useCallback, useState } from 'react'
import { Checkbox } from './checks.tsx'
import { cx } from './class-names.ts'
import type { Column, DataTableProps, Picking, RowParts, Sort } from './data-columns.ts'

const SortMark = ({ dir }: { dir: 'asc' | 'desc' | null }) => {
  if (dir === null) return <ChevronsUpDown aria-hidden className="no-print size-3.5 opacity-60" />
  return dir === 'asc' ? <ArrowUp aria-hidden className="size-3.5" /> : <ArrowDown aria-hidden className="size-3.5" />
}

const HeadCell = <Row,>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: Sort | null
  onSort: ((sort: Sort) => void) | undefined
}) => {
  const dir = sort?.by === column.id ? sort.dir : null
  const classes = cx(
    'h-9 px-3 text-small font-medium whitespace-nowrap text-faint',
    column.align === 'right' ? 'text-right' : 'text-left',
  )
  if (!column.sortable || !onSort)
    return (
      <th scope="col" className={classes}>
        {column.head}
      </th>
    )
  return (
    <th scope="col" aria-sort={dir === null ? 'none' : dir === 'asc' ? 'ascending' : 'descending'} className={classes}>
      <button
        type="button"
        onClick={() => onSort({ by: column.id, dir: dir === 'asc' ? 'desc' : 'asc' })}
        className={cx('inline-flex min-h-8 items-center gap-1 hover:text-ink', dir !== null && 'text-ink')}
      >
        {column.head}
        <SortMark dir={dir} />
      </button>
    </th>
  )
}

type GridProps<Row> = DataTableProps<Row> & {
  picking: Picking | null
  all: boolean
  some: boolean
  pickAll: (on: boolean) => void
  /** The menu of the columns, at the right end of the header. */
  menu: ReactNode
}

/** In a table that scrolls sideways, the actions stay in view at its right edge. */
const keptActions = 'sticky right-0 z-1 border-l border-line bg-inherit print:static'

type RowProps<Row> = RowParts<Row> & { onOpen: ((row: Row) => void) | undefined; fits: boolean }

const OneRow = <Row,>({
  row,
  rowOf,
  columns,
  rowName,
  onOpen,
  actions,
  picked,
  onPick,
  pickable,
  fits,
}: RowProps<Row>) => (
  <tr
    data-picked={picked || undefined}
    onClick={(event) => {
      if (onOpen && event.target instanceof Element && !event.target.closest('a,button,input,label,[role]')) onOpen(row)
    }}
    className={cx('bg-surface hover:bg-hover data-picked:bg-brand-wash', onOpen && 'cursor-pointer')}
  >
    {onPick && (
      <td className="no-print pl-3">
        {pickable && (
          <Checkbox aria-label={`Select ${rowName(row)}`} checked={picked} onChange={(on) => onPick(rowOf, on)} />
        )}
      </td>
    )}
    {columns.map((column) => (
      <td
        key={column.id}
        className={cx('h-row px-3 py-cell', column.align === 'right' && 'figures text-right', column.className)}
      >
        {column.cell(row)}
      </td>
    ))}
    <td className={cx('no-print px-2 text-right whitespace-nowrap', !fits && actions && keptActions)}>
      {actions?.(row)}
    </td>
  </tr>
)

const PlainRow = <Row,>(props: RowProps<Row>) => {
  const { row, columns, below, picked, onPick } = props
  const more = below?.(row) ?? null
  if (more === null) return <OneRow {...props} />
  return (
    <>
      <OneRow {...props} />
      <tr data-below data-picked={picked || undefined} className="bg-surface data-picked:bg-brand-wash">
        {onPick && <td className="no-print" />}
        <td colSpan={columns.length + 1} className="px-3 pb-2.5">
          {more}
        </td>
      </tr>
    </>
  )
}
/** Rendered again only if the row itself changes, or what the table says of all of them. */
const GridRow = memo(PlainRow) as typeof PlainRow

const GridRows = <Row,>(props: GridProps<Row> & { fits: boolean }) => {
  const { rows, rowKey, columns, rowName, onOpen, actions, below, picking, selectable, fits } = props
  return rows.map((row) => {
    const key = rowKey(row)
    return (
      <GridRow
        key={key}
        {...{ row, columns, rowName, onOpen, actions, below, fits }}
        rowOf={key}
        picked={picking?.has(key) ?? false}
        onPick={picking?.toggle}
        pickable={selectable?.(row) ?? true}
      />
    )
  })
}

/** Whether the table fits into its frame; follows the sizes of both. */
const useFits = () => {
  const [fits, setFits] = useState(true)
  const ref = useCallback((frame: HTMLElement | null) => {
    const table = frame?.firstElementChild
    if (!frame || !(table instanceof HTMLElement)) return
    const watch = new ResizeObserver(() => setFits(table.offsetWidth <= frame.clientWidth))
    for (const one of [frame, table]) watch.observe(one)
    return () => watch.disconnect()
  }, [])
  return { fits, ref }
}

/**
 * A table on a desktop: compact, as tall as its rows, with a header that stays while the page scrolls. One that is wider than its place
 * scrolls sideways.
 */
export const DataGrid = <Row,>(props: GridProps<Row>) => {
  const { label, columns, sort = null, onSort, actions, picking, all, some, pickAll } = props
  const { fits, ref } = useFits()
  return (
    <section
      ref={ref}
      aria-label={label}
      // A region that scrolls must be reachable by keyboard.
      {...(fits ? {} : { tabIndex: 0 })}
      className={cx(
        'relative rounded-ui border border-line bg-surface in-data-surface:rounded-none in-data-surface:border-0 print:overflow-visible',
        fits ? 'overflow-clip' : 'overflow-x-auto',
      )}
    >
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{label}</caption>
        <thead
          className={cx(
            'bg-surface [&_th]:border-b [&_th]:border-line print:static',
            fits && 'sticky top-(--under-header) z-5',
          )}
        >
          <tr>
            {picking && (
              <th scope="col" className="no-print w-10 pl-3 text-left">
                <Checkbox aria-label="Select all rows" checked={all} some={some} onChange={pickAll} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            <th
              scope="col"
              className={cx(
                'no-print px-2 text-right',
                !fits && actions && 'sticky right-0 border-l border-line bg-surface',
              )}
            >
              {actions && <span className="sr-only">Actions</span>}
              {props.menu}
            </th>
          </tr>
        </thead>
        {/* No `:last-child`: an element added last anywhere would make the browser check every cell again. */}
        <tbody className="[&>tr:not(:first-child,[data-below])>td]:border-t [&>tr>td]:border-line">
          <GridRows {...props} fits={fits} />
        </tbody>
      </table>
    </section>
  )
}
