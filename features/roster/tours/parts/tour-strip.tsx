import Diamond from 'lucide-react/icons/diamond'
import { plusDays, type WallDate, type WallTime, weekdayOf } from '#platform/shared/time.ts'
import { clockOf, duration } from '#platform/web/time.ts'
import { cx } from '#platform/web/ui/class-names.ts'
import { type Hours, hoursOn, type Schedule, scheduleOn } from '../rules.ts'
import { weekdayNames } from '../words.ts'

type Shift = { title: string; start: WallTime }

/** `away`: on leave for part of the day; `more`: further tours on that day; `shifts`: confirmed ones that begin on it. */
export type StripDay = { date: WallDate; hours: Hours | null; away?: boolean; more?: number; shifts?: readonly Shift[] }

/** Days generated from a platoon's schedules; empty before the first schedule and after the platoon's end. */
export const stripDays = (
  schedules: readonly Schedule[],
  from: WallDate,
  count: number,
  ended_on: WallDate | null = null,
): StripDay[] =>
  Array.from({ length: count }, (_, at) => {
    const date = plusDays(from, at)
    const held = ended_on !== null && date >= ended_on ? null : scheduleOn(schedules, date)
    return { date, hours: held && hoursOn(held, date) }
  })

const dayName = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

const firstOfMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `6 AM` if the department uses 12-hour time: cells are narrow. */
const compact = (time: WallTime): string => clockOf(time).replace(/:00(?= )/, '')

const Day = ({
  day: { date, hours, away = false, more = 0, shifts = [] },
  today,
}: {
  day: StripDay
  today: WallDate
}) => {
  const said = [
    hours ? `${clockOf(hours.start)}, ${duration(hours.minutes)}${more > 0 ? `, and ${more} more` : ''}` : 'off',
    ...(away ? ['on leave'] : []),
    ...shifts.map((shift) => `shift ${shift.title} at ${clockOf(shift.start)}`),
  ].join(', ')
  const short = hours ? `${compact(hours.start)}${more > 0 ? '+' : ''}` : away ? 'leave' : 'off'
  const night = hours !== null && (hours.start >= '17:00' || hours.start < '04:00')
  return (
    <li
      className={cx(
        'flex min-w-0 flex-col items-center gap-0.5 rounded-ui border px-0.5 py-1.5 text-center',
        away && 'border-dashed',
        hours === null
          ? 'border-line bg-transparent'
          : night
            ? 'border-hold-line bg-hold-wash'
            : 'border-brand-line bg-brand-wash',
        date === today && 'outline-2 outline-offset-1 outline-brand-ink',
      )}
    >
      <span className="sr-only">
        {dayName.format(new Date(`${date}T12:00:00Z`))}
        {date === today ? ', today' : ''}: {said}
      </span>
      <span aria-hidden className="text-tiny text-faint">
        {weekdayNames[weekdayOf(date)]}
      </span>
      <span aria-hidden className="figures text-small font-medium">
        {date.endsWith('-01') ? firstOfMonth.format(new Date(`${date}T12:00:00Z`)) : Number(date.slice(8))}
      </span>
      <span aria-hidden className={cx('figures text-tiny', hours === null ? 'text-faint' : 'text-ink')}>
        {short}
      </span>
      {shifts.length > 0 && (
        <span
          aria-hidden
          className="figures flex flex-col items-center gap-0.5 text-tiny font-medium text-ok @lg:flex-row @3xl:flex-col @5xl:flex-row"
        >
          <Diamond className="size-2 shrink-0 fill-current" />
          {compact(shifts[0]?.start ?? '')}
          {shifts.length > 1 && '+'}
        </span>
      )}
    </li>
  )
}

/** One cell per day: weekday, day of the month, start of the tour or off. Fourteen per row where a time fits into each, else seven. */
export const TourStrip = ({ days, today, label }: { days: readonly StripDay[]; today: WallDate; label: string }) => (
  <div className="@container">
    <ol aria-label={label} className="grid grid-cols-7 gap-1 @3xl:grid-cols-14">
      {days.map((day) => (
        <Day key={day.date} day={day} today={today} />
      ))}
    </ol>
    {days.some((day) => day.shifts?.length) && (
      <p aria-hidden className="mt-2 flex items-center gap-1.5 text-small text-faint">
        <Diamond className="size-2 fill-current text-ok" />
        Start of a confirmed shift
      </p>
    )}
  </div>
)
