import { expect, test } from 'vitest'
import { prerendered, redirects, routes } from '#apps/web/routes.ts'
import { screens } from '#apps/web/screens.ts'
import { coveragePage, notYetPage, shownBy, unshown } from '#tools/coverage-pages.ts'
import {
  badRows,
  homeless,
  type Requirement,
  readRequirements,
  routeFaults,
  routesWithReason,
  unknownTags,
  unsaid,
  untested,
} from '#tools/house-requirements.ts'
import { readProject } from '#tools/house-rules.ts'
import { root } from '#tools/planted-house.ts'

const files = readProject(root)
const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? ''
const rows = readRequirements(textOf('docs/requirements.tsv'))
const row = (given: Partial<Requirement>): Requirement => ({
  id: '9 x',
  kind: 'rule',
  issue: '2',
  home: '',
  text: 'x',
  ...given,
})
const at = (path: string, text: string) => ({ path, text })

test('the requirements parse with valid sections, kinds and ids', { meta: { shows: ['issue 2.2'] } }, () => {
  expect(rows.length).toBeGreaterThan(120)
  for (let section = 1; section <= 9; section++)
    expect(
      rows.some(({ id }) => id.startsWith(`${section} `)),
      `section ${section}`,
    ).toBe(true)
  expect(badRows([row({}), row({}), row({ id: 'a', kind: 'wish' }), row({ id: 'b', text: '' })])).toEqual([
    '9 x',
    'a',
    'b',
  ])
  expect(badRows(rows)).toEqual([])
})

test('every implemented rule is named by a test, and tests name no unknown rows', {
  meta: { shows: ['issue 2.2'] },
}, () => {
  // Assembled here, or this file would name the rows itself.
  const shows = ['9 x', '9 y'].map((id) => `'${id}'`).join(', ')
  const titles = at(
    'features/a/rules.test.ts',
    `test('something', ${`{ meta: { shows: [${shows}] } }`}, () => undefined)\n// [9 z]`,
  )
  expect(untested([row({}), row({ id: '9 z' }), row({ id: '9 later', issue: '99' })], [titles])).toEqual(['9 z'])
  expect(unknownTags([row({})], [titles])).toEqual(['9 y'])
  expect(untested(rows, files)).toEqual([])
  expect(unknownTags(rows, files)).toEqual([])
})

test('every implemented constant is defined in one place', { meta: { shows: ['issue 2.2'] } }, () => {
  const limit = row({ kind: 'constant', home: 'features/a/rules.ts · MOST = 15' })
  const home = at('features/a/rules.ts', 'export const MOST = 15')
  expect(homeless([limit], [home])).toEqual([])
  expect(homeless([limit], [at('features/a/rules.ts', 'export const MOST = 16')])).toEqual(['9 x: nowhere'])
  expect(homeless([limit], [home, at('apps/web/a.ts', 'const MOST = 15')])).toHaveLength(1)
  expect(homeless(rows, files)).toEqual([])
})

test('every implemented text matches the specification exactly', { meta: { shows: ['issue 2.2'] } }, () => {
  const text = row({ kind: 'text', text: 'Login Failed' })
  expect(unsaid([text], [at('apps/web/a.ts', `'Login failed'`), at('apps/web/a.test.ts', `'Login Failed'`)])).toEqual([
    '9 x',
  ])
  expect(unsaid(rows, files)).toEqual([])
})

test('routes match the specification, and extra ones have a reason', { meta: { shows: ['issue 2.2'] } }, () => {
  const asked = row({ kind: 'route', text: '/a/{id}' })
  const table = { routes: ['/a/{id}', '/b'], redirects: [], built: ['/a/{id}', '/b'] }
  const reasons = routesWithReason('| Route | Reason |\n| --- | --- |\n| `/b` | Because. |\n| `/c`  |  |\n')
  expect(reasons).toEqual(['/b'])
  expect(routeFaults([asked], reasons, table)).toEqual([])
  expect(routeFaults([asked], [], table)).toEqual(['/b has no reason in docs/routes.md'])
  expect(routeFaults([asked], ['/b', '/d'], table)).toEqual(['/d of docs/routes.md is not a further route'])
  expect(routeFaults([asked], ['/b'], { ...table, routes: ['/b', '/a/{other}'] })[0]).toBe(
    '/a/{id} is not in the route table',
  )
  expect(routeFaults([asked], ['/b'], { ...table, built: ['/b'] })).toEqual(['/a/{id} has no screen'])
  const real = {
    routes: Object.keys(routes),
    redirects: Object.keys(redirects),
    // A redirect's screen is the one at its target.
    built: [...Object.keys(screens), ...prerendered, ...Object.keys(redirects)],
  }
  expect(routeFaults(rows, routesWithReason(textOf('docs/routes.md')), real)).toEqual([])
})

test('the coverage pages match the tests, and everything implemented is covered', {
  meta: { shows: ['issue 3.12'] },
}, () => {
  const shown = shownBy(rows, files)
  expect(textOf('docs/specification-coverage.md'), 'run tools/coverage.ts').toBe(coveragePage(rows, shown))
  expect(textOf('docs/not-yet.md'), 'run tools/coverage.ts').toBe(notYetPage(rows, shown))
  expect(unshown(rows, shown)).toEqual([])
  // Assembled here, or this file would name the row itself.
  const titled = at(
    'features/a/rules.test.ts',
    `test('something', ${`{ meta: { shows: [${["'9 x'"].join()}] } }`}, () => undefined)`,
  )
  const text = row({ id: '8 y', kind: 'text', text: 'Login Failed at last' })
  const said = at('e2e/journeys/a.e2e.ts', `getByText('Login Failed at last')`)
  const planted = [row({}), text, row({ id: '9 z' }), row({ id: '9 later', issue: '12' })]
  expect(unshown(planted, shownBy(planted, [titled, said]))).toEqual(['9 z'])
  expect(unshown(planted, shownBy(planted, []))).toEqual(['9 x', '8 y', '9 z'])
})
