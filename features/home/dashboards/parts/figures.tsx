import { useState } from 'react'
import { FILL_DAYS, fillPercent } from '#features/shifts/assignments/rules.fill.ts'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { plusDays } from '#platform/shared/time.ts'
import { usePhone } from '#platform/web/phone.ts'
import { useRead } from '#platform/web/reads.ts'
import { duration } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Stat } from '#platform/web/ui/card.tsx'
import { FoldingCard } from '#platform/web/ui/folding-card.tsx'
import { Anchor } from '#platform/web/ui/link.tsx'
import { CardSkeleton, ListSkeleton, StatsSkeleton } from '#platform/web/ui/skeleton.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'
import { adminFigures } from '../contract.ts'

type Figures = OutputOf<typeof adminFigures>
type Week = Figures['weeks'][number]

/** A number inside a card: a `Stat` is a card itself. */
const Line = ({ label, value, note, to }: { label: string; value: string; note: string; to: string }) => (
  <Anchor to={to} className="flex min-h-11 items-baseline justify-between gap-3 px-4 py-2 hover:bg-hover">
    <span>
      {label}
      <span className="figures block text-small text-faint">{note}</span>
    </span>
    <span className="figures shrink-0 font-semibold">{value}</span>
  </Anchor>
)

const Fill = ({ fill, today }: { fill: Figures['fill']; today: string }) => {
  const percent = fillPercent(fill.held, fill.required)
  const list = paths.adminAssignmentsFound({ from: plusDays(today, 1 - FILL_DAYS), to: today })
  const median = fill.filled === 0 ? null : fill.median_minutes
  const shifts = `${fill.shifts} ${fill.shifts === 1 ? 'shift' : 'shifts'}`
  const rate = {
    label: `Fill rate, ${FILL_DAYS} days`,
    value: percent === null ? '–' : `${percent}%`,
    note: percent === null ? 'no shifts have started yet' : `${fill.held} of ${fill.required} spots, ${shifts}`,
  }
  const time = {
    label: 'Median time to fill',
    value: median === null ? '–' : long(median),
    note: median === null ? 'no shifts filled yet' : `${fill.filled} of ${shifts} filled`,
  }
  if (usePhone())
    return (
      <FoldingCard flush title="Fill rate" brief={rate.value}>
        <Line {...rate} to={list} />
        <Line {...time} to={list} />
      </FoldingCard>
    )
  return (
    <div className="grid grid-cols-2 gap-3">
      <Stat {...rate} to={list} />
      <Stat {...time} to={list} />
    </div>
  )
}

/** Uses days for long durations, which read more easily. */
const long = (minutes: number): string => {
  const days = Math.floor(minutes / 1440)
  return days === 0 ? duration(minutes) : `${days} d ${Math.round((minutes % 1440) / 60)} h`
}

const dates = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dayWords = (date: string): string => dates.format(new Date(`${date}T12:00:00Z`))

const [WIDTH, HEIGHT, BAR] = [64, 120, 20]

const Bars = ({ weeks, most }: { weeks: readonly Week[]; most: number }) => {
  const tall = (minutes: number) => Math.round((HEIGHT * minutes) / most)
  const bar = (x: number, minutes: number, color: string) => (
    <rect x={x} y={HEIGHT - tall(minutes)} width={BAR} height={tall(minutes)} className={color} />
  )
  return weeks.map((week, n) => (
    <g key={week.from} transform={`translate(${n * WIDTH + 11} 0)`}>
      {bar(0, week.scheduled_minutes, 'fill-line-strong')}
      {bar(BAR + 2, week.worked_minutes, 'fill-brand')}
    </g>
  ))
}

const Chart = ({ weeks }: { weeks: readonly Week[] }) => {
  const most = Math.max(60, ...weeks.flatMap((week) => [week.worked_minutes, week.scheduled_minutes]))
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH * weeks.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Hours by week, up to ${duration(most)}. See the table for exact figures.`}
        className="h-36 w-full border-b border-line"
      >
        <Bars weeks={weeks} most={most} />
      </svg>
      <div aria-hidden className="figures mt-1 grid auto-cols-fr grid-flow-col text-center text-tiny text-faint">
        {weeks.map((week) => (
          // On a phone there is room for every other one.
          <span key={week.from} className="whitespace-nowrap max-md:even:invisible">
            {dayWords(week.from)}
          </span>
        ))}
      </div>
      <figcaption className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-small text-soft">
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-sm bg-line-strong" /> Scheduled
        </span>
        <span className="flex items-center gap-2">
          <span aria-hidden className="size-3 rounded-sm bg-brand" /> Approved
        </span>
        <span className="figures text-faint">highest {duration(most)}</span>
      </figcaption>
    </figure>
  )
}

const Table = ({ weeks }: { weeks: readonly Week[] }) => (
  <table className="w-full">
    <caption className="sr-only">Hours by week</caption>
    <thead className="text-small text-faint">
      <tr>
        <th scope="col" className="py-1.5 text-left font-medium">
          Week of
        </th>
        <th scope="col" className="py-1.5 text-right font-medium">
          Scheduled
        </th>
        <th scope="col" className="py-1.5 text-right font-medium">
          Approved
        </th>
      </tr>
    </thead>
    <tbody className="[&>tr>*]:border-t [&>tr>*]:border-line">
      {weeks.map((week) => (
        <tr key={week.from}>
          <th scope="row" className="py-1.5 text-left font-normal">
            {dayWords(week.from)}
          </th>
          <td className="figures py-1.5 text-right text-soft">{duration(week.scheduled_minutes)}</td>
          <td className="figures py-1.5 text-right">{duration(week.worked_minutes)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const isEmpty = (week: Week): boolean => week.worked_minutes + week.scheduled_minutes === 0

/** From the first week with hours on: before it there was nothing to count. */
const sinceHours = (weeks: readonly Week[]): readonly Week[] => {
  const first = weeks.findIndex((week) => !isEmpty(week))
  return first < 0 ? weeks : weeks.slice(first)
}

const Weeks = ({ weeks: all }: { weeks: readonly Week[] }) => {
  const weeks = sinceHours(all)
  const [table, setTable] = useState(false)
  const empty = weeks.every(isEmpty)
  return (
    <FoldingCard
      title="Hours by week"
      brief={empty ? 'None yet' : weeks.length === 1 ? 'This week' : `Last ${weeks.length} weeks`}
      hint={
        empty
          ? 'Sunday to Saturday'
          : weeks.length === 1
            ? 'This week, Sunday to Saturday'
            : `The last ${weeks.length} weeks, Sunday to Saturday`
      }
      aside={
        !empty && (
          <Button look="quiet" size="small" onClick={() => setTable(!table)}>
            {table ? 'Chart' : 'Table'}
          </Button>
        )
      }
    >
      {empty ? (
        <p className="text-soft">
          Scheduled hours appear when officers are confirmed; approved hours appear after review.
        </p>
      ) : table ? (
        <Table weeks={weeks} />
      ) : (
        <Chart weeks={weeks} />
      )}
    </FoldingCard>
  )
}

/** How well and how fast shifts were filled, and the hours of recent weeks. These are past figures: refetched every few minutes. */
export const AdminFigures = ({ today }: { today: string }) => {
  const read = useRead(adminFigures, {}, { every: 300_000 })
  const phone = usePhone()
  if (read.data)
    return (
      <>
        <Fill fill={read.data.fill} today={today} />
        <Weeks weeks={read.data.weeks} />
      </>
    )
  if (read.error) return <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
  if (phone)
    return (
      <div className="px-4">
        <ListSkeleton rows={2} />
      </div>
    )
  return (
    <>
      <StatsSkeleton />
      <CardSkeleton lines={5} />
    </>
  )
}
