import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { write } from './route.ts'
import { sql } from './sql.ts'
import { startTestServer, type TestServer } from './testing.ts'

const renameBoth = endpoint({
  name: 'test.rename_both',
  summary: '',
  method: 'POST',
  path: '/api/test/rename-both',
  who: 'admin',
  input: z.object({ first: z.uuid(), second: z.uuid(), rank: z.string() }),
  output: z.object({ rank: z.string() }),
  errors: {},
})

/** On the first try, each call locks its first row and waits until the other has done the same; each then waits for the other's row. */
let waiting: (() => void)[] = []
let tries = 0
const bothHold = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 2) for (const go of waiting) go()
  })

const routes = [
  write(renameBoth, async ({ db, input }) => {
    tries += 1
    const isFirstTry = tries <= 2
    for (const [turn, id] of [input.first, input.second].entries()) {
      await db.run(sql`update officers set rank = ${input.rank}
        where organization_id = (select app.organization_id()) and id = ${id}::uuid`)
      if (turn === 0 && isFirstTry) await bothHold()
    }
    return { rank: input.rank }
  }),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

test('two deadlocked writes: the victim is retried, both succeed, and nothing is done twice', {
  meta: { shows: ['issue 2.10'] },
}, async () => {
  const organization = await server.makeOrganization()
  const admin = await server.makePerson(organization, { role: 'admin' })
  const [one, other] = [await server.makePerson(organization), await server.makePerson(organization)]
  waiting = []
  tries = 0
  const answers = await Promise.all([
    server.call(renameBoth, { first: one.officer_id, second: other.officer_id, rank: 'Sergeant' }, admin),
    server.call(renameBoth, { first: other.officer_id, second: one.officer_id, rank: 'Captain' }, admin),
  ])
  expect(answers.map((answer) => answer.status)).toEqual([200, 200])
  expect(tries).toBeGreaterThan(2)
  const ranks = await server.rows<{ rank: string }>('select distinct rank from officers where id = any($1)', [
    [one.officer_id, other.officer_id],
  ])
  expect(ranks).toHaveLength(1)
  const audit = await server.rows(`select from audit_entries where action = 'test.rename_both'`)
  expect(audit).toHaveLength(4)
})
