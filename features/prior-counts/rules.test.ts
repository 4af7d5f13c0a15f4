import { expect, it } from 'vitest'
import { parsePriorCounts, priorCountBounds } from './rules.ts'

it('[issue 5.5 prior counts] a pasted list: one heading after empty lines, hours in two ways, and each wrong line with its bound', () => {
  const most = priorCountBounds.hours
  const typed = ['', 'Badge;Times', 'Badge;x', '2001;2;7:30', '2002,0,7.5', `2003,1,${most + 1}`, '2001,1']
  const { lines, wrong } = parsePriorCounts(typed.join('\n'))
  expect(lines.map(({ line, badge, times, minutes }) => `${line} ${badge} ${times} ${minutes}`)).toEqual([
    '4 2001 2 450',
    '5 2002 0 450',
  ])
  expect(wrong).toEqual([
    { line: 3, message: `how often must be a whole number up to ${priorCountBounds.times}` },
    { line: 6, message: `hours must be ${most} at most` },
    { line: 7, message: 'badge 2001 stands on line 4 already' },
  ])
})
