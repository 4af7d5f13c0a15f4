import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrashGround, startCrashGround } from './testing.crash.ts'

let ground: CrashGround
beforeAll(async () => {
  ground = await startCrashGround()
})
afterAll(() => ground.stop())

test('when the database is killed under load, no acknowledged write is lost and the server recovers on its own', {
  meta: { shows: ['issue 2'] },
}, async () => {
  for (let n = 0; n < 2; n++) {
    const { acknowledged } = await ground.round(ground.killDatabase)
    await ground.ready()
    expect(acknowledged.length).toBeGreaterThan(100)
    expect(await ground.missing(acknowledged)).toEqual([])
  }
})

test('when the server is killed under load, nothing acknowledged is lost, and a retry with the key settles the rest', {
  meta: { shows: ['issue 2'] },
}, async () => {
  const { cookie, acknowledged, unanswered } = await ground.round(ground.killServer)
  await ground.startServer()
  expect(await ground.missing(acknowledged)).toEqual([])
  for (const one of unanswered.slice(0, 20)) {
    const again = await ground.writeOfficer(one, cookie)
    expect([one.badge, again.status, again.text.slice(0, 200)]).toEqual([one.badge, 200, expect.any(String)])
  }
  expect(await ground.doubled()).toEqual([])
})

test('control: with synchronous_commit off, the same test sees loss', { meta: { shows: ['issue 2'] } }, async () => {
  await ground.owner(async (client) => {
    // Server start options override ALTER SYSTEM, and role settings override both; new connections pick them up.
    await client.query('alter role watchbill_app set synchronous_commit = off')
    await client.query(`alter system set wal_writer_delay = '10s'`)
    await client.query('select pg_reload_conf()')
    // Returns once every connection is gone, so that no sign-in runs on a connection that is being terminated.
    await client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = 'watchbill_app'`)
  })
  await ground.ready()
  const { acknowledged } = await ground.round(ground.killDatabase)
  await ground.ready()
  expect((await ground.missing(acknowledged)).length).toBeGreaterThan(0)
})
