import fc from 'fast-check'
import { expect, test } from 'vitest'
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
