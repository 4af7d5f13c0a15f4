import { expect, test } from 'vitest'
import { sinceData } from './rules.ts'
import { figureWords, spreadWords, wholeMoneyWords } from './words.figures.ts'

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

test('a sentence says how even the hours are, in plain words', () => {
  const spread = {
    ...{ officers: 42, least: 0, low: 480, median: 750, high: 960, most: 1860, mean: 740, none: 5 },
    ...{ width: 120, counts: [] },
  }
  expect(spreadWords(spread)).toBe(
    'The middle half of 42 officers have between 8 h and 16 h. The median is 12 h 30 min, the most 31 h, the least 0 h. 5 officers have none.',
  )
  expect(spreadWords({ ...spread, none: 1 })).toContain(' 1 officer has none.')
  expect(spreadWords({ ...spread, officers: 1200, least: 60, low: 480, high: 480, none: 0 })).toBe(
    'The middle half of 1,200 officers have 8 h each. The median is 12 h 30 min, the most 31 h, the least 1 h.',
  )
  expect(spreadWords({ ...spread, most: 0 })).toBe('None of 42 officers have assigned hours.')
  expect(spreadWords({ ...spread, least: 60, most: 60, none: 0 })).toBe('All 42 officers have 1 h.')
})
