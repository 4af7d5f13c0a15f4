import { type Instant, ms } from '#platform/shared/time.ts'
import { resolveWall } from '#platform/shared/wall.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { basic, zoneLines } from './rules.zone.ts'

// RFC 5545, as far as a list of shifts needs it. Tests read every file back with another implementation.

export const eventStatuses = ['CONFIRMED', 'TENTATIVE', 'CANCELLED'] as const
export type CalendarEvent = {
  /** The same for as long as the event exists. */
  uid: string
  /** Higher after every change. */
  sequence: number
  changed_at: Instant
  status: (typeof eventStatuses)[number]
  summary: string
  description: string | null
  location: string | null
  url: string | null
  starts_at: Instant
  ends_at: Instant
}
export type Calendar = {
  name: string
  /** The department's time zone. */
  zone: string
  events: readonly CalendarEvent[]
  /** A file to import names when it was made; a feed does not, so that it is the same text until an event changes. */
  made_at?: Instant
}

const LINE_OCTETS = 75
/** Octets of a character in UTF-8. */
const octetsOf = (letter: string): number => {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x1_0000 ? 3 : 4
}

/** Folds a content line: at most 75 octets each, never within a character. */
export const fold = (line: string): string => {
  const lines: string[] = []
  let [now, size] = ['', 0]
  for (const letter of line) {
    const octets = octetsOf(letter)
    if (size + octets > LINE_OCTETS) {
      lines.push(now)
      // The space that marks a continuation counts.
      now = ' '
      size = 1
    }
    now += letter
    size += octets
  }
  return [...lines, now].join('\r\n')
}

/** A value of type TEXT: line breaks, commas, semicolons and backslashes escaped, other control characters dropped. */
export const textOf = (value: string): string =>
  value
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll('\n', '\\n')

/** `20261101T063000Z` */
const utc = (instant: Instant): string => `${basic(ms(instant))}Z`

/** Local time, if the clock of the zone shows it once. */
const localOf = (instant: Instant, zone: string): string | null => {
  const { date, time } = wallOf(instant, zone)
  const answer = resolveWall({ date, time, zone })
  if (answer.kind !== 'ok' || ms(answer.instant) !== ms(instant)) return null
  return basic(Date.parse(`${date}T${time}:00Z`))
}

/** Start and end on the department's clock; in UTC where that clock repeats the hour, because readers disagree which one is meant. */
const timeLines = ({ starts_at, ends_at }: CalendarEvent, zone: string): string[] => {
  const [start, end] = zone === 'UTC' ? [null, null] : [localOf(starts_at, zone), localOf(ends_at, zone)]
  if (start === null || end === null) return [`DTSTART:${utc(starts_at)}`, `DTEND:${utc(ends_at)}`]
  return [`DTSTART;TZID=${zone}:${start}`, `DTEND;TZID=${zone}:${end}`]
}

const eventLines = (event: CalendarEvent, { zone, made_at }: Calendar): string[] => [
  'BEGIN:VEVENT',
  `UID:${textOf(event.uid)}`,
  `DTSTAMP:${utc(made_at ?? event.changed_at)}`,
  `LAST-MODIFIED:${utc(event.changed_at)}`,
  `SEQUENCE:${event.sequence}`,
  ...timeLines(event, zone),
  `SUMMARY:${textOf(event.summary)}`,
  ...(event.location ? [`LOCATION:${textOf(event.location)}`] : []),
  ...(event.description ? [`DESCRIPTION:${textOf(event.description)}`] : []),
  ...(event.url ? [`URL:${event.url}`] : []),
  `STATUS:${event.status}`,
  `TRANSP:${event.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
  'CLASS:PRIVATE',
  'END:VEVENT',
]

/** How often clients are asked to read again. Some take their own time. */
const REFRESH = 'PT1H'

/** The whole file. */
export const writeCalendar = (calendar: Calendar): string => {
  const { name, zone, events, made_at } = calendar
  const times = events.flatMap(({ starts_at, ends_at }) => [ms(starts_at), ms(ends_at)])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Watchbill//Shifts//EN',
    'CALSCALE:GREGORIAN',
    ...(made_at === undefined
      ? [
          `NAME:${textOf(name)}`,
          `X-WR-CALNAME:${textOf(name)}`,
          `X-WR-TIMEZONE:${zone}`,
          `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
          `X-PUBLISHED-TTL:${REFRESH}`,
        ]
      : ['METHOD:PUBLISH']),
    ...(times.length === 0 || zone === 'UTC' ? [] : zoneLines(zone, Math.min(...times), Math.max(...times))),
    ...events.flatMap((event) => eventLines(event, calendar)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}
