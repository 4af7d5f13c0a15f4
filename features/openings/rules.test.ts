import { expect, it } from 'vitest'
import { openingBounds, parseOpenings } from './rules.ts'

it('[issue 5.5 openings] a pasted list: a heading after empty lines, hours in two ways, and each wrong line with its bound', () => {
  const { lines, wrong } = parseOpenings(
    [
      '',
      'Badge;Times;Hours',
      '2001;2;7:30',
      '2002,0,7.5',
      `2003,1,${openingBounds.hours + 1}`,
      '2001,1',
      'Badge,x',
    ].join('\n'),
  )
  expect(lines.map(({ line, badge, times, minutes }) => [line, badge, times, minutes])).toEqual([
    [3, '2001', 2, 450],
    [4, '2002', 0, 450],
  ])
  expect(wrong).toEqual([
    { line: 5, message: `hours must be ${openingBounds.hours} at most` },
    { line: 6, message: 'badge 2001 stands on line 3 already' },
    { line: 7, message: `how often must be a whole number up to ${openingBounds.times}` },
  ])
})
