import { useWide } from '#platform/web/phone.ts'
import { dateValue, nearDay } from '#platform/web/time.ts'
import type { HeldRow } from '../client.ts'
import { useZone } from './row-action.tsx'
import { ShiftRow } from './shift-row.tsx'
import { ShiftTable } from './shift-table.tsx'

const surface = 'overflow-hidden border-line bg-surface max-md:-mx-4 max-md:border-y md:rounded-ui md:border'

/** Runs of a day, in the order of the rows: held rows may come back to a day. */
const byDay = (rows: readonly HeldRow[], zone: string) => {
  const days: { key: string; starts_at: string; rows: HeldRow[] }[] = []
  for (const row of rows) {
    const date = dateValue(row.starts_at, zone)
    const last = days.at(-1)
    if (last && dateValue(last.starts_at, zone) === date) last.rows.push(row)
    else {
      const times = days.filter((day) => dateValue(day.starts_at, zone) === date).length
      days.push({ key: `${date} ${times}`, starts_at: row.starts_at, rows: [row] })
    }
  }
  return days
}

/** Rows by day on a phone, a table where there is room for one. */
export const ShiftList = ({ label, rows, now }: { label: string; rows: readonly HeldRow[]; now: number }) => {
  const wide = useWide()
  const zone = useZone()
  if (rows.length === 0) return null
  if (wide)
    return (
      <div className={surface}>
        <h2 className="sr-only">{label}</h2>
        <ShiftTable label={label} rows={rows} />
      </div>
    )
  return byDay(rows, zone).map(({ key, starts_at, rows: ofDay }) => (
    <div key={key} className="mb-4">
      <h2 className="mb-1.5 text-small font-semibold text-soft">{nearDay(starts_at, zone, now)}</h2>
      <ul className={surface}>
        {ofDay.map((row) => (
          <ShiftRow key={row.key} row={row} />
        ))}
      </ul>
    </div>
  ))
}
