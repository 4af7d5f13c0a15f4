import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** In a process of its own, because the log writes to standard output. */
const logged = (lines: readonly Record<string, unknown>[]): string[] => {
  const script = `import { createLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    for (const line of ${JSON.stringify(lines)}) createLog('info')(line)`
  const done = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  return done.stdout.trimEnd().split('\n')
}

test('an event is one line of JSON with its time, whatever it holds, and secrets are left out', {
  meta: { shows: ['issue 14 verified rows'] },
}, () => {
  const forged = 'x\n{"level":50,"msg":"forged"}\u2028\r\u001b[31m'
  const lines = logged([
    { level: 'warn', job: 'send_mails', error: forged },
    { level: 'info', token: 'a-secret', user: { password: 'a-secret', email: 'a@example.org' } },
    { call: 'signups.create', status: 200 },
  ])
  expect(lines).toHaveLength(2)
  const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(first).toMatchObject({ level: 'warn', job: 'send_mails', error: forged })
  expect(first?.time).toEqual(expect.any(Number))
  expect(lines[1]).not.toMatch(/a-secret|example\.org/)
  expect(second?.token).toBe('[Redacted]')
})
