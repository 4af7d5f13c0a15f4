import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { killCluster } from './testing.crash.ts'

let folder: string
const running: ChildProcess[] = []
beforeAll(() => {
  folder = makeTestFolder('watchbill-backups-')
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  for (const name of ['data', 'restored']) killCluster(join(folder, name))
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const run = (file: string, args: readonly string[], env: Record<string, string>) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      DATA_DIR: join(folder, 'data'),
      BACKUP_DIR: join(folder, 'backup'),
      WEATHER: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const said = { out: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      said.out += String(bytes)
    })
  const ended = new Promise<{ code: number | null; out: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, out: said.out })),
  )
  return { child, said, ended }
}
/** As long as the test has. */
const limit = 480_000
const says = (said: { out: string }, words: string) =>
  vi.waitFor(() => expect(said.out).toContain(words), { timeout: limit, interval: 100 })

test('a served installation is backed up and tried by itself, and comes back from the backup alone', {
  meta: { shows: ['issue 14.4'] },
  // Four processes one after another, two of which fill a demo or a database.
  timeout: limit,
}, async () => {
  const port = await freePort()
  const began = Date.now()
  const { child, said } = run('main.ts', [], { PORT: String(port) })
  await says(said, 'restored for a trial')
  const ready = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()
  expect(ready).toMatchObject({ database: true, backup_minutes: expect.any(Number) })
  // Both were done by this process: the trial after the backup.
  expect(ready.backup_minutes).toBeLessThanOrEqual((Date.now() - began) / 60_000)
  expect(ready.restored_minutes).toBeLessThanOrEqual(ready.backup_minutes)
  expect(existsSync(join(folder, 'data/restore-trial'))).toBe(false)
  const taken = await run('admin.ts', ['backup'], {}).ended
  expect(taken).toMatchObject({ code: 0 })
  expect(taken.out).toContain('Backed up to')

  const secret = readFileSync(join(folder, 'data/secret-key.txt'), 'utf8').trim()
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await gone
  killCluster(join(folder, 'data'))
  rmSync(join(folder, 'data'), { recursive: true, force: true, maxRetries: 10 })

  const into = join(folder, 'restored')
  const refused = await run('admin.ts', ['restore', '--into', into], {}).ended
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.out).toContain('Set SECRET_KEY to the secret key of the installation')
  const restored = await run('admin.ts', ['restore', '--into', into], { SECRET_KEY: secret }).ended
  expect(restored.out).toContain('The audit log is whole: 12 organizations')
  expect(restored.code).toBe(0)

  const again = run('main.ts', [], { PORT: String(port), DATA_DIR: into, SECRET_KEY: secret })
  await says(again.said, 'is ready')
  const health = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()
  expect(health).toMatchObject({ database: true, migrations: true, fence: true })
  again.child.kill('SIGTERM')
  expect((await again.ended).code).toBe(0)
})

test('a backup folder is refused for a database of the operator’s own', async () => {
  const { code, out } = await run('main.ts', [], { DATABASE_URL: 'postgres://x:x@127.0.0.1:1/x' }).ended
  expect(code).toBe(1)
  expect(out).toContain('BACKUP_DIR is for the embedded database.')
})
