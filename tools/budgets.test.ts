import { expect, test } from 'vitest'
import { budgets, fetchedTooEarly, gzipped, overBudget, staticallyNeeded } from './budgets.ts'

const chunk = (fileName: string, imports: string[] = []) => ({
  fileName,
  code: `export const name = '${fileName}'`,
  imports,
  moduleIds: [] as string[],
})

test('[issue 4.1] what an entry needs is weighed with all that it imports, circles included, and nothing that comes later', () => {
  const chunks = [
    chunk('app.js', ['a.js']),
    chunk('a.js', ['b.js']),
    chunk('b.js', ['a.js']),
    chunk('charts.js', ['a.js']),
  ]
  expect(staticallyNeeded(chunks, 'app.js').map(({ fileName }) => fileName)).toEqual(['app.js', 'a.js', 'b.js'])
  expect(staticallyNeeded(chunks, 'gone.js')).toEqual([])
})

test('[issue 4.1] one byte past a budget fails the build, and so does a build in which nothing was weighed', () => {
  expect(overBudget(budgets)).toEqual([])
  expect(overBudget({ ...budgets, shellScript: budgets.shellScript + 1 })).toEqual([
    `shellScript: ${budgets.shellScript + 1} bytes, ${budgets.shellScript} allowed`,
  ])
  expect(overBudget({ ...budgets, visitorScript: 41_000 })).toHaveLength(1)
  expect(() => overBudget({ ...budgets, visitorPage: 0 })).toThrow('visitorPage')
  expect(gzipped('x'.repeat(10_000))).toBeLessThan(200)
})

test('[issue 4.1] a chart or a screen that the shell would bring along is named, and fails the build', () => {
  const shell = { ...chunk('app.js'), moduleIds: ['/x/apps/web/main.tsx', '/x/features/reports/rules.ts'] }
  expect(fetchedTooEarly([shell])).toEqual([])
  const charts = '/x/node_modules/recharts/es6/index.js'
  const screen = '/x/features/reports/screens/reports.tsx'
  expect(fetchedTooEarly([{ ...shell, moduleIds: [...shell.moduleIds, charts, screen] }])).toEqual([
    `app.js: ${charts}`,
    `app.js: ${screen}`,
  ])
})
