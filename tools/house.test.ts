import { expect, test } from 'vitest'
import { fieldsInDialogs, ownForms } from '#tools/house-forms.ts'
import { badNames, machinePaths, readProject, shortcutsTaken, strangers, tooLong } from '#tools/house-rules.ts'
import { longFunctions } from '#tools/house-size.ts'
import { compile, cruise, plant, root } from '#tools/planted-house.ts'

const files = readProject(root)
const shelves = ['apps', 'features', 'platform', 'e2e']
const lines = (count: number) => 'x\n'.repeat(count)
const at = (path: string, text = '') => ({ path, text })

test('the checks cover the whole project', { meta: { shows: ['issue 2.2'] } }, () => {
  expect(files.length).toBeGreaterThan(150)
  for (const shelf of ['apps/server', 'apps/web', 'db/migrations', 'features', 'platform', 'tools', 'docs']) {
    expect(
      files.some(({ path }) => path.startsWith(`${shelf}/`)),
      shelf,
    ).toBe(true)
  }
})

test('a feature folder holds only files with a known role', () => {
  const known = ['rules.ts', 'store.history.ts', 'routes.pg.test.ts', 'mail.test.ts', 'screens/list.tsx', 'words.ts']
  const unknown = ['helper.ts', 'store.a.b.ts', 'screens/data.ts', 'panels/list.tsx', 'Rules.ts', 'parts/a/b.tsx']
  const planted = [...known, ...unknown].map((name) => at(`features/shifts/posts/${name}`))
  expect(strangers([...planted, at('features/loose.ts')])).toEqual([
    ...unknown.map((name) => `features/shifts/posts/${name}`),
    'features/loose.ts',
  ])
  expect(strangers(files)).toEqual([])
})

test('file names are descriptive and in kebab-case', () => {
  const bad = [
    'apps/web/index.ts',
    'platform/web/hooks.ts',
    'features/shifts/a/rules.common.ts',
    'platform/web/ui/DataTable.tsx',
  ]
  expect(badNames([...bad, 'platform/web/ui/data-table.tsx', 'docs/README.md'].map((path) => at(path)))).toEqual(bad)
  expect(badNames(files)).toEqual([])
})

test('no file exceeds its length limit', () => {
  const fits = [
    at('platform/server/a.ts', lines(400)),
    at('features/shifts/a/screens/a.tsx', lines(300)),
    at('features/shifts/a/rules.test.ts', lines(600)),
    at('db/migrations/0001_a.sql', lines(200)),
  ]
  expect(tooLong([...fits, at('db/schema.sql', lines(9_000))])).toEqual([])
  expect(tooLong(fits.map(({ path, text }) => at(path, `${text}x\n`)))).toHaveLength(fits.length)
  expect(tooLong(files)).toEqual([])
})

test('no function is longer than 60 lines, including inner functions', { meta: { shows: ['issue 2.2'] } }, () => {
  const body = (count: number) => '  run()\n'.repeat(count)
  const inner = (count: number) => `  const part = () => {\n${body(count)}  }\n`
  const fits = [
    at('features/shifts/a/store.ts', `function fits() {\n${body(58)}}\n`),
    at('features/shifts/a/routes.ts', `const factory = () => {\n${inner(27)}${body(29)}}\n`),
    at('features/shifts/a/rules.test.ts', `test('x', () => {\n${body(99)}})\n`),
  ]
  expect(longFunctions(fits)).toEqual([])
  expect(
    longFunctions([
      at('features/shifts/a/store.ts', `function grew() {\n${body(59)}}\n`),
      at('features/shifts/a/routes.ts', `const factory = () => {\n${inner(28)}${body(29)}}\n`),
      at(
        'features/shifts/a/parts/list.tsx',
        `export const List = () => (\n  <ul>\n${'<li />\n'.repeat(58)}  </ul>\n)\n`,
      ),
    ]),
  ).toEqual([
    { path: 'features/shifts/a/store.ts', line: 1, lines: 61 },
    { path: 'features/shifts/a/routes.ts', line: 1, lines: 61 },
    { path: 'features/shifts/a/parts/list.tsx', line: 1, lines: 62 },
  ])
  expect(longFunctions(files)).toEqual([])
})

test('requires FormDialog for dialogs with a form or fields', () => {
  const dialog = "import { Dialog } from '#platform/web/ui/dialog.tsx'\n"
  const form = "import { Form } from '#platform/web/forms/form.tsx'\n"
  const part = (name: string, text: string) => at(`features/shifts/posts/parts/${name}.tsx`, text)
  const fits = [
    part('fields', `${form}export const Fields = () => <Form><input /></Form>\n`),
    part('page', `${dialog}${form}export const Page = () => <><Form /><Dialog><ul /></Dialog></>\n`),
    part(
      'named',
      "import { FormDialog } from '#platform/web/forms/form-dialog.tsx'\nexport const Named = () => <FormDialog />\n",
    ),
  ]
  expect(fieldsInDialogs(fits)).toEqual([])
  const faults = [
    part('by-hand', `${dialog}${form}export const ByHand = () => <Dialog actions={<b />}><Form /></Dialog>\n`),
    part('plain', `${dialog}export function Plain() {\n  return <Dialog><form /></Dialog>\n}\n`),
    part(
      'button',
      `${dialog}${form.replace('Form', 'SubmitButton')}const Low = () => <Dialog actions={<SubmitButton />} />\n`,
    ),
    part(
      'inner',
      `${dialog}${form}const Inner = () => <Form />\nexport const Outer = () => <Dialog><Inner /></Dialog>\n`,
    ),
    part(
      'far',
      `${dialog}import { Fields as All } from './fields.tsx'\nexport const Far = () => <Dialog><All /></Dialog>\n`,
    ),
    part('bare', `${dialog}export const Bare = () => <Dialog><textarea /></Dialog>\n`),
    part(
      'typed',
      `${dialog}import { Input } from '#platform/web/ui/input.tsx'\nconst Search = () => <Input />\nexport const Typed = () => <Dialog><Search /></Dialog>\n`,
    ),
    part(
      'picked',
      `${dialog}import { Select as Pick } from '#platform/web/ui/select.tsx'\nexport const Picked = () => <Dialog><Pick /></Dialog>\n`,
    ),
  ]
  expect(fieldsInDialogs([...fits, ...faults]).map(({ name }) => name)).toEqual([
    'ByHand',
    'Plain',
    'Low',
    'Outer',
    'Far',
    'Bare',
    'Typed',
    'Picked',
  ])
  const found = new Set(fieldsInDialogs(files).map(({ path }) => path))
  expect(
    [...found].filter((path) => !(path in ownForms)),
    'use platform/web/forms/form-dialog.tsx',
  ).toEqual([])
  expect(
    Object.keys(ownForms).filter((path) => !found.has(path)),
    'take these off the list in tools/house-forms.ts',
  ).toEqual([])
})

test('nothing is skipped, suppressed or left as a todo', () => {
  // Assembled here, or this file itself would be reported.
  const faults = [
    ['test', 'only("x")'],
    ['describe.each', 'skip("x")'],
    ['it', 'todo("x")'],
  ].map((parts) => parts.join('.'))
  const planted = [
    ...faults,
    `// @ts-${'ignore'}`,
    `x as ${'any'}`,
    `const x: ${'any'} = 1`,
    `vi.${'mock'}('./a.ts')`,
  ].join('\n')
  expect(shortcutsTaken([at('features/shifts/a/rules.test.ts', planted)])).toHaveLength(7)
  expect(shortcutsTaken([at('a.ts', 'test.skipIf(noData)("as anyone", () => undefined)')])).toEqual([])
  expect(shortcutsTaken(files)).toEqual([])
})

test('no file contains a path of the machine it was written on', () => {
  const planted = ['work', 'home', 'Users', 'root'].map((top) => `open('/${top}/somebody/project')`).join('\n')
  expect(machinePaths([at('docs/runbook.md', planted)])).toHaveLength(4)
  expect(machinePaths([at('a.ts', `fetch('/api/home/feed') // below /root, or ../shared/data`)])).toEqual([])
  expect(machinePaths(files)).toEqual([])
})

test('imports point downward, and the cruiser checked them', () => {
  const { seen, violations } = cruise(root, shelves)
  expect(seen).toBeGreaterThan(100)
  expect(violations).toEqual([])
})

test('a sound sample house passes the cruiser and the compiler', () => {
  using house = plant()
  const { seen, violations } = cruise(house.folder, shelves)
  expect(seen).toBeGreaterThan(15)
  expect(violations).toEqual([])
  expect(compile(house.folder)).toEqual([])
})

const uses = (path: string) => `import * as other from '${path}'\nexport const used = other\n`

test.each([
  ['platform-knows-no-feature', 'platform/server/sql.ts', '#features/shifts/posts/rules.ts'],
  ['features-know-no-app', 'features/shifts/posts/client.ts', '#apps/web/main.tsx'],
  ['shared-stands-alone', 'platform/shared/endpoint.ts', '#platform/server/sql.ts'],
  ['web-and-server-meet-in-the-contract', 'features/shifts/posts/client.ts', '#features/shifts/posts/store.ts'],
  [
    'web-and-server-meet-in-the-contract',
    'features/shifts/signups/screens/open-jobs.tsx',
    '#features/shifts/posts/store.history.ts',
  ],
  ['server-draws-nothing', 'features/shifts/posts/routes.ts', '#features/shifts/posts/client.ts'],
  ['rules-know-rules-only', 'features/shifts/posts/rules.ts', '#features/shifts/posts/contract.ts'],
  ['contracts-know-rules-and-contracts', 'features/shifts/posts/contract.ts', '#features/shifts/posts/store.ts'],
  ['neighbours-by-the-front-door', 'features/shifts/signups/routes.ts', '#features/shifts/posts/routes.ts'],
  [
    'neighbours-by-the-front-door',
    'features/shifts/posts/parts/place.tsx',
    '#features/shifts/signups/screens/open-jobs.tsx',
  ],
  ['sql-only-in-stores', 'features/shifts/posts/routes.ts', '#platform/server/sql.ts'],
  ['sql-only-in-stores', 'features/shifts/posts/jobs.ts', '#platform/server/db.ts'],
  ['tests-help-tests-only', 'platform/server/db.ts', '#platform/server/testing.ts'],
  ['area-looks-down-only', 'features/shifts/signups/rules.ts', '#features/hours/attendance/rules.ts'],
  ['area-looks-down-only', 'features/roster/officers/routes.ts', '#features/shifts/posts/store.ts'],
  ['area-has-a-floor', 'features/posts/rules.ts', '#platform/shared/endpoint.ts'],
  ['words-know-rules-and-contracts', 'features/shifts/posts/words.ts', '#features/shifts/posts/store.ts'],
  ['nothing-missing', 'platform/server/db.ts', '#platform/server/gone.ts'],
  ['no-cycles', 'features/shifts/posts/rules.ts', '#features/shifts/signups/rules.ts'],
])('the cruiser finds a planted fault: %s (%s)', (rule, file, target) => {
  using house = plant({ [file]: uses(target) })
  const named = cruise(house.folder, shelves).violations.filter((line) => line.startsWith(`${rule}: `))
  expect(named.join('\n')).toContain(file)
})

test('the compiler finds planted faults: each role has its own environment', () => {
  using house = plant({
    'features/shifts/posts/rules.clock.ts': `import { readFileSync } from 'node:fs'\nexport const read = readFileSync\n`,
    'features/shifts/posts/rules.page.ts': `export const title = () => document.title\n`,
    'features/shifts/posts/routes.page.ts': `export const title = () => document.title\n`,
    'features/shifts/posts/screens/rows.tsx': `import { listPosts } from '../store.ts'\nexport const Rows = () => <p>{String(listPosts)}</p>\n`,
    'features/shifts/posts/parts/file.tsx': `import { readFileSync } from 'node:fs'\nexport const File = () => <p>{String(readFileSync)}</p>\n`,
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
