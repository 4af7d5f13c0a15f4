import { memo, type ReactNode } from 'react'
import { runsOf } from '#platform/shared/runs.ts'
import { Checkbox } from './checks.tsx'
import { cx } from './class-names.ts'
import type { Column, DataTableProps, Picking, RowParts } from './data-columns.ts'
import { DayHeading } from './day-heading.tsx'

const isEmpty = (node: unknown) => node === null || node === undefined || node === false || node === ''

/** Values that explain themselves, in the order of their columns: `07:00–15:30 · Main St at 4th`. One on a line of its own parts them. */
const linesOf = <Row,>(columns: readonly Column<Row>[], row: Row) => {
  const lines: { key: string; own: boolean; values: { column: Column<Row>; value: ReactNode }[] }[] = []
  for (const column of columns) {
    const value = column.card?.(row)
    if (isEmpty(value)) continue
    const own = column.phone === 'line'
    const last = lines.at(-1)
    if (last && !own && !last.own) last.values.push({ column, value })
    else lines.push({ key: column.id, own, values: [{ column, value }] })
  }
  return lines
}

/** Each value begins with the dot that parts it from the one before. Where a line begins, the dot is outside of the box and cut off. */
const Plain = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) =>
  linesOf(columns, row).map(({ key, values }) => (
    <div key={key} className="overflow-x-clip">
      <dl className="figures -ml-3 flex flex-wrap wrap-anywhere">
        {values.map(({ column, value }, at) => (
          <div key={column.id} className="min-w-0 pl-3">
            <dt className="sr-only">{column.head}</dt>
            <dd>
              {at > 0 && <span className="-ml-3 inline-block w-3 text-center"> · </span>}
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  ))

const isHalf = <Row,>({ phone, align }: Column<Row>) => phone === 'pair' || (align === 'right' && phone !== 'line')

/**
 * Values with their heads, all heads of one width; two short ones share a line where there is room. Empty ones are not shown. A number is
 * never broken: its head gives way.
 */
const Labeled = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) => (
  <dl className="grid grid-cols-[auto_minmax(min-content,1fr)] gap-x-2.5 @min-[19rem]:grid-cols-[auto_minmax(min-content,1fr)_auto_minmax(min-content,1fr)]">
    {columns.map((column) => (
      <div key={column.id} className="contents has-[dd:empty]:hidden">
        <dt className={cx('text-faint', !isHalf(column) && 'col-start-1')}>{column.head}</dt>
        <dd
          className={cx(
            'figures min-w-0 text-ink',
            column.align === 'right' && isHalf(column) ? 'whitespace-nowrap' : 'wrap-anywhere',
            !isHalf(column) && 'col-[2/-1]',
          )}
        >
          {column.cell(row)}
        </dd>
      </div>
    ))}
  </dl>
)

/** The whole card is the link in its title, but for what else can be pressed in it. */
const stretched =
  '[&_[data-title]_a]:before:absolute [&_[data-title]_a]:before:inset-0 [&_:is(button,label,a):not([data-title]_*)]:relative [&_:is(button,label,a,[role=checkbox]):not([data-title]_*)]:z-1'

type CardProps<Row> = RowParts<Row> & { opens: boolean; aside: boolean }

const PlainCard = <Row,>(props: CardProps<Row>) => {
  const { row, rowOf, columns, rowName, actions, below, picked, onPick, pickable, opens, aside } = props
  const at = (...places: Column<Row>['phone'][]) => columns.filter(({ phone }) => places.includes(phone))
  const [titles, lines, badges] = [at('title'), at('line', 'pair', undefined), at('badge')]
  const labeled = lines.filter(({ card }) => !card)
  // Lines of their own at the top have the whole width, the others share it with the actions.
  const others = lines.findIndex(({ phone, card }) => phone !== 'line' || !card)
  const [lead, beside] = others < 0 ? [lines, []] : [lines.slice(0, others), lines.slice(others)]
  const press = actions && (
    <div className={cx('flex flex-wrap gap-x-1 gap-y-2 empty:hidden', aside && 'shrink-0')}>{actions(row)}</div>
  )
  return (
    <li
      className={cx(
        '@container relative border-line px-4 py-1.5 not-first:border-t in-data-surface:px-0',
        (aside || onPick) && 'flex gap-2',
        aside && 'items-center',
        opens && stretched,
      )}
    >
      {/* A column of its own: what is below the name begins where the name does. */}
      {onPick && (
        <span className="self-start pt-0.5 pr-1">
          {pickable ? (
            <Checkbox aria-label={`Select ${rowName(row)}`} checked={picked} onChange={(on) => onPick(rowOf, on)} />
          ) : (
            <span className="block w-5" />
          )}
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-3">
          <div data-title className="min-w-[min(8rem,100%)] flex-1 font-semibold wrap-anywhere">
            {titles.map((column) => (
              <div key={column.id}>{(column.card ?? column.cell)(row)}</div>
            ))}
          </div>
          <div className="flex max-w-full flex-col items-end gap-1 text-right @min-[19rem]:max-w-[55%]">
            {badges.map((column) => (
              <div key={column.id}>{(column.card ?? column.cell)(row)}</div>
            ))}
          </div>
        </div>
        {below && <div className="mt-1 empty:hidden">{below(row)}</div>}
        <div className="text-small text-soft empty:hidden">
          <Plain columns={lead} row={row} />
        </div>
        <div className="flex flex-wrap items-end justify-between gap-x-2 gap-y-1.5 empty:hidden">
          {beside.length > 0 && (
            // A button with a menu fits beside the values.
            <div className="min-w-[55%] flex-1 text-small text-soft">
              <Plain columns={beside} row={row} />
              {labeled.length > 0 && <Labeled columns={labeled} row={row} />}
            </div>
          )}
          {!aside && press}
        </div>
      </div>
      {aside && press}
    </li>
  )
}
/** Rendered again only if the row itself changes, or what the list says of all of them. */
const Card = memo(PlainCard) as typeof PlainCard

/** Below the header of the frame, for headings that stay. */
const underHeader = '[--list:calc(var(--under-header)+env(safe-area-inset-top))]'

/** A table on a phone: one surface, in which each row is a few lines. Within a card, it has no box of its own. */
export const DataCards = <Row,>(props: DataTableProps<Row> & { picking: Picking | null }) => {
  const { label, columns, rows, rowKey, rowName, actions, below, picking, selectable, onOpen, aside, heading } = props
  const list = (name: string, some: readonly Row[]) => (
    <ul
      aria-label={name}
      className="-mx-4 border-y border-line bg-surface in-data-surface:mx-0 in-data-surface:border-0 in-data-surface:bg-transparent"
    >
      {some.map((row) => {
        const key = rowKey(row)
        return (
          <Card
            key={key}
            {...{ row, columns, rowName, actions, below }}
            rowOf={key}
            picked={picking?.has(key) ?? false}
            onPick={picking?.toggle}
            pickable={selectable?.(row) ?? true}
            opens={onOpen !== undefined}
            aside={aside?.(row) ?? false}
          />
        )
      })}
    </ul>
  )
  if (!heading) return list(label, rows)
  return runsOf(rows, heading).map((run) => (
    <div key={run.key} className={cx(underHeader, 'mb-2.5 [&_a]:scroll-mt-[calc(var(--list)+2.5rem)]')}>
      <DayHeading words={run.name} />
      {list(`${label}, ${run.name}`, run.rows)}
    </div>
  ))
}
