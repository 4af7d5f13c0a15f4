import Columns from 'lucide-react/icons/columns-3'
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { setDensity, useDensity } from '../density.ts'
import { usePhone } from '../phone.ts'
import { useSetUrl, useUrlValue } from '../url.ts'
import { ActionBar } from './action-bar.tsx'
import { Button, IconButton } from './button.tsx'
import { Checkbox } from './checks.tsx'
import { cx } from './class-names.ts'
import { DataCards } from './data-cards.tsx'
import type { Column, DataTableProps, Matching, Picking, Sort } from './data-columns.ts'
import { DataGrid } from './data-grid.tsx'
import { useDeferredRows, useFirstScreenful } from './first-screenful.ts'
import { Menu, MenuCheck, MenuHeading, MenuLine } from './menu.tsx'

/** Sort in the URL as `sort=name` or `sort=-name`. */
export const useUrlSort = (fallback: Sort): [Sort, (sort: Sort) => void] => {
  const [text] = useUrlValue('sort')
  const setUrl = useSetUrl()
  const sort: Sort = text ? { by: text.replace(/^-/, ''), dir: text.startsWith('-') ? 'desc' : 'asc' } : fallback
  return [sort, (next) => setUrl({ sort: `${next.dir === 'desc' ? '-' : ''}${next.by}`, after: null })]
}

const readChoice = (label: string): Record<string, boolean> => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`columns:${label}`) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

const useColumnChoice = <Row,>(label: string, columns: readonly Column<Row>[]) => {
  const [choice, setChoice] = useState(() => readChoice(label))
  const isShown = useCallback((column: Column<Row>) => column.fixed || (choice[column.id] ?? !column.hidden), [choice])
  const choose = (id: string, shown: boolean) => {
    const next = { ...choice, [id]: shown }
    setChoice(next)
    localStorage.setItem(`columns:${label}`, JSON.stringify(next))
  }
  const shown = useMemo(() => columns.filter(isShown), [columns, isShown])
  return { shown, isShown, choose }
}

/** Minimum height of a row, and of a card with its gap; used to estimate how many fit into the window. */
const leastRow = { compact: 32, regular: 40 } as const
const leastCard = 56

/** Which columns are shown, and how tall the rows are. */
const ColumnMenu = <Row,>({
  columns,
  isShown,
  choose,
}: {
  columns: readonly Column<Row>[]
  isShown: (column: Column<Row>) => boolean
  choose: (id: string, shown: boolean) => void
}) => {
  const density = useDensity()
  return (
    <Menu trigger={<IconButton label="Columns" icon={<Columns aria-hidden />} />}>
      <MenuHeading>Show columns</MenuHeading>
      {columns
        .filter((column) => !column.fixed)
        .map((column) => (
          <MenuCheck key={column.id} checked={isShown(column)} onChange={(shown) => choose(column.id, shown)}>
            {column.head}
          </MenuCheck>
        ))}
      <MenuLine />
      <MenuCheck checked={density === 'compact'} onChange={(on) => setDensity(on ? 'compact' : 'regular')}>
        Compact rows
      </MenuCheck>
    </Menu>
  )
}

/** The same function for every selection, so that a row is rendered again only if its own checkbox changes. */
const usePicking = <Row,>(
  selected: ReadonlySet<string> | undefined,
  onSelect: DataTableProps<Row>['onSelect'],
): Picking | null => {
  const latest = useRef({ selected, onSelect })
  useLayoutEffect(() => {
    latest.current = { selected, onSelect }
  }, [selected, onSelect])
  const toggle = useCallback((key: string, on: boolean) => {
    const next = new Set(latest.current.selected)
    if (on) next.add(key)
    else next.delete(key)
    latest.current.onSelect?.(next)
  }, [])
  return onSelect && selected ? { has: (key) => selected.has(key), toggle } : null
}

/**
 * What is selected, what can be done with it, and how to select everything that matches. At a desk it covers the header's cells and
 * stays with them, so that no row slides under the pointer. On a phone it is in the action bar, or at the bottom where there is none.
 */
const SelectedBar = ({
  count,
  loaded,
  all,
  matching,
  onClear,
  children,
}: {
  count: number
  loaded: number
  all: boolean
  matching: Matching | undefined
  onClear: () => void
  children: ReactNode
}) => {
  const bar = (className: string) => (
    <div
      role="toolbar"
      aria-label="Selected rows"
      data-low
      className={cx('flex flex-wrap items-center gap-2', className)}
    >
      <span aria-live="polite" className="figures mr-auto font-medium md:mr-2">
        {count.toLocaleString('en-US')} selected
      </span>
      {children}
      <Button look="quiet" size="small" onClick={onClear}>
        Clear
      </Button>
      {/* Last, and there before and after the press: nothing slides under the pointer, and the focus stays. */}
      {all && matching?.count !== undefined && matching.count > loaded && (
        <Button look="quiet" size="small" onClick={() => matching.onChoose(!matching.chosen)}>
          {matching.chosen
            ? `Select only the ${loaded.toLocaleString('en-US')} loaded`
            : `Select all ${matching.count.toLocaleString('en-US')} that match`}
        </Button>
      )}
    </div>
  )
  return (
    <ActionBar
      otherwise={
        <div className="no-print md:sticky md:top-(--under-header) md:z-6 md:h-0">
          {bar(
            'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:bg-raised max-md:p-3 max-md:pb-[calc(0.75rem+env(safe-area-inset-bottom))] max-md:shadow-float md:absolute md:inset-x-px md:top-px md:ml-10 md:min-h-9 md:rounded-tr-ui md:border-b md:border-line md:bg-surface md:px-2',
          )}
        </div>
      }
    >
      {bar('')}
    </ActionBar>
  )
}

export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, columns, rows, rowKey, onSelect, selectable, bulk, empty, matching, tools } = props
  const phone = usePhone()
  const density = useDensity()
  const least = phone ? leastCard : leastRow[density]
  const drawn = useFirstScreenful(useDeferredRows(rows), rowKey, least)
  const { shown, isShown, choose } = useColumnChoice(label, columns)
  // Of everything that matches, the loaded rows are selected too, also those loaded since.
  const free = (selectable ? rows.filter(selectable) : rows).map(rowKey)
  const selected = matching?.chosen ? new Set(free) : props.selected
  const picking = usePicking(selected, onSelect)
  const count = (matching?.chosen ? matching.count : undefined) ?? selected?.size ?? 0
  const all = free.length > 0 && free.every((key) => selected?.has(key))
  const barred = count > 0 && bulk !== undefined
  const pickAll = (on: boolean) => onSelect?.(on ? new Set(free) : new Set())
  return (
    // The page keeps its height, and its place, while rows are still to come.
    <div className="min-w-0" style={{ minHeight: drawn.length < rows.length ? rows.length * least : undefined }}>
      {(tools || (picking && phone && rows.length > 0)) && (
        <div className="no-print flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 pb-2">
          {picking && phone && rows.length > 0 && (
            <Checkbox label="Select all" checked={all} some={count > 0 && !all} onChange={pickAll} />
          )}
          {tools}
        </div>
      )}
      {barred && (
        <SelectedBar
          count={count}
          loaded={rows.length}
          all={all}
          matching={matching}
          onClear={() => onSelect?.(new Set())}
        >
          {bulk(selected ?? new Set())}
        </SelectedBar>
      )}
      {rows.length === 0 && empty ? (
        <div className="rounded-ui border border-line bg-surface in-data-surface:border-0">{empty}</div>
      ) : phone ? (
        <DataCards {...props} rows={drawn} columns={shown} picking={picking} />
      ) : (
        <DataGrid
          {...props}
          rows={drawn}
          columns={shown}
          picking={picking}
          all={all}
          some={count > 0 && !all}
          pickAll={pickAll}
          menu={<ColumnMenu columns={columns} isShown={isShown} choose={choose} />}
        />
      )}
    </div>
  )
}
