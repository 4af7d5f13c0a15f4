import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './lib/browser.mjs'
import { command, ensureBuilt, ensureInstalled, ownNode, root, Stop } from './lib/project.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []

function count(name, passed, failed, skipped = 0) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  if (failed > 0) failures.push(name)
}

/** Runs a tool of node_modules on the project's Node, its output streaming to ours. */
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

/** What failed and how it said so, for the end of a long log. */
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
    const passed = tool(['vitest/vitest.mjs', 'run', '--project', project, ...reports], env)
    const report = JSON.parse(readFileSync(outputFile, 'utf8'))
    // A file that does not load, or an error between tests, fails no test and fails the run.
    const failed = Math.max(report.numFailedTests, passed ? 0 : 1)
    count(name, report.numPassedTests, failed, report.numPendingTests + report.numTodoTests)
    failures.push(...failedTests(report))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    process.stdout.write(`\n== ${name}\n`)
    try {
      step(name)
    } catch (error) {
      process.stdout.write(`${error instanceof Stop ? error.message : error.stack}\n`)
      count(name, 0, 1)
    }
  }
  if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
})
