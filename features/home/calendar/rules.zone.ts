import { DAY, MINUTE, weekdayOf } from '#platform/shared/time.ts'
import { wallAt } from '#platform/shared/zone.ts'

/** No zone sets its clock twice within a week. */
const STEP = 7 * DAY
/** A rule has to hold for at least this many years to be written as one. */
const RULE_YEARS = 10
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

/** `20261101T020000` of a local time in milliseconds as if UTC. */
export const basic = (local: number): string => new Date(local).toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')

/** `-0500` */
const offsetText = (minutes: number): string => {
  const [sign, size] = [minutes < 0 ? '-' : '+', Math.abs(minutes)]
  return `${sign}${String(Math.floor(size / 60)).padStart(2, '0')}${String(size % 60).padStart(2, '0')}`
}

const offsetAt = (at: number, zone: string): number => wallAt(at, zone).offset_minutes

const nameAt = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

/** The clock of a zone is set: `local` is what it showed before, in milliseconds as if UTC; offsets in minutes. */
export type ClockChange = { at: number; local: number; from: number; to: number }

/** The clock changes of a zone within a span, in order. */
const clockChanges = (zone: string, first: number, last: number): ClockChange[] => {
  const found: ClockChange[] = []
  let to = offsetAt(first, zone)
  for (let start = first; start < last; start += STEP) {
    const from = to
    to = offsetAt(start + STEP, zone)
    if (from === to) continue
    let [before, after] = [start, start + STEP]
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (offsetAt(middle, zone) === from) before = middle
      else after = middle
    }
    found.push({ at: after, local: after + from * MINUTE, from, to })
  }
  return found
}

type Part = { ordinal: number; isLast: boolean; weekday: number; month: number; year: number }
const partOf = (local: number): Part => {
  const date = new Date(local)
  const day = date.getUTCDate()
  const month = date.getUTCMonth()
  return {
    ordinal: Math.ceil(day / 7),
    isLast: new Date(local + 7 * DAY).getUTCMonth() !== month,
    weekday: weekdayOf(date.toISOString().slice(0, 10)),
    month: month + 1,
    year: date.getUTCFullYear(),
  }
}

/** The yearly rule that all of these changes follow, one in each year until `until`; null if there is none. */
const ruleOf = (changes: readonly ClockChange[], until: number): string | null => {
  const parts = changes.map(({ local }) => partOf(local))
  const [one] = parts
  if (!one || parts.length < RULE_YEARS || parts.at(-1)?.year !== until) return null
  if (parts.some(({ year, weekday }, i) => year !== one.year + i || weekday !== one.weekday)) return null
  const day = weekdays[one.weekday]
  const rule = `FREQ=YEARLY;BYMONTH=${one.month};BYDAY=`
  if (parts.every(({ ordinal }) => ordinal === one.ordinal)) return `${rule}${one.ordinal}${day}`
  return parts.every(({ isLast }) => isLast) ? `${rule}-1${day}` : null
}

const observance = (zone: string, { at, local, from, to }: ClockChange, rule: string | null): string[] => {
  const kind = to > from ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${basic(local)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `TZNAME:${nameAt(at, zone)}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `END:${kind}`,
  ]
}

const sameYearly = ({ local, from, to }: ClockChange): string =>
  `${from} ${to} ${basic(local).slice(8)} ${partOf(local).month}`

const known = new Map<string, readonly string[]>()

/**
 * The VTIMEZONE for times from `first` to `last` (ms): the zone's own clock changes, as yearly rules where they follow one that
 * every calendar understands, and one by one where not.
 */
export const zoneLines = (zone: string, first: number, last: number): readonly string[] => {
  const [from, to] = [new Date(first).getUTCFullYear() - 1, new Date(last).getUTCFullYear() + 1]
  const key = `${zone} ${from} ${to}`
  const kept = known.get(key)
  if (kept) return kept
  const until = Math.max(to, from + RULE_YEARS)
  const begins = Date.UTC(from, 0, 1)
  const changes = clockChanges(zone, begins, Date.UTC(until + 1, 0, 1))
  const offset = offsetAt(begins, zone)
  // What the clock shows until the first change, if a shift may need it. Some calendars understand only the two yearly rules.
  const isNeeded = (changes[0]?.at ?? Number.POSITIVE_INFINITY) > Date.UTC(from + 1, 0, 1)
  const before = isNeeded ? observance(zone, { at: begins, local: begins, from: offset, to: offset }, null) : []
  const lines = [...Map.groupBy(changes, sameYearly).values()].flatMap((group) => {
    const rule = ruleOf(group, until)
    const [one] = group
    return rule !== null && one ? observance(zone, one, rule) : group.flatMap((each) => observance(zone, each, null))
  })
  const made = ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...before, ...lines, 'END:VTIMEZONE']
  if (known.size > 500) known.clear()
  known.set(key, made)
  return made
}
