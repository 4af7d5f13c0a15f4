import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { paths } from '#platform/shared/paths.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { cx } from '#platform/web/ui/class-names.ts'
import { EmptyState } from '#platform/web/ui/states.tsx'
import { dayId } from '../client.days.ts'
import { daysOf, type OwnDay } from '../client.own.ts'
import type { readOwnSchedule } from '../contract.ts'
import type { Place } from '../rules.ts'
import { dayWord } from '../words.ts'
import { OwnRow, type OwnRowEntry } from './own-row.tsx'
import { OwnLegend } from './own-shape.tsx'

type Entry = OwnRowEntry & Place
type Of = {
  data: Pick<OutputOf<typeof readOwnSchedule>, 'today' | 'time_zone'> & { entries: readonly Entry[] }
  now: number
}

const Day = ({ day: { date, entries }, data, now }: Of & { day: OwnDay<Entry> }) => (
  <li id={dayId(date)} className="scroll-mt-20">
    <h2
      tabIndex={-1}
      className={cx('mb-1.5 font-medium outline-none', date === data.today ? 'text-brand-ink' : 'text-soft')}
    >
      {date === data.today && 'Today, '}
      {dayWord(date)}
    </h2>
    {entries.length === 0 && <p className="text-soft">Nothing on this day.</p>}
    <ul className="divide-y divide-line rounded-ui border border-line bg-surface empty:hidden">
      {entries.map((entry) => (
        <OwnRow
          key={`${entry.kind} ${entry.status} ${entry.assignment_id} ${entry.starts_at}`}
          entry={entry}
          zone={data.time_zone}
          now={now}
        />
      ))}
    </ul>
  </li>
)

const Days = ({ days, className, ...of }: Of & { days: readonly OwnDay<Entry>[]; className?: string }) => (
  <ol className={cx('flex flex-col gap-4', className)}>
    {days.map((day) => (
      <Day key={day.date} day={day} {...of} />
    ))}
  </ol>
)

/** The days of this week that are over, behind one line; on paper they are all there. */
const Earlier = ({ days, open, onOpen, ...of }: Of & { days: OwnDay<Entry>[]; open: boolean; onOpen: () => void }) => (
  <section aria-label="Earlier this week" className="mb-4">
    <button
      type="button"
      aria-expanded={open}
      onClick={onOpen}
      className="no-print -mx-2 flex min-h-11 w-full items-center gap-1.5 rounded-ui px-2 text-left text-brand-ink hover:bg-hover"
    >
      <ChevronDown aria-hidden className={cx('size-4 shrink-0', !open && '-rotate-90')} />
      Earlier this week · {days.reduce((sum, { entries }) => sum + entries.length, 0)}
    </button>
    <Days days={days} {...of} className={open ? 'mt-2' : 'hidden print:flex'} />
  </section>
)

type Props = Of & {
  from: WallDate
  days: number
  chosen: WallDate
  /** The day was chosen, not just today: it is there even if it has nothing. */
  asked: boolean
}

/** The officer's days from today on; of the current week, those of the next one too. */
export const OwnDays = ({ data, from, days, now, chosen, asked }: Props) => {
  const { earlier, shown } = daysOf(data.entries, {
    ...{ from, days, now },
    today: data.today,
    chosen: asked ? chosen : null,
  })
  // A day that is chosen in the strip is there to be seen.
  const [opened, open] = useState<boolean | null>(null)
  const isOpen = opened ?? earlier.some(({ date }) => date === chosen)
  const next = plusDays(from, 7)
  const of = { data, now }
  const later = shown.filter(({ date }) => date >= next)
  return (
    <>
      <OwnLegend />
      {earlier.length > 0 && <Earlier days={earlier} open={isOpen} onOpen={() => open(!isOpen)} {...of} />}
      <Days days={shown.filter(({ date }) => date < next)} {...of} />
      {shown.length === 0 && (
        <EmptyState
          title={earlier.length > 0 ? 'Nothing else this week or next' : 'Nothing this week'}
          text="Your tours, shifts, requests and leave appear here."
          action={<ButtonLink to={paths.officerAssignments()}>Available Jobs</ButtonLink>}
        />
      )}
      {later.length > 0 && (
        <section aria-label="Next week" className="no-print mt-6">
          <p className="mb-3 border-t border-line pt-4 font-semibold">Next week</p>
          <Days days={later} {...of} />
        </section>
      )}
    </>
  )
}
