import { overridable, type ReasonDetails } from '#features/shifts/signups/rules.ts'
import type { Instant, Range } from '#platform/shared/time.ts'
import type { Reason, Work, WorkKind, WorkRules } from './rules.shapes.ts'
import {
  added,
  type Busy,
  busyOf,
  type Calendar,
  calendarOf,
  firstStartAdding,
  instantOf,
  mergeSpans,
  minuteOf,
  type Span,
} from './rules.spans.ts'

/** A reason against a shift at its start; `ends` finds the first later start without that reason, or null. */
type OfHours = 'overlaps' | 'rest' | 'rolling_window' | 'consecutive_hours' | 'consecutive_days' | 'cap'
type Found = { [C in OfHours]: { code: C; details: ReasonDetails[C]; ends: () => number | null } }[OfHours]
/** Checks one department rule against one officer's work. */
type Check = (job: Span) => Found | null

type Named = Work & { span: Span }

/** The first of the later starts at which `holds` is no longer true. */
const firstAmong = (starts: readonly number[], job: Span, holds: (job: Span) => boolean): number | null => {
  const length = job[1] - job[0]
  const asked = [...new Set(starts)].filter((start) => start > job[0]).sort((a, b) => a - b)
  return asked.find((start) => !holds([start, start + length])) ?? null
}

const nameOf = ({ title, assignment_id, starts_at, ends_at }: Work): ReasonDetails['overlaps'] => ({
  ...(title === undefined ? {} : { title }),
  ...(assignment_id === undefined ? {} : { assignment_id }),
  starts_at,
  ends_at,
})

type Gap = { minutes: number; beside: (one: Named) => boolean }

/** The shorter of the two gaps beside the shift that is too short for rest but long enough to end a stretch. */
const shortGap = (blocks: readonly Span[], job: Span, rest: number, pause: number): Gap | null => {
  const gaps: Gap[] = []
  const inside = (minute: number) => blocks.some(([from, to]) => from <= minute && minute <= to)
  const before = blocks.findLast(([, to]) => to < job[0])
  if (before && !inside(job[0])) gaps.push({ minutes: job[0] - before[1], beside: (one) => one.span[1] === before[1] })
  const after = blocks.find(([from]) => from > job[1])
  if (after && !inside(job[1])) gaps.push({ minutes: after[0] - job[1], beside: (one) => one.span[0] === after[0] })
  const short = gaps.filter(({ minutes }) => minutes >= pause && minutes < rest)
  return short.sort((a, b) => a.minutes - b.minutes)[0] ?? null
}

const restCheck =
  (busy: Busy, named: readonly Named[], rest: number, pause: number): Check =>
  (job) => {
    const { blocks } = busy
    const gap = shortGap(blocks, job, rest, pause)
    if (gap === null) return null
    const [length, neighbor] = [job[1] - job[0], named.find(gap.beside)]
    const starts = blocks.flatMap(([from, to]) => [
      to + rest,
      from,
      from - length,
      from - length - Math.max(pause, 1) + 1,
    ])
    return {
      code: 'rest',
      details: { minutes: gap.minutes, limit_minutes: rest, ...(neighbor && nameOf(neighbor)) },
      ends: () => firstAmong(starts, job, (at) => shortGap(blocks, at, rest, pause) !== null),
    }
  }

/** Of the windows of this length that begin in the span, the one with the most work. */
export const fullestWindow = (
  blocks: readonly Span[],
  length: number,
  begins: Span,
  countIn: (window: Span) => number,
): { window: Span; minutes: number } => {
  const starts = [begins[0], begins[1] - 1]
  // The count grows while a window's end passes over work and falls while its beginning does, so the maximum is at one of these
  // edges.
  for (const [from, to] of blocks) starts.push(from, to - length)
  let best = { window: [begins[0], begins[0] + length] as Span, minutes: -1 }
  for (const start of starts) {
    if (start < begins[0] || start >= begins[1]) continue
    const window: Span = [start, start + length]
    const minutes = countIn(window)
    if (minutes > best.minutes) best = { window, minutes }
  }
  return best
}

const windowCheck = (busy: Busy, hours: number, most: number): Check => {
  const length = hours * 60
  const fullest = (job: Span) =>
    fullestWindow([...busy.blocks, job], length, [job[0] - length + 1, job[1]], (window) => {
      return busy.within(...window) + added(busy, job, window)
    })
  return (job) => {
    const found = fullest(job)
    if (found.minutes <= most) return null
    const size = job[1] - job[0]
    const end = () => {
      // A window that begins with the shift contains as much of it as a window can.
      if (Math.min(size, length) > most) return null
      let [start, at] = [job[0], found]
      while (at.minutes > most) {
        start = firstStartAdding(busy, at.window, size, most - busy.within(...at.window), start)
        at = fullest([start, start + size])
      }
      return start
    }
    return { code: 'rolling_window', details: { hours, minutes: found.minutes, limit_minutes: most }, ends: end }
  }
}

/** Length of the stretch around the shift, from beginning to end. A stretch is work with gaps too short to end it. */
const stretchWith = (chains: readonly Span[], job: Span, pause: number): number => {
  let [from, to] = job
  for (const [a, b] of chains) {
    if (a - job[1] > pause - 1 || job[0] - b > pause - 1) continue
    from = Math.min(from, a)
    to = Math.max(to, b)
  }
  return to - from
}

const stretchCheck = (busy: Busy, most: number, breakMinutes: number): Check => {
  const pause = Math.max(breakMinutes, 1)
  const chains = mergeSpans(busy.blocks, pause - 1)
  return (job) => {
    const minutes = stretchWith(chains, job, pause)
    if (minutes <= most) return null
    const starts = chains.flatMap(([from, to]) => [to + pause, to - most, from - (job[1] - job[0]) - pause + 1])
    return {
      code: 'consecutive_hours',
      details: { minutes, limit_minutes: most },
      ends: () => firstAmong(starts, job, (at) => stretchWith(chains, at, pause) > most),
    }
  }
}

const daysCheck = (busy: Busy, most: number, calendar: Calendar): Check => {
  const days = new Set<number>()
  for (const [from, to] of busy.blocks)
    for (let day = calendar.dayOf(from); day <= calendar.dayOf(to - 1); day++) days.add(day)
  const run = (job: Span): number => {
    let [first, last] = [calendar.dayOf(job[0]), calendar.dayOf(job[1] - 1)]
    while (days.has(first - 1)) first--
    while (days.has(last + 1)) last++
    return last - first + 1
  }
  return (job) => {
    const found = run(job)
    if (found <= most) return null
    const today = calendar.dayOf(job[0])
    const last = Math.max(today, ...days) + 2
    // The run gets shorter only when the shift leaves a day entirely.
    const starts = Array.from({ length: last - today }, (_, i) => calendar.startOf(today + 1 + i))
    return {
      code: 'consecutive_days',
      details: { days: found, limit_days: most },
      ends: () => firstAmong(starts, job, (at) => run(at) > most),
    }
  }
}

type Cap = WorkRules['caps'][number]

const capCheck = (busy: Busy, cap: Cap, calendar: Calendar): Check => {
  const { kinds, per, max_minutes } = cap
  const over = (job: Span): { period: Span; minutes: number } | null => {
    let period = calendar.periodOf(job[0], per)
    for (;;) {
      const minutes = busy.within(...period) + added(busy, job, period)
      if (minutes > max_minutes) return { period, minutes }
      if (period[1] >= job[1]) return null
      period = calendar.periodOf(period[1], per)
    }
  }
  return (job) => {
    const found = over(job)
    if (found === null) return null
    const size = job[1] - job[0]
    const end = () => {
      let [start, at]: [number, typeof found | null] = [job[0], found]
      // A shift past all work that fits into one empty period, or across the boundary of two, finds its start within two periods.
      const last = calendar.periodOf(calendar.periodOf(Math.max(job[1], busy.blocks.at(-1)?.[1] ?? 0), per)[1], per)[1]
      while (at !== null && start <= last) {
        start = firstStartAdding(busy, at.period, size, max_minutes - busy.within(...at.period), start)
        at = over([start, start + size])
      }
      return at === null ? start : null
    }
    return { code: 'cap', details: { per, kinds, minutes: found.minutes, limit_minutes: max_minutes }, ends: end }
  }
}

/** `pause`: shorter gaps need no rest. */
const checksOf = (
  named: readonly Named[],
  kind: WorkKind,
  rules: WorkRules,
  { zone, pause }: { zone: string; pause: number },
): Check[] => {
  const all = busyOf(named.map((one) => one.span))
  const calendar = calendarOf(zone)
  const checks: Check[] = []
  const { rest_minutes, max_consecutive_minutes, max_consecutive_days, break_minutes } = rules
  if (rest_minutes !== null) checks.push(restCheck(all, named, rest_minutes, pause))
  for (const { hours, max_minutes } of rules.windows) checks.push(windowCheck(all, hours, max_minutes))
  if (max_consecutive_minutes !== null) checks.push(stretchCheck(all, max_consecutive_minutes, break_minutes))
  if (max_consecutive_days !== null) checks.push(daysCheck(all, max_consecutive_days, calendar))
  for (const cap of rules.caps) {
    const { kinds } = cap
    if (kinds === 'all') checks.push(capCheck(all, cap, calendar))
    else if (kinds.includes(kind)) {
      const counted = named.filter((one) => kinds.includes(one.kind)).map((one) => one.span)
      checks.push(capCheck(busyOf(counted), cap, calendar))
    }
  }
  return checks
}

export type WorkBook = {
  /** Every reason against the shift in this work; `until`: no start after it is reported, because work after it is not known. */
  against: (job: Range & { kind: WorkKind }, until?: Instant) => Reason[]
  /** The codes of these reasons, without looking for later starts. */
  codes: (job: Range & { kind: WorkKind }) => OfHours[]
  /**
   * The first start, in minutes since 1970, from which nothing that rules out this one applies: the start itself if nothing does, null if
   * something never ends. Rest counts as too short even in a gap shorter than a break: the rules allow it, but nobody plans a shift that
   * ends minutes before the next.
   */
  freeFrom: (job: { span: Span; kind: WorkKind }) => number | null
}

/** An officer's work, prepared for checking many shifts. */
export const workBook = (work: readonly Work[], rules: WorkRules, zone: string): WorkBook => {
  const named = work.map((one): Named => ({ ...one, span: [minuteOf(one.starts_at), minuteOf(one.ends_at)] }))
  const checksWith = (pause: number) => {
    const made = new Map<WorkKind, Check[]>()
    return (kind: WorkKind) => {
      const checks = made.get(kind) ?? checksOf(named, kind, rules, { zone, pause })
      made.set(kind, checks)
      return checks
    }
  }
  const [checksFor, plannedFor] = [checksWith(rules.break_minutes), checksWith(0)]
  const touchingOf = (span: Span) => named.filter((one) => one.span[0] < span[1] && span[0] < one.span[1])
  const foundAgainst = (job: Range & { kind: WorkKind }): Found[] => {
    const span: Span = [minuteOf(job.starts_at), minuteOf(job.ends_at)]
    if (span[0] >= span[1]) return []
    return [
      ...touchingOf(span).map((one) => ({
        ...{ code: 'overlaps' as const, details: nameOf(one), ends: () => one.span[1] },
      })),
      ...checksFor(job.kind).flatMap((check) => check(span) ?? []),
    ]
  }
  const against: WorkBook['against'] = (job, until) => {
    const last = until === undefined ? Number.POSITIVE_INFINITY : minuteOf(until)
    const reason = ({ ends, ...found }: Found): Reason => {
      const end = ends()
      const possible_from = end === null || end > last ? null : instantOf(end)
      return { ...found, overridable: overridable.includes(found.code), possible_from }
    }
    return foundAgainst(job).map(reason)
  }
  const freeFrom: WorkBook['freeFrom'] = ({ span, kind }) => {
    const found = plannedFor(kind).flatMap((check) => check(span) ?? [])
    const ends = [...touchingOf(span).map((one) => one.span[1]), ...found.map((one) => one.ends())]
    return ends.reduce<number | null>(
      (last, end) => (last === null || end === null ? null : Math.max(last, end)),
      span[0],
    )
  }
  return { against, codes: (job) => foundAgainst(job).map(({ code }) => code), freeFrom }
}

/** What in the officer's other work rules out the shift, and from when each reason would no longer apply. */
export const reasonsOfWork = (
  job: Range & { kind: WorkKind },
  work: readonly Work[],
  rules: WorkRules,
  zone: string,
  until?: Instant,
): Reason[] => workBook(work, rules, zone).against(job, until)
