import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readProject } from '#tools/house-rules.ts'
import { areas, excused, ladderOf, ladderPage } from '#tools/ladder.ts'

const files = readProject(join(import.meta.dirname, '..'))
const at = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((noun) => `import { x } from '#features/${noun}/rules.ts'\n`).join(''),
})

test('counts upward imports, mutual pairs and knots, excluding tests', () => {
  const planted = ladderOf([
    at('features/shifts/a/rules.ts', 'shifts/b'),
    at('features/shifts/b/store.ts', 'shifts/c', 'roster/d'),
    at('features/shifts/c/parts/list.tsx', 'shifts/a'),
    at('features/roster/d/rules.ts', 'shifts/a'),
    at('features/people/e/rules.test.ts', 'home/f'),
    at('features/home/f/rules.ts', 'people/e', 'people/e'),
    at('features/people/e/rules.ts'),
  ])
  expect(planted.upward).toEqual(['roster/d > shifts/a'])
  expect(planted.knots).toEqual([['roster/d', 'shifts/a', 'shifts/b', 'shifts/c']])
  expect(planted.edges.get('home/f > people/e')).toBe(2)
  expect(ladderOf([at('features/home/a/rules.ts', 'home/b'), at('features/home/b/rules.ts', 'home/a')]).mutual).toEqual(
    ['home/a <> home/b'],
  )
})

test('no import points upward, no knot exceeds six nouns, and each mutual pair has a reason', () => {
  const ladder = ladderOf(files)
  expect(ladder.nouns.length).toBeGreaterThan(40)
  expect(ladder.edges.size).toBeGreaterThan(100)
  expect(ladder.upward).toEqual([])
  expect(Math.max(...ladder.knots.map((knot) => knot.length))).toBeLessThanOrEqual(6)
  expect(ladder.mutual).toEqual(Object.keys(excused).sort())
  for (const area of areas)
    expect(ladder.mutual.filter((pair) => pair.startsWith(`${area}/`)).length, area).toBeLessThanOrEqual(5)
  expect(
    ladder.mutual.filter((pair) => new Set(pair.split(' <> ').map((noun) => noun.split('/')[0])).size > 1),
  ).toEqual([])
})

test('features/README.md matches the current ladder', () => {
  const page = files.find(({ path }) => path === 'features/README.md')?.text
  expect(page, 'run: node tools/run.mjs tools/ladder.ts').toBe(ladderPage(ladderOf(files)))
})
