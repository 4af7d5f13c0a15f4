import { paths } from '#platform/shared/paths.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useRead } from '#platform/web/reads.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { useRoomy } from '#platform/web/ui/folded.tsx'
import { ListSkeleton, TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { monthInput } from '../client.reads.ts'
import type { Shown } from '../client.ts'
import { readSchedule, readScheduleMonth } from '../contract.ts'
import { dayNumber, dayWord, longDay, monthDay, weekdayWord } from '../words.ts'
import { DayList } from './day-list.tsx'

type Day = { day: string; shifts: number; needed: number; filled: number; open: number; pending: number }

const said = (one: Day) =>
  [
    longDay(one.day),
    one.needed > 0 ? `${one.filled} of ${one.needed} filled` : 'no shifts',
    one.open > 0 ? `${one.open} open` : '',
    one.pending > 0 ? `${one.pending} to decide` : '',
  ]
    .filter(Boolean)
    .join(', ')

const openLook = 'rounded-[0.25rem] border border-dashed border-warn px-1 font-medium text-warn md:px-2'

type DayCellProps = { one: Day; shown: Shown; chosen: boolean; onChoose: () => void }

const DayCell = ({ one, shown, chosen, onChoose }: DayCellProps) => {
  const phone = usePhone()
  const outside = one.day.slice(0, 7) !== shown.date.slice(0, 7)
  const past = one.day < shown.today
  const hidden = shown.filters.unfilled && one.needed <= one.filled
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-current={one.day === shown.today ? 'date' : undefined}
      onClick={onChoose}
      className={cx(
        'flex h-full min-h-16 w-full flex-col items-start gap-1 p-1 md:min-h-28 md:gap-1.5 md:p-2 text-left hover:bg-hover',
        outside && 'bg-sunken text-faint',
        chosen && 'bg-brand-wash outline-2 -outline-offset-2 outline-brand-ink',
      )}
    >
      <span className="figures flex w-full flex-col items-start justify-between gap-x-2 md:flex-row md:items-center">
        <span
          className={cx(
            'font-medium',
            one.day === shown.today && 'rounded-[0.25rem] bg-brand px-1.5 text-on-brand',
            past && 'text-soft',
          )}
        >
          {one.day.endsWith('-01') && !phone ? monthDay(one.day) : dayNumber(one.day)}
        </span>
        {one.needed > 0 && !hidden && (
          // On a phone without spaces, and on two lines where a large department's numbers need them.
          <span className="text-small text-soft md:whitespace-nowrap">
            {one.filled}
            <span className="max-md:hidden"> </span>/<wbr />
            <span className="max-md:hidden"> </span>
            {one.needed}
          </span>
        )}
      </span>
      {one.open > 0 && (
        <span className={cx('figures text-small', openLook)}>
          {one.open} <span className="hidden md:inline">open</span>
        </span>
      )}
      {past && one.needed > one.filled && (
        <span className="figures hidden text-small text-soft md:inline">{one.needed - one.filled} unfilled</span>
      )}
      <span className="sr-only">{said(one)}</span>
      {one.pending > 0 && (
        <span className="figures hidden text-small text-soft md:inline">{one.pending} to decide</span>
      )}
    </button>
  )
}

/** On a phone a day has numbers without words. Screen readers have them in words. */
const PhoneLegend = () => (
  <p aria-hidden className="no-print mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-faint md:hidden">
    <span className="flex items-center gap-1.5">
      <span className="figures text-soft">2/3</span> Filled / needed
    </span>
    <span className="flex items-center gap-1.5">
      <span className={cx('figures', openLook)}>1</span> Open spots
    </span>
  </p>
)

/** The selected day's list, next to the month on desktop. */
const Chosen = ({ day, shown }: { day: string; shown: Shown }) => {
  const read = useRead(readSchedule, { from: day, days: 1 })
  const open = paths.adminSchedule({ view: 'week', day })
  return (
    <aside aria-label={longDay(day)} className="flex min-w-0 flex-col rounded-ui border border-line bg-surface">
      <h2 className="border-b border-line px-4 py-3 font-semibold">{dayWord(day)}</h2>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {read.data ? (
          <DayList schedule={read.data} filters={shown.filters} when={{ day }} empty="No shifts on this day." />
        ) : read.error ? (
          <ErrorState error={read.error} retry={() => void read.refetch()} />
        ) : (
          <div className="p-4">
            <ListSkeleton />
          </div>
        )}
      </div>
      <div className="no-print flex gap-2 border-t border-line p-3">
        <ButtonLink to={open}>Open week</ButtonLink>
        <ButtonLink to={paths.adminAssignmentNewOn({ date: day })}>New shift</ButtonLink>
      </div>
    </aside>
  )
}

type TableProps = {
  weeks: readonly (readonly Day[])[]
  shown: Shown
  /** The day whose list is open. */
  inside: string | null
  choose: (day: string) => void
}

const MonthTable = ({ weeks, shown, inside, choose }: TableProps) => (
  <div className="overflow-x-auto rounded-ui border border-line bg-surface">
    <table className="w-full md:min-w-2xl table-fixed border-separate border-spacing-0">
      <caption className="sr-only">Shifts by day, filled and needed</caption>
      <thead>
        <tr>
          {weeks[0]?.map((one) => (
            <th
              key={one.day}
              scope="col"
              className="border-b border-line px-2 py-1.5 text-left text-small font-medium text-soft"
            >
              {weekdayWord(one.day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((one) => (
              <td key={one.day} className="h-px border-b border-l border-line p-0 align-top first:border-l-0">
                <DayCell
                  one={one}
                  shown={shown}
                  chosen={one.day === inside}
                  onChoose={() => choose(one.day === inside ? 'none' : one.day)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Counts for at most six weeks; a day opens its list. Where there is room beside the month, today's is open until it is closed. */
export const Month = ({ shown }: { shown: Shown }) => {
  const read = useRead(readScheduleMonth, monthInput(shown), { keep: true })
  const [open, choose] = useUrlValue('open')
  const roomy = useRoomy()
  const chosen = open ?? (roomy && shown.today.slice(0, 7) === shown.date.slice(0, 7) ? shown.today : null)
  if (read.isPending) return <TableSkeleton columns={7} />
  if (read.error || !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  const weeks = Array.from({ length: Math.ceil(read.data.items.length / 7) }, (_, n) =>
    read.data.items.slice(n * 7, n * 7 + 7),
  )
  const inside = read.data.items.some((one) => one.day === chosen) ? chosen : null
  return (
    <div
      aria-busy={read.isPlaceholderData || undefined}
      className={cx(
        'grid items-start gap-4',
        inside && 'lg:grid-cols-[1fr_20rem]',
        read.isPlaceholderData && 'pointer-events-none opacity-50 transition-opacity delay-100',
      )}
    >
      <div className="min-w-0">
        <MonthTable {...{ weeks, shown, inside, choose }} />
        <PhoneLegend />
      </div>
      {inside && <Chosen key={inside} day={inside} shown={shown} />}
    </div>
  )
}
