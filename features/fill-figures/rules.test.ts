import { describe, expect, it } from 'vitest'
import { fillOf, fillPercent, type ShiftHistory } from './rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 21, hour)).toISOString()
const shift = (over: Partial<ShiftHistory>): ShiftHistory => ({
  status: 'published',
  posted_at: at(0),
  starts_at: at(10),
  required: 2,
  events: [],
  ...over,
})
const now = at(12)

describe('[issue 3.2] what a shift counts for in the fill figures', () => {
  it('holds what was held when it began, the start included, and not what changed afterwards', () => {
    const events = [
      { at: at(1), delta: 1 },
      { at: at(10), delta: 1 },
      { at: at(11), delta: -1 },
    ] as const
    expect(fillOf(shift({ events }), now)).toEqual({ required: 2, held: 2, minutes_to_fill: 600 })
    expect(fillOf(shift({ events: [{ at: at(11), delta: 1 }] }), now)).toMatchObject({ held: 0, minutes_to_fill: null })
  })
  it('was filled the first time that every place was held, even if one was given up later', () => {
    const events = [
      { at: at(1), delta: 1 },
      { at: at(3), delta: 1 },
      { at: at(4), delta: -1 },
      { at: at(9), delta: 1 },
    ] as const
    expect(fillOf(shift({ events }), now)).toEqual({ required: 2, held: 2, minutes_to_fill: 180 })
  })
  it('places given before it was posted took no time', () => {
    const events = [{ at: at(1), delta: 1 }] as const
    expect(fillOf(shift({ events, required: 1, posted_at: at(5) }), now)?.minutes_to_fill).toBe(0)
  })
  it.each([
    { status: 'draft' },
    { status: 'cancelled' },
    { starts_at: at(13) },
    { posted_at: at(10) },
    { required: 0 },
  ])('does not count: %j', (over) => {
    expect(fillOf(shift(over), now)).toBeNull()
  })
  it('says 100 % only where every place was held', () => {
    expect([fillPercent(999, 1000), fillPercent(1000, 1000), fillPercent(0, 3), fillPercent(0, 0)]).toEqual([
      99,
      100,
      0,
      null,
    ])
  })
})
