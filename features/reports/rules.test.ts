import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourTicks } from './rules.figures.ts'
import { costCents } from './rules.ts'

test('[issue 3.5] what minutes at a rate cost: the nearest cent, half a cent up, as long division finds it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 2_000_000_000 }), (minutes, rate) => {
      // Hundredths of a cent by schoolbook: units to cents is times 100, an hour is 60 minutes, a unit a million millionths.
      const exact = (BigInt(minutes) * BigInt(rate) * 100n * 2n + 60_000_000n) / 120_000_000n
      expect(costCents(minutes, rate)).toBe(Number(exact))
    }),
  )
  expect([costCents(60, 45_500_000), costCents(1, 300_000), costCents(1, 299_999)]).toEqual([4550, 1, 0])
})

test('[issue 3.5] an axis of time is marked at whole hours, two to six times, and holds the longest bar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50_000_000 }), (longest) => {
      const ticks = hourTicks(longest)
      expect(ticks[0]).toBe(0)
      expect(ticks.length).toBeGreaterThanOrEqual(2)
      expect(ticks.length).toBeLessThanOrEqual(6)
      const [step = 0] = ticks.slice(1)
      expect(String(step / 60)).toMatch(/^[125]0*$/)
      expect(ticks).toEqual(ticks.map((_, n) => n * step))
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(longest)
      if (ticks.length > 2) expect(ticks.at(-2)).toBeLessThan(longest)
    }),
  )
  expect(hourTicks(2700)).toEqual([0, 600, 1200, 1800, 2400, 3000])
})
