import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, ensureInstalled, ownNode, root, Stop } from '#tools/lib/project.mjs'

/**
 * `npm run moments -- [unit|pg] [file ...]`: runs the tests, PostgreSQL included, with the clock set to each of these moments, and
 * prints which fail at which. Of the pg files without a word about time, each runs at a sixth of the moments; those that speak of
 * time, and files that are named, run at all. Needs libfaketime (Debian: libfaketime).
 */
const moments = [
  // First, 23rd and last days of months, minutes around midnight in UTC and in the tests' zones.
  '2026-12-01 00:00:30',
  '2026-12-23 12:00:00',
  '2026-11-30 23:58:00',
  '2027-01-31 05:58:30',
  '2027-02-01 06:00:30',
  '2027-02-28 23:57:00',
  '2027-04-30 04:58:00',
  '2027-05-01 05:00:20',
  '2027-06-23 23:59:00',
  '2027-09-01 10:13:00',
  '2027-09-30 18:14:00',
  '2027-10-23 09:59:00',
  // New Year's Eve and Day.
  '2026-12-31 23:57:00',
  '2027-01-01 00:00:15',
  '2027-01-01 05:58:00',
  '2027-12-31 18:14:00',
  // February 29.
  '2028-02-29 00:00:30',
  '2028-02-29 23:56:00',
  // Both clock changes in the United States (07:00 and 06:00 UTC in New York, 08:00 and 07:00 in Chicago), in Europe, and in
  // Auckland.
  '2027-03-14 06:58:00',
  '2027-03-14 08:01:00',
  '2026-11-01 05:58:00',
  '2027-11-07 07:01:00',
  '2027-03-28 00:58:00',
  '2027-04-03 13:58:00',
]

const libraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
]

const aboutTime = /now\(\)|current_date|new Date\(\)|Date\.now\(\)|Temporal|\b(today|time_zone|timezone)\b/
/** A file that does not speak of time runs at one moment of so many. */
const spread = 6

/** The files of the project that run at each moment; null: all of them. */
function filesAt(project, named) {
  if (named.length > 0) return () => named
  if (project !== 'pg') return () => null
  const all = ['apps', 'features', 'platform', 'tools']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)))
    .filter((file) => file.endsWith('.pg.test.ts'))
    .sort()
  const timed = new Set(all.filter((file) => aboutTime.test(readFileSync(join(root, file), 'utf8'))))
  return (turn) => all.filter((file, i) => timed.has(file) || i % spread === turn % spread)
}

function runAt(moment, library, project, files) {
  const folder = mkdtempSync(join(tmpdir(), 'watchbill-moment-'))
  const began = Date.now()
  try {
    const report = join(folder, 'report.json')
    const args = ['run', '--project', project, ...(files ?? []), '--reporter=json', `--outputFile=${report}`]
    const env = {
      ...process.env,
      LD_PRELOAD: library,
      // Relative: every process gets the same clock, whenever it starts.
      FAKETIME: `${(Date.parse(`${moment.replace(' ', 'T')}Z`) - Date.now()) / 1000}`.replace(/^(?!-)/, '+'),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      TZ: 'UTC',
    }
    spawnSync(ownNode(), [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: root, env, stdio: 'ignore' })
    const seconds = Math.round((Date.now() - began) / 1000)
    if (!existsSync(report)) return { moment, files: 0, passed: 0, failed: ['no test ran'], seconds }
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = testResults.flatMap((file) => {
      const name = file.name.slice(root.length + 1)
      const tests = file.assertionResults.filter((one) => one.status === 'failed')
      if (tests.length === 0 && file.status === 'failed') return [`${name}: ${file.message}`]
      return tests.map((one) => `${name}: ${one.fullName}\n      ${one.failureMessages[0]?.split('\n')[0]}`)
    })
    return { moment, files: testResults.length, passed: numPassedTests, failed, seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const row = ({ moment, files, passed, failed, seconds }) =>
  `${moment} UTC ${`${files}`.padStart(5)} files ${`${passed}`.padStart(5)} passed ${`${failed.length}`.padStart(3)} failed ${`${seconds}`.padStart(5)} s\n`

await command((args) => {
  ensureInstalled()
  const library = libraries.find((path) => existsSync(path))
  if (!library) throw new Stop('libfaketime is not installed. On Debian: apt-get install libfaketime')
  const [project = 'unit', ...named] = args
  const filesOf = filesAt(project, named)
  const rows = []
  for (const [turn, moment] of moments.entries()) {
    const ran = runAt(moment, library, project, filesOf(turn))
    rows.push(ran)
    process.stdout.write(row(ran))
    for (const one of ran.failed) process.stdout.write(`    ${one}\n`)
  }
  const red = rows.filter((one) => one.failed.length > 0).length
  process.stdout.write(
    `\n${rows.map(row).join('')}\n${rows.length - red} of ${rows.length} moments without a failure\n`,
  )
  return red === 0 ? 0 : 1
})
