import { minutesBetween, plusDays, type WallDate } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { dateValue, day, timeValue } from '#platform/web/time.ts'
import type { Hours } from './rules.ts'

/** `Fri, Nov 21` for a date without a zone; adds the year if it is not the current one. */
export const dayWords = (date: WallDate): string => day(`${date}T12:00:00Z`, 'UTC')

type Shown = {
  from: WallDate
  days: number
  tours: readonly { starts_at: string; ends_at: string }[]
  leaves: readonly { starts_at: string; ends_at: string | null }[]
  shifts: readonly { title: string; starts_at: string }[]
}
type TourFacts = {
  from: WallDate
  days: number
  tours: readonly unknown[]
  memberships: readonly { starts_on: WallDate; ends_on: WallDate | null }[]
}

/** False without a platoon or an extra tour on any displayed day. With a platoon, no tours means days off or leave. */
export const hasTourSet = ({ from, days, tours, memberships }: TourFacts): boolean =>
  tours.length > 0 ||
  memberships.some((m) => m.starts_on < plusDays(from, days) && (m.ends_on === null || m.ends_on > from))

type OwnDay = {
  date: WallDate
  hours: Hours | null
  away: boolean
  more: number
  shifts: { title: string; start: string }[]
}

/** The displayed days with the tours and shifts that begin on each, in the department's zone, and whether leave overlaps the day. */
export const ownDays = ({ from, days, tours, leaves, shifts }: Shown, zone: string): OwnDay[] => {
  const begun = Map.groupBy(tours, (tour) => dateValue(tour.starts_at, zone))
  return Array.from({ length: days }, (_, at) => {
    const date = plusDays(from, at)
    const [first, ...others] = begun.get(date) ?? []
    const [start, end] = [Date.parse(startOfDayIn(zone, date)), Date.parse(startOfDayIn(zone, plusDays(date, 1)))]
    const away = leaves.some(
      (leave) => Date.parse(leave.starts_at) < end && (leave.ends_at === null || Date.parse(leave.ends_at) > start),
    )
    const hours = first && {
      start: timeValue(first.starts_at, zone),
      minutes: minutesBetween(first.starts_at, first.ends_at),
    }
    const work = shifts
      .filter((shift) => dateValue(shift.starts_at, zone) === date)
      .map((shift) => ({ title: shift.title, start: timeValue(shift.starts_at, zone) }))
    return { date, hours: hours ?? null, away, more: others.length, shifts: work }
  })
}
