import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { requiredPlan, tiers } from '#platform/shared/plans.ts'
import { isoInstant, ms, type WallDate } from '#platform/shared/time.ts'
import { endOfDayIn } from '#platform/shared/wall.ts'
import { type FeatureName, hasFeature } from './rules.features.ts'
import { daysLeft, isTrialActive } from './rules.ts'

const featureNames = Object.keys(requiredPlan) as FeatureName[]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(sessions)
})
afterAll(() => server.close())

// Zones where midnight is skipped or repeated on the day of a clock change, plus ordinary ones.
const zones = [
  'Pacific/Honolulu',
  'America/Chicago',
  'America/Santiago',
  'America/Asuncion',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Pacific/Chatham',
]
const changeDays = ['2026-03-08', '2026-11-01', '2026-04-24', '2026-10-30', '2026-09-05', '2026-04-04', '2026-03-29']

test('the database ends a trial and counts its days like the rule: to the millisecond, in every time zone', {
  meta: { shows: ['4 trial', '4 trial days'] },
}, async () => {
  const dates = fc.oneof(
    fc.constantFrom(...changeDays),
    fc
      .date({ min: new Date('2025-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  )
  const cases = fc.sample(
    fc.record({
      zone: fc.constantFrom(...zones),
      date: dates,
      away: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -40 * 86_400_000, max: 3 * 86_400_000 })),
    }),
    { numRuns: 1500, seed: 20_261_121 },
  )
  const asked = cases.map(({ zone, date, away }) => ({
    zone,
    date,
    at: isoInstant(ms(endOfDayIn(zone, date as WallDate)) + away),
  }))
  const rows = await server.rows<{ over: boolean; left: number }>(
    `select app.trial_over('trial', c.date::date, c.zone, c.at::timestamptz) as over,
       case when app.trial_over('trial', c.date::date, c.zone, c.at::timestamptz) then 0
         else app.trial_days_left(c.date::date, c.zone, c.at::timestamptz) end as left
     from unnest($1::text[], $2::text[], $3::text[]) with ordinality as c(date, zone, at, n) order by n`,
    [asked.map((one) => one.date), asked.map((one) => one.zone), asked.map((one) => one.at)],
  )
  const expected = asked.map(({ zone, date, at }) => {
    const of = { subscription_tier: 'trial', trial_end_date: date as WallDate, time_zone: zone } as const
    return { ...{ zone, date, at }, over: !isTrialActive(of, at), left: daysLeft(of, at) }
  })
  expect(rows.map((row, i) => ({ ...asked[i], ...row }))).toEqual(expected)
  expect(rows.filter((row) => row.over).length).toBeGreaterThan(100)
})

test('a missing date or another tier never ends', { meta: { shows: ['4 trial'] } }, async () => {
  const [row] = await server.rows(
    `select app.trial_over('trial', null, 'UTC', now()) as missing, app.trial_over('pro', '2000-01-01', 'UTC', now()) as other,
       app.trial_days_left(null, 'UTC', now()) as left`,
  )
  expect(row).toEqual({ missing: false, other: false, left: null })
})

test('the database computes the same flags as the rule, for every tier and override', {
  meta: { shows: ['4 flags by tier', '3 flags'] },
}, async () => {
  const rows = await server.rows<{ tier: string; feature: string; override: boolean | null; on: boolean }>(
    `select t as tier, f as feature, o as override,
       app.has_feature(t, case when o is null then '{}' else jsonb_build_object(f, o) end, f) as on
     from unnest($1::text[]) t, unnest($2::text[]) f, unnest(array[null, true, false]) o`,
    [tiers, featureNames.filter((name) => name !== 'api_access' && name !== 'advanced_analytics')],
  )
  expect(rows.length).toBe(4 * 7 * 3)
  for (const { tier, feature, override, on } of rows) {
    const known = tiers.find((one) => one === tier) ?? 'basic'
    const flag = featureNames.find((one) => one === feature) ?? 'api_access'
    expect(on, JSON.stringify({ tier, feature, override })).toBe(
      hasFeature(flag, known, override === null ? {} : { [flag]: override }),
    )
  }
})

test('a session includes the days left, the start of the next day and the server’s clock', {
  meta: { shows: ['4 trial banner'] },
}, async () => {
  const zone = 'Pacific/Honolulu'
  const [{ today } = { today: '' }] = await server.rows<{ today: string }>(
    `select (now() at time zone '${zone}')::date::text as today`,
  )
  const day = (n: number) => new Date(Date.parse(today) + n * 86_400_000).toISOString().slice(0, 10)
  const seen = async (trial_end_date: string | null) => {
    const organization = await server.makeOrganization({ subscription_tier: 'trial', time_zone: zone, trial_end_date })
    return (await server.call(getSession, {}, await server.makePerson(organization))).body
  }
  expect((await seen(day(-1))).organization).toMatchObject({
    trial_end_date: day(-1),
    trial: { expired: true, days_left: 0 },
  })
  expect((await seen(today)).organization).toMatchObject({
    trial_end_date: today,
    trial: { expired: false, days_left: 1 },
  })
  expect((await seen(day(7))).organization?.trial?.days_left).toBe(8)
  expect((await seen(null)).organization).toMatchObject({
    trial_end_date: null,
    trial: { expired: false, days_left: null },
  })
  const session = await seen(null)
  expect(Math.abs(Date.parse(session.now_at) - Date.now())).toBeLessThan(5000)
  expect(ms(isoInstant(Date.parse(session.organization?.next_day_at ?? '')))).toBe(
    ms(endOfDayIn(zone, today as WallDate)) + 1,
  )
})
