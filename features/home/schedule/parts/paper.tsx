import Moon from 'lucide-react/icons/moon'
import TreePalm from 'lucide-react/icons/tree-palm'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { clock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { overlapsIn, restsIn } from '../client.conflicts.ts'
import { namesOf } from '../client.crews.ts'
import type { DayMinimum } from '../client.minimums.ts'
import type { Entry, Row, Section } from '../client.rows.ts'
import type { Total } from '../client.units.ts'
import { hoursWords, weekdayWord } from '../words.ts'
import { MarkIcon } from './chip.tsx'
import { Marks } from './legend.tsx'
import { DayHead } from './sheet-rows.tsx'

const iconLook = 'inline size-[1em] align-[-0.125em]'

/** An entry in full: no name is shortened, counted or cut on paper. */
const Line = ({ entry, zone }: { entry: Entry; zone: string }) => {
  const { crew, look, mark, since, starts_at, text } = entry
  const more = crew ? crew.count - crew.people.length : 0
  return (
    <p
      className={cx(
        'px-0.5 wrap-break-word',
        (look === 'open' || look === 'draft') && 'border border-dashed border-line-strong',
        look === 'missed' && 'line-through',
      )}
    >
      {overlapsIn(entry.conflicts).length > 0 && <TriangleAlert aria-hidden className={cx(iconLook, 'mr-0.5')} />}
      {restsIn(entry.conflicts).length > 0 && <Moon aria-hidden className={cx(iconLook, 'mr-0.5')} />}
      {look === 'leave' && <TreePalm aria-hidden className={cx(iconLook, 'mr-0.5')} />}
      {starts_at && <span className="figures">{clock(starts_at, zone)} </span>}
      {since && `since ${weekdayWord(since)} · `}
      {crew && crew.count > 1 ? `${crew.count} · ${namesOf(crew).join(', ')}` : text}
      {crew && more > 0 && ` and ${more} more`}
      {mark && <MarkIcon mark={mark} className={cx(iconLook, 'ml-0.5')} />}
    </p>
  )
}

const rule = 'border border-line px-1 py-0.5 text-left align-top font-normal'

const PaperRow = ({ row, zone }: { row: Row; zone: string }) => (
  <tr>
    <th scope="row" className={rule}>
      <span className="block font-semibold">{row.title}</span>
      {(row.times || row.sub) && (
        <span className="figures block">
          {[row.times && `${clock(row.times.starts_at, zone)}–${clock(row.times.ends_at, zone)}`, row.sub]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {row.hours && <span className="figures block">{hoursWords(row.hours.tours, row.hours.extra)}</span>}
    </th>
    {row.cells.map((entries, day) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a column for each day
      <td key={day} className={rule}>
        {entries.map((entry) => (
          <Line key={entry.key} {...{ entry, zone }} />
        ))}
      </td>
    ))}
  </tr>
)

type PaperProps = {
  label: string
  corner: string
  sections: readonly Section[]
  from: WallDate
  days: number
  zone: string
  totals: readonly Total[]
  minimums: ReadonlyMap<WallDate, DayMinimum>
}

/**
 * The week on paper, instead of the sheet, which has lines of a given height and shortens what doesn't fit. Drawn only while the
 * page prints.
 */
export const Paper = ({ label, corner, sections, from, days, zone, totals, minimums }: PaperProps) => (
  <div data-paper className="hidden text-[7.5pt] leading-[1.2] print:block">
    <table aria-label={`${label}, in full`} className="w-full table-fixed border-collapse">
      <colgroup>
        <col className="w-[15%]" />
      </colgroup>
      <thead className="[&_.text-small]:text-[7.5pt]">
        <tr>
          <th scope="col" className={cx(rule, 'align-bottom')}>
            {corner}
            {minimums.size > 0 && <span className="block">Minimum staffing</span>}
          </th>
          {Array.from({ length: days }, (_, n) => plusDays(from, n)).map((date, n) => (
            <DayHead key={date} date={date} today={false} total={totals[n]} minimum={minimums.get(date)} />
          ))}
        </tr>
      </thead>
      {sections.map(({ title, rows }) => (
        <tbody key={title}>
          {title && (
            <tr className="break-after-avoid">
              <th scope="rowgroup" colSpan={days + 1} className={cx(rule, 'font-semibold')}>
                {title}
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <PaperRow key={row.key} {...{ row, zone }} />
          ))}
        </tbody>
      ))}
    </table>
    <p className="mt-1.5 flex flex-wrap gap-x-3">
      <Marks />
      <span>Dashed: open or draft</span>
    </p>
  </div>
)
