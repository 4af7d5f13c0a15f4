import { expect, it } from 'vitest'
import { monthAfter, monthWords } from './rules.months.ts'

it('months are named across the turn of the year', { meta: { shows: ['issue 2.8'] } }, () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthAfter('2026-03', -15)).toBe('2024-12')
  expect(monthWords('2026-11')).toBe('November 2026')
})
