import { type Instant, plusMinutes, type Range } from '#platform/shared/time.ts'
import { fullestWindow, workBook } from './rules.hours.ts'
import { partsOf } from './rules.limits.ts'
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

/** How far ahead the fullest window is looked for. */
export const STANDING_DAYS = 7

/** Where an officer stands: of each window the fullest that now or the coming days lie in, of each cap the week or month of now. */
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

export type HeldPlaces = {
  officer_id: string
  name: string
  work: readonly (Work & { signup_id?: string })[]
  /** Places of the officer that the rules are tried on; they are among the work. */
  held: readonly (Range & { signup_id: string; kind: WorkKind; title: string })[]
}
export type Tried = {
  rule: string
  refused: number
  officers: number
  example: { name: string; title: string; starts_at: Instant; zone: string } | null
}

/** What each rule by itself would have refused of places that are held. */
export const tryRules = (people: readonly HeldPlaces[], rules: WorkRules, zone: string): Tried[] =>
  partsOf(rules).map(({ rule, rules: alone }) => {
    const hit = people.flatMap(({ officer_id, name, work, held }) =>
      held
        .filter((job) => {
          const others = work.filter((one) => one.signup_id !== job.signup_id)
          return workBook(others, alone, zone)
            .against(job, plusMinutes(job.starts_at, -1))
            .some(({ code }) => code !== 'overlaps')
        })
        .map((job) => ({ officer_id, name, job })),
    )
    const [first] = hit
    const example = first ? { name: first.name, title: first.job.title, starts_at: first.job.starts_at, zone } : null
    return { rule, refused: hit.length, officers: new Set(hit.map((one) => one.officer_id)).size, example }
  })
