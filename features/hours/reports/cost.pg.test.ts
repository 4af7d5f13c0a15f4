import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { askEach } from '#platform/server/testing.twins.ts'
import { costCents } from './rules.ts'
import { costCentsIn } from './store.facts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())

test('costCents and costCentsIn: the same minutes at the same rate cost the same', async () => {
  const cases = fc.sample(
    fc.record({
      p: fc.record({ hourly_rate: fc.oneof(fc.integer({ min: 0, max: 900_000 }), fc.nat(500_000_000)) }),
      t: fc.record({ worked_minutes: fc.nat(10_080) }),
    }),
    { numRuns: 1000, seed: 7 },
  )
  const piece = costCentsIn(sql`t.worked_minutes::bigint`, sql`p.hourly_rate`)
  const said = await askEach<number>(server, { p: 'officers', t: 'attendance' }, cases, piece)
  expect(said).toEqual(cases.map(({ p, t }) => costCents(t.worked_minutes, p.hourly_rate)))
})
