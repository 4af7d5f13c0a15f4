import { daysBetween, type Instant, ms, plusDays, type Range, type WallDate, weekdayOf } from '#platform/shared/time.ts'
import { resolveWall, startOfWeek } from '#platform/shared/wall.ts'
import { wallAt, wallOf } from '#platform/shared/zone.ts'

/** Shifts that a day of the month names; its list has the others. */
export const MONTH_NAMED = 3

export type Place = {
  /** The day it starts on the department's clock. */
  day: WallDate
  /** Further days it extends into; an end at midnight does not count. */
  tail: number
}

/** The day a range belongs to: a night shift belongs to the day it starts. */
export function placeOf(range: Range, zone: string): Place {
  const day = wallOf(range.starts_at, zone).date
  const last = wallAt(Math.max(ms(range.ends_at) - 1, ms(range.starts_at)), zone).date
  return { day, tail: Math.max(0, daysBetween(day, last)) }
}

const known = new Map<string, number>()

/** A week has a thousand entries on seven days: the distance from its first day is worked out once for each. */
const daysFrom = (from: WallDate, day: WallDate): number => {
  const key = `${from} ${day}`
  const days = known.get(key) ?? daysBetween(from, day)
  if (known.size > 2000) known.clear()
  known.set(key, days)
  return days
}

/** `since`: the date it started, if that was before the first column. */
export type Column = { index: number; tail: number; since: WallDate | null }

/**
 * The column in a sheet of `days` columns starting at `from`, or null if there is none. A night shift that started before the
 * sheet belongs to the previous day and is not repeated; only an entry that extends over more than one further day is shown
 * again, in the first column, with its start date.
 */
export function columnOf({ day, tail }: Place, from: WallDate, days: number): Column | null {
  const index = daysFrom(from, day)
  if (index >= days) return null
  if (index >= 0) return { index, tail: Math.min(tail, days - index), since: null }
  const left = index + tail
  return tail > 1 && left >= 0 ? { index: 0, tail: Math.min(left, days), since: day } : null
}

const instantAt = (date: WallDate, time: string, zone: string): Instant => {
  const answer = resolveWall({ date, time, zone })
  return answer.kind === 'gap' ? answer.moved_to.instant : answer.kind === 'ok' ? answer.instant : answer.earlier
}

/** Tonight is 18:00 to 06:00; before 06:00 it is the night still in progress. */
export function tonightOf(now: number, zone: string): Range & { day: WallDate } {
  const { date, time } = wallAt(now, zone)
  const day = time < '06:00' ? plusDays(date, -1) : date
  return {
    day,
    starts_at: instantAt(day, '18:00', zone),
    ends_at: instantAt(plusDays(day, 1), '06:00', zone),
  }
}

/** What a shift may be in conflict with. */
export type ConflictKind = 'shift' | 'tour' | 'leave'

export const views = ['week', 'month', 'day', 'tonight'] as const
export type View = (typeof views)[number]
export const rowKinds = ['shift', 'officer', 'unit'] as const
export type RowKind = (typeof rowKinds)[number]

/** Weeks begin on Sunday, or on the weekday that today is: then this week is today and the six days after it. */
export const weekBegins = ['sunday', 'today'] as const
export type WeekBegins = (typeof weekBegins)[number]
/** The first day of the date's week. */
export const weekFrom = (date: WallDate, today: WallDate, begins: WeekBegins): WallDate =>
  plusDays(date, -((weekdayOf(date) - (begins === 'today' ? weekdayOf(today) : 0) + 7) % 7))

type SheetAsked = { date: WallDate; now: number; zone: string; begins: WeekBegins }

/** What a view shows for the date: its week, the full weeks of its month, the day, or the night's two days. */
export function sheetOf(view: View, asked: SheetAsked): { from: WallDate; days: number } {
  const { date, now, zone, begins } = asked
  if (view === 'tonight') return { from: tonightOf(now, zone).day, days: 2 }
  if (view === 'day') return { from: date, days: 1 }
  if (view === 'week') return { from: weekFrom(date, wallAt(now, zone).date, begins), days: 7 }
  const first = `${date.slice(0, 7)}-01`
  const from = startOfWeek(zone, first).date
  const next = `${plusDays(first, 31).slice(0, 7)}-01`
  return { from, days: Math.ceil(daysBetween(from, next) / 7) * 7 }
}

/** The date a view moves to. */
export function stepOf(view: View, date: WallDate, steps: 1 | -1): WallDate {
  if (view === 'week') return plusDays(date, 7 * steps)
  if (view !== 'month') return plusDays(date, steps)
  const first = `${date.slice(0, 7)}-01`
  return steps === 1 ? `${plusDays(first, 31).slice(0, 7)}-01` : `${plusDays(first, -1).slice(0, 7)}-01`
}
