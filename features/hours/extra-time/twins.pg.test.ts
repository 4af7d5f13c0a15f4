import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { askEach, given } from '#platform/server/testing.twins.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { EXPIRES_AFTER_DAYS, extraTimeStates, stateOf } from './rules.ts'
import { hasExpired, stillWaits } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())

test('stateOf and hasExpired, stillWaits: a claim expires at the same millisecond', async () => {
  const ends = EXPIRES_AFTER_DAYS * 86_400_000
  const submitted = Date.UTC(2026, 10, 21)
  const cases = fc
    .sample(
      fc.record({
        status: fc.constantFrom(...extraTimeStates),
        after: fc.oneof(fc.integer({ min: 0, max: 2 * ends }), fc.integer({ min: ends - 1, max: ends + 1 })),
      }),
      { numRuns: 2000, seed: 7 },
    )
    .map(({ status, after }) => ({
      r: { status, submitted_at: isoInstant(submitted) },
      now: isoInstant(submitted + after),
    }))
  const now = given('now', 'timestamptz')
  const said = await askEach(
    server,
    { r: 'overtime_requests' },
    cases,
    sql`jsonb_build_array(${hasExpired(sql`r`, now)}, ${stillWaits(sql`r`, now)})`,
  )
  const wanted = cases.map(({ r, now: then }) => {
    const state = stateOf(r, then)
    return [state === 'expired' && r.status === 'pending', state === 'pending']
  })
  expect(said).toEqual(wanted)
  expect(new Set(wanted.map(String)).size).toBe(3)
})
