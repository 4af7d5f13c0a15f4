import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idleEndsAt, isSessionAlive, lastEndsAt } from '#platform/server/session-ends.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { askEach, given } from '#platform/server/testing.twins.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { getSession } from './contract.ts'
import { routes } from './routes.ts'
import { endsOf, guardPhase } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

const begun = Date.UTC(2026, 10, 21)
const minute = 60_000

test('endsOf and idleEndsAt, lastEndsAt, isSessionAlive: a session ends at the same millisecond', async () => {
  const ends = fc.constantFrom(30 * minute, 720 * minute)
  const moment = fc.record({
    acted: fc.integer({ min: 0, max: 720 * minute }),
    after: fc.oneof(fc.integer({ min: 0, max: 725 * minute }), fc.tuple(ends, fc.integer({ min: -1, max: 1 }))),
  })
  const cases = fc.sample(moment, { numRuns: 3000, seed: 7 }).map(({ acted, after }) => {
    const now = typeof after === 'number' ? after : after[1] + Math.min(720 * minute, acted + after[0])
    const times = { created_at: isoInstant(begun), last_seen_at: isoInstant(begun + acted) }
    return { s: times, now: isoInstant(begun + now) }
  })
  const ms = (at: ReturnType<typeof sql>) => sql`(extract(epoch from ${at}) * 1000)::bigint`
  const said = await askEach<{ idle: number; last: number; alive: boolean }>(
    server,
    { s: 'sessions' },
    cases,
    sql`jsonb_build_object('idle', ${ms(idleEndsAt(sql`s`))}, 'last', ${ms(lastEndsAt(sql`s`))},
      'alive', ${isSessionAlive(sql`s`, given('now', 'timestamptz'))})`,
  )
  const wanted = cases.map(({ s, now }) => {
    const of = endsOf({ created_at: s.created_at, last_action_at: s.last_seen_at })
    return { ...of, alive: guardPhase(of, Date.parse(now)) !== 'ended' }
  })
  expect(said).toEqual(wanted)
  expect(said.filter(({ alive }) => alive).length).toBeGreaterThan(100)
})

test('endsOf and app.enter_session: a session that has ended opens nothing', async () => {
  const person = await server.makePerson(await server.makeOrganization())
  const [own] = await server.rows<{ id: string }>('select id from sessions where user_id = $1', [person.user_id])
  for (const [created, acted] of fc.sample(fc.tuple(fc.nat(800), fc.nat(40)), { numRuns: 60, seed: 7 })) {
    // Half minutes, so that no end falls on the moment of the call.
    const now = Date.now()
    const times = {
      created_at: isoInstant(now - (created + 0.5) * minute),
      last_action_at: isoInstant(now - (acted + 0.5) * minute),
    }
    await server.rows('update sessions set created_at = $2, last_seen_at = $3 where id = $1', [
      own?.id,
      times.created_at,
      times.last_action_at,
    ])
    const wanted = guardPhase(endsOf(times), now) === 'ended' ? 401 : 200
    expect((await server.call(getSession, {}, person)).status, JSON.stringify({ created, acted })).toBe(wanted)
  }
})
