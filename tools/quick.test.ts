import { expect, test } from 'vitest'
import { selectTests } from '#tools/quick-select.ts'

const at = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((to) => `import { x } from '${to}'\n`).join(''),
})
const files = [
  at('features/shifts/a/rules.ts'),
  at('features/shifts/a/rules.test.ts', './rules.ts'),
  at('features/shifts/a/store.ts', './rules.ts'),
  at('features/shifts/a/routes.ts', './store.ts'),
  at('features/shifts/a/routes.pg.test.ts', './routes.ts'),
  at('features/shifts/b/routes.pg.test.ts', '#features/shifts/a/store.ts'),
  at('features/shifts/c/rules.test.ts', '#features/shifts/b/rules.ts'),
  at('apps/server/whole.pg.test.ts', '#features/shifts/a/routes.ts'),
]

test('quick runs the tests that a change affects, nearest pg tests first', () => {
  expect(selectTests(files, ['features/shifts/a/rules.ts'], 2)).toEqual({
    unit: ['features/shifts/a/rules.test.ts'],
    pg: ['features/shifts/a/routes.pg.test.ts', 'features/shifts/b/routes.pg.test.ts'],
    left: ['apps/server/whole.pg.test.ts'],
  })
})

test('quick runs a changed test itself, and no tests for a docs page', () => {
  expect(selectTests(files, ['features/shifts/c/rules.test.ts']).unit).toEqual(['features/shifts/c/rules.test.ts'])
  expect(selectTests(files, ['docs/README.md'])).toEqual({ unit: [], pg: [], left: [] })
})

test('quick checks the fence after a database change', () => {
  expect(selectTests(files, ['db/migrations/0099_a.sql']).pg).toEqual(['platform/server/fence.pg.test.ts'])
})
