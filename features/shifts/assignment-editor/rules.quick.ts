import { casual, type ParsedResult } from 'chrono-node/en'
import { plusDays, plusMinutes, type WallDate, type WallTime } from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/wall.ts'
import { wallAt, wallOf } from '#platform/shared/zone.ts'

/** What a typed line says of a shift; null and empty where it says nothing. Times are on the wall clock of the zone. */
export type Quick = {
  date: WallDate | null
  start: WallTime | null
  end: WallTime | null
  spots: number | null
  /** A saved location that the line ends with. */
  location: string | null
  /** Everything else that was typed. */
  title: string
  /** Parts of the title that look like a date, times or spots and were not understood as such. */
  unread: readonly string[]
  /** A repetition, which is not filled in; null without one. */
  repeat: string | null
}

export type QuickAsk = {
  /** Milliseconds since 1970. */
  now: number
  zone: string
  /** Names of saved locations. */
  locations?: readonly string[]
}

type Half = 'am' | 'pm' | null
/** Hour and minute as typed; `half` if a.m. or p.m. was typed. */
type Clock = { hour: number; minute: number; half: Half }

const clockText = String.raw`(?:noon|midnight|(?:[01]?\d|2[0-4])(?:[:.]?[0-5]\d)?\s?(?:[ap]\.?m?\.?(?![a-z]))?)`
const before = String.raw`(?:(?<=^|[\s,;(])(?:at|from|for|on|@)\s+)?`
const people = `(?:officers?|cops?|deputy|deputies|troopers?|spots?|people|persons?|guards?|positions?|ofcs?)`
const rangeAt = new RegExp(
  String.raw`${before}(?<![\w/:.-])(${clockText})\s?(?:hrs\s?)?(?:-|–|—|\bto\b|\btill?\b|\buntil\b)\s?(${clockText})(?:\s?(?:hrs|h)\b)?(?![\w/:-])(?!\s*${people}\b)`,
  'i',
)
const lengthAt = new RegExp(
  String.raw`${before}(?<![\w/:.-])(${clockText})\s*,?\s*(?:for\s+)?(\d{1,2}(?:\.\d{1,2})?)\s?(?:h|hrs?|hours?)\b`,
  'i',
)
const singleAt = new RegExp(
  String.raw`${before}(?<![\w/:.-])(noon|midnight|(?:[01]?\d|2[0-3])[:.][0-5]\d(?:\s?[ap]\.?m?\.?(?![a-z]))?|(?:[01]\d|2[0-3])[0-5]\d(?:\s?hrs)?|(?:0?[1-9]|1[0-2])\s?[ap]\.?m\.?(?![a-z]))(?![\w/:-])(?!\s*${people}\b)`,
  'i',
)
const isoAt = new RegExp(String.raw`${before}(?<!\d)(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?!\d)`, 'i')
const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const spotsAt = new RegExp(
  String.raw`(?<![\w/:.-])(?:for\s+|need(?:s|ed)?\s+)?(?:(\d{1,3}|${numbers.join('|')})\s*(?:x\s*)?${people}\b|x\s?(\d{1,3})(?![\w/])|(\d{1,3})\s?x(?!\w))`,
  'i',
)

const readClock = (typed: string): Clock => {
  const text = typed.toLowerCase().replaceAll(/\s|hrs|\.(?=m|$)/g, '')
  if (text === 'noon') return { hour: 12, minute: 0, half: 'pm' }
  if (text === 'midnight') return { hour: 0, minute: 0, half: 'am' }
  const [, digits = '', letter] = /^([\d:.]+)([ap])?/.exec(text) ?? []
  const plain = digits.replaceAll(/[:.]/g, '')
  const [hour, minute] = plain.length > 2 ? [Number(plain.slice(0, -2)), Number(plain.slice(-2))] : [Number(plain), 0]
  return { hour, minute, half: letter === 'a' ? 'am' : letter === 'p' ? 'pm' : null }
}

/** Minutes of the day; null for 14 pm and 24:30. */
const minutesIn = ({ hour, minute, half }: Clock): number | null => {
  if (half === null) return hour < 24 ? hour * 60 + minute : hour === 24 && minute === 0 ? 0 : null
  // "18:00 pm" is 18:00; "13 am" is nothing.
  if (hour > 12) return half === 'pm' && hour < 24 ? hour * 60 + minute : null
  return ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute
}

const other = (half: 'am' | 'pm') => (half === 'am' ? 'pm' : 'am')

/** `6-10pm` begins at 6 pm, `10-2pm` at 10 am, `10pm-2` ends at 2 am. */
const completed = (from: Clock, to: Clock): [Clock, Clock] => {
  const could = (clock: Clock) => clock.half === null && clock.hour >= 1 && clock.hour <= 12
  if (to.half !== null && could(from)) {
    const same = { ...from, half: to.half }
    const [begins, ends] = [minutesIn(same), minutesIn(to)]
    return begins !== null && ends !== null && begins < ends ? [same, to] : [{ ...from, half: other(to.half) }, to]
  }
  if (from.half !== null && could(to)) {
    const same = { ...to, half: from.half }
    const [begins, ends] = [minutesIn(from), minutesIn(same)]
    return begins !== null && ends !== null && begins < ends ? [from, same] : [from, { ...to, half: other(from.half) }]
  }
  return [from, to]
}

const timeText = (minutes: number): WallTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

type Times = Pick<Quick, 'start' | 'end'> & { length: number | null; rest: string }

/** Takes a found piece out of the line: a gap stays, which the title closes. */
const cut = (line: string, found: RegExpExecArray): string =>
  `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`

const readTimes = (line: string): Times => {
  const range = rangeAt.exec(line)
  if (range) {
    const [from, to] = completed(readClock(range[1] ?? ''), readClock(range[2] ?? ''))
    const [start, end] = [minutesIn(from), minutesIn(to)]
    if (start !== null && end !== null && start !== end)
      return { start: timeText(start), end: timeText(end), length: null, rest: cut(line, range) }
  }
  const length = lengthAt.exec(line)
  const at = length && minutesIn(readClock(length[1] ?? ''))
  const minutes = Math.round(Number(length?.[2]) * 60)
  if (length && at !== null && minutes > 0 && minutes <= 1440)
    return { start: timeText(at), end: null, length: minutes, rest: cut(line, length) }
  const single = singleAt.exec(line)
  const alone = single && minutesIn(readClock(single[1] ?? ''))
  if (single && alone !== null) return { start: timeText(alone), end: null, length: null, rest: cut(line, single) }
  return { start: null, end: null, length: null, rest: line }
}

const readSpots = (line: string): { spots: number | null; rest: string } => {
  const found = spotsAt.exec(line)
  if (!found) return { spots: null, rest: line }
  const typed = (found[1] ?? found[2] ?? found[3] ?? '').toLowerCase()
  const spots = numbers.includes(typed) ? numbers.indexOf(typed) + 1 : Number(typed)
  return spots >= 1 && spots <= 500 ? { spots, rest: cut(line, found) } : { spots: null, rest: line }
}

const two = (value: number | null): string => String(value ?? 0).padStart(2, '0')
const dateIn = ({ start }: ParsedResult): WallDate =>
  `${start.get('year')}-${two(start.get('month'))}-${two(start.get('day'))}`
/** A day and not a month, a week or a stretch of days: those stay in the title. */
const isDay = ({ start, end }: ParsedResult): boolean =>
  !end && !start.isCertain('hour') && (start.isCertain('day') || start.isCertain('weekday'))

const monthDays = (date: WallDate): boolean => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate() && year >= 2000 && year <= 2100
}

type Day = { date: WallDate | null; byWeekday: boolean; rest: string }

const readDay = (line: string, { now, zone }: QuickAsk): Day => {
  const iso = isoAt.exec(line)
  if (iso?.[1] && monthDays(iso[1])) return { date: iso[1], byWeekday: false, rest: cut(line, iso) }
  // The department's wall clock as if it were UTC, so that the zone of the browser counts for nothing.
  const wall = wallAt(now, zone)
  const instant = new Date(`${wall.date}T${wall.time}:00Z`)
  // Words for parts of a day are words of the title ("midnight mass"); as long as they were, so that places stay.
  const asked = line.replaceAll(/\b(?:midnight|noon|morning|afternoon|evening|night)\b/gi, (word) =>
    '_'.repeat(word.length),
  )
  const found = casual.parse(asked, { instant, timezone: 0 }, { forwardDate: true }).find(isDay)
  if (!found) return { date: null, byWeekday: false, rest: line }
  const date = dateIn(found)
  if (!monthDays(date)) return { date: null, byWeekday: false, rest: line }
  const lead = line.slice(0, found.index).replace(/(?<=^|[\s,;(])(?:on|for|from)\s+$/i, '')
  return {
    date,
    byWeekday: !found.start.isCertain('day'),
    rest: `${lead} ${line.slice(found.index + found.text.length)}`,
  }
}

/** The wall clock this many real minutes later: across a clock change it differs from the sum by an hour. */
const endAfter = (date: WallDate, start: WallTime, minutes: number, zone: string): WallTime => {
  const found = resolveWall({ date, time: start, zone, which: 'earlier' })
  const [hour = 0, minute = 0] = start.split(':').map(Number)
  if (!('instant' in found)) return timeText((hour * 60 + minute + minutes) % 1440)
  return wallOf(plusMinutes(found.instant, minutes), zone).time
}

const tidy = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+(?=[,;])/g, '')
    .replaceAll(/(?:[,;]\s*){2,}/g, ', ')
    .replace(/^(?:[\s,;:–—-]|(?:at|on|@)(?=\s|$))+/i, '')
    .replace(/(?:[\s,;:–—-]|(?<=\s)(?:at|on|from|for|@)(?=[\s,;]*$))+$/i, '')
    .trim()

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** The longest saved name that the line ends with; it stays the title where nothing else was typed. */
const readLocation = (text: string, names: readonly string[]): { location: string | null; title: string } => {
  const typed = plain(text)
  const found = names
    .filter((name) => typed.endsWith(plain(name)) && /^$|[\s,@]$/.test(typed.slice(0, -plain(name).length)))
    .toSorted((a, b) => b.length - a.length)[0]
  if (found === undefined) return { location: null, title: text }
  const rest = tidy(text.slice(0, text.length - plain(found).length))
  return { location: found, title: rest === '' ? text : rest }
}

const months = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*'
const weekday = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?'
const repeatAt = new RegExp(
  String.raw`(?<![\w-])(?:every|each)\s+(?:other\s+|second\s+|\d+\s+)?(?:(${weekday})(?:(?:\s*[,/&+]\s*|\s+and\s+|\s*,\s*and\s+)${weekday})*|days?|nights?|weeks?|months?|weekdays?|weekends?)(?!\w)|(?<!\w)(?:daily|weekly|biweekly|monthly)(?!\w)`,
  'i',
)
const untilAt = new RegExp(
  String.raw`(?<!\w)(?:until|till?|through|thru)\s+(?:${months}\.?\s+\d{1,2}(?:,?\s+\d{4})?|\d{1,2}/\d{1,2}(?:/\d{2,4})?|\d{4}-\d\d-\d\d)(?!\w)`,
  'i',
)

/** Takes a repetition and its end out of the line: the first of its weekdays stays as the day of this shift. */
const readRepeat = (line: string): { repeat: string | null; rest: string } => {
  const found = repeatAt.exec(line)
  if (!found) return { repeat: null, rest: line }
  const rest = `${line.slice(0, found.index)} ${found[1] ?? ''} ${line.slice(found.index + found[0].length)}`
  const until = untilAt.exec(rest)
  return {
    repeat: [found[0], until?.[0]].filter((part) => part !== undefined).join(' '),
    rest: until ? cut(rest, until) : rest,
  }
}

const unreadAt = new RegExp(
  [
    String.raw`(?<![\w/:.-])\d+(?:\s?[-–]\s?\d+)?\s*${people}(?!\w)`,
    String.raw`(?<!\w)${months}\.?\s+\d{1,2}(?:\s?[-–]\s?\d{1,2})?(?!\w)`,
    String.raw`(?<![\w/-])\d{1,2}/\d{1,2}(?:/\d{2,4})?(?![\w/])`,
    String.raw`(?<![\w:.-])\d{1,4}(?::\d+)?\s?[ap]\.?m\.?(?!\w)`,
    String.raw`(?<![\w:.-])\d{1,4}:\d+(?!\w)`,
    String.raw`(?<![\w:.-])\d{1,4}\s?[-–]\s?\d{1,4}(?!\w)`,
  ].join('|'),
  'gi',
)
/** A number before a word that could count people: "3 bobbies". A number after "Route" or "Gate" is a name. */
const countAt =
  /(?<![\w/:.-])(?<!\b(?:route|rt|hwy|highway|interstate|exit|gate|car|unit|zone|district|beat|precinct|sector|pier|lot|dock|hall|level|floor|ward|area|post|phase)\s)\d{1,3}\s+[a-z]+s(?!\w)/gi

const readUnread = (title: string, spots: number | null): string[] => {
  const found = [...title.matchAll(unreadAt), ...(spots === null ? title.matchAll(countAt) : [])]
  return found.map(([part]) => part).filter((part, at, all) => all.findIndex((other) => other.includes(part)) === at)
}

/**
 * Reads "fri 18-02 2 officers stadium gate". Nothing is guessed: without a day there is no date, and what is not understood is the
 * title. A weekday is the next one; today's where its start is still to come.
 */
export const readQuick = (typed: string, ask: QuickAsk): Quick => {
  const { repeat, rest: line } = readRepeat(typed.normalize('NFKC').replaceAll(/\s+/g, ' ').trim())
  // A date with dashes is not a range of hours.
  const iso = readDay(isoAt.exec(line) ? line : '', ask)
  const { spots, rest: unmanned } = readSpots(iso.date ? iso.rest : line)
  const times = readTimes(unmanned)
  const day = iso.date ? { ...iso, rest: times.rest } : readDay(times.rest, ask)
  const wall = wallAt(ask.now, ask.zone)
  const past = day.byWeekday && day.date === wall.date && times.start !== null && times.start <= wall.time
  const date = day.date !== null && past ? plusDays(day.date, 7) : day.date
  const end =
    times.start !== null && times.length !== null
      ? endAfter(date ?? wall.date, times.start, times.length, ask.zone)
      : times.end
  const named = readLocation(tidy(day.rest), ask.locations ?? [])
  return { date, start: times.start, end, spots, ...named, unread: readUnread(named.title, spots), repeat }
}
