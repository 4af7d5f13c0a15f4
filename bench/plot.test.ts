import { expect, test } from 'vitest'
import { drawPlot } from './plot.ts'

test('draws each point where its logarithms are, with a tick at each power of ten', () => {
  const points = [
    { x: 1, y: 10 },
    { x: 10, y: 100 },
    { x: 100, y: 1000, note: '3 < 5 refused' },
  ]
  const svg = drawPlot({ title: 'A', x: 'screens', y: 'ms', series: [{ name: 'now', color: '#222', points }] })
  const dots = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(dots).toHaveLength(3)
  // Equal factors are equal distances, and both axes end at their last ticks.
  expect(dots[0]).toEqual([70, 385])
  expect(dots[1]).toEqual([320, 217.5])
  expect(dots[2]).toEqual([570, 50])
  expect(svg).toContain('3 &lt; 5 refused')
  expect(svg.match(/>(1|10|100|1,000)</g)).toHaveLength(6)
})
