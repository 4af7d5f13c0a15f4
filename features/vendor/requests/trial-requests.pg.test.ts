import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readLink, redeemLink } from '#features/people/account-links/contract.ts'
import { routes as links } from '#features/people/account-links/routes.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { sendDemoRequest } from './contract.demo.ts'
import {
  listTrialRequests,
  moveTrialRequest,
  noteTrialRequest,
  planTrialRequest,
  readTrialRequest,
  startTrial,
} from './contract.trial.ts'
import { routes as visitors } from './routes.demo.ts'
import { routes } from './routes.trial.ts'

type Staff = Awaited<ReturnType<TestServer['makeSuperAdmin']>>
const vendor = '00000000-0000-0000-0000-000000000000'
let server: TestServer
let anna: Staff
let ben: Staff
beforeAll(async () => {
  server = await startTestServer([...routes, ...visitors, ...links])
  anna = await server.makeSuperAdmin()
  ben = await server.makeSuperAdmin()
})
beforeEach(() => server.rows('delete from demo_request_counts'))
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** Sends a request the way a visitor does. */
const ask = async (over: object = {}) => {
  const id = randomUUID()
  const sent = {
    id,
    organizationName: `Riverside ${id.slice(0, 8)}`,
    contactName: 'A. Chief',
    email: `c${id}@riverside.example`,
  }
  const answer = await server.call(sendDemoRequest, { ...sent, teamSize: 48, ...over }, null)
  expect(answer.status).toBe(200)
  await server.rows('delete from demo_request_counts')
  return { ...sent, ...over, id }
}
const look = async (id: string) => (await server.call(readTrialRequest, { id }, anna)).body
const trialOf = (it: { id: string; organizationName: string; contactName: string; email: string }, version = 1) => ({
  id: it.id,
  version,
  name: it.organizationName,
  time_zone: 'America/Denver',
  admin_name: it.contactName,
  admin_email: it.email,
  reason: 'Asked on the front page',
})

test('a request is worked: contacted, assigned, scheduled and noted, and the specification’s status follows', {
  meta: { shows: ['issue 4.2', 'issue 4.2 worked'] },
}, async () => {
  const { id } = await ask({ message: '<b>bold</b>' })
  const fresh = await look(id)
  expect(fresh).toMatchObject({
    state: 'new',
    owner: null,
    message: '<b>bold</b>',
    may: ['contact', 'start_trial', 'lose'],
  })
  const moved = await server.call(moveTrialRequest, { id, version: fresh.version, action: 'contact' }, anna)
  expect(moved.body).toEqual({ state: 'contacted' })
  // The first to act on it becomes its owner.
  const taken = await look(id)
  expect(taken.owner?.email).toBe(anna.email)
  const other = taken.staff.find((one) => one.email === ben.email)
  const plan = { id, version: taken.version, owner_id: other?.id ?? '', next_step_on: '2020-01-05' }
  expect((await server.call(planTrialRequest, plan, anna)).status).toBe(200)
  expect((await server.call(noteTrialRequest, { id, body: 'Calls back on Monday' }, ben)).status).toBe(200)
  expect(await look(id)).toMatchObject({ owner: { email: ben.email }, next_step_on: '2020-01-05', is_due: true })
  expect((await look(id)).notes).toMatchObject([{ author: 'Vendor Person', body: 'Calls back on Monday' }])
  const [row] = await server.rows('select status, user_id, organization_id from feature_requests where id = $1', [id])
  expect(row).toEqual({ status: 'in_progress', user_id: null, organization_id: vendor })
})

test('won and lost require a reason and can be reopened', { meta: { shows: ['issue 4.2'] } }, async () => {
  const { id } = await ask()
  const without = await server.call(moveTrialRequest, { id, version: 1, action: 'lose' }, anna)
  expect([without.status, without.error?.fields?.[0]?.field]).toEqual([400, 'reason'])
  await server.call(moveTrialRequest, { id, version: 1, action: 'lose', reason: 'No budget this year' }, anna)
  const lost = await look(id)
  expect(lost).toMatchObject({
    state: 'lost',
    closed_reason: 'No budget this year',
    next_step_on: null,
    may: ['reopen'],
  })
  const start = await server.call(startTrial, trialOf(await ask({}), 1), anna)
  expect(start.status).toBe(200)
  const refused = await server.call(
    startTrial,
    { ...trialOf({ ...lost, organizationName: 'X', contactName: 'Y' }), version: lost.version },
    anna,
  )
  expect([refused.status, refused.error?.code]).toEqual([409, 'wrong_state'])
  await server.call(moveTrialRequest, { id, version: lost.version, action: 'reopen' }, anna)
  expect(await look(id)).toMatchObject({ state: 'contacted', closed_reason: null })
  const stale = await server.call(moveTrialRequest, { id, version: lost.version, action: 'win', reason: 'Signed' }, ben)
  expect(stale.error?.code).toBe('changed_meanwhile')
})

test('creates the trial in one step, through the 30th day in its time zone, and emails the first admin a working link', {
  meta: { shows: ['issue 4.2', 'issue 4.2 one step'] },
}, async () => {
  const it = await ask()
  const started = await server.call(startTrial, trialOf(it), anna)
  expect(started.status).toBe(200)
  const { organization_id, subdomain } = started.body
  const [made] = await server.rows(
    `select subscription_tier, subdomain, time_zone, max_officers,
      trial_end_date = (now() at time zone 'America/Denver')::date + 29 as thirty from organizations where id = $1`,
    [organization_id],
  )
  expect(made).toEqual({
    subscription_tier: 'trial',
    subdomain,
    time_zone: 'America/Denver',
    max_officers: null,
    thirty: true,
  })
  expect(await look(it.id)).toMatchObject({
    state: 'trial_started',
    organization_made: { id: organization_id, subdomain },
  })
  const mails = await server.rows<{ text_body: string; organization_id: string }>(
    'select * from mails where to_address = $1',
    [it.email],
  )
  expect(mails.map((mail) => mail.organization_id)).toEqual([organization_id])
  const token = /invitation=([\w-]{43})/.exec(mails[0]?.text_body ?? '')?.[1] ?? ''
  expect((await server.call(readLink, { token, agency: subdomain }, null)).body).toMatchObject({
    kind: 'admin_setup',
    email: it.email,
    organization: { id: organization_id },
  })
  const taken = await server.call(redeemLink, { token, name: 'A. Chief', password: 'seven quiet herons 19' }, null)
  expect(taken.status).toBe(200)
  const [admin] = await server.rows('select role, approved from officers where organization_id = $1', [organization_id])
  expect(admin).toEqual({ role: 'admin', approved: true })
  // The new department's log says that the vendor created it; the vendor's log names the request.
  const log = await server.rows<{ organization_id: string; thing_type: string }>(
    `select organization_id, thing_type from audit_entries where action = 'trial_requests.start_trial' and
      (organization_id = $1 or thing_id = $2) order by id`,
    [organization_id, it.id],
  )
  expect(log.map((one) => [one.organization_id, one.thing_type])).toEqual([
    [organization_id, 'organizations'],
    [organization_id, 'account_links'],
    [vendor, 'feature_requests'],
  ])
})

test('two staff at once, and one key ten times: one organization, one invitation, the others are refused', {
  meta: { shows: ['issue 4.2', 'issue 4.2 one step'] },
}, async () => {
  const it = await ask()
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => server.call(startTrial, trialOf(it), anna)),
    ...Array.from({ length: 5 }, () => server.call(startTrial, trialOf(it), ben)),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const losers = answers.filter(({ status }) => status !== 200)
  expect(new Set(losers.map(({ error }) => error?.code))).toEqual(new Set(['trial_started_already']))
  expect(losers[0]?.error?.details).toEqual({ name: it.organizationName })
  const count = async () => [
    (await server.rows('select from organizations where name = $1', [it.organizationName])).length,
    (await server.rows('select from mails where to_address = $1', [it.email])).length,
  ]
  expect(await count()).toEqual([1, 1])
  const again = await ask()
  const key = randomUUID()
  const same = await Promise.all(
    Array.from({ length: 10 }, () => server.call(startTrial, trialOf(again), anna, { key })),
  )
  expect(new Set(same.map((answer) => JSON.stringify([answer.status, answer.body])))).toHaveProperty('size', 1)
  expect(same[0]?.status).toBe(200)
})

test('a failed creation leaves nothing behind and names the field', { meta: { shows: ['issue 4.2'] } }, async () => {
  const it = await ask()
  const before = (await server.rows('select from organizations')).length
  const refused = async (over: object) => {
    const answer = await server.call(startTrial, { ...trialOf(it), ...over } as never, anna)
    return [answer.status, answer.error?.fields?.[0]?.field]
  }
  expect(await refused({ name: 'Super Admin' })).toEqual([400, 'name'])
  expect(await refused({ name: '!!!' })).toEqual([400, 'name'])
  expect(await refused({ admin_email: 'a..b@c.example' })).toEqual([400, 'admin_email'])
  expect(await refused({ time_zone: 'Mars/Olympus' })).toEqual([400, 'time_zone'])
  expect(await refused({ subscription_tier: 'enterprise' })).toEqual([400, 'subscription_tier'])
  expect((await server.rows('select from organizations')).length).toBe(before)
  expect(await server.rows('select from mails where to_address = $1', [it.email])).toEqual([])
  expect(await look(it.id)).toMatchObject({ state: 'new', version: 1 })
})

test('equal names get different addresses, at once too', { meta: { shows: ['issue 4.2'] } }, async () => {
  const [one, two] = [await ask(), await ask()]
  const answers = await Promise.all(
    [one, two].map((it) =>
      server.call(startTrial, { ...trialOf(it), name: it === one ? 'St. Paul PD' : 'St-Paul PD' }, anna),
    ),
  )
  expect(answers.map(({ body }) => body.subdomain).sort()).toEqual(['st-paul-pd', 'st-paul-pd-2'])
})

test('lists by state, owner, next-step date and text, without gaps or duplicates across pages', {
  meta: { shows: ['issue 4.2'] },
}, async () => {
  await server.rows('delete from feature_requests where trial_data is not null')
  for (let n = 0; n < 120; n++)
    await server.insert('feature_requests', {
      organization_id: vendor,
      title: `T${n}`,
      description: 'd',
      trial_state: n % 3 === 0 ? 'lost' : 'new',
      status: n % 3 === 0 ? 'declined' : 'pending',
      closed_reason: n % 3 === 0 ? 'No' : null,
      trial_data: JSON.stringify({
        organizationName: `Dept 100%_${n}`,
        contactName: 'C',
        email: 'c@d.example',
        phone: '',
        teamSize: 5,
        message: '',
      }),
      // Groups share an instant, so the id breaks ties.
      created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 5))).toISOString(),
    })
  const seen: string[] = []
  let after: string | undefined
  do {
    const { body } = await server.call(listTrialRequests, { state: 'all', ...(after ? { after } : {}) }, anna)
    expect(body.counts).toEqual({ new: 80, contacted: 0, trial_started: 0, won: 0, lost: 40 })
    seen.push(...body.items.map((item) => item.id))
    after = body.next ?? undefined
  } while (after)
  expect([seen.length, new Set(seen).size]).toEqual([120, 120])
  const found = async (filter: object) => (await server.call(listTrialRequests, filter, anna)).body.items.length
  expect(await found({})).toBe(50)
  expect(await found({ state: 'lost' })).toBe(40)
  expect(await found({ search: '100%_11' })).toBeGreaterThan(0)
  expect(await found({ search: '100x' })).toBe(0)
  const [oldest] = await server.rows<{ id: string }>(
    `select id from feature_requests where trial_state = 'new' order by created_at limit 1`,
  )
  const id = oldest?.id ?? ''
  await server.call(moveTrialRequest, { id, version: 1, action: 'contact' }, anna)
  const { me } = await look(id)
  await server.call(planTrialRequest, { id, version: 2, owner_id: me, next_step_on: '2020-01-05' }, anna)
  expect([await found({ owner: 'me' }), await found({ due: 'now' })]).toEqual([1, 1])
  expect((await server.call(listTrialRequests, { owner: 'me' }, ben)).body.items).toEqual([])
})

test('nobody in a department can read or work them, and every view is recorded', {
  meta: { shows: ['issue 4.2', 'issue 2.4'] },
}, async () => {
  const { id } = await ask()
  const admin = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
  for (const person of [admin, null])
    for (const call of [
      () => server.call(listTrialRequests, {}, person),
      () => server.call(readTrialRequest, { id }, person),
      () => server.call(noteTrialRequest, { id, body: 'x' }, person),
      () =>
        server.call(startTrial, trialOf({ id, organizationName: 'N', contactName: 'N', email: 'n@n.example' }), person),
    ])
      expect((await call()).status).toBe(person ? 404 : 401)
  const reads = await server.rows(`select distinct call, reason from vendor_reads where user_id = $1 order by call`, [
    anna.user_id,
  ])
  expect(reads).toEqual([
    { call: 'trial_requests.list', reason: 'to handle trial requests' },
    { call: 'trial_requests.read', reason: 'to handle trial requests' },
  ])
})
