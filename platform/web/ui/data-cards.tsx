import { memo } from 'react'
import { Checkbox } from './checks.tsx'
import { cx } from './class-names.ts'
import type { DataTableProps, Picking, RowParts } from './data-columns.ts'

/** Within a card, rows are parted by a line: no box inside a box. */
const inCard = {
  list: 'in-data-surface:gap-0',
  row: 'in-data-surface:rounded-none in-data-surface:border-0 in-data-surface:bg-transparent in-data-surface:px-0 in-data-surface:not-first:border-t',
}

const PlainCard = <Row,>({ row, rowOf, columns, rowName, actions, below, picked, onPick }: RowParts<Row>) => {
  const at = (...places: (typeof columns)[number]['phone'][]) => columns.filter(({ phone }) => places.includes(phone))
  const [titles, lines, badges] = [at('title'), at('line', undefined), at('badge')]
  return (
    <li className={cx('rounded-ui border border-line bg-surface px-4 py-3', inCard.row)}>
      <div className="flex items-start gap-3">
        {onPick && (
          <span className="pt-0.5">
            <Checkbox aria-label={`Select ${rowName(row)}`} checked={picked} onChange={(on) => onPick(rowOf, on)} />
          </span>
        )}
        <div className="min-w-0 flex-1 font-semibold">
          {titles.map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
        <div className="flex max-w-1/2 shrink-0 flex-col items-end gap-1">
          {badges.map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
      </div>
      {below && <div className="mt-1.5 empty:hidden">{below(row)}</div>}
      <div className="mt-1.5 flex flex-wrap items-end justify-between gap-x-2 gap-y-2.5 empty:hidden">
        {lines.length > 0 && (
          // Hides the labels of empty values; a small action fits beside the list.
          <dl className="flex min-w-[70%] flex-1 flex-wrap gap-x-4 gap-y-0.5">
            {lines.map((column) => (
              <div
                key={column.id}
                className={cx(
                  'flex items-baseline gap-1.5 has-[dd:empty]:hidden',
                  column.phone === 'line' && 'basis-full',
                )}
              >
                <dt className="text-small text-faint">{column.head}</dt>
                <dd className="figures min-w-0 wrap-anywhere">{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        )}
        {actions && <div className="flex flex-wrap gap-x-1 gap-y-2">{actions(row)}</div>}
      </div>
    </li>
  )
}
/** Rendered again only if the row itself changes, or what the list says of all of them. */
const Card = memo(PlainCard) as typeof PlainCard

/** A table on a phone: one card per row. */
export const DataCards = <Row,>(props: DataTableProps<Row> & { picking: Picking | null }) => {
  const { label, columns, rows, rowKey, rowName, actions, below, picking } = props
  return (
    <ul aria-label={label} className={cx('flex flex-col gap-2.5', inCard.list)}>
      {rows.map((row) => {
        const key = rowKey(row)
        return (
          <Card
            key={key}
            {...{ row, columns, rowName, actions, below }}
            rowOf={key}
            picked={picking?.has(key) ?? false}
            onPick={picking?.toggle}
          />
        )
      })}
    </ul>
  )
}
