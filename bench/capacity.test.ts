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

test('needs grow with the officers, and the processes also with the size of their department', () => {
  const [small, large] = [needs(36_000, 44), needs(36_000, 36_000)]
  expect(large.database).toBe(small.database)
  expect(large.processes).toBeGreaterThanOrEqual(small.processes)
  expect(needs(country.officers, 44).database).toBeCloseTo((small.database * country.officers) / 36_000)
})
