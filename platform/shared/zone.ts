import { type Instant, MINUTE, ms, type WallDate, type WallTime, weekdayAt } from './time.ts'

// Uses only Intl: the same code runs in the browser and on the server. `zone.test.ts` checks it against temporal-polyfill.

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
 * The same function with its results kept by zone and second, at most 5,000 of them: asking `Intl` takes longer than
 * drawing the rest of a row, and a list of 100 rows asks for 200 instants, each of them several times.
 */
export const kept = <V>(make: (at: number, zone: string) => V): typeof make => {
  const known = new Map<string, V>()
  return (at, zone) => {
    // Zone names can end in digits.
    const key = `${zone} ${Math.floor(at / 1000)}`
    const found = known.get(key)
    if (found !== undefined) return found
    if (known.size >= 5000) known.clear()
    const value = make(at, zone)
    known.set(key, value)
    return value
  }
}

/** Milliseconds by which local time is ahead of UTC at `at`. */
export const offsetAt = kept((at, zone) => readLocal(at, zone) - Math.floor(at / 1000) * 1000)

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
    offset_minutes: Math.round(offset / MINUTE),
  }
}
