import { expect, test } from 'vitest'
import { prerendered, redirects, routes } from '#apps/web/routes.ts'
import { screens } from '#apps/web/screens.ts'
import { coveragePage, notYetPage, shownBy, unshown } from './coverage-pages.ts'
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
} from './house-requirements.ts'
import { readProject } from './house-rules.ts'
import { root } from './planted-house.ts'

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

test('[issue 2.2] the requirements are read: sections, kinds and ids are sound', () => {
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

test('[issue 2.2] every rule that is built is named by the title of a test, and titles name nothing else', () => {
  // Put together here, or this file's own titles would be found.
  const tags = ['9 x', '9 y'].map((id) => `[${id}]`).join(' ')
  const titles = at('features/a/rules.test.ts', `test('${tags} something', () => undefined)\n// [9 z]`)
  expect(untested([row({}), row({ id: '9 z' }), row({ id: '9 later', issue: '99' })], [titles])).toEqual(['9 z'])
  expect(unknownTags([row({})], [titles])).toEqual(['9 y'])
  expect(untested(rows, files)).toEqual([])
  expect(unknownTags(rows, files)).toEqual([])
})

test('[issue 2.2] every constant that is built has one home', () => {
  const limit = row({ kind: 'constant', home: 'features/a/rules.ts · MOST = 15' })
  const home = at('features/a/rules.ts', 'export const MOST = 15')
  expect(homeless([limit], [home])).toEqual([])
  expect(homeless([limit], [at('features/a/rules.ts', 'export const MOST = 16')])).toEqual(['9 x: nowhere'])
  expect(homeless([limit], [home, at('apps/web/a.ts', 'const MOST = 15')])).toHaveLength(1)
  expect(homeless(rows, files)).toEqual([])
})

test('[issue 2.2] every text that is built is said as the specification writes it', () => {
  const text = row({ kind: 'text', text: 'Login Failed' })
  expect(unsaid([text], [at('apps/web/a.ts', `'Login failed'`), at('apps/web/a.test.ts', `'Login Failed'`)])).toEqual([
    '9 x',
  ])
  expect(unsaid(rows, files)).toEqual([])
})

test('[issue 2.2] routes stand as the specification writes them, further ones have their reason', () => {
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
    // A path that leads on has the screen where it leads.
    built: [...Object.keys(screens), ...prerendered, ...Object.keys(redirects)],
  }
  expect(routeFaults(rows, routesWithReason(textOf('docs/routes.md')), real)).toEqual([])
})

test('[issue 3.12] the pages of what is shown and what is not yet are as the tests are, and what is built is shown', () => {
  const shown = shownBy(rows, files)
  expect(textOf('docs/specification-coverage.md'), 'run tools/coverage.ts').toBe(coveragePage(rows, shown))
  expect(textOf('docs/not-yet.md'), 'run tools/coverage.ts').toBe(notYetPage(rows, shown))
  expect(unshown(rows, shown)).toEqual([])
  // Put together here, or this file's own titles would be found.
  const titled = at(
    'features/a/rules.test.ts',
    `test('${['9 x'].map((id) => `[${id}]`).join()} something', () => undefined)`,
  )
  const text = row({ id: '8 y', kind: 'text', text: 'Login Failed at last' })
  const said = at('e2e/journeys/a.e2e.ts', `getByText('Login Failed at last')`)
  const planted = [row({}), text, row({ id: '9 z' }), row({ id: '9 later', issue: '6' })]
  expect(unshown(planted, shownBy(planted, [titled, said]))).toEqual(['9 z'])
  expect(unshown(planted, shownBy(planted, []))).toEqual(['9 x', '8 y', '9 z'])
})
