import { expect, it } from 'vitest'
import { parsePriorCounts, priorCountBounds } from './rules.prior-counts.ts'

it('reads a pasted list: one heading after empty lines, hours in two formats, and each bad line with its limit', {
  meta: { shows: ['issue 5.5 prior counts'] },
}, () => {
  const most = priorCountBounds.hours
  const typed = ['', 'Badge;Times', 'Badge;x', '2001;2;7:30', '2002,0,7.5', `2003,1,${most + 1}`, '2001,1']
  const { lines, wrong } = parsePriorCounts(typed.join('\n'))
  expect(lines.map(({ line, badge, times, minutes }) => `${line} ${badge} ${times} ${minutes}`)).toEqual([
    '4 2001 2 450',
    '5 2002 0 450',
  ])
  expect(wrong).toEqual([
    { line: 3, message: `the count must be a whole number up to ${priorCountBounds.times}` },
    { line: 6, message: `hours can't exceed ${most.toLocaleString('en-US')}` },
    { line: 7, message: 'badge 2001 is already on line 4' },
  ])
})
