import { Checkbox } from './checks.tsx'
import type { DataTableProps, Picking } from './data-columns.ts'

/** A table on a phone: one card a row. */
export const DataCards = <Row,>(props: DataTableProps<Row> & { picking: Picking | null }) => {
  const { label, columns, rows, rowKey, rowName, actions, picking } = props
  const at = (place: 'title' | 'line' | 'badge') => columns.filter((column) => (column.phone ?? 'line') === place)
  const [titles, lines, badges] = [at('title'), at('line'), at('badge')]
  return (
    <ul aria-label={label} className="flex flex-col gap-2.5">
      {rows.map((row) => {
        const key = rowKey(row)
        return (
          <li key={key} className="rounded-ui border border-line bg-surface px-4 py-3">
            <div className="flex items-start gap-3">
              {picking && (
                <span className="pt-0.5">
                  <Checkbox
                    aria-label={`Select ${rowName(row)}`}
                    checked={picking.has(key)}
                    onChange={(on) => picking.toggle(key, on)}
                  />
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
            <div className="mt-1.5 flex flex-wrap items-end justify-between gap-x-2 gap-y-2.5 empty:hidden">
              {lines.length > 0 && (
                // What holds nothing names nothing; one small action stands beside.
                <dl className="grid min-w-[70%] flex-1 grid-cols-[max-content_1fr] items-start gap-x-4 gap-y-0.5">
                  {lines.map((column) => (
                    <div key={column.id} className="contents has-[dd:empty]:hidden">
                      <dt className="pt-0.5 text-small text-faint">{column.head}</dt>
                      <dd className="figures min-w-0 wrap-anywhere">{column.cell(row)}</dd>
                    </div>
                  ))}
                </dl>
              )}
              {actions && <div className="flex flex-wrap gap-x-1 gap-y-2">{actions(row)}</div>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
