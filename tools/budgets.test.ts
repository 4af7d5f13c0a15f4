import { expect, test } from 'vitest'
import { budgets, fetchedTooEarly, gzipped, overBudget, staticallyNeeded } from '#tools/budgets.ts'

const chunk = (fileName: string, imports: string[] = []) => ({
  fileName,
  code: `export const name = '${fileName}'`,
  imports,
  moduleIds: [] as string[],
})

test('an entry’s size includes everything it imports, cycles included, and nothing loaded later', {
  meta: { shows: ['issue 4.1'] },
}, () => {
  const chunks = [
    chunk('app.js', ['a.js']),
    chunk('a.js', ['b.js']),
    chunk('b.js', ['a.js']),
    chunk('charts.js', ['a.js']),
  ]
  expect(staticallyNeeded(chunks, 'app.js').map(({ fileName }) => fileName)).toEqual(['app.js', 'a.js', 'b.js'])
  expect(staticallyNeeded(chunks, 'gone.js')).toEqual([])
})

test('one byte over a budget fails the build, as does a build that measured nothing', {
  meta: { shows: ['issue 4.1'] },
}, () => {
  expect(overBudget(budgets)).toEqual([])
  expect(overBudget({ ...budgets, shellScript: budgets.shellScript + 1 })).toEqual([
    `shellScript: ${budgets.shellScript + 1}, ${budgets.shellScript} allowed`,
  ])
  expect(overBudget({ ...budgets, visitorScript: 41_000 })).toHaveLength(1)
  expect(overBudget({ ...budgets, officerFiles: 100 })).toEqual([`officerFiles: 100, ${budgets.officerFiles} allowed`])
  expect(() => overBudget({ ...budgets, visitorPage: 0 })).toThrow('visitorPage')
  expect(gzipped('x'.repeat(10_000))).toBeLessThan(200)
})

test('a chart or screen bundled into the shell is named and fails the build', {
  meta: { shows: ['issue 4.1'] },
}, () => {
  const shell = { ...chunk('app.js'), moduleIds: ['/x/apps/web/main.tsx', '/x/features/hours/reports/rules.ts'] }
  expect(fetchedTooEarly([shell])).toEqual([])
  const charts = '/x/node_modules/recharts/es6/index.js'
  const screen = '/x/features/hours/reports/screens/reports.tsx'
  expect(fetchedTooEarly([{ ...shell, moduleIds: [...shell.moduleIds, charts, screen] }])).toEqual([
    `app.js: ${charts}`,
    `app.js: ${screen}`,
  ])
})
