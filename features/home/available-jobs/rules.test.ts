import { describe, expect, it } from 'vitest'
import { countReasons, isWanted, shortSpotsLeft, spotsLeft, type Wanted } from './rules.ts'

const zone = 'America/Chicago'
const nothing: Wanted = { date: null, weekday: null, time: null, unit: null }
// Friday, November 21, 23:30 in Chicago; Saturday elsewhere.
const fridayNight = { starts_at: '2025-11-22T05:30:00.000Z', requirements: { units: ['Traffic'] } }

describe('the filters of Available Jobs', () => {
  it('go by the local date and weekday of the start', () => {
    expect(isWanted(fridayNight, { ...nothing, date: '2025-11-21' }, zone)).toBe(true)
    expect(isWanted(fridayNight, { ...nothing, date: '2025-11-22' }, zone)).toBe(false)
    expect(isWanted(fridayNight, { ...nothing, weekday: '5' }, zone)).toBe(true)
    expect(isWanted(fridayNight, { ...nothing, weekday: 'weekdays' }, zone)).toBe(true)
    expect(isWanted(fridayNight, { ...nothing, weekday: 'weekends' }, zone)).toBe(false)
  })

  it('count the hours around midnight as night', () => {
    const at = (time: string) => ({ starts_at: `2025-11-20T${time}:00.000Z`, requirements: {} })
    const isNight = (post: { starts_at: string; requirements: object }) =>
      isWanted(post, { ...nothing, time: 'night' }, 'UTC')
    expect(['21:59', '22:00', '00:00', '04:59', '05:00'].map((time) => isNight(at(time)))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('show only shifts that are restricted to the unit', () => {
    expect(isWanted(fridayNight, { ...nothing, unit: 'Traffic' }, zone)).toBe(true)
    expect(isWanted(fridayNight, { ...nothing, unit: 'K-9' }, zone)).toBe(false)
    expect(isWanted({ ...fridayNight, requirements: {} }, { ...nothing, unit: 'Traffic' }, zone)).toBe(false)
  })
})

describe('spots left', () => {
  const post = {
    id: 'p',
    name: 'Gate',
    starts_at: '2025-11-20T12:00:00.000Z',
    ends_at: '2025-11-20T20:00:00.000Z',
    required_count: 2,
    confirmed_count: 1,
    held_count: 2,
    waiting_count: 0,
    requirements: {},
    split_minutes: null,
    holds: [],
  }
  it('leave out spots that are being offered', () => {
    expect(spotsLeft(post)).toBe(0)
  })
  it('are counted in few words in a row', () => {
    expect(shortSpotsLeft({ ...post, held_count: 1 })).toBe('1 left')
    expect(shortSpotsLeft(post)).toBe('Full')
  })
  it('of a shift taken in parts count while any part is free', () => {
    const half = { starts_at: '2025-11-20T12:00:00.000Z', ends_at: '2025-11-20T16:00:00.000Z' }
    expect(spotsLeft({ ...post, required_count: 1, split_minutes: 240, holds: [half] })).toBe(1)
  })
})

it('counts what rules out the rows by their first reason, the most frequent first', () => {
  const row = (...codes: ('full' | 'rest' | 'overlaps')[]) => ({ reasons: codes.map((code) => ({ code })) })
  expect(countReasons([row('rest'), row('full', 'rest'), row('full'), row('overlaps', 'full', 'rest'), row()])).toEqual(
    [
      ['full', 2],
      ['rest', 1],
      ['overlaps', 1],
    ],
  )
})
