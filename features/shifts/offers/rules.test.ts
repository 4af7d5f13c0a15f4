import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoInstant, ms, plusMinutes } from '#platform/shared/time.ts'
import { passPlaces } from './rules.passing.ts'
import { isLastMinute, offerEnds, queueWords, shortQueueWords } from './rules.ts'

const zone = 'America/Chicago'
// 2026-11-21 in Chicago is UTC-6.
const local = (hour: number, minute = 0) => isoInstant(Date.UTC(2026, 10, 21, hour + 6, minute))
const terms = { offer_minutes: 60, last_minute: { under_minutes: 240 } }
const night = { hours: { from: '22:00', to: '06:00' }, zone }
const far = local(24 * 5)

describe('when an offer ends', { meta: { shows: ['issue 5.4 waitlist'] } }, () => {
  it('lasts its minutes, not counting quiet hours', () => {
    expect(offerEnds(far, terms, night, local(12))).toBe(local(13))
    expect(offerEnds(far, terms, night, local(21, 30))).toBe(local(24 + 6, 30))
    expect(offerEnds(far, terms, night, local(23))).toBe(local(24 + 7))
    expect(offerEnds(far, terms, { hours: null, zone }, local(23))).toBe(local(24))
  })

  it('never extends into the last minutes, when everyone is asked at once until the start', () => {
    const start = local(17)
    expect(offerEnds(start, terms, night, local(12, 30))).toBe(local(13))
    expect(isLastMinute(start, terms, local(12, 59))).toBe(false)
    expect(isLastMinute(start, terms, local(13))).toBe(true)
    expect(offerEnds(start, terms, night, local(13))).toBe(start)
    expect(isLastMinute(start, { ...terms, last_minute: null }, local(16, 59))).toBe(false)
  })

  it('formats the position in line', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 112].map((place) => queueWords({ place, of: 200 }))).toEqual(
      ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '112th'].map(
        (word) => `${word} of 200 on the waitlist`,
      ),
    )
    expect(shortQueueWords({ place: 1, of: 4 })).toBe('1st of 4')
  })

  it('claims no position and no open spots where the award rule decides', () => {
    const queues = [4, 2, 1].map((of) => ({ place: null, of }))
    expect(queues.map(queueWords)).toEqual([
      'With 3 others, ranked when a spot opens',
      'With 1 other, ranked when a spot opens',
      "You're the only one on the waitlist",
    ])
    expect(queues.map(shortQueueWords)).toEqual(['with 3 others', 'with 1 other', 'only you'])
  })
})

describe('offer order', { meta: { shows: ['issue 5.4 waitlist'] } }, () => {
  const range = { starts_at: far, ends_at: plusMinutes(far, 480) }
  const line = (may: readonly boolean[]) => may.map((one, i) => ({ id: String(i), may: one, ...range }))
  it('free spots go down the line past ineligible officers, one each, and spots to be replaced come after', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        fc.array(fc.boolean(), { maxLength: 8 }),
        fc.integer({ min: 0, max: 3 }),
        (required_count, held, may, leaving) => {
          const holds = Array.from({ length: Math.min(held, required_count) }, () => range)
          const places = Array.from({ length: leaving }, (_, i) => ({ id: `leaving-${i}`, ...range }))
          const given = passPlaces({ required_count }, holds, line(may), places, () => false)
          const eligible = may.flatMap((one, i) => (one ? [String(i)] : []))
          const free = required_count - holds.length
          expect(given.map(({ id }) => id)).toEqual(eligible.slice(0, free + leaving))
          expect(given.filter((one) => one.replaces_id === null)).toHaveLength(Math.min(free, eligible.length))
        },
      ),
    )
  })
  it('in the last minutes, goes to everyone eligible', () => {
    const given = passPlaces({ required_count: 1 }, [], line([true, false, true]), [], () => true)
    expect(given).toEqual([
      { id: '0', shared: true, replaces_id: null },
      { id: '2', shared: true, replaces_id: null },
    ])
  })
  it('for a split post, goes to the first officer whose part is free', () => {
    const part = (from: number, to: number) => ({
      starts_at: plusMinutes(far, from * 60),
      ends_at: plusMinutes(far, to * 60),
    })
    const asked = [
      { id: 'all', may: true, ...part(0, 8) },
      { id: 'late', may: true, ...part(4, 8) },
      { id: 'later', may: true, ...part(5, 8) },
    ]
    expect(passPlaces({ required_count: 1 }, [part(0, 4)], asked, [], () => false).map(({ id }) => id)).toEqual([
      'late',
    ])
    expect(ms(part(0, 4).ends_at)).toBe(ms(part(4, 8).starts_at))
  })
})
