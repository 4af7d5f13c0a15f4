import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daysLeft, isTrialActive, trialBannerOf } from '#features/people/organizations/rules.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { askEach } from '#platform/server/testing.twins.ts'
import { isoInstant, plusDays } from '#platform/shared/time.ts'
import { trialIs } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())

test('trialBannerOf and trialIs: the vendor finds a trial under the state that the department is shown', async () => {
  const days = fc.oneof(fc.integer({ min: -20, max: 40 }), fc.integer({ min: -2, max: 9 }))
  const [{ now } = { now: new Date() }] = await server.rows<{ now: Date }>('select now() as now')
  const today = isoInstant(now.getTime()).slice(0, 10)
  const cases = fc
    .sample(fc.record({ days: fc.option(days), zone: fc.constantFrom('Pacific/Honolulu', 'Asia/Kathmandu') }), {
      numRuns: 500,
      seed: 7,
    })
    .map(({ days: n, zone }) => ({
      o: {
        subscription_tier: 'trial' as const,
        trial_end_date: n === null ? null : plusDays(today, n),
        time_zone: zone,
      },
    }))
  const said = await askEach(
    server,
    { o: 'organizations' },
    cases,
    sql`case when ${trialIs.expired} then 'expired' when ${trialIs.ending_soon} then 'ending_soon'
      when ${trialIs.active} then 'active' end`,
  )
  const at = isoInstant(now.getTime())
  const wanted = cases.map(
    ({ o }) => trialBannerOf({ expired: !isTrialActive(o, at), days_left: daysLeft(o, at) }).state,
  )
  expect(said).toEqual(wanted)
  expect(new Set(said).size).toBe(3)
})
