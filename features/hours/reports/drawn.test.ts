import { expect, test } from 'vitest'
import { sinceData } from './rules.ts'
import { figureWords, wholeMoneyWords } from './words.figures.ts'

const row = (worked: number | null, waiting: number | null = 0) => ({ values: { worked, waiting } })
const metrics = [{ name: 'worked' }, { name: 'waiting' }]

test('a chart begins with the first period that has anything to show; zeros after it stay', () => {
  const rows = [row(0), row(null), row(0, 30), row(0), row(60)]
  expect(sinceData(rows, metrics)).toEqual(rows.slice(2))
  expect(sinceData([row(0), row(0)], metrics)).toHaveLength(2)
})

test('money has a sign, thousands a comma, and what was not counted a dash', () => {
  expect(figureWords(123_456, 'cents')).toBe('$1,234.56')
  expect(wholeMoneyWords(123_456)).toBe('$1,235')
  expect(figureWords(null, 'cents')).toBe('—')
})
