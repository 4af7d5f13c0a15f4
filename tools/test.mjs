import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '#tools/lib/browser.mjs'
import { command, ensureBuilt, ensureInstalled, ownNode, root, Stop } from '#tools/lib/project.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
/** Seconds per test file, for the summary at the end. */
const ledger = []

function count(name, passed, failed, skipped = 0) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  if (failed > 0) failures.push(name)
}

/** Runs a node_modules tool on the project's Node, streaming its output to ours. */
function tool(args, env = {}) {
  const [script, ...rest] = args
  const ran = spawnSync(ownNode(), [join(root, 'node_modules', script), ...rest], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return ran.status === 0
}

const check =
  (...args) =>
  (name) => {
    const passed = tool(args)
    count(name, passed ? 1 : 0, passed ? 0 : 1)
  }

function build(name) {
  ensureBuilt()
  count(name, 1, 0)
}

/** Failed tests with their messages, for the end of a long log. */
function failedTests(report) {
  return report.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((one) => one.status === 'failed')
    const said = failed.map((one) => `  ${one.fullName}: ${one.failureMessages[0]?.split('\n    at ')[0]}`)
    if (file.status !== 'failed') return said
    return [`  ${file.name.slice(root.length + 1)} ${file.message ?? ''}`.trimEnd(), ...said]
  })
}

const vitest = (project, prepare) => (name) => {
  const env = prepare?.() ?? {}
  const folder = mkdtempSync(join(tmpdir(), 'watchbill-report-'))
  try {
    const outputFile = join(folder, 'report.json')
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${outputFile}`]
    const screens = join(folder, 'screens.txt')
    const passed = tool(['vitest/vitest.mjs', 'run', '--project', project, ...reports], {
      ...env,
      E2E_SCREENS: screens,
    })
    const report = JSON.parse(readFileSync(outputFile, 'utf8'))
    // A file that does not load, or an error between tests, fails no test but must fail the run.
    const failed = Math.max(report.numFailedTests, passed ? 0 : 1)
    count(name, report.numPassedTests, failed, report.numPendingTests + report.numTodoTests)
    failures.push(...failedTests(report))
    if (existsSync(screens)) failures.push(readFileSync(screens, 'utf8'))
    for (const { name: file, startTime, endTime } of report.testResults)
      ledger.push({ step: name, file: file.slice(root.length + 1), seconds: (endTime - startTime) / 1000 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The time of each step, and the slowest files with their share of the total. */
function tellTimes(took) {
  const all = ledger.reduce((sum, { seconds }) => sum + seconds, 0)
  const longest = ledger.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15)
  const share = (seconds) => `${((100 * seconds) / all).toFixed(1)} %`.padStart(7)
  const line = (seconds, what) => `${seconds.toFixed(1).padStart(8)} s ${what}`
  process.stdout.write(`\nTime\n${took.map(({ name, seconds }) => line(seconds, name)).join('\n')}\n`)
  if (longest.length === 0) return
  process.stdout.write(`\nLongest of ${ledger.length} test files\n`)
  process.stdout.write(
    `${longest.map(({ file, seconds }) => line(seconds, `${share(seconds)}  ${file}`)).join('\n')}\n`,
  )
}

const withBrowser = () => {
  ensureBuilt()
  return { CHROMIUM_PATH: findBrowser() }
}

const steps = {
  format: check('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  types: check('@typescript/native/bin/tsc', '-b'),
  house: vitest('house'),
  knip: check('knip/bin/knip.js'),
  unit: vitest('unit'),
  pg: vitest('pg'),
  build,
  e2e: vitest('e2e', withBrowser),
}

await command((wanted) => {
  const unknown = wanted.find((name) => !(name in steps))
  if (unknown) throw new Stop(`There is no step "${unknown}"; the steps are ${Object.keys(steps).join(', ')}.`)
  ensureInstalled()
  const took = []
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    process.stdout.write(`\n== ${name}\n`)
    const began = Date.now()
    try {
      step(name)
    } catch (error) {
      process.stdout.write(`${error instanceof Stop ? error.message : error.stack}\n`)
      count(name, 0, 1)
    }
    took.push({ name, seconds: (Date.now() - began) / 1000 })
  }
  tellTimes(took)
  if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
})
