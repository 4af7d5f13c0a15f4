import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit, readEntry } from '#features/department/audit/contract.ts'
import { proveByCode } from '#features/people/factors/contract.ts'
import { endSupport, listActs } from '#features/vendor/support-access/contract.ts'
import { sampleInput } from '#platform/server/testing.inputs.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { seal } from '#platform/server/vault.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { routes } from './routes.ts'
import { makeScene, overrides, type Scene } from './testing.scene.ts'

/** Calls that vendor staff may make only with a fresh second factor and a written reason. */
const strong = [
  'exports.organization',
  'organization_erasures.ask',
  'organization_erasures.confirm',
  'support_access.start',
  'trial_requests.start_trial',
  'users.add_super_admin',
  'users.deactivate_super_admin',
  'users.disable',
  'users.end_sessions',
  'users.reset_factors',
  'users.send_reset',
  'vendor_organizations.create',
  'vendor_organizations.invite_admin',
  'vendor_organizations.suspend',
]

let server: TestServer
let scene: Scene
beforeAll(async () => {
  server = await startTestServer(routes)
  scene = await makeScene(server)
})
afterAll(() => server.close())

const endpoints = routes.map(({ endpoint }) => endpoint as Endpoint)
const named = (name: string) => {
  const found = endpoints.find((one) => one.name === name)
  if (!found) throw new Error(`no endpoint ${name}`)
  return found
}
const age = (user: { user_id: string }, minutes: number) =>
  server.rows(`update sessions set second_factor_at = now() - make_interval(mins => $2) where user_id = $1`, [
    user.user_id,
    minutes,
  ])
const reason = 'Asked for by telephone, ticket 41'
const inputOf = (name: string): Record<string, unknown> => ({
  ...sampleInput(named(name), scene.ids),
  ...overrides[name]?.(scene.ids, scene, named(name)),
  ...(name === 'organization_erasures.confirm' ? {} : { reason }),
  ...(name === 'support_access.start' ? { may_write: true } : {}),
  ...(name.startsWith('users.') && 'user_id' in sampleInput(named(name), scene.ids)
    ? { user_id: scene.officer.user_id }
    : {}),
})
const call = (name: string, over: Record<string, unknown> = {}, as: { secret: string } = scene.vendor) =>
  server.call(named(name), { ...inputOf(name), ...over } as never, as)

describe('fresh second factor', { meta: { shows: ['issue 4.5', 'issue 4.7', 'issue 4 strong acts'] } }, () => {
  test('is required by every strong call of vendor staff, which also requires a reason', () => {
    const asking = endpoints.filter(({ who, errors }) => who === 'super_admin' && 'not_fresh' in errors)
    expect(asking.map(({ name }) => name).toSorted()).toEqual(strong)
    for (const { name, input } of asking.filter(({ name }) => name !== 'organization_erasures.confirm')) {
      const refused = input.safeParse({ ...inputOf(name), reason: ' ' })
      expect(
        refused.error?.issues.map(({ path }) => path.join('.')),
        name,
      ).toEqual(['reason'])
    }
  })

  test.each(strong.filter((name) => name !== 'organization_erasures.confirm'))(
    '%s: does nothing when the second factor is older than ten minutes',
    async (name) => {
      await server.insert('factors', {
        account_id: scene.officer.user_id,
        kind: 'app',
        name: 'App',
        secret: Buffer.alloc(49),
        confirmed_at: new Date(),
      })
      const counts = () =>
        server.rows(`select (select count(*) from organizations) o, (select count(*) from account_links) l,
        (select count(*) from exports) e, (select count(*) from support_accesses) s, (select count(*) from account_acts) a,
        (select count(*) from super_admin_users where active) u, (select count(*) from mails) m,
        (select count(*) from sessions where ended_at is null) n, (select count(*) from organization_erasures) x`)
      const [before, stood] = [await scene.fingerprint(), await counts()]
      await age(scene.vendor, 10)
      // A factor verified in another session of the same person does not count here.
      const elsewhere = await server.signIn(scene.vendor.user_id, null, 'super_admin')
      const refused = await call(name)
      expect([refused.status, refused.error?.code], JSON.stringify(refused.error)).toEqual([403, 'not_fresh'])
      await server.rows('delete from sessions where token_hash = sha256($1::bytea)', [Buffer.from(elsewhere)])
      expect(await scene.fingerprint()).toBe(before)
      expect(await counts()).toEqual(stood)
    },
  )

  test('is not required for reads, nor twice within ten minutes', async () => {
    await age(scene.vendor, 30)
    expect((await call('support_access.start', { may_write: false })).status).toBe(200)
    await age(scene.vendor, 9)
    for (const may_write of [true, true]) expect((await call('support_access.start', { may_write })).status).toBe(200)
    expect((await server.call(endSupport, {}, scene.vendor)).status).toBe(200)
  })
})

test('records the reason in the audit of each department changed, where its admins can read it', {
  meta: { shows: ['issue 4.5', 'issue 4.7', 'issue 4 strong acts'] },
}, async () => {
  await age(scene.vendor, 0)
  const house = scene.organization.id
  const there = await server.makeOrganization()
  await server.insert('officers', {
    organization_id: there.id,
    user_id: scene.officer.user_id,
    name: 'There too',
    approved: true,
    role: 'officer',
  })
  const untouched = await server.makeOrganization()
  const acts = [
    'vendor_organizations.invite_admin',
    'users.send_reset',
    'users.end_sessions',
    'users.disable',
    'vendor_organizations.suspend',
  ]
  for (const name of acts) {
    const done = await call(name)
    expect(done.status, `${name} ${JSON.stringify(done.error)}`).toBe(200)
  }
  const reasonsIn = async (organization: string) =>
    (
      await server.rows<{ action: string }>(
        `select distinct action from audit_entries where organization_id = $1 and actor_role = 'super_admin'
          and (after ->> 'vendor_reason' = $2 or after ->> 'state_reason' = $2) order by 1`,
        [organization, reason],
      )
    ).map(({ action }) => action)
  expect(await reasonsIn(house)).toEqual(acts.toSorted())
  expect(await reasonsIn(there.id)).toEqual(['users.disable', 'users.send_reset'])
  expect(await reasonsIn(untouched.id)).toEqual([])
  await call('vendor_organizations.reactivate')
  const { items } = (await server.call(listAudit, { action: 'vendor_organizations.invite_admin' }, scene.admin)).body
  const entry = (await server.call(readEntry, { entry: items[0]?.id ?? '' }, scene.admin)).body
  expect(entry.after).toMatchObject({ vendor_reason: reason, kind: 'admin_setup' })
  const told = await server.rows<{ message: string }>(
    `select message from notifications where organization_id = $1 and title = 'The vendor invited another admin'`,
    [house],
  )
  expect(told[0]?.message).toContain(reason)
})

test('shows vendor exports and outside changes under Vendor Access on any plan, to the affected department only', {
  meta: { shows: ['issue 4.4', 'issue 4.5', 'issue 4 strong acts'] },
}, async () => {
  await age(scene.vendor, 0)
  const house = await server.makeOrganization({ subscription_tier: 'basic' })
  const admin = await server.makePerson(house, { role: 'admin' })
  const officer = await server.makePerson(house, { name: 'Bea Both' })
  await server.signIn(officer.user_id, house.id)
  const acts = async (as: { secret: string } = admin, after?: string) =>
    (await server.call(listActs, { after }, as)).body
  expect(await acts()).toEqual({ items: [], next: null })
  const of = { organization_id: house.id }
  expect((await call('exports.organization', of)).status).toBe(200)
  for (const [name, over] of [
    ['vendor_organizations.invite_admin', { ...of, email: 'new@there.example' }],
    ['users.end_sessions', { user_id: officer.user_id, session_id: null }],
    ['users.disable', { user_id: officer.user_id }],
    ['vendor_organizations.suspend', of],
    ['vendor_organizations.reactivate', of],
  ] as const)
    expect((await call(name, over)).status, name).toBe(200)
  const again = { secret: await server.signIn(admin.user_id, house.id) }
  const { items } = await acts(again)
  expect(items.map((act) => [act.action, act.reason, act.about])).toEqual([
    ['vendor_organizations.reactivate', reason, null],
    ['vendor_organizations.suspend', reason, null],
    ['users.disable', reason, 'Bea Both'],
    ['users.end_sessions', reason, 'Bea Both'],
    ['vendor_organizations.invite_admin', reason, 'new@there.example'],
    ['exports.organization', reason, null],
  ])
  expect((await acts(again, items[2]?.id)).items.map(({ id }) => id)).toEqual(items.slice(3).map(({ id }) => id))
  const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
  expect((await acts(stranger)).items).toEqual([])
})

test('counts once, only in the session that gave it: a stolen session can’t use it, and no code works twice', {
  meta: { shows: ['issue 4.7', 'issue 4 strong acts'] },
}, async () => {
  const staff = await server.makeSuperAdmin()
  const app = new TOTP({ secret: new Secret({ size: 20 }) })
  const secret = seal(Buffer.from(app.secret.buffer), staff.user_id)
  await server.insert('factors', {
    account_id: staff.user_id,
    kind: 'app',
    name: 'App',
    secret,
    confirmed_at: new Date(),
  })
  const stolen = { secret: await server.signIn(staff.user_id, null, 'super_admin') }
  await age(staff, 11)
  const house = await server.makeOrganization()
  const input = { organization_id: house.id }
  const suspend = async (as: { secret: string }) =>
    (await call('vendor_organizations.suspend', input, as)).error?.code ?? 'done'
  expect([await suspend(staff), await suspend(stolen)]).toEqual(['not_fresh', 'not_fresh'])
  const code = app.generate()
  const proved = await server.call(proveByCode, { code }, staff)
  expect(proved.status).toBe(200)
  const again = { secret: /^watchbill=([^;]+)/m.exec(proved.headers.getSetCookie().join('\n'))?.[1] ?? '' }
  expect(again.secret).not.toBe('')
  expect((await server.call(proveByCode, { code }, stolen)).error?.code).toBe('code_wrong')
  // The session continues under a new secret: a previously copied one is worthless.
  expect([await suspend(stolen), await suspend(staff)]).toEqual(['not_fresh', 'not_signed_in'])
  expect([await suspend(again), await suspend(again)]).toEqual(['done', 'state_changed'])
})
