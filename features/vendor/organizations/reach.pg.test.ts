import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '#features/people/account-links/contract.ts'
import { routes as accountLinks } from '#features/people/account-links/routes.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import * as contract from './contract.ts'
import { routes } from './routes.ts'

let here: TestServer
let there: TestServer
let vendor: { secret: string }
const opened: AbortController[] = []
beforeAll(async () => {
  here = await startTestServer([...routes, ...sessions, ...accountLinks], { live: true })
  there = await startTestServer([...routes, ...sessions], { live: true, besides: here })
  vendor = await here.makeSuperAdmin()
})
afterAll(async () => {
  for (const controller of opened) controller.abort()
  await there.close()
  await here.close()
})

/** A stream on the other server: records when a topic arrived, and when the server ended it. */
const listen = async (person: { secret: string }) => {
  const controller = new AbortController()
  opened.push(controller)
  const response = await fetch(`${there.base}/api/live`, {
    headers: { cookie: `watchbill=${person.secret}` },
    signal: controller.signal,
  })
  const topics: string[] = []
  let tell: () => void = () => undefined
  const ended = (async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      for (const [, text = '{}'] of next.value.matchAll(/^data: (.*)$/gm)) topics.push(JSON.parse(text).t)
      tell()
    }
  })().catch(() => undefined)
  const heard = (topic: string) =>
    new Promise<void>((resolve) => {
      tell = () => topics.includes(topic) && resolve()
      tell()
    })
  return { heard, ended }
}
const within = async (ms: number, what: Promise<unknown>) => {
  const begun = performance.now()
  await what
  expect(performance.now() - begun).toBeLessThan(ms)
}

test('a plan change reaches every open screen within a second, and the server refuses at once', {
  meta: { shows: ['issue 4.4'] },
}, async () => {
  const house = await here.makeOrganization()
  const [admin, officer] = [await here.makePerson(house, { role: 'admin' }), await here.makePerson(house)]
  const streams = await Promise.all([listen(admin), listen(officer)])
  const saved = await here.call(
    contract.editOrganization,
    { organization_id: house.id, version: 1, flags: { reports: 'off' }, subscription_tier: 'basic' },
    vendor,
  )
  expect(saved.status).toBe(200)
  await within(1000, Promise.all(streams.map(({ heard }) => heard('organization'))))
  const { organization } = (await there.call(getSession, {}, admin)).body
  expect(organization?.features_enabled).toMatchObject({ reports: false, audit_logs: false, overtime: true })
})

test('suspending ends every session and stream within two seconds; after reactivation, people sign in again', {
  meta: { shows: ['issue 4.4'] },
}, async () => {
  const house = await here.makeOrganization()
  const people = [await here.makePerson(house, { role: 'admin' }), await here.makePerson(house)]
  const streams = await Promise.all(people.map(listen))
  const move = (endpoint: typeof contract.suspendOrganization | typeof contract.reactivateOrganization) =>
    here.call(endpoint, { organization_id: house.id, reason: 'The invoice is overdue' }, vendor)
  const both = await Promise.all([move(contract.suspendOrganization), move(contract.suspendOrganization)])
  expect(both.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual(['done', 'state_changed'])
  await within(2000, Promise.all(streams.map(({ ended }) => ended)))
  for (const person of people) expect((await there.call(getSession, {}, person)).status).toBe(401)
  expect((await here.call(contract.readOrganization, { organization_id: house.id }, vendor)).body).toMatchObject({
    state: 'suspended',
    state_reason: 'The invoice is overdue',
  })
  const audit = await here.rows(
    `select actor_role, action from audit_entries where organization_id = $1 and thing_type = 'organizations' order by id desc limit 1`,
    [house.id],
  )
  expect(audit).toEqual([{ actor_role: 'super_admin', action: 'vendor_organizations.suspend' }])
  await move(contract.reactivateOrganization)
  expect((await there.call(getSession, {}, people[0] ?? null)).status).toBe(200)
})

test('a closing department refuses new registrations, with the same response', {
  meta: { shows: ['issue 4.4'] },
}, async () => {
  const asked = async (over: Record<string, unknown>) => {
    const house = await here.makeOrganization(over)
    const email = `${house.subdomain}@example.org`
    const answer = await here.call(register, { name: 'New', email, organization_id: house.id }, null)
    const mails = await here.rows('select id from mails where to_address = $1', [email])
    return [answer.status, answer.body, mails.length]
  }
  expect(await asked({})).toEqual([200, { done: true }, 1])
  expect(await asked({ state: 'closing', erase_after: new Date() })).toEqual([200, { done: true }, 0])
})
