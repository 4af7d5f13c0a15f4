import X from 'lucide-react/icons/x'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { ButtonLink, IconButton } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { ListSkeleton, TableSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { useUrlValue } from '#platform/web/url.ts'
import { monthInput } from '../client.reads.ts'
import type { Shown } from '../client.ts'
import { type MonthDay, readSchedule, readScheduleMonth } from '../contract.ts'
import { dayWord, longDay, weekdayWord } from '../words.ts'
import { Swatches } from './chip.tsx'
import { DayList } from './day-list.tsx'
import { DayCell, openLook } from './month-cell.tsx'

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

const DeskLegend = () => (
  <p
    aria-hidden
    className="no-print mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-faint max-md:hidden"
  >
    <Swatches looks={['overtime', 'extra', 'open', 'over']} />
    <span className="flex items-center gap-1.5">
      <span className="figures text-soft">1/2</span> Filled / needed
    </span>
  </p>
)

type ChosenProps = { day: string; shown: Shown; right: boolean; onClose: () => void }

/** The selected day's list: over the month at a desk, on the side away from the day, and below it on a phone. */
const Chosen = ({ day, shown, right, onClose }: ChosenProps) => {
  const read = useRead(readSchedule, { from: day, days: 1 })
  const open = paths.adminSchedule({ view: 'week', day })
  return (
    <div
      className={cx(
        'min-w-0 md:pointer-events-none md:absolute md:top-9 md:bottom-9 md:z-10 md:w-80',
        right ? 'md:right-2' : 'md:left-2',
      )}
    >
      <aside
        aria-label={longDay(day)}
        className="pointer-events-auto flex flex-col rounded-ui border border-line bg-surface md:sticky md:top-[calc(var(--under-header)+0.5rem)] md:max-h-[min(100%,calc(100dvh-6rem))] md:border-line-strong md:bg-raised md:shadow-float"
      >
        <div className="flex items-center justify-between gap-2 border-b border-line py-1 pr-1.5 pl-4">
          <h2 className="font-semibold">{dayWord(day)}</h2>
          <IconButton label="Close" icon={<X aria-hidden />} onClick={onClose} />
        </div>
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
    </div>
  )
}

type TableProps = {
  weeks: readonly (readonly MonthDay[])[]
  shown: Shown
  /** The day whose list is open. */
  inside: string | null
  choose: (day: string | null) => void
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
                  onChoose={() => choose(one.day === inside ? null : one.day)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** The first shifts of each day in at most six weeks; a day opens its list. */
export const Month = ({ shown }: { shown: Shown }) => {
  const read = useRead(readScheduleMonth, monthInput(shown), { keep: true })
  const [chosen, choose] = useUrlValue('open')
  if (read.isPending) return <TableSkeleton columns={7} />
  if (read.error || !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />
  const weeks = Array.from({ length: Math.ceil(read.data.items.length / 7) }, (_, n) =>
    read.data.items.slice(n * 7, n * 7 + 7),
  )
  const at = read.data.items.findIndex((one) => one.day === chosen)
  const inside = at < 0 ? null : chosen
  return (
    <div
      aria-busy={read.isPlaceholderData || undefined}
      className={cx(
        'relative grid items-start gap-4',
        read.isPlaceholderData && 'pointer-events-none opacity-50 transition-opacity delay-100',
      )}
    >
      <div className="min-w-0">
        <MonthTable {...{ weeks, shown, inside, choose }} />
        <PhoneLegend />
        <DeskLegend />
      </div>
      {inside && <Chosen key={inside} day={inside} shown={shown} right={at % 7 < 4} onClose={() => choose(null)} />}
    </div>
  )
}
