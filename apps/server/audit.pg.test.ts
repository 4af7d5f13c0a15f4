import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditJobs } from '#features/department/audit/jobs.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'

let server: TestServer
let folder: string
const file = () => join(folder, 'anchors.log')
beforeAll(async () => {
  server = await startTestServer([])
  folder = mkdtempSync(join(tmpdir(), 'watchbill-audit-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (args: readonly string[], env: Record<string, string> = { AUDIT_ANCHORS: file() }) =>
  new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'audit.ts'), ...args], {
      env: { ...process.env, DATABASE_URL: server.databaseUrl, NODE_NO_WARNINGS: '1', AUDIT_ANCHORS: '', ...env },
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (bytes) => (said.out += String(bytes)))
    child.stderr.on('data', (bytes) => (said.err += String(bytes)))
    child.once('close', (code) => resolve({ code, ...said }))
  })

it('verify prints one line and exits 0 when the log is intact, or prints the first fault of each chain and exits 1', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  const { sweeps } = auditJobs(file(), () => undefined)
  const work = async () => {
    for (const { id } of await server.rows<{ id: string }>('select id from organizations'))
      for (const sweep of sweeps) await server.database.transaction([enterSystem(id, 'job')], (db) => sweep.run(db))
  }
  const house = await server.makeOrganization()
  await server.makePerson(house, { name: 'Officer 1' })
  await work()
  await work()
  const whole = await run(['verify'])
  expect(whole).toMatchObject({ code: 0, err: '' })
  expect(whole.out).toMatch(/^The audit log is whole: 2 organizations, 2 seals, \d+ entries, 2 anchors\.\n$/)
  expect((await run(['verify'], {})).out).toContain("no anchors file, so a truncated log can't be detected")
  const [entry] = await server.rows<{ id: string }>(
    `update audit_entries set action = 'x' where (organization_id, id) = (select organization_id, max(id) from audit_entries
     where organization_id = $1 group by 1) returning id::text`,
    [house.id],
  )
  const broken = await run(['verify'])
  expect(broken.code).toBe(1)
  expect(broken.out).toBe('')
  expect(broken.err).toBe(
    `The audit log is not whole:\n  ${house.subdomain}: entry ${entry?.id} does not match seal 1: it was edited or replaced\n`,
  )
  expect((await run(['verify', '--organization', 'vendor'])).code).toBe(0)
  expect(readFileSync(file(), 'utf8').split('\n')).toHaveLength(3)
})

it.each([
  ['an unknown command', ['check'], /Usage: npm run audit/],
  ['an unknown option', ['verify', '--all'], /Unknown option/],
  ['an unknown organization', ['verify', '--organization', 'nowhere'], /There is no organization/],
])('prints a readable message: %s', { meta: { shows: ['issue 3.7'] } }, async (_, args, words) => {
  const answer = await run(args)
  expect(answer.code).toBe(1)
  expect(answer.out).toBe('')
  expect(answer.err).toMatch(words)
})
