import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Db, enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { adoptRule, changeRule, createRule, listRules, readRule } from './contract.ts'
import { routes } from './routes.ts'
import type { AwardMethod } from './rules.methods.ts'
import { adoptedAt, startOf } from './rules.ts'
import { findAdoptedLocked, lockRule } from './store.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin' })
})

const make = async (name: string, method: AwardMethod) =>
  (await server.call(createRule, { name, body: startOf(method) }, admin)).body.id
const list = async () => (await server.call(listRules, {}, admin)).body

type Other = { hold: (db: Db) => Promise<unknown>; store: (db: Db) => Promise<unknown> }
/** Starts `call` while another transaction holds a lock; once the call waits for it, that one stores its own and commits. */
const whileHeld = async <R>({ hold, store }: Other, call: () => Promise<R>): Promise<R> => {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = server.database.transaction([enterSystem(house.id, 'job.test')], async (db) => {
    await hold(db)
    held.resolve()
    await released.promise
    await store(db)
  })
  await Promise.race([held.promise, other])
  const answer = call()
  const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await server.rows(waiting)).length, { timeout: 10_000 }).toBe(1)
  released.resolve()
  await other
  return answer
}

test.each([
  ['at once', null],
  ['from a date', '2199-01-07'],
])('an adoption that waited for another one comes after it, with a reason against it: %s', async (_, from) => {
  const [ours, theirs] = [await make('Ours', 'seniority'), await make('Theirs', 'rotation')]
  const date = from === null ? null : `${from}T12:00:00Z`
  const adopt = (seen: string | null, note: string) =>
    server.call(adoptRule, { kind: 'court', rule_id: ours, from, seen, note }, admin)
  const after = async (seen: string, note: string) => {
    await server.rows('delete from award_adoptions where organization_id = $1', [house.id])
    expect((await adopt(null, 'Agreed')).status).toBe(200)
    const [last] = (await list()).adoptions
    const other: Other = {
      hold: (db) => findAdoptedLocked(db, { kind: 'court', effective_from: date }),
      // As a transaction stores it that began after the one that waits.
      store: (db) =>
        db.run(sql`insert into award_adoptions (organization_id, kind, rule_id, effective_from, created_at)
          values (${house.id}::uuid, 'court', ${theirs}::uuid,
            coalesce(${from && last?.effective_from}::timestamptz, clock_timestamp()), clock_timestamp())`),
    }
    const { status } = await whileHeld(other, () => adopt(seen, note))
    const { adoptions } = await list()
    return [status, adoptedAt(adoptions, 'court', Date.parse(date ?? '2100-01-01'))]
  }
  expect(await after(ours, 'Still seniority')).toEqual([409, theirs])
  expect(await after(theirs, '')).toEqual([400, theirs])
  expect(await after(theirs, 'Back to seniority')).toEqual([200, ours])
  // The other one never took effect where both begin at the same moment.
  const changes = (await server.call(readRule, { id: theirs }, admin)).body.changes
  expect(changes).toHaveLength(from === null ? 2 : 0)
})

test('a version that waited for the rule ranks no shift that was posted before it', async () => {
  const id = await make('Contract', 'seniority')
  let posted = 0
  const other: Other = {
    hold: (db) => lockRule(db, id),
    store: async () => {
      posted = Date.parse((await list()).now_at)
    },
  }
  const change = { id, body: startOf('rotation'), seen: 1 }
  expect((await whileHeld(other, () => server.call(changeRule, change, admin))).status).toBe(200)
  const [version] = (await list()).rules[0]?.versions ?? []
  expect(version?.version).toBe(2)
  expect(Date.parse(version?.effective_from ?? '')).toBeGreaterThanOrEqual(posted)
})
