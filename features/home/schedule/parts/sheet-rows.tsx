import Moon from 'lucide-react/icons/moon'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { memo, type ReactNode, useState } from 'react'
import { paths } from '#platform/shared/paths.ts'
import type { WallDate } from '#platform/shared/time.ts'
import { clock } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { Anchor } from '#platform/web/ui/link.tsx'
import { type conflictsInRows, countWords, restWords } from '../client.conflicts.ts'
import type { DayMinimum } from '../client.minimums.ts'
import type { Entry, Row } from '../client.rows.ts'
import { type Spot, spotName } from '../client.spots.ts'
import type { Total } from '../client.units.ts'
import { dayNumber, dayWord, hoursWords, shortHours, weekdayWord } from '../words.ts'
import { Chip } from './chip.tsx'

type DayHeadProps = { date: WallDate; today: boolean; total: Total | undefined; minimum: DayMinimum | undefined }

export const DayHead = ({ date, today, total, minimum }: DayHeadProps) => (
  <th
    scope="col"
    aria-current={today ? 'date' : undefined}
    className={cx(
      'border-b border-l border-line px-2.5 py-1.5 text-left align-top font-normal',
      today ? 'border-t-2 border-t-brand-ink bg-brand-wash' : 'bg-surface',
    )}
  >
    <span className={cx('font-semibold', today && 'text-brand-ink')}>
      {weekdayWord(date)} {dayNumber(date)}
    </span>
    {today && <span className="ml-1.5 hidden text-small text-soft xl:inline">Today</span>}
    {total && (
      <span className="figures block text-small text-soft">
        <span className="whitespace-nowrap">
          {total.filled} / {total.needed}
        </span>
        {total.open > 0 && (
          <span className="font-semibold whitespace-nowrap text-warn">
            <span className="hidden xl:inline"> ·</span> {total.open} open
          </span>
        )}
        {total.needed - total.filled > total.open && (
          <span className="whitespace-nowrap">
            <span className="hidden xl:inline"> ·</span> {total.needed - total.filled - total.open} unfilled
          </span>
        )}
        {total.leaving > 0 && (
          <span className="block whitespace-nowrap text-warn" title="Filled spots with a pending call-off request">
            {total.leaving} {total.leaving === 1 ? 'call-off' : 'call-offs'}
          </span>
        )}
      </span>
    )}
    {minimum && (
      <span
        className={cx(
          'figures block text-small whitespace-nowrap',
          minimum.short > 0 ? 'font-semibold text-warn' : 'text-soft',
        )}
        title={minimum.each.join('\n')}
      >
        Min {minimum.have} / {minimum.need}
        {minimum.short > 0 && <span className="sr-only">, {minimum.short} short</span>}
      </span>
    )}
  </th>
)

/** Every officer's tours and extra work: on screen in short, so that the unit beside it is readable. */
const Hours = ({ tours, extra }: NonNullable<Row['hours']>) => {
  const words = hoursWords(tours, extra)
  return (
    <span className="shrink-0 whitespace-nowrap" title={words}>
      <span className="sr-only">{words}</span>
      <span aria-hidden>{shortHours(tours, extra)}</span>
    </span>
  )
}

const RowHead = ({ row, zone, titles }: { row: Row; zone: string; titles: 1 | 2 }) => (
  <th
    scope="row"
    className="sticky left-0 z-1 border-r border-b border-line bg-surface px-3 py-[calc(var(--size-line)/2)] text-left align-top font-normal"
  >
    <span
      className={cx(
        'font-medium leading-[min(1.25rem,calc((var(--size-pair)-var(--size-line))/2))]',
        titles === 2 ? 'line-clamp-2 wrap-anywhere' : 'block truncate',
      )}
      title={row.title}
    >
      {row.title}
    </span>
    {/* The name has its line to itself: of an officer, it is what the row is looked up by. */}
    <span className="figures flex justify-between gap-2 text-small text-soft leading-[min(1.125rem,calc((var(--size-pair)-var(--size-line))/2-2px))]">
      <span className="min-w-0 truncate" title={row.sub ?? undefined}>
        {[row.times && `${clock(row.times.starts_at, zone)}–${clock(row.times.ends_at, zone)}`, row.sub]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {row.hours && <Hours {...row.hours} />}
    </span>
  </th>
)

type Found = ReturnType<typeof conflictsInRows>
type ConflictsProps = {
  conflicts: Found
  rests: Found
  goTo: (spot: Spot, found: true) => void
  /** What the entry is in conflict with. */
  sayOf: (spot: Spot) => string
}

/** How many officers are booked twice, or rest too little, on the line of the days; a click goes to the first and says what it is. */
const Conflicts = ({ conflicts, rests, goTo, sayOf }: ConflictsProps) => {
  const [asked, ask] = useState<Spot | null>(null)
  return (
    <>
      {[
        { ...conflicts, Icon: TriangleAlert, words: countWords(conflicts.count), title: 'Go to the first conflict' },
        { ...rests, Icon: Moon, words: restWords(rests.count), title: 'Go to the first short rest' },
      ].map(
        ({ first, Icon, words, title }) =>
          first && (
            <button
              key={title}
              type="button"
              onClick={() => {
                ask(first)
                goTo(first, true)
              }}
              title={title}
              className="figures flex items-center gap-1 font-semibold text-warn hover:underline"
            >
              <Icon aria-hidden className="size-3.5 shrink-0" />
              {words}
            </button>
          ),
      )}
      <span role="status" className="block font-normal whitespace-pre-line text-warn">
        {asked && sayOf(asked)}
      </span>
    </>
  )
}

type HeadProps = ConflictsProps & {
  corner: ReactNode
  today: WallDate
  totals: readonly Total[]
  minimums: ReadonlyMap<WallDate, DayMinimum>
  dates: readonly WallDate[]
  paged: boolean
}

export const Head = ({ corner, dates, today, totals, minimums, paged, ...more }: HeadProps) => (
  <>
    <colgroup>
      <col className="w-44 xl:w-56" />
      {dates.map((date) => (
        <col key={date} />
      ))}
    </colgroup>
    <thead
      className={cx(
        'sticky z-10',
        // The line above it is the section's, which scrolls away.
        paged ? 'top-[calc(var(--under-header)+var(--under-title))] shadow-[0_-1px_0_var(--line)]' : 'top-0',
      )}
    >
      <tr aria-rowindex={1}>
        <th
          scope="col"
          className="sticky left-0 z-10 border-r border-b border-line bg-surface px-3 py-1.5 text-left align-bottom text-small font-normal text-faint"
        >
          <Conflicts {...more} />
          {corner}
          {minimums.size > 0 && <span className="block">Minimum staffing</span>}
        </th>
        {dates.map((date, n) => (
          <DayHead key={date} date={date} today={date === today} total={totals[n]} minimum={minimums.get(date)} />
        ))}
      </tr>
    </thead>
  </>
)

export const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )

type SectionHeadProps = { title: string; index: number; columns: number; height: number | undefined }

export const SectionHead = ({ title, index, columns, height }: SectionHeadProps) => (
  <tr aria-rowindex={index + 2} style={{ height }}>
    <th
      scope="rowgroup"
      colSpan={columns}
      className="border-b border-line bg-sunken px-3 py-[calc(var(--size-line)/3)] text-left text-small font-semibold text-soft"
    >
      <span className="sticky left-3">{title}</span>
    </th>
  </tr>
)

type GridRowProps = {
  row: Row
  at: number
  index: number
  dates: readonly WallDate[]
  today: WallDate
  zone: string
  room: number
  titles: 1 | 2
  stopDay: number
  stopItem: number
  height: number | undefined
}

/** Scrolling draws the rows that come into view and leaves the others as they are. */
export const GridRow = memo(
  ({ row, at, index, dates, today, zone, room, titles, stopDay, stopItem, height }: GridRowProps) => (
    <tr aria-rowindex={index + 2} style={{ height }}>
      <RowHead {...{ row, zone, titles }} />
      {dates.map((date, day) => (
        <Cell
          key={date}
          {...{ row, at, day, date, zone, room }}
          today={date === today}
          stop={stopDay === day ? stopItem : -1}
        />
      ))}
    </tr>
  ),
)

type CellProps = {
  row: Row
  at: number
  day: number
  date: WallDate
  today: boolean
  zone: string
  room: number
  /** The entry of this cell that Tab reaches; -1 where it is another cell's. */
  stop: number
}

/** The first entry of a shift in its cell: the whole shift is picked up at it. */
const leads = (entries: readonly Entry[], item: number): boolean => {
  const act = entries[item]?.act
  return act != null && !act.over && entries[item - 1]?.act?.assignment_id !== act.assignment_id
}

const Cell = ({ row, at, day, date, today, zone, room, stop }: CellProps) => {
  const entries = row.cells[day] ?? []
  const focusOf = (item: number) => ({
    tabIndex: stop === item ? 0 : -1,
    spot: spotName({ row: at, day, item }),
  })
  return (
    <td
      data-cell={`${at} ${day}`}
      className={cx(
        'group relative border-b border-l border-line px-1 py-[calc(var(--size-line)/2)] align-top first-of-type:border-l-0',
        today && 'bg-brand-wash/40',
        'data-[over=no]:bg-bad-wash data-[over=yes]:bg-ok-wash',
      )}
    >
      {entries.length === 0 ? (
        <NewShift row={row} date={date} {...focusOf(0)} />
      ) : (
        <div className="flex flex-col gap-0.5">
          {entries.map((entry, item) => (
            <Chip
              key={entry.key}
              entry={entry}
              {...{ zone, room }}
              leads={row.officer === null && leads(entries, item)}
              {...focusOf(item)}
            />
          ))}
        </div>
      )}
    </td>
  )
}

/** The form with what the cell says filled in. */
export const newShiftAt = (row: Row, date: WallDate): string =>
  paths.adminAssignmentNewOn({
    date,
    unit: row.officer ? undefined : (row.unit ?? undefined),
    officer: row.officer?.id,
    like: row.like,
  })

/** An empty cell: a click or Enter posts a shift on its day. */
const NewShift = ({ row, date, spot, ...focus }: { row: Row; date: WallDate; spot: string; tabIndex: number }) => (
  <Anchor
    {...focus}
    data-spot={spot}
    to={newShiftAt(row, date)}
    aria-label={`${row.title}, ${dayWord(date)}: empty. New shift`}
    className="no-print absolute inset-0.5 flex items-center justify-center rounded-[0.25rem] text-faint opacity-0 hover:bg-hover hover:opacity-100 focus-visible:opacity-100"
  >
    <span aria-hidden className="text-lead">
      +
    </span>
  </Anchor>
)
