import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * `npm run stress -- [--runs 20] [--throttle 6] [file ...]`: runs journeys repeatedly in a browser slowed down by that
 * factor and reports which tests failed how often. Without files: the journeys that differ from `main` or are not committed yet.
 * `--planted` runs a test with a race in it, and fails if it is not found.
 */
const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '20' },
    throttle: { type: 'string', default: '6' },
    planted: { type: 'boolean', default: false },
  },
})
const number = (name: 'runs' | 'throttle', most: number): number => {
  const given = Number(values[name])
  if (!Number.isInteger(given) || given < 1 || given > most) throw new Error(`--${name} takes 1 to ${most}`)
  return given
}
const runs = number('runs', 1000)
const throttle = number('throttle', 50)

const git = (...args: string[]) => {
  const done = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return done.status === 0 ? done.stdout.split('\n').filter(Boolean) : []
}
const changed = () => [
  ...new Set([
    ...git('diff', '--name-only', '--diff-filter=d', 'main...HEAD', '--', 'e2e/journeys'),
    ...git('diff', '--name-only', '--diff-filter=d', 'HEAD', '--', 'e2e/journeys'),
    ...git('ls-files', '--others', '--exclude-standard', '--', 'e2e/journeys'),
  ]),
]
const files = values.planted ? ['e2e/planted/race.race.ts'] : positionals.length > 0 ? positionals : changed()
if (files.length === 0) {
  process.stdout.write('No journey differs from main. Name the files to run.\n')
  process.exit(0)
}

const bin = (script: string) => join(root, 'node_modules', script)
if (!values.planted)
  execFileSync(process.execPath, [bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn'], { cwd: root })

type Report = { testResults: { assertionResults: { status: string; fullName: string }[]; message: string }[] }

const folder = mkdtempSync(join(tmpdir(), 'stress-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const reportFile = join(folder, 'report.json')

/** The titles of failed tests. Throws if the run itself failed. */
const runOnce = (): string[] => {
  rmSync(reportFile, { force: true })
  const project = values.planted ? 'planted' : 'e2e'
  const how = ['run', '--project', project, '--reporter=json', `--outputFile=${reportFile}`]
  const done = spawnSync(process.execPath, [bin('vitest/vitest.mjs'), ...how, ...files], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    env: { ...process.env, E2E_THROTTLE: String(throttle) },
  })
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
    return report.testResults.flatMap((file) => [
      ...file.assertionResults.filter((one) => one.status === 'failed').map((one) => one.fullName),
      ...(file.assertionResults.length === 0 ? [file.message] : []),
    ])
  } catch (cause) {
    throw new Error(`The journeys did not run.\n${done.stdout}${done.stderr}`, { cause })
  }
}

const failures = new Map<string, number>()
process.stdout.write(`${files.join('\n')}\n${runs} runs, the browser ${throttle} times slower\n`)
for (let run = 1; run <= runs; run++) {
  const failed = runOnce()
  for (const title of failed) failures.set(title, (failures.get(title) ?? 0) + 1)
  process.stdout.write(`run ${run}: ${failed.length === 0 ? 'passed' : `${failed.length} failed`}\n`)
}
for (const [title, times] of failures) process.stdout.write(`${times} of ${runs}: ${title}\n`)
const found = failures.size > 0
if (values.planted) process.stdout.write(found ? 'The planted race was found.\n' : 'The planted race was NOT found.\n')
process.exit(found === values.planted ? 0 : 1)
