import { expect, it } from 'vitest'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import type { Facts, StoredMinimum } from './rules.due.ts'
import { FORECAST_DAYS, FORECAST_PAGE, forecastOf, TRIED_DAYS, triedOf, uncoveredOf } from './rules.forecast.ts'
import type { Gap } from './rules.gaps.ts'

const today = '2027-05-03'
const minimum: StoredMinimum = {
  ...{ id: 'm', platoon_id: null, platoon: null, unit: 'Patrol', rotation: null, rank: null, least: 1 },
  ...{
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    start_time: '22:00',
    end_time: '06:00',
    starts_on: '2027-01-01',
    last_on: null,
  },
  ...{ days_ahead: 3, latest_minutes: 240, name: 'Night', title: 'Night watch', kind: 'overtime', version: 1 },
  ...{ location_name: null, location_address: null, signup_mode: 'approval', award_rule_id: null, requirements: {} },
}
const facts = (over: Partial<Facts> = {}): Facts => ({
  ...{ now: `${today}T17:00:00Z`, zone: 'UTC', today, from: today, minimums: [minimum] },
  ...{ platoons: [], gaps: [], people: [], held: [], ...over },
})
const takenBack = (on_day: WallDate): Gap => ({
  ...{ minimum_id: 'm', on_day, assignment_id: 'a', opened_at: '2027-05-01T08:00:00Z', closed_at: null, places: 1 },
  ...{ starts_at: null, ends_at: null, told: null, announced: false, said: {}, unsaid: false, shift: null },
})

it('pages run consecutively to the last day, and the first includes a night still in progress', {
  meta: { shows: ['issue 5.5 minimum forecast'] },
}, () => {
  const seen: WallDate[] = []
  let from: WallDate = plusDays(today, -1)
  for (let pages = 0; pages < 20; pages++) {
    const { items, next } = forecastOf(facts({ from, now: `${today}T05:00:00Z` }))
    expect(items).toHaveLength(pages === 0 ? FORECAST_PAGE + 1 : FORECAST_PAGE)
    seen.push(...items.map((one) => one.on_day))
    if (next === null) break
    from = plusDays(next, 1)
  }
  expect(seen).toEqual(Array.from({ length: FORECAST_DAYS + 1 }, (_, i) => plusDays(today, i - 1)))
  expect(forecastOf(facts({ from: plusDays(today, -1) })).items[0]?.on_day).toBe(today)
})

it('lists a day’s minimums by their hours, each with its shortage and opening time', {
  meta: { shows: ['issue 5.5 minimum forecast'] },
}, () => {
  const early = { ...minimum, id: 'e', name: 'Day', start_time: '06:00', end_time: '14:00' }
  const { items } = forecastOf(facts({ from: plusDays(today, 3), minimums: [minimum, early] }))
  expect(items.slice(0, 3).map((one) => `${one.on_day} ${one.name}`)).toEqual([
    '2027-05-06 Day',
    '2027-05-06 Night',
    '2027-05-07 Day',
  ])
  expect(items[1]).toMatchObject({ needed: 1, present: 0, missing: 1, state: 'due', opens_at: null, shift: null })
  expect(items[3]).toMatchObject({ state: 'later', opens_at: '2027-05-04T00:00:00.000Z' })
})

it('a preview opens on each day except late or canceled ones, at once or at the look-ahead time', {
  meta: { shows: ['issue 5.5 minimum set'] },
}, () => {
  const { id: _, platoon: __, rotation: ___, version: ____, ...rest } = minimum
  const typed = { ...rest, unit: 'Patrol', rank: '', last_on: '' as const }
  const tried = triedOf(facts({ gaps: [takenBack('2027-05-05')] }), typed, 'm')
  expect(tried).toMatchObject({ days: TRIED_DAYS, officers: 0, late: 0 })
  expect(tried.opens).toHaveLength(TRIED_DAYS - 1)
  expect(tried.opens.slice(0, 3).map((one) => `${one.on_day} ${one.at}`)).toEqual([
    '2027-05-03 2027-05-03T17:00:00.000Z',
    '2027-05-04 2027-05-03T17:00:00.000Z',
    '2027-05-06 2027-05-03T17:00:00.000Z',
  ])
  expect(tried.opens[3]?.at).toBe('2027-05-04T00:00:00.000Z')
  const late = triedOf(facts({ now: `${today}T19:00:00Z` }), { ...typed, last_on: '2027-05-04' }, null)
  expect(late).toMatchObject({ days: 2, late: 1, opens: [{ on_day: '2027-05-04', missing: 1 }] })
})

it('has every day, and says why a minimum has nothing to come on it', () => {
  const pattern = { kind: 'weekdays' as const, weekdays: [1, 3], start: '06:00', minutes: 480 }
  const schedules = [{ starts_on: '2027-01-01', anchor_on: '2027-01-01', keeps: 'length' as const, pattern }]
  const platoon = {
    ...{
      ...minimum,
      id: 'p',
      name: 'Days',
      platoon_id: 'a',
      platoon: 'A watch',
      start_time: '06:00',
      end_time: '14:00',
    },
    rotation: { ended_on: null, schedules },
  }
  const weekdays = {
    ...platoon,
    id: 'w',
    name: 'Weekday',
    platoon_id: null,
    platoon: null,
    rotation: null,
    weekdays: [2],
  }
  const later = { ...weekdays, id: 'l', starts_on: '2028-01-01' }
  const { days, items } = forecastOf(facts({ from: plusDays(today, -1), minimums: [platoon, weekdays, later] }))
  expect(days.map((one) => one.on_day)).toEqual(Array.from({ length: FORECAST_PAGE }, (_, n) => plusDays(today, n)))
  const whys = days.map((one) => one.idle.map(({ name, why }) => `${name} ${why}`))
  expect(whys.slice(0, 3)).toEqual([['Days over', 'Weekday weekday'], ['Days platoon_off'], ['Weekday weekday']])
  expect(items.map((one) => `${one.on_day} ${one.name}`).slice(0, 2)).toEqual(['2027-05-04 Weekday', '2027-05-05 Days'])
})

it('names the hours in which no minimum runs, through midnight as one stretch', () => {
  const hours = (start_time: string, end_time: string) => ({ start_time, end_time })
  expect(uncoveredOf([hours('06:00', '18:00'), hours('15:00', '01:00')])).toEqual([{ from: '01:00', to: '06:00' }])
  expect(uncoveredOf([hours('06:00', '14:00'), hours('15:30', '20:00')])).toEqual([
    { from: '14:00', to: '15:30' },
    { from: '20:00', to: '06:00' },
  ])
  expect(uncoveredOf([hours('06:00', '06:00')])).toEqual([])
  expect(uncoveredOf([])).toEqual([{ from: '00:00', to: '24:00' }])
})
