import { expect, test } from 'vitest'
import { freeWords } from './client.free.ts'
import { freeAround } from './rules.free.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 26, hour)).toISOString()
const shift = { starts_at: at(20), ends_at: at(26) }
const work = (from: number, to: number) => ({ starts_at: at(from), ends_at: at(to) })
const words = (...others: ReturnType<typeof work>[]) => freeWords(freeAround(shift, others), shift)

test('says how long an officer is off around a shift, by the nearest work on each side', () => {
  expect(words(work(-30, -20), work(0, 4), work(36, 40), work(60, 70))).toBe('16 h off before, 10 h after')
  expect(words(work(12, 20))).toBe('0 min off before')
  expect(words(work(26, 30))).toBe('0 min off after')
})

test('work during the shift or far from it is not named', () => {
  expect(words(work(19, 21), work(22, 23))).toBe('No shifts before or after')
  expect(words(work(-80, -60), work(26 + 73, 110))).toBe('No shifts before or after')
})

test('says nothing where the other work is not known', () => {
  expect(freeWords(null, shift)).toBeNull()
})
