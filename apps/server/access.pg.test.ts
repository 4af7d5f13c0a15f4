import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminDashboard } from '#features/home/dashboards/contract.ts'
import { ownStats } from '#features/hours/attendance/contract.stats.ts'
import { extendSession, getSession } from '#features/people/sessions/contract.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { signedOutHeader } from '#platform/shared/endpoint.ts'
import { routes } from './routes.ts'

/** Access that is granted, revoked or expires, observed through two server processes on one database. */
let here: TestServer
let there: TestServer
let organization: TestOrganization
let admin: TestPerson
let officer: TestPerson
const opened: AbortController[] = []

beforeAll(async () => {
  here = await startTestServer(routes, { live: true })
  there = await startTestServer(routes, { live: true, besides: here })
})
afterAll(async () => {
  for (const controller of opened) controller.abort()
  await there.close()
  await here.close()
})
beforeEach(async () => {
  organization = await here.makeOrganization()
  admin = await here.makePerson(organization, { role: 'admin' })
  officer = await here.makePerson(organization)
})

type Heard = { topic: string; at: number }
/** Opens a stream. `next` resolves with the time of the topic's first poke after the call, `ended` with the time the stream ended. */
const listen = async (server: TestServer, person: { secret: string }) => {
  const controller = new AbortController()
  opened.push(controller)
  const response = await fetch(`${server.base}/api/live`, {
    headers: { cookie: `watchbill=${person.secret}` },
    signal: controller.signal,
  })
  const heard: Heard[] = []
  let told: () => void = () => undefined
  let finish: (at: number) => void = () => undefined
  const ended = new Promise<number>((resolve) => {
    finish = resolve
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  void (async () => {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      for (const match of next.value.matchAll(/^data: (.*)$/gm))
        heard.push({ topic: JSON.parse(match[1] ?? '{}').t, at: Date.now() })
      told()
    }
    finish(Date.now())
  })().catch(() => finish(Date.now()))
  const next = async (topic: string, from = heard.length, notBefore = 0): Promise<number> => {
    for (;;) {
      const found = heard.slice(from).find((one) => one.topic === topic && one.at >= notBefore)
      if (found) return found.at
      await new Promise<void>((resolve) => {
        told = resolve
      })
    }
  }
  return { heard, next, ended }
}
const change = (set: string) => here.rows(`update organizations set ${set} where id = $1`, [organization.id])
const codes = async (call: () => Promise<{ status: number; error: { code: string } | null }>[]) =>
  (await Promise.all(call())).map((answer) => answer.error?.code ?? answer.status)

test('a change to tier, flags or trial date reaches all streams of both servers within a second, and the next call on each', {
  meta: { shows: ['issue 3.1', '4 flags by tier'] },
}, async () => {
  const streams = await Promise.all([
    listen(here, admin),
    listen(there, admin),
    listen(here, officer),
    listen(there, officer),
  ])
  const stats = () => [here.call(ownStats, {}, officer), there.call(ownStats, {}, officer)]
  const steps: [set: string, code: string | number][] = [
    [`features_enabled = '{"officer_stats": false}'`, 'feature_not_available'],
    [`features_enabled = '{}'`, 200],
    [`subscription_tier = 'trial', trial_end_date = (now() at time zone time_zone)::date - 1`, 'trial_expired'],
    [`trial_end_date = (now() at time zone time_zone)::date`, 200],
    [`subscription_tier = 'basic'`, 200],
  ]
  for (const [set, code] of steps) {
    const waiting = streams.map((stream) => stream.next('organization'))
    await change(set)
    const changed = Date.now()
    expect(await codes(stats)).toEqual([code, code])
    for (const at of await Promise.all(waiting)) expect(at - changed).toBeLessThan(1000)
  }
})

const poke = (topic: string, audience = 'all') =>
  here.rows(`insert into outbox (organization_id, topic, audience) values ($1, $2, $3)`, [
    organization.id,
    topic,
    audience,
  ])

test('a stream sends nothing for a topic that a flag or the end of the trial disabled, and resumes when it is enabled again', {
  meta: { shows: ['issue 3.1'] },
}, async () => {
  const stream = await listen(there, admin)
  const rounds: [set: string, hears: string[]][] = [
    [`features_enabled = '{"overtime": false}'`, ['assignments']],
    [`features_enabled = '{}'`, ['extra_time', 'assignments']],
    [`subscription_tier = 'trial', trial_end_date = (now() at time zone time_zone)::date - 1`, []],
    [`trial_end_date = null`, ['extra_time', 'assignments']],
  ]
  for (const [set, hears] of rounds) {
    const from = stream.heard.length
    await change(set)
    await poke('extra_time')
    await poke('assignments')
    // Always delivered, and after the other two.
    await poke('attendance')
    await stream.next('attendance', from)
    const heard = stream.heard.slice(from).map((one) => one.topic)
    expect(
      heard.filter((topic) => ['extra_time', 'assignments'].includes(topic)),
      set,
    ).toEqual(hears)
  }
})

test('a trial that expires on its own is pushed to open screens, and calls are refused from that millisecond', {
  meta: { shows: ['issue 3.1', '4 trial expired'] },
}, async () => {
  // A time zone whose day ends two seconds from now.
  const soon = new Date(Date.now() + 2000)
  const seconds = (soon.getUTCHours() * 60 + soon.getUTCMinutes()) * 60 + soon.getUTCSeconds()
  const west = seconds > 43_200 ? seconds - 86_400 : seconds
  const part = (n: number) => String(Math.floor(n)).padStart(2, '0')
  const size = Math.abs(west)
  const zone = `<T>${west < 0 ? '-' : '+'}${part(size / 3600)}:${part((size % 3600) / 60)}:${part(size % 60)}`
  await change(
    `subscription_tier = 'trial', time_zone = '${zone}', trial_end_date = (now() at time zone '${zone}')::date`,
  )
  const [{ ends } = { ends: new Date() }] = await here.rows<{ ends: Date }>(
    `select (trial_end_date + 1)::timestamp at time zone time_zone as ends from organizations where id = $1`,
    [organization.id],
  )
  const streams = await Promise.all([listen(here, admin), listen(there, officer)])
  const dashboards = () => [here.call(adminDashboard, {}, admin), there.call(adminDashboard, {}, admin)]
  expect(await codes(dashboards)).toEqual([200, 200])
  for (const at of await Promise.all(streams.map((stream) => stream.next('organization', 0, ends.getTime())))) {
    expect(at - ends.getTime()).toBeLessThan(2000)
  }
  expect(await codes(dashboards)).toEqual(['trial_expired', 'trial_expired'])
})

const seenAgo = (person: TestPerson, interval: string) =>
  here.rows(`update sessions set last_seen_at = now() - $2::interval where user_id = $1`, [person.user_id, interval])
const seenAt = async (person: TestPerson) =>
  (await here.rows<{ at: Date }>('select last_seen_at as at from sessions where user_id = $1', [person.user_id]))[0]?.at

test('the session can be extended at 29:59 in every process and at 30:01 in none', {
  meta: { shows: ['issue 3.11'] },
}, async () => {
  await seenAgo(officer, '29 minutes 59 seconds')
  const extended = await here.call(extendSession, {}, officer)
  expect(extended.status).toBe(200)
  expect(Date.parse(extended.body.idle_ends_at) - Date.parse(extended.body.now_at)).toBeGreaterThan(1_799_000)
  expect((await there.call(getSession, {}, officer)).body.idle_ends_at).toBe(
    (await here.call(getSession, {}, officer)).body.idle_ends_at,
  )
  await seenAgo(officer, '30 minutes 1 second')
  const tries = () =>
    [extendSession, getSession].flatMap((call) => [here.call(call, {}, officer), there.call(call, {}, officer)])
  expect(await codes(tries)).toEqual(tries().map(() => 'not_signed_in'))
})

test('a refusal says why the session ended, by the server’s clock', {
  meta: { shows: ['issue 3.11', '8 Session Expired'] },
}, async () => {
  const someone = await here.makePerson(organization)
  const set = (what: string) => here.rows(`update sessions set ${what} where user_id = $1`, [someone.user_id])
  const said = async (call = getSession, as: { secret: string } | null = someone) => {
    const { status, error } = await there.call(call as typeof getSession, {}, as)
    return [status, error?.code, error?.details?.ended]
  }
  await set(`last_seen_at = now() - interval '31 minutes'`)
  expect(await said()).toEqual([401, 'not_signed_in', 'idle'])
  expect(await said(adminDashboard as never)).toEqual([401, 'not_signed_in', 'idle'])
  expect(await said(extendSession as never)).toEqual([401, 'not_signed_in', 'idle'])
  // The earliest reason is the one reported.
  await set(`created_at = now() - interval '12 hours 30 seconds'`)
  expect(await said()).toEqual([401, 'not_signed_in', 'idle'])
  await set(`last_seen_at = now() - interval '20 minutes'`)
  expect(await said()).toEqual([401, 'not_signed_in', 'lasted'])
  await set(`ended_at = now() - interval '19 minutes', ended_why = 'ended_by_person'`)
  expect(await said()).toEqual([401, 'not_signed_in', 'elsewhere'])
  expect(await said(getSession, null)).toEqual([401, 'not_signed_in', undefined])
  expect(await said(getSession, { secret: 'x'.repeat(43) })).toEqual([401, 'not_signed_in', undefined])
  // A browser that sends this header gets the same information as a successful response, but protected calls are still refused.
  const gently = async (call = getSession, as: { secret: string } | null = someone) => {
    const answer = await there.call(call as typeof getSession, {}, as, { headers: { [signedOutHeader]: '1' } })
    return [answer.status, answer.body]
  }
  expect(await gently()).toEqual([200, { signed_out: true, ended: 'elsewhere', now_at: expect.any(String) }])
  expect(await gently(getSession, null)).toEqual([200, { signed_out: true, ended: null, now_at: expect.any(String) }])
  expect((await gently(adminDashboard as never))[0]).toBe(401)
  const suspended = await here.makePerson(organization)
  await here.rows('update officers set suspended_at = now() where user_id = $1', [suspended.user_id])
  expect(await said(getSession, suspended)).toEqual([401, 'not_signed_in', 'elsewhere'])
})

test('polling and streams don’t count as activity; a heartbeat is always written and never pokes anyone', {
  meta: { shows: ['issue 3.11'] },
}, async () => {
  await seenAgo(officer, '20 minutes')
  const before = await seenAt(officer)
  await listen(there, officer)
  for (let n = 0; n < 3; n++) await here.call(getSession, {}, officer)
  expect(await seenAt(officer)).toEqual(before)
  const pokes = async () =>
    (
      await here.rows<{ n: string }>(`select count(*) as n from outbox where topic = 'session' and thing_id = $1`, [
        officer.user_id,
      ])
    )[0]?.n
  const told = await pokes()
  await here.call(extendSession, {}, officer)
  const first = await seenAt(officer)
  await here.call(extendSession, {}, officer)
  expect(first?.getTime()).toBeGreaterThan(before?.getTime() ?? 0)
  expect((await seenAt(officer))?.getTime()).toBeGreaterThan(first?.getTime() ?? 0)
  expect(await pokes()).toBe(told)
})

test('the idle timeout closes streams within two seconds, unless there was activity in the meantime', {
  meta: { shows: ['issue 3.11'] },
}, async () => {
  await Promise.all([seenAgo(officer, '29 minutes 58 seconds'), seenAgo(admin, '29 minutes 58 seconds')])
  const ends = Date.now() + 2000
  const [left, stays] = await Promise.all([listen(here, officer), listen(there, admin)])
  await here.call(extendSession, {}, admin)
  const closed = await left.ended
  expect(closed - ends).toBeGreaterThan(-500)
  expect(closed - ends).toBeLessThan(2000)
  expect((await here.call(getSession, {}, officer)).status).toBe(401)
  await poke('attendance')
  await stays.next('attendance', 0)
})

test('no activity extends a session past twelve hours after sign-in', { meta: { shows: ['issue 3.11'] } }, async () => {
  const begun = (ago: string) =>
    here.rows(`update sessions set created_at = now() - $2::interval where user_id = $1`, [officer.user_id, ago])
  await begun('11 hours 59 minutes')
  const { body } = await here.call(extendSession, {}, officer)
  expect(Date.parse(body.ends_at)).toBeLessThan(Date.parse(body.idle_ends_at))
  expect(Date.parse(body.ends_at) - Date.parse(body.now_at)).toBeLessThanOrEqual(60_000)
  await begun('12 hours 1 second')
  expect((await here.call(extendSession, {}, officer)).status).toBe(401)
})
