import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeCents } from '#platform/shared/money.ts'
import { wholeCentsIn } from './money.ts'
import { type Sql, sql } from './sql.ts'
import { startTestServer, type TestServer } from './testing.ts'
import { askEach } from './testing.twins.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())

test.each([2, 12, 600_000])('wholeCents and wholeCentsIn: the same whole cents, half a cent up, of %d', async (per) => {
  const cases = fc
    .sample(fc.oneof(fc.nat(50), fc.maxSafeNat()), { numRuns: 1000, seed: 7 })
    .map((amount) => ({ amount }))
  const amount: Sql = sql`(e.one ->> 'amount')::bigint`
  const said = await askEach<number>(server, {}, cases, wholeCentsIn(amount, per))
  expect(said).toEqual(cases.map((one) => wholeCents(BigInt(one.amount), BigInt(per))))
})
