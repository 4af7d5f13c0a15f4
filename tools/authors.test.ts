import { expect, test } from 'vitest'
import { copies } from '#tools/house-copies.ts'
import { onlyTestsCall } from '#tools/house-reach.ts'
import { readProject } from '#tools/house-rules.ts'
import { brokenTwins } from '#tools/house-twins.ts'
import { root } from '#tools/planted-house.ts'
import { type Twin, twins } from '#tools/twins.ts'

const files = readProject(root)
const at = (path: string, text: string) => ({ path, text })
const rules = 'features/shifts/posts/rules.ts'

test('every exported rule runs in the product, or is the twin of one that runs in SQL', () => {
  const named = new Set(twins.map(({ rule }) => rule))
  const idle = onlyTestsCall(files).filter(({ path, name }) => !named.has(`${path} ${name}`))
  expect(idle.map(({ path, line, name }) => `${path}:${line} ${name}`)).toEqual([])
})

test('a rule that only tests call is found, with the rules that only it calls', () => {
  const planted = [
    at(
      rules,
      'const inner = () => 1\nexport const shared = () => inner()\nexport const idle = () => shared() + used()\nexport function used() {}\n',
    ),
    at(
      'features/shifts/posts/rules.other.ts',
      'export const LIMIT = 3\nexport type Limit = typeof LIMIT\nexport const alone = 1\n',
    ),
    at(
      'features/shifts/posts/routes.ts',
      "import { used as taken } from './rules.ts'\nexport const routes = [taken]\n",
    ),
    at('features/shifts/posts/rules.test.ts', "import { idle } from './rules.ts'\nidle()\n"),
    at('features/shifts/posts/testing.ts', "import { alone } from './rules.other.ts'\nexport const scene = alone\n"),
    at(
      'features/shifts/posts/screens/posts.tsx',
      'export default function Posts() {\n  return <p>{more()}</p>\n}\nfunction more() {}\n',
    ),
    at('features/shifts/posts/parts/later.tsx', 'export const Later = () => <p />\n'),
    at('apps/web/screens.ts', "export const all = [() => import('#features/shifts/posts/parts/later.tsx')]\n"),
    at(
      'apps/server/routes.ts',
      "import { routes } from '#features/shifts/posts/routes.ts'\nexport const every = [...routes]\n",
    ),
  ]
  expect(onlyTestsCall(planted).map(({ name }) => name)).toEqual(['shared', 'idle', 'alone'])
})

test('every twin is there, and a property test holds the pair together', () => {
  expect(twins.length).toBeGreaterThan(25)
  expect(brokenTwins(twins, files)).toEqual([])
})

test('a twin without its rule, its SQL or its test is found', () => {
  const twin: Twin = {
    rule: `${rules} isOpen`,
    sql: 'features/shifts/posts/store.ts openIn',
    test: 'features/shifts/posts/twins.pg.test.ts',
  }
  const sound = [
    at(rules, 'export const isOpen = () => true\n'),
    at('features/shifts/posts/store.ts', 'export const openIn = sql`true`\n'),
    at(
      twin.test,
      "import { isOpen } from './rules.ts'\nimport { openIn } from './store.ts'\nfc.sample(isOpen, openIn)\n",
    ),
  ]
  const change = (path: string, text: string) => sound.map((file) => (file.path === path ? at(path, text) : file))
  const said = (some: typeof sound) => brokenTwins([twin], some).join()
  expect(said(sound)).toBe('')
  expect(said(change(rules, 'const isOpen = () => true\n'))).toContain('has no isOpen')
  expect(said(change('features/shifts/posts/store.ts', ''))).toContain('has no openIn')
  expect(said(sound.slice(0, 2))).toContain('no test')
  expect(said(change(twin.test, 'isOpen(openIn)\n'))).toContain('makes up no input')
  expect(said(change(twin.test, '// openIn\nfc.sample(isOpen)\n'))).toContain('does not ask openIn')
  const inDatabase = { ...twin, sql: 'db/schema.sql app.is_open' }
  expect(brokenTwins([inDatabase], sound).join()).toContain('has no app.is_open')
})

test('conditions and lists of statuses come from their one author', () => {
  expect(copies(files)).toEqual([])
})

test('a copy of a formula is found in every product file but its author', () => {
  const copied: readonly (readonly [string, string])[] = [
    ["reasons.find(({ code }) => code !== 'full')", 'besidesFull of features/shifts/eligibility/rules.main.ts'],
    ['text.replace(/[\\\\%_]/g, (c) => c)', 'likeText of platform/server/sql.ts'],
    [`text.replace(/[&<>"']/g, (c) => c)`, 'escaped of platform/shared/text.ts'],
    ['sql`coalesce(a.signup_closes_at, a.starts_at)`', 'awardAt of features/shifts/assignments/store.phase.ts'],
    [['`$', "{names.join(', ')} and $", '{last}`'].join(''), 'joined of platform/shared/text.ts'],
    [['`$', '{n} $', '{noun}$', "{n === 1 ? '' : 's'}`"].join(''), 'counted of platform/shared/text.ts'],
    [
      ['`$', '{hours} h$', "{rest === 0 ? '' : ` $", '{rest} min`}`'].join(''),
      'durationWords of platform/shared/time.ts',
    ],
    ["z.string().max(3700).transform((text) => text.split(','))", 'IdList of platform/shared/shapes.ts'],
    ["s.status !== 'confirmed' && s.status !== 'calloff_requested'", 'aheadStatuses of platform/shared/statuses.ts'],
    ['Date.parse(at) - 3_600_000', 'MINUTE, HOUR or DAY of platform/shared/time.ts'],
    ["new Set(['first_come', 'approval'])", 'isAwarded of features/shifts/award-rules/rules.ts'],
    ["isAwarded(method) && method !== 'lottery'", 'ranksAhead of features/shifts/awards/rules.order.ts'],
    ["['seniority', 'reverse_seniority', 'weighted']", 'awardMethods of features/shifts/award-rules/rules.methods.ts'],
  ]
  for (const [text, author] of copied) {
    const said = (path: string) => copies([at(path, `export const some = ${text}\n`)]).join()
    expect(said('features/shifts/posts/routes.ts')).toContain(`write ${author}`)
    expect(said('features/shifts/posts/routes.test.ts')).toBe('')
    expect(said(author.split(' of ')[1] ?? '')).toBe('')
  }
})

test('a copy of a condition or of a list is found', () => {
  const said = (text: string) => copies([at('features/shifts/posts/store.ts', `export const some = ${text}\n`)]).join()
  expect(said('sql`p.organization_id = (select app.organization_id())`')).toContain('write ours()')
  expect(
    said('sql`o.approved and o.rejected_at is null and (o.left_on is null or o.left_on > now()::date)`'),
  ).toContain('onRoster')
  expect(said("sql`s.created_at > now() - interval '12 hours' and s.last_seen_at > now()`")).toContain('session-ends')
  expect(said("sql`a.status = 'published' and (a.publish_at is null or a.publish_at <= now())`")).toContain(
    'isPublished',
  )
  expect(said('sql`(select z.time_zone from organizations z where z.id = (select app.organization_id()))`')).toContain(
    'dayBegins',
  )
  expect(said("sql`a.status <> 'published' or a.publish_at > now()`")).toContain('isPublished')
  expect(said("sql`s.status in ('calloff_requested',\n  'confirmed')`")).toContain('aheadStatuses')
  expect(said("['locked', 'approved']")).toContain('approvedStates')
  const inPart = "const ahead = ['calloff_requested', 'confirmed']\n"
  expect(copies([at('features/shifts/posts/parts/post.tsx', inPart)]).join()).toContain('aheadStatuses')
  expect(copies([at('features/shifts/posts/rules.test.ts', inPart)])).toEqual([])
  const own = "sql`s.status in ('passed', 'waitlisted')`"
  expect(said(own)).toBe('')
  const two = [at('features/a/b/store.ts', own), at('features/a/c/store.ts', own)]
  expect(copies(two).join()).toContain('give it a name')
  expect(said(['sql`', "ours('p')} and s.status in ", '{oneOf(aheadStatuses)}`'].join('$'))).toBe('')
})
