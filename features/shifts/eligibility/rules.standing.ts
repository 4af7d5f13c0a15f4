import type { Instant, Range } from '#platform/shared/time.ts'
import { fullestWindow } from './rules.hours.ts'
import type { Work, WorkKind, WorkRules } from './rules.shapes.ts'
import { busyOf, calendarOf, instantOf, minuteOf, type Span } from './rules.spans.ts'

export type Standing = Range & {
  kind: 'window' | 'cap'
  hours: number | null
  per: 'week' | 'month' | null
  kinds: readonly WorkKind[] | 'all'
  minutes: number
  limit_minutes: number
}

/** How far ahead to look for the fullest window. */
const STANDING_DAYS = 7

/**
 * Where an officer is: for each window, the fullest one that includes now or falls in the coming days; for each cap, the current
 * week or month.
 */
export const standingOf = (work: readonly Work[], rules: WorkRules, zone: string, now: Instant): Standing[] => {
  const at = minuteOf(now)
  const spanOf = (one: Work): Span => [minuteOf(one.starts_at), minuteOf(one.ends_at)]
  const all = busyOf(work.map(spanOf))
  const windows = rules.windows.map(({ hours, max_minutes }): Standing => {
    const length = hours * 60
    const begins: Span = [at - length + 1, at + STANDING_DAYS * 1440]
    const { window, minutes } = fullestWindow(all.blocks, length, begins, (w) => all.within(...w))
    const range = { starts_at: instantOf(window[0]), ends_at: instantOf(window[1]) }
    return { kind: 'window', hours, per: null, kinds: 'all', minutes, limit_minutes: max_minutes, ...range }
  })
  const caps = rules.caps.map(({ kinds, per, max_minutes }): Standing => {
    const counted = kinds === 'all' ? all : busyOf(work.filter((one) => kinds.includes(one.kind)).map(spanOf))
    const period = calendarOf(zone).periodOf(at, per)
    const range = { starts_at: instantOf(period[0]), ends_at: instantOf(period[1]) }
    const minutes = counted.within(...period)
    return { kind: 'cap', hours: null, per, kinds, minutes, limit_minutes: max_minutes, ...range }
  })
  return [...windows, ...caps]
}
