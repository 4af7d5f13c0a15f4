import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { asvsRows } from '#tools/asvs.ts'
import { readProject } from '#tools/house-rules.ts'
import { root } from '#tools/planted-house.ts'

const folder = join(root, 'docs/security')
const papers = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const paper = (name: string) => papers.find((one) => one.name === name)?.text ?? ''
const meta = { meta: { shows: ['issue 14 verified rows'] } }

const cellsOf = (line: string) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim())
const rowsOf = (text: string, first: RegExp) =>
  text
    .split('\n')
    .map(cellsOf)
    .filter(([number = '']) => first.test(number))
const testsIn = (cell: string) =>
  cell
    .split('<br>')
    .map((part) => /`([\w./-]+\.(?:test|e2e)\.tsx?)`: (.+)$/.exec(part.trim()))
    .flatMap((found) => (found ? [{ file: found[1] ?? '', title: found[2] ?? '' }] : []))

/** Tests that a text names and that do not exist: the title has to be there as a whole string. */
const missingTests = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => cellsOf(line).flatMap(testsIn))
    .filter(({ file, title }) => {
      if (!existsSync(join(root, file))) return true
      const source = readFileSync(join(root, file), 'utf8')
      return !["'", '"', '`'].some((quote) => source.includes(quote + title + quote))
    })
    .map(({ file, title }) => `${file}: ${title}`)

test('every test that the security papers name exists', meta, () => {
  const planted =
    '| 1.1.1 | `tools/security.test.ts`: every test that the security papers name exists<br>`tools/gone.test.ts`: a |'
  expect(missingTests(planted)).toEqual(['tools/gone.test.ts: a'])
  expect(missingTests('| 1 | `tools/security.test.ts`: every test that the security papers |')).toHaveLength(1)
  expect(papers.flatMap(({ text }) => missingTests(text))).toEqual([])
})

const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )

test('each row of ASVS 5.0 levels 1 and 2 is judged once, and only with what shows it', meta, () => {
  const rows = rowsOf(paper('asvs.md'), /^\d+\.\d+\.\d+$/)
  const wanted = (['1', '2'] as const).flatMap((level) =>
    asvsRows[level]
      .trim()
      .split(/\s+/)
      .map((row) => `${row} ${level}`),
  )
  expect(wanted).toHaveLength(253)
  expect(rows.map(([row, level]) => `${row} ${level}`).toSorted()).toEqual(wanted.toSorted())
  const wrong = rows.filter(([, , , state = '', why = '']) => {
    if (state === 'Met' || state === 'Does not apply') return testsIn(why).length === 0
    if (state === 'Documented') return !/^\[[\w.-]+\]\([\w./-]+#[\w-]+\)$/.test(why)
    return !['Not met', 'By the operator'].includes(state) || why.length < 10
  })
  expect(wrong).toEqual([])
  for (const state of ['Met', 'Documented', 'Does not apply', 'By the operator', 'Not met'])
    expect(paper('asvs.md'), state).toMatch(
      new RegExp(`^\\| ${state} +\\| +${rows.filter((row) => row[3] === state).length} +\\|`, 'm'),
    )
})

test('each area of the CJIS policy is there, and those met in part name a test', meta, () => {
  const rows = rowsOf(paper('cjis.md'), /^5\.\d+$/)
  expect(rows.map(([row]) => row)).toEqual(Array.from({ length: 19 }, (_, at) => `5.${at + 1}`))
  const wrong = rows.filter(([, , , state = '', why = '']) =>
    state === 'In part' ? testsIn(why).length === 0 : !['By the agency', 'By the operator'].includes(state),
  )
  expect(wrong).toEqual([])
})

test('links between the security papers lead to a section', meta, () => {
  const dead = papers.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\(([\w./-]+)#([\w-]+)\)/g)]
      .filter(([, path = '', heading = '']) => {
        const file = join(folder, dirname(name), path)
        return !existsSync(file) || !headingsOf(readFileSync(file, 'utf8')).includes(heading)
      })
      .map(([link]) => `${name}: ${link}`),
  )
  expect(dead).toEqual([])
})

/** What rows answered "Does not apply" say is absent, by package and by its trace in our code. */
const absentPackages =
  /^(graphql|apollo-.*|@apollo\/.*|ldap.*|xpath|memcached|memjs|redis|ioredis|mongodb|jsonwebtoken|jose|passport.*|openid-client|oauth.*|.*saml.*|handlebars|ejs|pug|nunjucks|mustache|latex.*|node-latex|node-serialize|serialize-javascript|vm2|isolated-vm|ws|socket\.io.*|mediasoup.*|werift|node-turn|wrtc)$/
const absentCode = [
  /\beval\(/,
  /\bnew Function\(/,
  /from 'node:vm'/,
  /\bnew WebSocket\(/,
  /\bRTCPeerConnection\b/,
  /\.innerHTML\b/,
  /window\.addEventListener\('message'/,
  /\bshell: true\b/,
  /<(object|embed|applet)\s+[a-z]/,
  /(secret|security).?question|password.?hint/i,
  /Buffer\.(allocUnsafe|allocUnsafeSlow)\(/,
  /new RegExp\((input|query|body|params)/,
]
/** Random values of the server come from `node:crypto`. */
const onServer = /^(apps|platform)\/server\/|^features\/[^/]+\/[^/]+\/(store|routes|jobs|rules|mail)\b/
const tracesIn = (text: string): string[] => absentCode.filter((one) => one.test(text)).map(String)

test('technology that the security papers call absent is in no package and in no file', meta, () => {
  expect(absentPackages.test('graphql')).toBe(true)
  expect(tracesIn("eval('1'); new WebSocket(url); spawn(a, { shell: true })")).toHaveLength(3)
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const names = Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([path]) => path.split('node_modules/').at(-1) ?? '')
  expect(names.length).toBeGreaterThan(100)
  expect(names.filter((name) => absentPackages.test(name))).toEqual([])
  const ours = readProject(root).filter(
    ({ path }) => /^(apps|features|platform)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\./.test(path),
  )
  expect(ours.length).toBeGreaterThan(500)
  const guessable = ours.filter(({ path, text }) => onServer.test(path) && text.includes('Math.random'))
  expect(guessable.map(({ path }) => path)).toEqual([])
  // Programs are started for the embedded database, and by the command that makes the native app's projects, with a list of arguments.
  const starters = ours.filter(({ text }) => /'(node:)?child_process'/.test(text)).map(({ path }) => path)
  expect(starters.filter((path) => !/^(platform\/server\/postgres|apps\/mobile)\//.test(path))).toEqual([])
  expect(ours.flatMap(({ path, text }) => tracesIn(text).map((trace) => `${path}: ${trace}`))).toEqual([])
})
