import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OfficersFacts, officersOf } from '#features/home/schedule/store.shape.ts'
import { findOfficersSchedule } from '#features/home/schedule/store.ts'
import { enterSystem } from '#platform/server/db.ts'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { openVault } from '#platform/server/vault.ts'
import { plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { readConfig } from './config.ts'
import { demoId } from './demo.ts'
import { routes } from './routes.ts'
import { lateLeave } from './seed.tours.ts'
import { seedDemo } from './seed.ts'

let folder: string
let server: TestServer
let today: string
beforeAll(async () => {
  folder = makeTestFolder('watchbill-demo-')
  server = await startTestServer(routes)
  openVault('s'.repeat(32))
  const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: folder }
  today = wallOf(new Date().toISOString(), 'America/Chicago').date
  await seedDemo(server.databaseUrl, readConfig(env, ['--demo'], folder))
}, 120_000)
afterAll(async () => {
  openVault('the secret of an installation for tests')
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('nobody in the demo works during a tour or leave or is booked twice, except one officer whose leave came later', async () => {
  const conflicts: string[] = []
  let shifts = 0
  for (let from = -91; from <= 21; from += 14) {
    const input = { from: plusDays(today, from), days: 14 }
    const rows = await server.database.transaction([enterSystem(demoId, 'demo.seed')], (db) =>
      db.rows<{ facts: OfficersFacts }>(findOfficersSchedule(input)),
    )
    const facts = rows[0]?.facts
    for (const { name, entries } of facts ? officersOf(facts, 100).items : [])
      for (const { kind, day, conflicts: found } of entries) {
        if (kind === 'shift') shifts++
        // Too little rest is marked there as well.
        const overlaps = found?.filter(({ rest }) => rest === undefined) ?? []
        if (kind === 'shift' && overlaps.length > 0)
          conflicts.push(`${day} ${name} ${[...new Set(overlaps.map((one) => one.kind))]}`)
      }
  }
  expect(shifts).toBeGreaterThan(500)
  expect(conflicts).toEqual([`${plusDays(today, lateLeave.day)} Kevin Doyle leave`])
})
