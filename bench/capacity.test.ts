import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { capacityTable, carried, country, needs } from './capacity.ts'

const paper = readFileSync(join(import.meta.dirname, '../docs/capacity.md'), 'utf8')

test('the paper on capacity shows the table of the measured prices', { meta: { shows: ['issue 14.6'] } }, () => {
  expect(paper).toContain(capacityTable())
})

test('what a primary is said to carry fits it, and a thousand officers more do not', () => {
  for (const cores of [8, 32, 96]) {
    const most = carried(cores, 44)
    expect(needs(most, 44).database).toBeLessThanOrEqual(cores)
    expect(needs(most + 1000, 44).database).toBeGreaterThan(cores)
  }
})

test('needs grow faster than the officers, because every process hears of every department', () => {
  const [half, whole] = [needs(country.officers / 2, 44), needs(country.officers, 44)]
  for (const key of ['database', 'processes'] as const) expect(whole[key]).toBeGreaterThan(2 * half[key])
  expect(whole.writesPerSecond).toBeCloseTo(2 * half.writesPerSecond)
})
