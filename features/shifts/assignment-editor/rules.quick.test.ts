import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plusDays, weekdayOf } from '#platform/shared/time.ts'
import { type Quick, readQuick } from './rules.quick.ts'

const zone = 'America/Chicago'
/** Monday, Nov 23, 2026, 10:00 in Chicago. */
const monday = Date.parse('2026-11-23T16:00:00Z')
const read = (typed: string, now = monday, locations: string[] = []) => readQuick(typed, { now, zone, locations })
const nothing: Quick = {
  date: null,
  start: null,
  end: null,
  spots: null,
  location: null,
  title: '',
  unread: [],
  repeat: null,
}

describe('reads a shift typed on one line', () => {
  test.each<[string, Partial<Quick>]>([
    [
      'fri 18-02 2 officers stadium gate',
      { date: '2026-11-27', start: '18:00', end: '02:00', spots: 2, title: 'stadium gate' },
    ],
    [
      'Patrol overtime Sun 2200-0600, 2 spots, Patrol North',
      { date: '2026-11-29', start: '22:00', end: '06:00', spots: 2, title: 'Patrol overtime, Patrol North' },
    ],
    [
      'tomorrow 6pm-2am three officers football game',
      { date: '2026-11-24', start: '18:00', end: '02:00', spots: 3, title: 'football game' },
    ],
    ['tomorrow 0800-1600 court detail', { date: '2026-11-24', start: '08:00', end: '16:00', title: 'court detail' }],
    ['today 14-22 desk', { date: '2026-11-23', start: '14:00', end: '22:00', title: 'desk' }],
    [
      'tonight 22:00-06:00 DUI saturation',
      { date: '2026-11-23', start: '22:00', end: '06:00', title: 'DUI saturation' },
    ],
    [
      'road work on Nov 30 from 7:30 to 15:30',
      { date: '2026-11-30', start: '07:30', end: '15:30', title: 'road work' },
    ],
    ['11/27 18-02 gate', { date: '2026-11-27', start: '18:00', end: '02:00', title: 'gate' }],
    [
      '12/24/2026 1800-0200 midnight mass',
      { date: '2026-12-24', start: '18:00', end: '02:00', title: 'midnight mass' },
    ],
    ['2026-12-24 18-02 gate', { date: '2026-12-24', start: '18:00', end: '02:00', title: 'gate' }],
    [
      'parade november 28 9am-1pm 6 officers',
      { date: '2026-11-28', start: '09:00', end: '13:00', spots: 6, title: 'parade' },
    ],
    ['parade 28 nov 9am-1pm', { date: '2026-11-28', start: '09:00', end: '13:00', title: 'parade' }],
    ['sat 6-10pm concert', { date: '2026-11-28', start: '18:00', end: '22:00', title: 'concert' }],
    ['sat 10-2pm farmers market', { date: '2026-11-28', start: '10:00', end: '14:00', title: 'farmers market' }],
    ['sat 10pm-2 bar district', { date: '2026-11-28', start: '22:00', end: '02:00', title: 'bar district' }],
    ['wed 8a-4p school', { date: '2026-11-25', start: '08:00', end: '16:00', title: 'school' }],
    ['wed 8 am to 4 pm school', { date: '2026-11-25', start: '08:00', end: '16:00', title: 'school' }],
    [
      'thu noon-8pm x4 turkey trot',
      { date: '2026-11-26', start: '12:00', end: '20:00', spots: 4, title: 'turkey trot' },
    ],
    ['thu 8pm-midnight 4x parking', { date: '2026-11-26', start: '20:00', end: '00:00', spots: 4, title: 'parking' }],
    ['fri 18-24 gate', { date: '2026-11-27', start: '18:00', end: '00:00', title: 'gate' }],
    ['fri 1800 for 8h hospital watch', { date: '2026-11-27', start: '18:00', end: '02:00', title: 'hospital watch' }],
    [
      'fri at 18:00 8 hours hospital watch',
      { date: '2026-11-27', start: '18:00', end: '02:00', title: 'hospital watch' },
    ],
    ['fri 6pm 4.5h hospital watch', { date: '2026-11-27', start: '18:00', end: '22:30', title: 'hospital watch' }],
    ['fri 1800 gate', { date: '2026-11-27', start: '18:00', end: null, title: 'gate' }],
    ['fri gate', { date: '2026-11-27', title: 'gate' }],
    ['18-02 gate', { start: '18:00', end: '02:00', title: 'gate' }],
    ['2 officers gate', { spots: 2, title: 'gate' }],
    ['gate', { title: 'gate' }],
    ['', {}],
    ['in 3 days 18-02 gate', { date: '2026-11-26', start: '18:00', end: '02:00', title: 'gate' }],
    ['next monday 7-15 desk', { date: '2026-11-30', start: '07:00', end: '15:00', title: 'desk' }],
    ['jan 2 22-06 patrol', { date: '2027-01-02', start: '22:00', end: '06:00', title: 'patrol' }],
    [
      'dec 31 20:00–04:00 12 officers new year',
      { date: '2026-12-31', start: '20:00', end: '04:00', spots: 12, title: 'new year' },
    ],
    [
      'Need 2 guards fri 18.00-02.00 gate',
      { date: '2026-11-27', start: '18:00', end: '02:00', spots: 2, title: 'gate' },
    ],
    ['gate B fri 18-02 1 spot', { date: '2026-11-27', start: '18:00', end: '02:00', spots: 1, title: 'gate B' }],
    ['fri 18-02 2 people, gate', { date: '2026-11-27', start: '18:00', end: '02:00', spots: 2, title: 'gate' }],
    [
      'Route 9 road work fri 0700-1530',
      { date: '2026-11-27', start: '07:00', end: '15:30', title: 'Route 9 road work' },
    ],
    ['May fair fri 9-17', { date: '2026-11-27', start: '09:00', end: '17:00', title: 'May fair' }],
    ['March for peace sat 9-17', { date: '2026-11-28', start: '09:00', end: '17:00', title: 'March for peace' }],
    ['5-6 officers gate', { title: '5-6 officers gate', unread: ['5-6 officers'] }],
    ['bridge nov 27-29', { title: 'bridge nov 27-29', unread: ['nov 27-29'] }],
    ['12 hour watch fri 06-18', { date: '2026-11-27', start: '06:00', end: '18:00', title: '12 hour watch' }],
    ['gate 31/12 18-02', { date: '2026-12-31', start: '18:00', end: '02:00', title: 'gate' }],
  ])('%s', (typed, said) => {
    expect(read(typed)).toEqual({ ...nothing, ...said })
  })
})

describe('uses the department’s calendar day', () => {
  test('tomorrow counts from the wall clock of the department, not of the browser or of UTC', () => {
    // 23:30 on Nov 23 in Chicago, Nov 24 everywhere east of it.
    const late = Date.parse('2026-11-24T05:30:00Z')
    expect(read('tomorrow 18-02 gate', late).date).toBe('2026-11-24')
    expect(readQuick('tomorrow 18-02 gate', { now: late, zone: 'Asia/Kathmandu' }).date).toBe('2026-11-25')
  })

  test.each([
    // The night on which clocks go forward, and the one on which they go back.
    ['2027-03-13T23:30:00-06:00', '2027-03-14', '2027-03-15'],
    ['2027-03-14T23:30:00-05:00', '2027-03-15', '2027-03-16'],
    ['2027-11-06T23:30:00-05:00', '2027-11-07', '2027-11-08'],
    ['2027-11-07T00:30:00-05:00', '2027-11-08', '2027-11-09'],
    ['2027-11-07T23:30:00-06:00', '2027-11-08', '2027-11-09'],
  ])('at %s tomorrow is %s, and in 2 days is %s', (at, tomorrow, after) => {
    expect(read('tomorrow 18-02 gate', Date.parse(at)).date).toBe(tomorrow)
    expect(read('in 2 days 18-02 gate', Date.parse(at)).date).toBe(after)
  })

  test('a length in hours is real time over a clock change', () => {
    expect(read('2027-03-13 22:00 8h gate').end).toBe('07:00')
    expect(read('2027-11-06 22:00 8h gate').end).toBe('05:00')
    expect(read('2027-11-05 22:00 8h gate').end).toBe('06:00')
  })

  test('a weekday that is today is today while its start is still to come, else in a week', () => {
    expect(read('mon 18-02 gate').date).toBe('2026-11-23')
    expect(read('mon 08-16 gate').date).toBe('2026-11-30')
  })
})

describe('saved locations', () => {
  const locations = ['Stadium gate', 'Gate', 'St. Anne Hospital']
  test('takes the longest name that the line ends with', () => {
    expect(read('football fri 18-02 2 officers at stadium  gate', monday, locations)).toMatchObject({
      location: 'Stadium gate',
      title: 'football',
    })
    expect(read('watch fri 18-02 st. anne hospital', monday, locations)).toMatchObject({
      location: 'St. Anne Hospital',
      title: 'watch',
    })
  })
  test('stays the title where nothing else was typed', () => {
    expect(read('fri 18-02 2 officers stadium gate', monday, locations)).toMatchObject({
      location: 'Stadium gate',
      title: 'stadium gate',
    })
  })
  test('is not found inside of a word', () => {
    expect(read('fri 18-02 tollgate', monday, locations).location).toBeNull()
  })
})

test.each([
  ['3 cops gate', 3],
  ['3 officers gate', 3],
  ['3x gate', 3],
  ['two deputies gate', 2],
  ['4 troopers gate', 4],
])('%s: spots', (typed, spots) => {
  expect(read(typed)).toEqual({ ...nothing, spots, title: 'gate' })
})

describe('says what it did not understand', () => {
  test.each([
    ['3 bobbies gate', ['3 bobbies']],
    ['600 officers gate', ['600 officers']],
    ['gate 25:00', ['25:00']],
    ['gate 2/31', ['2/31']],
    ['Route 9 repairs', []],
    ['asdf', []],
    ['12 hour watch', []],
  ])('%s', (typed, unread) => {
    expect(read(typed).unread).toEqual(unread)
  })
  test('a repetition is named, and its first weekday is the day of the shift', () => {
    expect(read('school every tue and thu 15-18 2 officers until jan 15')).toEqual({
      ...nothing,
      ...{ date: '2026-11-24', start: '15:00', end: '18:00', spots: 2, title: 'school' },
      repeat: 'every tue and thu until jan 15',
    })
    expect(read('desk daily 8-16')).toMatchObject({ date: null, start: '08:00', title: 'desk', repeat: 'daily' })
    expect(read('every little thing fri 18-02').repeat).toBeNull()
  })
})

test('any weekday, hours and spots are found in any order, and the words stay the title', () => {
  const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const two = (n: number) => String(n).padStart(2, '0')
  fc.assert(
    fc.property(
      fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2029-01-01T00:00:00Z') }),
      fc.constantFrom('America/Chicago', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/St_Johns'),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 1, max: 23 }),
      fc.integer({ min: 1, max: 99 }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      (now, where, weekday, from, hours, spots, order) => {
        const to = (from + hours) % 24
        const parts = [days[weekday] ?? '', `${two(from)}00-${two(to)}00`, `${spots} officers`, 'Harbor gate']
        const found = readQuick(order.map((i) => parts[i]).join(' '), { now, zone: where })
        expect(found).toMatchObject({ start: `${two(from)}:00`, end: `${two(to)}:00`, spots, title: 'Harbor gate' })
        expect(weekdayOf(found.date ?? '')).toBe(weekday)
        const today = new Intl.DateTimeFormat('en-CA', { timeZone: where }).format(now)
        expect(found.date && found.date >= today && found.date <= plusDays(today, 7)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})

test('nothing that is typed makes it fail, and what it did not understand is kept', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (typed) => {
      const found = read(typed)
      expect(found.title.length).toBeLessThanOrEqual(typed.normalize('NFKC').length)
      if (found.date !== null) expect(found.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    }),
    { numRuns: 500 },
  )
})
