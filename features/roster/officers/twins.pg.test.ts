import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificationState } from '#features/roster/certifications/rules.ts'
import { hasExpired, isExpiring } from '#features/roster/certifications/store.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { askEach, given } from '#platform/server/testing.twins.ts'
import { plusDays } from '#platform/shared/time.ts'
import { standingOf, standings } from './rules.ts'
import { standingIn } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())

test('standingOf and standingIn: an officer has the same standing', async () => {
  const moment = fc.constantFrom(null, '2026-11-21T10:00:00Z')
  const cases = fc.sample(
    fc.record({
      f: fc.record({
        approved: fc.boolean(),
        rejected_at: moment,
        suspended_at: moment,
        left_on: fc.constantFrom(null, '2026-11-21'),
      }),
    }),
    { numRuns: 200, seed: 7 },
  )
  const said = await askEach(server, { f: 'officers' }, cases, standingIn(sql`f`))
  expect(said).toEqual(cases.map(({ f }) => standingOf(f)))
  expect(new Set(said).size).toBe(standings.length)
})

test('certificationState and isExpiring, hasExpired: a certificate is valid to the same day', async () => {
  const today = '2026-11-21'
  const days = fc.oneof(fc.integer({ min: -100, max: 100 }), fc.constantFrom(-1, 0, 1, 59, 60, 61))
  const cases = fc
    .sample(fc.option(days), { numRuns: 500, seed: 7 })
    .map((n) => ({ c: { expires_on: n === null ? null : plusDays(today, n) }, today }))
  const day = given('today', 'date')
  const said = await askEach(
    server,
    { c: 'officer_certifications' },
    cases,
    sql`case when ${hasExpired(day)} then 'expired' when ${isExpiring(day)} then 'expiring' else 'valid' end`,
  )
  expect(said).toEqual(cases.map(({ c }) => certificationState({ ...c, renewed: false }, today)))
  expect(new Set(said).size).toBe(3)
})
