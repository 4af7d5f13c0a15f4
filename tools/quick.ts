import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readProject } from '#tools/house-rules.ts'
import { selectTests } from '#tools/quick-select.ts'

/**
 * `npm run quick`: checks the format of changed files, types and house rules, and runs the unit and pg tests that reach a changed
 * file.
 */
const root = join(import.meta.dirname, '..')
const began = performance.now()
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
const changed = [
  ...git('diff', '--name-only', '--no-renames', '-z', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
]
const there = changed.filter((path) => existsSync(join(root, path)))

/** Runs a tool from node_modules; prints its output if it fails. */
const run = (name: string, script: string, ...args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const since = performance.now()
    let said = ''
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        said += String(bytes)
      })
    child.once('close', (code) => {
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${name}, ${seconds(since)}\n${code === 0 ? '' : said}`)
      resolve(code === 0)
    })
  })

const vitest = (project: string, files: readonly string[], ...more: string[]) =>
  run(`${project}: ${files.length} test files`, 'vitest/vitest.mjs', 'run', '--project', project, ...more, ...files)

/** Two parallel jobs: types and house rules in one, tests in the other. */
const check = async (): Promise<boolean[]> => {
  const { unit, pg, left } = selectTests(readProject(root), changed)
  const formatted =
    there.length === 0 ||
    (await run(
      'format',
      '@biomejs/biome/bin/biome',
      'check',
      '--error-on-warnings',
      '--no-errors-on-unmatched',
      ...there,
    ))
  const ground = async () => [
    await run('types', '@typescript/native/bin/tsc', '-b'),
    // The tests that plant each kind of fault are for the house rules themselves.
    await run(
      'house',
      'vitest/vitest.mjs',
      'run',
      '--project',
      'house',
      '--testNamePattern',
      '^(?!.*planted fault|a sound house)',
    ),
  ]
  const tests = async () => [
    unit.length === 0 || (await vitest('unit', unit)),
    pg.length === 0 || (await vitest('pg', pg)),
  ]
  const [first, second] = await Promise.all([ground(), tests()])
  if (left.length > 0) process.stdout.write(`Not run: ${left.length} pg test files farther away (npm test -- pg).\n`)
  return [formatted, ...first, ...second]
}

process.stdout.write(`${changed.length} changed files\n`)
const passed = (await check()).every(Boolean)
process.stdout.write(`${passed ? 'Passed' : 'Failed'} in ${seconds(began)}\n`)
process.exitCode = passed ? 0 : 1
