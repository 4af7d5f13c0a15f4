import fc from 'fast-check'
import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { isZone } from '#platform/shared/zone.ts'
import { type CalendarEvent, eventStatuses, fold, textOf, writeCalendar } from './rules.ics.ts'

const minute = 60_000
const zones = Intl.supportedValuesOf('timeZone').filter((zone) => isZone(zone))
const dense = [
  'America/Chicago',
  'America/New_York',
  'America/Phoenix',
  'America/Havana',
  'America/St_Johns',
  'America/Santiago',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Europe/Berlin',
  'Asia/Jerusalem',
  'Asia/Beirut',
  'Pacific/Chatham',
  'Pacific/Honolulu',
  'UTC',
]
const anyZone = fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...dense))
const iso = (at: number) => new Date(at).toISOString()

// The other implementation computes clock changes up to 2035.
const [from, to] = [Date.UTC(2008, 0, 1) / minute, Date.UTC(2033, 0, 1) / minute]
/** Most of the shifts begin within hours of a clock change; few random ones would. */
const times = fc
  .tuple(
    anyZone,
    fc.integer({ min: from, max: to }),
    fc.integer({ min: -600, max: 200 }),
    fc.integer({ min: 1, max: 1440 }),
    fc.boolean(),
  )
  .map(([zone, at, near, length, wantsChange]) => {
    const start = Temporal.Instant.fromEpochMilliseconds(at * minute).toZonedDateTimeISO(zone)
    const change = wantsChange ? start.getTimeZoneTransition('next') : null
    const isUsed = change !== null && change.epochMilliseconds < to * minute
    const starts = isUsed ? Math.floor(change.epochMilliseconds / minute) + near : at
    return { zone, starts_at: iso(starts * minute), ends_at: iso((starts + length) * minute) }
  })

/** Text as people type it, and as nobody should. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
  fc.constantFrom(
    'Dock 4; gate A, B\\C',
    'First line\nSecond line',
    'Garçon 👮🏽‍♀️ at “Café”'.repeat(9),
    'END:VEVENT\r\nBEGIN:VEVENT',
    '\\n is not a line',
  ),
)
/** What is left of a text in a calendar. */
const kept = (value: string) =>
  value
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')

const anEvent = (over: Partial<CalendarEvent> = {}): CalendarEvent => ({
  uid: 'shift-1',
  sequence: 3,
  changed_at: '2026-11-20T10:00:00.000Z',
  status: 'CONFIRMED',
  summary: 'Stadium detail',
  description: null,
  location: null,
  url: null,
  starts_at: '2026-11-24T04:00:00.000Z',
  ends_at: '2026-11-24T12:00:00.000Z',
  ...over,
})
const write = (zone: string, ...events: CalendarEvent[]) => writeCalendar({ name: 'Shifts', zone, events })

const readBack = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((part) => {
    const event = new ICAL.Event(part)
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      description: event.description,
      sequence: event.sequence,
      status: String(part.getFirstPropertyValue('status')),
      starts_at: event.startDate.toJSDate().toISOString(),
      ends_at: event.endDate.toJSDate().toISOString(),
      zone: event.startDate.zone.tzid,
    }
  })
}
const octets = (line: string) => Buffer.byteLength(line, 'utf8')

describe('read back by another implementation', { meta: { shows: ['issue 12 calendar'] } }, () => {
  test('every start and end is the same instant, in every zone and around clock changes', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.array(times, { minLength: 1, maxLength: 4 }), (shifts) => {
        const zone = shifts[0]?.zone ?? 'UTC'
        const events = shifts.map((one, i) => anEvent({ ...one, uid: `shift-${i}` }))
        const read = readBack(write(zone, ...events))
        expect(read.map(({ starts_at, ends_at }) => ({ starts_at, ends_at }))).toEqual(
          events.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })),
        )
        for (const one of read) seen.add(one.zone)
      }),
      { numRuns: 600 },
    )
    // Both forms were tried: the zone's own clock, and UTC where that clock repeats an hour.
    expect(seen.size).toBeGreaterThan(100)
    expect(seen).toContain('UTC')
  })

  test('texts, state and sequence come back as they were', () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.constantFrom(...eventStatuses),
        fc.integer({ min: 0, max: 9999 }),
        (title, place, status, sequence) => {
          const event = anEvent({
            summary: `S${title}`,
            location: `L${place}`,
            description: `D${place}`,
            status,
            sequence,
          })
          expect(readBack(write('America/Chicago', event))).toMatchObject([
            {
              summary: kept(event.summary),
              location: kept(event.location ?? ''),
              description: kept(event.description ?? ''),
              status,
              sequence,
            },
          ])
        },
      ),
      { numRuns: 400 },
    )
  })

  test('every line ends with CRLF, has at most 75 octets and is valid UTF-8', () => {
    fc.assert(
      fc.property(anyText, times, (title, { zone, ...when }) => {
        const text = write(zone, anEvent({ ...when, summary: title, location: title }))
        expect(text.endsWith('\r\n')).toBe(true)
        const lines = text.slice(0, -2).split('\r\n')
        for (const line of lines) {
          expect(line).not.toMatch(/[\r\n]/)
          expect(octets(line)).toBeLessThanOrEqual(75)
          expect(line.isWellFormed()).toBe(true)
        }
        // A title cannot end the event and begin another.
        expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
      }),
      { numRuns: 300 },
    )
  })
})

describe('time zones', { meta: { shows: ['issue 12 calendar'] } }, () => {
  const zoneOf = (zone: string, over: Partial<CalendarEvent> = {}) => {
    const lines = write(zone, anEvent(over)).split('\r\n')
    return lines.slice(lines.indexOf('BEGIN:VTIMEZONE'), lines.indexOf('END:VTIMEZONE') + 1)
  }

  test('both changes of an American clock are yearly rules', () => {
    const lines = zoneOf('America/Chicago').join('\n')
    expect(lines.match(/BEGIN:(STANDARD|DAYLIGHT)/g)).toHaveLength(2)
    expect(lines).toContain(
      [
        'BEGIN:DAYLIGHT',
        'DTSTART:20250309T020000',
        'TZOFFSETFROM:-0600',
        'TZOFFSETTO:-0500',
        'TZNAME:CDT',
        'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
        'END:DAYLIGHT',
      ].join('\n'),
    )
    expect(lines).toContain(
      [
        'BEGIN:STANDARD',
        'DTSTART:20251102T020000',
        'TZOFFSETFROM:-0500',
        'TZOFFSETTO:-0600',
        'TZNAME:CST',
        'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
        'END:STANDARD',
      ].join('\n'),
    )
  })

  test('the last Sunday of a month is a rule too; changes without one are listed', () => {
    expect(zoneOf('Europe/Berlin')).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU')
    expect(zoneOf('Africa/Casablanca').some((line) => line.startsWith('RRULE'))).toBe(false)
    expect(zoneOf('Africa/Casablanca').filter((line) => line === 'BEGIN:DAYLIGHT').length).toBeGreaterThan(1)
  })

  test('a zone without clock changes has one offset, and UTC needs no zone', () => {
    expect(zoneOf('America/Phoenix').filter((line) => line.startsWith('DTSTART'))).toHaveLength(1)
    expect(write('UTC', anEvent())).not.toContain('VTIMEZONE')
    expect(write('UTC', anEvent())).toContain('DTSTART:20261124T040000Z\r\n')
  })

  test('a night shift over midnight stays on the department’s clock, in both nights of a clock change', () => {
    const fall = anEvent({ starts_at: '2026-11-01T03:00:00.000Z', ends_at: '2026-11-01T12:00:00.000Z' })
    expect(write('America/Chicago', fall)).toContain(
      'DTSTART;TZID=America/Chicago:20261031T220000\r\nDTEND;TZID=America/Chicago:20261101T060000\r\n',
    )
    const spring = anEvent({ starts_at: '2027-03-14T04:00:00.000Z', ends_at: '2027-03-14T11:00:00.000Z' })
    expect(write('America/Chicago', spring)).toContain(
      'DTSTART;TZID=America/Chicago:20270313T220000\r\nDTEND;TZID=America/Chicago:20270314T060000\r\n',
    )
  })

  test('a start in the hour that the clock repeats is written in UTC', () => {
    const second = anEvent({ starts_at: '2026-11-01T07:30:00.000Z', ends_at: '2026-11-01T12:00:00.000Z' })
    expect(write('America/Chicago', second)).toContain('DTSTART:20261101T073000Z\r\nDTEND:20261101T120000Z\r\n')
  })
})

test('marks, line breaks and long lines are escaped and folded as the standard says', {
  meta: { shows: ['issue 12 calendar'] },
}, () => {
  expect(textOf('a\\b;c,d\r\ne\u0007')).toBe('a\\\\b\\;c\\,d\\ne')
  expect(fold('x'.repeat(75))).toBe('x'.repeat(75))
  expect(fold(`${'x'.repeat(74)}é`)).toBe(`${'x'.repeat(74)}\r\n é`)
})

test('an empty calendar is still a calendar', { meta: { shows: ['issue 12 calendar'] } }, () => {
  expect(readBack(write('America/Chicago'))).toEqual([])
  expect(write('America/Chicago')).toContain('X-WR-CALNAME:Shifts\r\n')
})
