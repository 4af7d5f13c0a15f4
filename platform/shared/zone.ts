import {
  type Instant,
  isDate,
  isoInstant,
  isTime,
  ms,
  plusDays,
  type Range,
  type WallDate,
  type WallTime,
  weekdayAt,
  weekdayOf,
} from './time.ts'

// Uses only Intl: the same code runs in the browser and on the server. `zone.test.ts` checks it against temporal-polyfill.

const DAY = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (formats.size > 600) formats.clear()
  formats.set(zone, made)
  return made
}

const ZONE = /^(UTC|[A-Za-z][A-Za-z0-9_+-]{0,31}(\/[A-Za-z0-9_+-]{1,32}){1,2})$/

/**
 * An IANA name with a region (`America/Chicago`), or UTC. Abbreviations (EST) and offsets (+05:00) are refused: they have no
 * clock changes.
 */
export function isZone(name: string): boolean {
  if (!ZONE.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** Local time as if it were UTC, in ms; to the second. */
function readLocal(at: number, zone: string): number {
  const [month, day, year, hour, minute, second] = formatOf(zone).format(at).match(/\d+/g) ?? []
  const date = `${year?.padStart(4, '0')}-${month}-${day}`
  return Date.parse(`${date}T${hour}:${minute}:${second}Z`)
}

/**
 * The same function with its results kept by zone and second, the last 5000 or fewer of them: asking `Intl` takes longer than
 * drawing the rest of a row, and a list of 100 rows asks for 200 instants, each of them several times.
 */
export const kept = <V>(make: (at: number, zone: string) => V): typeof make => {
  const known = new Map<string, V>()
  return (at, zone) => {
    const key = zone + Math.floor(at / 1000)
    const value = known.get(key) ?? make(at, zone)
    if (known.size >= 5000) known.clear()
    known.set(key, value)
    return value
  }
}

/** Milliseconds by which local time is ahead of UTC at `at`. */
const offsetAt = kept((at, zone) => readLocal(at, zone) - Math.floor(at / 1000) * 1000)

export type Wall = { date: WallDate; time: WallTime; weekday: number; offset_minutes: number }

/** What a wall clock in `zone` shows at the instant, without seconds. Weekday 0 is Sunday. */
export function wallOf(instant: Instant, zone: string): Wall {
  return wallAt(ms(instant), zone)
}

/** The same for an instant in milliseconds. */
export function wallAt(at: number, zone: string): Wall {
  const offset = offsetAt(at, zone)
  const local = Math.floor(at / 1000) * 1000 + offset
  const text = new Date(local).toISOString()
  return {
    date: text.slice(0, 10),
    time: text.slice(11, 16),
    weekday: weekdayAt(local),
    offset_minutes: Math.round(offset / 60_000),
  }
}

/** The instants (zero to two, ascending) at which `zone` shows the local time (ms as if UTC). */
function instantsOf(local: number, zone: string): number[] {
  const offsets = new Set([offsetAt(local - DAY, zone), offsetAt(local + DAY, zone)])
  return [...offsets]
    .filter((offset) => offsetAt(local - offset, zone) === offset)
    .map((offset) => local - offset)
    .sort((a, b) => a - b)
}

/** The first ms with the later offset, within a day of a local time that does not exist. */
function changeAround(local: number, zone: string): number {
  let [before, after] = [local - DAY, local + DAY]
  const old = offsetAt(before, zone)
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle, zone) === old) before = middle
    else after = middle
  }
  return after
}

export type WallQuestion = { date: WallDate; time: WallTime; zone: string; which?: 'earlier' | 'later' | undefined }

export type WallAnswer =
  | { kind: 'ok'; instant: Instant }
  | { kind: 'gap'; moved_to: { instant: Instant; date: WallDate; time: WallTime } }
  | { kind: 'twice'; earlier: Instant; later: Instant }

/**
 * The instant of a local time. `gap`: the clock skips it; `moved_to` is later by the length of the skip (02:30 becomes 03:30).
 * `twice`: the clock repeats it and `which` did not choose. Throws RangeError for an invalid date, time or zone, which the
 * contract must reject.
 */
export function resolveWall({ date, time, zone, which }: WallQuestion): WallAnswer {
  if (!isDate(date) || !isTime(time)) throw new RangeError(`not a local time: ${date} ${time}`.slice(0, 60))
  const local = Date.parse(`${date}T${time}:00Z`)
  const [first, second] = instantsOf(local, zone)
  if (first === undefined) {
    const moved = local - offsetAt(local - DAY, zone)
    const wall = wallAt(moved, zone)
    return { kind: 'gap', moved_to: { instant: isoInstant(moved), date: wall.date, time: wall.time } }
  }
  if (second === undefined) return { kind: 'ok', instant: isoInstant(first) }
  if (which === undefined) return { kind: 'twice', earlier: isoInstant(first), later: isoInstant(second) }
  return { kind: 'ok', instant: isoInstant(which === 'earlier' ? first : second) }
}

export type WallRange = {
  date: WallDate
  start_time: WallTime
  /** If at or before `start_time`, it is on the next day, unless `end_date` says otherwise. */
  end_time: WallTime
  end_date?: WallDate | undefined
  zone: string
  start_which?: 'earlier' | 'later' | undefined
  end_which?: 'earlier' | 'later' | undefined
}

export type RangeAnswer =
  | { kind: 'ok'; starts_at: Instant; ends_at: Instant; minutes: number }
  | (Exclude<WallAnswer, { kind: 'ok' }> & { field: 'start_time' | 'end_time' })

/** The end date of a range given by two times: the next day if the end is at or before the start. */
export const endDateOf = (r: Pick<WallRange, 'date' | 'start_time' | 'end_time' | 'end_date'>): WallDate =>
  r.end_date ?? (r.end_time <= r.start_time ? plusDays(r.date, 1) : r.date)

/**
 * A half-open range from local times. `minutes` is elapsed time: 22:00-06:00 in Chicago is 540 on October 31, 2026, and 420 on 13
 * March 2027. If the end occurs twice and only the later one is after the start, that one is used. An `end_date` may make the
 * range empty or negative; validation refuses it.
 */
export function rangeFromWall(r: WallRange): RangeAnswer {
  const start = resolveWall({ date: r.date, time: r.start_time, zone: r.zone, which: r.start_which })
  if (start.kind !== 'ok') return { ...start, field: 'start_time' }
  const end = resolveWall({ date: endDateOf(r), time: r.end_time, zone: r.zone, which: r.end_which })
  if (end.kind === 'gap') return { ...end, field: 'end_time' }
  if (end.kind === 'twice' && ms(end.earlier) > ms(start.instant)) return { ...end, field: 'end_time' }
  const ends_at = end.kind === 'twice' ? end.later : end.instant
  const minutes = Math.floor((ms(ends_at) - ms(start.instant)) / 60_000)
  return { kind: 'ok', starts_at: start.instant, ends_at, minutes }
}

/** Minutes the clock shifts during the range: 60 in spring, -60 in fall, else 0. Elapsed length = wall length - this. */
export function clockChangeOf(range: Range, zone: string): number {
  return (offsetAt(ms(range.ends_at), zone) - offsetAt(ms(range.starts_at), zone)) / 60_000
}

/** The first instant of the date in the zone; a date the zone skipped starts when the next one does. */
export function startOfDayIn(zone: string, date: WallDate): Instant {
  const local = Date.parse(`${plusDays(date, 0)}T00:00:00Z`)
  return isoInstant(instantsOf(local, zone)[0] ?? changeAround(local, zone))
}

/**
 * The instant of 23:59:59.999 on the date in the zone: the later one if it occurs twice, or the last millisecond before the clock
 * skips it. The end of a trial (specification section 4).
 */
export function endOfDayIn(zone: string, date: WallDate): Instant {
  const local = Date.parse(`${plusDays(date, 0)}T23:59:59Z`)
  const last = instantsOf(local, zone).at(-1)
  return isoInstant(last === undefined ? changeAround(local, zone) - 1 : last + 999)
}

/** The week containing the date: its first day (`weekStart` 0 is Sunday), that day's first instant, and the next week's (half-open). */
export function startOfWeek(
  zone: string,
  date: WallDate,
  weekStart = 0,
): { date: WallDate; starts_at: Instant; ends_at: Instant } {
  const first = plusDays(date, -((weekdayOf(date) - weekStart + 7) % 7))
  return { date: first, starts_at: startOfDayIn(zone, first), ends_at: startOfDayIn(zone, plusDays(first, 7)) }
}
