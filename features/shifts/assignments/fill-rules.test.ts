import { describe, expect, it } from 'vitest'
import { fillOf, fillPercent, type ShiftHistory } from './rules.fill.ts'

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

describe('what a shift contributes to the fill figures', { meta: { shows: ['issue 3.2'] } }, () => {
  it('counts the spots held at its start, inclusive, and ignores later changes', () => {
    const events = [
      { at: at(1), delta: 1 },
      { at: at(10), delta: 1 },
      { at: at(11), delta: -1 },
    ] as const
    expect(fillOf(shift({ events }), now)).toEqual({ required: 2, held: 2, minutes_to_fill: 600 })
    expect(fillOf(shift({ events: [{ at: at(11), delta: 1 }] }), now)).toMatchObject({ held: 0, minutes_to_fill: null })
  })
  it('counts as filled the first time every spot was held, even if one was given up later', () => {
    const events = [
      { at: at(1), delta: 1 },
      { at: at(3), delta: 1 },
      { at: at(4), delta: -1 },
      { at: at(9), delta: 1 },
    ] as const
    expect(fillOf(shift({ events }), now)).toEqual({ required: 2, held: 2, minutes_to_fill: 180 })
  })
  it('spots filled before posting have zero time to fill', () => {
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
  it('shows 100% only when every spot was held', () => {
    expect([fillPercent(999, 1000), fillPercent(1000, 1000), fillPercent(0, 3), fillPercent(0, 0)]).toEqual([
      99,
      100,
      0,
      null,
    ])
  })
})
