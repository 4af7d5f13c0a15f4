import { expect, test } from 'vitest'
import { badNames, machinePaths, readProject, shortcutsTaken, strangers, tooLong } from './house-rules.ts'
import { bigFolders, longFunctions } from './house-size.ts'
import { compile, cruise, plant, root } from './planted-house.ts'

const files = readProject(root)
const shelves = ['apps', 'features', 'platform', 'e2e']
const lines = (count: number) => 'x\n'.repeat(count)
const at = (path: string, text = '') => ({ path, text })

test('[issue 2.2] the checks look at the whole project', () => {
  expect(files.length).toBeGreaterThan(150)
  for (const shelf of ['apps/server', 'apps/web', 'db/migrations', 'features', 'platform', 'tools', 'docs']) {
    expect(
      files.some(({ path }) => path.startsWith(`${shelf}/`)),
      shelf,
    ).toBe(true)
  }
})

test('a feature folder holds only the files the house has a word for', () => {
  const known = ['rules.ts', 'store.history.ts', 'routes.pg.test.ts', 'mail.test.ts', 'screens/list.tsx', 'README.md']
  const unknown = ['helper.ts', 'store.a.b.ts', 'screens/data.ts', 'panels/list.tsx', 'Rules.ts', 'parts/a/b.tsx']
  const planted = [...known, ...unknown].map((name) => at(`features/posts/${name}`))
  expect(strangers([...planted, at('features/loose.ts')])).toEqual([
    ...unknown.map((name) => `features/posts/${name}`),
    'features/loose.ts',
  ])
  expect(strangers(files)).toEqual([])
})

test('a name says what is inside, in kebab-case', () => {
  const bad = [
    'apps/web/index.ts',
    'platform/web/hooks.ts',
    'features/a/rules.common.ts',
    'platform/web/ui/DataTable.tsx',
  ]
  expect(badNames([...bad, 'platform/web/ui/data-table.tsx', 'docs/README.md'].map((path) => at(path)))).toEqual(bad)
  expect(badNames(files)).toEqual([])
})

test('no file is longer than one idea', () => {
  const fits = [
    at('platform/server/a.ts', lines(400)),
    at('features/a/screens/a.tsx', lines(300)),
    at('features/a/rules.test.ts', lines(600)),
    at('db/migrations/0001_a.sql', lines(200)),
  ]
  expect(tooLong(fits)).toEqual([])
  expect(tooLong(fits.map(({ path, text }) => at(path, `${text}x\n`)))).toHaveLength(fits.length)
  expect(tooLong(files)).toEqual([])
})

test('[issue 2.2] no function is longer than 60 lines of its own', () => {
  const body = (count: number) => '  run()\n'.repeat(count)
  const fits = [
    at('features/a/store.ts', `function fits() {\n${body(58)}}\n`),
    at('features/a/routes.ts', `const factory = () => {\n  const part = () => {\n${body(57)}  }\n${body(30)}}\n`),
    at('features/a/rules.test.ts', `test('x', () => {\n${body(99)}})\n`),
  ]
  expect(longFunctions(fits)).toEqual([])
  expect(
    longFunctions([
      at('features/a/store.ts', `function grew() {\n${body(59)}}\n`),
      at('features/a/routes.ts', `const factory = () => {\n  list.map(() => {\n${body(57)}  })\n}\n`),
      at('features/a/parts/list.tsx', `export const List = () => (\n  <ul>\n${'<li />\n'.repeat(58)}  </ul>\n)\n`),
    ]),
  ).toEqual([
    'features/a/store.ts:1: 61 lines in one function',
    'features/a/routes.ts:1: 61 lines in one function',
    'features/a/parts/list.tsx:1: 62 lines in one function',
  ])
  expect(longFunctions(files)).toEqual([])
})

test('[issue 2.2] a feature folder is one noun', () => {
  const planted = Array.from({ length: 21 }, (_, n) => at(`features/a/store.n${n}.ts`, 'x\n'))
  expect([...bigFolders(planted)]).toEqual([['a', { files: 21, lines: 21 }]])
  expect([...bigFolders([at('features/b/store.ts', lines(2501))]).keys()]).toEqual(['b'])
  expect([...bigFolders([at('features/b/store.ts', lines(2500)), at('features/b/a.test.ts', lines(900))])]).toEqual([])
  expect([...bigFolders(files)]).toEqual([])
})

test('nothing is skipped, silenced or given up', () => {
  // Put together here, or this file would be found.
  const faults = [
    ['test', 'only("x")'],
    ['describe.each', 'skip("x")'],
    ['it', 'todo("x")'],
  ].map((parts) => parts.join('.'))
  const planted = [...faults, `// @ts-${'ignore'}`, `x as ${'any'}`, `const x: ${'any'} = 1`].join('\n')
  expect(shortcutsTaken([at('features/a/rules.test.ts', planted)])).toHaveLength(6)
  expect(shortcutsTaken([at('a.ts', 'test.skipIf(noData)("as anyone", () => undefined)')])).toEqual([])
  expect(shortcutsTaken(files)).toEqual([])
})

test('no file knows the machine it was written on', () => {
  const planted = ['work', 'home', 'Users', 'root'].map((top) => `open('/${top}/somebody/project')`).join('\n')
  expect(machinePaths([at('docs/runbook.md', planted)])).toHaveLength(4)
  expect(machinePaths([at('a.ts', `fetch('/api/home/feed') // below /root, or ../shared/data`)])).toEqual([])
  expect(machinePaths(files)).toEqual([])
})

test('imports point downwards, and the cruiser really looked', () => {
  const { seen, violations } = cruise(root, shelves)
  expect(seen).toBeGreaterThan(100)
  expect(violations).toEqual([])
})

test('a sound house passes the cruiser and the compiler', () => {
  using house = plant()
  const { seen, violations } = cruise(house.folder, shelves)
  expect(seen).toBeGreaterThan(15)
  expect(violations).toEqual([])
  expect(compile(house.folder)).toEqual([])
})

const uses = (path: string) => `import * as other from '${path}'\nexport const used = other\n`

test.each([
  ['platform-knows-no-feature', 'platform/server/sql.ts', '#features/posts/rules.ts'],
  ['features-know-no-app', 'features/posts/client.ts', '#apps/web/main.tsx'],
  ['shared-stands-alone', 'platform/shared/endpoint.ts', '#platform/server/sql.ts'],
  ['web-and-server-meet-in-the-contract', 'features/posts/client.ts', '#features/posts/store.ts'],
  ['web-and-server-meet-in-the-contract', 'features/signups/screens/open-jobs.tsx', '#features/posts/store.history.ts'],
  ['server-draws-nothing', 'features/posts/routes.ts', '#features/posts/client.ts'],
  ['rules-know-rules-only', 'features/posts/rules.ts', '#features/posts/contract.ts'],
  ['contracts-know-rules-and-contracts', 'features/posts/contract.ts', '#features/posts/store.ts'],
  ['neighbours-by-the-front-door', 'features/signups/routes.ts', '#features/posts/routes.ts'],
  ['neighbours-by-the-front-door', 'features/posts/parts/place.tsx', '#features/signups/screens/open-jobs.tsx'],
  ['sql-only-in-stores', 'features/posts/routes.ts', '#platform/server/sql.ts'],
  ['sql-only-in-stores', 'features/posts/jobs.ts', '#platform/server/db.ts'],
  ['tests-help-tests-only', 'platform/server/db.ts', '#platform/server/testing.ts'],
  ['nothing-missing', 'platform/server/db.ts', '#platform/server/gone.ts'],
  ['no-cycles', 'features/posts/rules.ts', '#features/signups/rules.ts'],
])('the cruiser finds a planted fault: %s (%s)', (rule, file, target) => {
  using house = plant({ [file]: uses(target) })
  const named = cruise(house.folder, shelves).violations.filter((line) => line.startsWith(`${rule}: `))
  expect(named.join('\n')).toContain(file)
})

test('the compiler finds planted faults: each role has its own world', () => {
  using house = plant({
    'features/posts/rules.clock.ts': `import { readFileSync } from 'node:fs'\nexport const read = readFileSync\n`,
    'features/posts/rules.page.ts': `export const title = () => document.title\n`,
    'features/posts/routes.page.ts': `export const title = () => document.title\n`,
    'features/posts/screens/rows.tsx': `import { listPosts } from '../store.ts'\nexport const Rows = () => <p>{String(listPosts)}</p>\n`,
    'features/posts/parts/file.tsx': `import { readFileSync } from 'node:fs'\nexport const File = () => <p>{String(readFileSync)}</p>\n`,
    'e2e/journeys/officer-errs.e2e.ts': `export const count: number = 'one'\n`,
  })
  const said = compile(house.folder).join('\n')
  expect(said).toMatch(/rules\.clock\.ts: TS2\d+: Cannot find module 'node:fs'|rules\.clock\.ts: TS2\d+: .*'node:fs'/)
  expect(said).toMatch(/rules\.page\.ts: TS2\d+: Cannot find name 'document'/)
  expect(said).toMatch(/routes\.page\.ts: TS2\d+: Cannot find name 'document'/)
  expect(said).toMatch(/rows\.tsx: TS6307: .*store\.ts/)
  expect(said).toMatch(/parts\/file\.tsx: TS2\d+: .*'node:fs'/)
  expect(said).toMatch(/officer-errs\.e2e\.ts: TS2322: /)
})
