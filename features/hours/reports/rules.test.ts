import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costCents, reportNames } from './rules.ts'
import { hourTicks } from './words.figures.ts'
import { reportWords } from './words.ts'

test('the cost of minutes at a rate rounds half a cent up, like long division', {
  meta: { shows: ['issue 3.5'] },
}, () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 2_000_000_000 }), (minutes, rate) => {
      // Exact integer arithmetic: 100 cents per currency unit, 60 minutes per hour, a million millionths per unit.
      const exact = (BigInt(minutes) * BigInt(rate) * 100n * 2n + 60_000_000n) / 120_000_000n
      expect(costCents(minutes, rate)).toBe(Number(exact))
    }),
  )
  expect([costCents(60, 45_500_000), costCents(1, 300_000), costCents(1, 299_999)]).toEqual([4550, 1, 0])
})

test('a time axis has two to six marks at whole hours and fits the longest bar', {
  meta: { shows: ['issue 3.5'] },
}, () => {
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

test('docs/definitions.md says what each report counts', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/definitions.md'), 'utf8')
  const [, reports = ''] = /\n## Reports\n([\s\S]*?)\n## /.exec(page) ?? []
  for (const name of reportNames) expect(reports).toContain(`\n- _${reportWords[name].title}_`)
})
