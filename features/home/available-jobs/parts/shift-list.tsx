import { useWide } from '#platform/web/phone.ts'
import { nearDay } from '#platform/web/time.ts'
import { DayHeading } from '#platform/web/ui/day-heading.tsx'
import { byDay, takeWords } from '../rules.days.ts'
import { jumpId } from './day-strip.tsx'
import { useZone } from './row-action.tsx'
import { ShiftRow } from './shift-row.tsx'
import { type ListProps, ShiftTable } from './shift-table.tsx'

/** Rows by day on a phone, with a heading that stays while its day scrolls; a table where there is room for one. */
export const ShiftList = (props: ListProps) => {
  const { rows, now, counts, main = false } = props
  const wide = useWide()
  const zone = useZone()
  if (rows.length === 0) return null
  const days = byDay(rows, zone)
  if (wide) return <ShiftTable {...props} days={days} />
  return days.map((one) => (
    <div
      key={one.key}
      id={jumpId(one, main)}
      className="mb-2.5 scroll-mt-(--list) [&_a]:scroll-mt-[calc(var(--list)+2.5rem)] [&_button]:scroll-mt-[calc(var(--list)+2.5rem)]"
    >
      <DayHeading words={nearDay(one.starts_at, zone, now)} count={takeWords(counts?.get(one.date))} />
      <ul className="overflow-hidden border-line bg-surface max-md:-mx-4 max-md:border-y md:rounded-ui md:border">
        {one.rows.map((row) => (
          <ShiftRow key={row.key} row={row} />
        ))}
      </ul>
    </div>
  ))
}
