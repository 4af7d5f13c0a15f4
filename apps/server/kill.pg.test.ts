import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrashGround, startCrashGround } from './testing.crash.ts'

let ground: CrashGround
beforeAll(async () => {
  ground = await startCrashGround()
})
afterAll(() => ground.stop())

test('[issue 2] the database is killed under load: no acknowledged write is lost, the server recovers by itself', async () => {
  for (let n = 0; n < 2; n++) {
    const { acknowledged } = await ground.round(ground.killDatabase)
    await ground.ready()
    expect(acknowledged.length).toBeGreaterThan(100)
    expect(await ground.missing(acknowledged)).toEqual([])
  }
})

test('[issue 2] the server is killed under load: nothing acknowledged is lost, and a retry with the key finds out the rest', async () => {
  const { cookie, acknowledged, unanswered } = await ground.round(ground.killServer)
  await ground.startServer()
  expect(await ground.missing(acknowledged)).toEqual([])
  for (const one of unanswered.slice(0, 20)) {
    const again = await ground.writeOfficer(one, cookie)
    expect([one.badge, again.status, again.text.slice(0, 200)]).toEqual([one.badge, 200, expect.any(String)])
  }
  expect(await ground.doubled()).toEqual([])
})

test('[issue 2] the control: with synchronous_commit off the same test sees loss', async () => {
  await ground.owner(async (client) => {
    // The start's own settings win over ALTER SYSTEM, the role's win over those; new connections see it.
    await client.query('alter role watchbill_app set synchronous_commit = off')
    await client.query(`alter system set wal_writer_delay = '10s'`)
    await client.query('select pg_reload_conf()')
    // Answers when each of them is gone, so that nobody signs in on a connection that is being ended.
    await client.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = 'watchbill_app'`)
  })
  await ground.ready()
  const { acknowledged } = await ground.round(ground.killDatabase)
  await ground.ready()
  expect((await ground.missing(acknowledged)).length).toBeGreaterThan(0)
})
