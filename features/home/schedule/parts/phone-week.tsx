import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { DAY, type WallDate } from '#platform/shared/time.ts'
import { useRead } from '#platform/web/reads.ts'
import { useSetUrl } from '#platform/web/url.ts'
import { conflictsOfShift, countConflicts, countWords } from '../client.conflicts.ts'
import type { Shown } from '../client.ts'
import { type Total, totalsOf } from '../client.units.ts'
import { readSchedule } from '../contract.ts'
import { longDay } from '../words.ts'
import { DayList } from './day-list.tsx'
import { WeekStrip } from './strip.tsx'

type Schedule = OutputOf<typeof readSchedule>

const shapes = {
  open: <span className="size-2 rotate-45 bg-warn" />,
  filled: <span className="size-2 rounded-full bg-line-strong" />,
  conflict: <TriangleAlert className="size-2.5 text-warn" />,
}
const legend = [
  [shapes.open, 'Open spots'],
  [shapes.filled, 'Filled'],
  [shapes.conflict, 'Conflict'],
] as const

const spotsOf = (total: Total | undefined) => {
  if (!total || total.needed === 0) return { shape: null, said: 'no shifts' }
  const said = `${total.filled} of ${total.needed} filled`
  return total.open === 0 ? { shape: shapes.filled, said } : { shape: shapes.open, said: `${said}, ${total.open} open` }
}

const marksIn = (schedule: Schedule, shown: Shown) => {
  const totals = totalsOf(schedule.shifts, shown)
  return (date: WallDate) => {
    const { shape, said } = spotsOf(totals[Math.round((Date.parse(date) - Date.parse(shown.from)) / DAY)])
    const count = countConflicts(schedule.shifts.filter((one) => one.day === date).flatMap(conflictsOfShift))
    if (count === 0) return { shapes: shape, said }
    return {
      shapes: (
        <>
          {shape}
          {shapes.conflict}
        </>
      ),
      said: `${said}, ${countWords(count)}`,
    }
  }
}

/** On a phone: the week's days in a strip, and the selected day's list. */
export const PhoneWeek = ({ shown, schedule }: { shown: Shown; schedule: Schedule }) => {
  const setUrl = useSetUrl()
  // A single day includes every name.
  const day = useRead(
    readSchedule,
    { from: shown.date, days: 1, ...(shown.filters.unit ? { by_unit: 'yes' } : {}) },
    { keep: true },
  )
  const named = day.data?.from === shown.date ? day.data : schedule
  return (
    <>
      <WeekStrip
        from={shown.from}
        today={shown.today}
        chosen={shown.date}
        onChoose={(date) => setUrl({ day: date, week: null })}
        marks={marksIn(schedule, shown)}
      />
      {/* Screen readers have the days' marks in words. */}
      <p aria-hidden className="no-print -mt-1.5 mb-3 flex flex-wrap gap-x-4 text-small text-faint">
        {legend.map(([shape, word]) => (
          <span key={word} className="flex items-center gap-1.5">
            {shape}
            {word}
          </span>
        ))}
      </p>
      <h2 className="mb-2 font-semibold">{longDay(shown.date)}</h2>
      <div className="rounded-ui border border-line bg-surface">
        <DayList schedule={named} filters={shown.filters} when={{ day: shown.date }} empty="No shifts on this day." />
      </div>
    </>
  )
}
