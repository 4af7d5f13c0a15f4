import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { MINUTE, plusDays, type WallDate } from '#platform/shared/time.ts'
import { useRead } from '#platform/web/reads.ts'
import { clock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { dayId } from '../client.days.ts'
import { readSharedSchedule } from '../contract.ts'
import { columnOf } from '../rules.ts'
import { dayWord } from '../words.ts'
import { WeekStrip } from './strip.tsx'

type Answer = OutputOf<typeof readSharedSchedule>
type Shift = Answer['items'][number]
type Tour = Answer['tours'][number]

const Names = ({ names, me }: { names: readonly string[]; me: string | null }) =>
  names.map((name, n) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: two officers may have the same name
      key={`${name} ${n}`}
      className={cx('rounded-[0.25rem] px-2 py-0.5', name === me ? 'bg-brand-wash font-medium' : 'bg-hover')}
    >
      {name}
    </span>
  ))

const Hours = ({ one, zone, quiet }: { one: Tour | Shift; zone: string; quiet: boolean }) => (
  <span className="figures w-14 shrink-0">
    <span className={quiet ? 'block' : 'block font-semibold'}>{clock(one.starts_at, zone)}</span>
    <span className="block text-small text-soft">{clock(one.ends_at, zone)}</span>
  </span>
)

type RowProps<One> = { one: One; zone: string; me: string | null }

const ShiftRow = ({ one, zone, me }: RowProps<Shift>) => (
  <li className="flex min-h-18 gap-3.5 px-4 py-3">
    <Hours {...{ one, zone }} quiet={false} />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{one.title}</span>
      {one.location_name && <span className="block text-small text-soft">{one.location_name}</span>}
      <span className="mt-1.5 flex flex-wrap gap-1.5 text-small">
        <Names names={one.names} me={me} />
        {one.open > 0 && (
          <span className="rounded-[0.25rem] border border-dashed border-warn px-2 py-0.5 font-medium text-warn">
            {one.open} open
          </span>
        )}
      </span>
    </span>
  </li>
)

/** The names that the week left out: a single day has them all. */
const AllNames = ({ one, me }: { one: Tour; me: string | null }) => {
  const read = useRead(readSharedSchedule, { from: one.day, days: 1 })
  const same = read.data?.tours.find(
    ({ platoon, starts_at, ends_at }) =>
      platoon === one.platoon && starts_at === one.starts_at && ends_at === one.ends_at,
  )
  if (read.error) return <ErrorState quiet error={read.error} retry={() => void read.refetch()} />
  return (
    <>
      <Names names={same?.names ?? one.names} me={me} />
      {read.isPending && <span className="px-2 py-0.5 text-soft">Loading…</span>}
    </>
  )
}

const TourRow = ({ one, zone, me }: RowProps<Tour>) => {
  const [all, setAll] = useState(false)
  const rest = one.count - one.names.length
  return (
    <li className="flex min-h-18 gap-3.5 px-4 py-3">
      <Hours {...{ one, zone }} quiet />
      <span className="min-w-0 flex-1">
        <span className="block text-soft">{one.platoon ?? 'Other tours'}</span>
        <span className="block text-small text-soft">
          {one.count === 0 ? 'No one on duty' : `${one.count.toLocaleString('en-US')} on duty`}
        </span>
        <span className="mt-1.5 flex flex-wrap gap-1.5 text-small">
          {all ? <AllNames {...{ one, me }} /> : <Names names={one.names} me={me} />}
          {rest > 0 && !all && (
            <Button look="quiet" size="small" onClick={() => setAll(true)}>
              Show {rest.toLocaleString('en-US')} more
            </Button>
          )}
        </span>
        {one.off.length > 0 && <span className="mt-1.5 block text-small text-soft">Off: {one.off.join(', ')}</span>}
      </span>
    </li>
  )
}

type WeekProps = {
  from: WallDate
  chosen: WallDate
  /** The day was chosen, not just today: it is there even if it has nothing. */
  asked: boolean
  me: string | null
  onChoose: (date: WallDate) => void
}

/** Who works which shift, by day, if the department shares its schedule with officers. */
export const SharedWeek = ({ from, chosen, asked, me, onChoose }: WeekProps) => {
  const read = useRead(readSharedSchedule, { from, days: 7 }, { keep: true, every: MINUTE })
  if (!read.data)
    return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <ListSkeleton />
  const { items, tours, today, time_zone: zone } = read.data
  const dates = Array.from({ length: 7 }, (_, n) => plusDays(from, n))
  const on = (date: WallDate) => items.filter((one) => columnOf(one, date, 1) !== null)
  const onTour = (date: WallDate) =>
    tours
      .filter((one) => columnOf(one, date, 1) !== null)
      .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at) || (a.platoon ?? '').localeCompare(b.platoon ?? ''))
  const isFull = (date: WallDate) => on(date).length + onTour(date).length > 0
  const full = dates.filter(isFull)
  const shown = dates.filter((date) => isFull(date) || (asked && full.length > 0 && date === chosen))
  return (
    <>
      <WeekStrip
        {...{ from, today, chosen, onChoose }}
        marks={(date) => {
          const count = on(date).length
          return {
            shapes: count > 0 && <span className="size-2 rounded-full bg-line-strong" />,
            said: count === 0 ? 'no shifts' : `${count} ${count === 1 ? 'shift' : 'shifts'}`,
          }
        }}
      />
      {full.length === 0 && (
        <EmptyState title="No shifts this week" text="Posted shifts and tours appear here, with officers' names." />
      )}
      <ol className="flex flex-col gap-4">
        {shown.map((date) => (
          <li key={date} id={dayId(date)} className="scroll-mt-20">
            <h2
              tabIndex={-1}
              className={cx('mb-1.5 font-medium outline-none', date === today ? 'text-brand-ink' : 'text-soft')}
            >
              {date === today && 'Today, '}
              {dayWord(date)}
            </h2>
            {!isFull(date) && <p className="text-soft">No shifts or tours on this day.</p>}
            <ul className="divide-y divide-line rounded-ui border border-line bg-surface empty:hidden">
              {onTour(date).map((one) => (
                <TourRow key={`${one.platoon} ${one.starts_at} ${one.ends_at}`} {...{ one, zone, me }} />
              ))}
              {on(date).map((one) => (
                <ShiftRow key={one.assignment_id} {...{ one, zone, me }} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  )
}
