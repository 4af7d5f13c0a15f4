import { useWide } from '#platform/web/phone.ts'
import { nearDay } from '#platform/web/time.ts'
import { DayHeading } from '#platform/web/ui/day-heading.tsx'
import { isFold, useOpenFolds } from '../client.folds.ts'
import { byDay, takeWords } from '../rules.days.ts'
import { jumpId } from './day-strip.tsx'
import { FoldRow } from './fold-row.tsx'
import { useZone } from './row-action.tsx'
import { ShiftRow } from './shift-row.tsx'
import { type ListProps, ShiftTable } from './shift-table.tsx'

/** Rows by day on a phone, with a heading that stays while its day scrolls; a table where there is room for one. */
export const ShiftList = (props: ListProps) => {
  const { entries, now, counts, main = false } = props
  const open = useOpenFolds()
  const wide = useWide()
  const zone = useZone()
  if (entries.length === 0) return null
  const days = byDay(entries, zone)
  if (wide) return <ShiftTable {...props} days={days} open={open} />
  return days.map((one) => (
    <div
      key={one.key}
      id={jumpId(one, main)}
      className="mb-2.5 scroll-mt-(--list) [&_a]:scroll-mt-[calc(var(--list)+2.5rem)] [&_button]:scroll-mt-[calc(var(--list)+2.5rem)]"
    >
      <DayHeading words={nearDay(one.starts_at, zone, now)} count={takeWords(counts?.get(one.date))} />
      <ul className="overflow-hidden border-line bg-surface max-md:-mx-4 max-md:border-y md:rounded-ui md:border">
        {one.rows.map((entry) =>
          isFold(entry) ? (
            <FoldRow key={entry.key} entry={entry} open={open.has(entry.key)} onToggle={() => open.toggle(entry.key)} />
          ) : (
            <ShiftRow key={entry.key} row={entry.rows[0]} />
          ),
        )}
      </ul>
    </div>
  ))
}
