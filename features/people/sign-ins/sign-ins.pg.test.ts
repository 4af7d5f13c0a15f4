import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#features/people/accounts/contract.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { listOfficers } from '#features/roster/officers/contract.ts'
import { routes as officers } from '#features/roster/officers/routes.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { getSignInState, releaseAll, releaseLock, resetFactors } from './contract.ts'
import { routes as accounts } from './routes.sign-in.ts'
import { routes } from './routes.ts'

const password = 'copper lantern 93 wheat'
let server: TestServer
let hash: string
beforeAll(async () => {
  server = await startTestServer([...accounts, ...officers, ...routes, ...sessions])
  hash = await hashPassword(password)
})
afterAll(() => server.close())

const person = async (organization: { id: string }, over: Record<string, unknown> = {}) => {
  const one = await server.makePerson(organization, over)
  await server.rows('update accounts set password_hash = $1 where id = $2', [hash, one.user_id])
  return one
}
const scene = async (set: Record<string, unknown> = {}) => {
  const organization = await server.makeOrganization(set)
  return { organization, admin: await person(organization, { role: 'admin' }), ann: await person(organization) }
}
const enter = async (one: { email: string }, typed = password) =>
  (await server.call(signIn, { email: one.email, password: typed }, null)).status
const lock = async (one: { email: string }) => {
  for (let n = 0; n < 5; n++) await enter(one, 'no such lantern 93')
}
const addFactor = async (one: { user_id: string }) => {
  const row = { account_id: one.user_id, kind: 'app', name: 'App', secret: Buffer.alloc(49), confirmed_at: new Date() }
  await server.insert('factors', row)
  await server.rows('update memberships set second_factor = true where account_id = $1', [one.user_id])
}

describe('locked accounts', { meta: { shows: ['issue 3.13'] } }, () => {
  it('show to the admins on the roster and the officer’s page, and can be unlocked if the department allows it', async () => {
    const { admin, ann } = await scene({ admins_release_locks: true })
    const state = async () => (await server.call(getSignInState, { officer_id: ann.officer_id }, admin)).body
    const locked = async () => (await server.call(listOfficers, { sign_in: 'locked' }, admin)).body.items
    expect([(await state()).locked, (await state()).may, await locked()]).toEqual([null, [], []])
    expect((await server.call(releaseLock, { officer_id: ann.officer_id }, admin)).error?.code).toBe('not_locked')
    await lock(ann)
    expect(await state()).toMatchObject({ locked: { why: 'password' }, may: ['release'], blocked: [] })
    expect((await locked()).map((one) => one.id)).toEqual([ann.officer_id])
    expect(await enter(ann)).toBe(401)
    expect((await server.call(releaseLock, { officer_id: ann.officer_id }, ann)).status).toBe(403)
    expect((await server.call(releaseLock, { officer_id: ann.officer_id }, admin)).status).toBe(200)
    expect([(await state()).locked, await locked()]).toEqual([null, []])
    expect(await enter(ann)).toBe(200)
    const audited = await server.rows<{ actor_user_id: string; thing_id: string; was: string; is: string | null }>(
      `select actor_user_id, thing_id, before ->> 'locked_why' as was, after ->> 'locked_why' as is from audit_entries
       where organization_id = $1 and thing_type = 'memberships' and action = 'sign_ins.release'`,
      [ann.organization_id],
    )
    expect(audited).toEqual([{ actor_user_id: admin.user_id, thing_id: ann.officer_id, was: 'password', is: null }])
  })

  it('all unlock at once, with an audit row for each; a department can switch that off', {
    meta: { shows: ['issue 14.3'] },
  }, async () => {
    const { organization, admin, ann } = await scene()
    const [ben, everywhere] = [await person(organization), await person(organization)]
    const there = await server.makeOrganization()
    const row = { organization_id: there.id, user_id: everywhere.user_id, name: 'A', approved: true }
    await server.insert('officers', row)
    expect((await server.call(releaseAll, {}, admin)).error?.code).toBe('not_locked')
    for (const one of [ann, ben, everywhere, admin]) await lock(one)
    const state = await server.call(getSignInState, { officer_id: ann.officer_id }, admin)
    expect(state.body.others_locked).toBe(3)
    await server.rows('update organizations set admins_release_locks = false where id = $1', [organization.id])
    expect((await server.call(releaseAll, {}, admin)).error?.code).toBe('release_not_set')
    await server.rows('update organizations set admins_release_locks = true where id = $1', [organization.id])
    expect((await server.call(releaseAll, {}, ann)).status).toBe(403)
    expect((await server.call(releaseAll, {}, admin)).body).toEqual({ released: 2 })
    expect(await Promise.all([ann, ben, everywhere, admin].map((one) => enter(one)))).toEqual([200, 200, 401, 401])
    const audited = await server.rows<{ thing_id: string }>(
      `select thing_id from audit_entries
       where organization_id = $1 and thing_type = 'memberships' and action = 'sign_ins.release_all'`,
      [organization.id],
    )
    expect(audited.map((one) => one.thing_id).toSorted()).toEqual([ann.officer_id, ben.officer_id].toSorted())
  })

  it.each([
    ['a department that does not allow it', { admins_release_locks: false }, 'release_not_set', 403],
    ['an account in several departments', { admins_release_locks: true }, 'several_departments', 409],
    ['an account of vendor staff', { admins_release_locks: true }, 'several_departments', 409],
  ])('%s: only waiting unlocks it, and the screen says why', async (what, set, code, status) => {
    const { admin, ann } = await scene(set)
    if (what.includes('several')) {
      const there = await server.makeOrganization()
      await server.insert('officers', { organization_id: there.id, user_id: ann.user_id, name: 'A', approved: true })
    }
    if (what.includes('vendor')) {
      const row = { email: ann.email, email_key: ann.email, active: true, account_id: ann.user_id }
      await server.insert('super_admin_users', row)
    }
    await lock(ann)
    const state = await server.call(getSignInState, { officer_id: ann.officer_id }, admin)
    expect(state.body).toMatchObject({ may: [], blocked: [{ action: 'release', why: code }] })
    const refused = await server.call(releaseLock, { officer_id: ann.officer_id }, admin)
    expect([refused.status, refused.error?.code]).toEqual([status, code])
    expect(await enter(ann)).toBe(401)
  })

  it('refuses to unlock your own account, or to show or change officers of other departments', async () => {
    const { admin, ann } = await scene({ admins_release_locks: true })
    const other = await scene({ admins_release_locks: true })
    await lock(admin)
    await lock(ann)
    expect((await server.call(releaseLock, { officer_id: admin.officer_id }, admin)).error?.code).toBe('own_row')
    for (const endpoint of [getSignInState, releaseLock]) {
      expect((await server.call(endpoint, { officer_id: ann.officer_id }, other.admin)).status).toBe(404)
    }
    expect(await enter(ann)).toBe(401)
  })
})

describe('an admin removes an account’s factors', { meta: { shows: ['issue 3.13'] } }, () => {
  const reset = (officer_id: string, as: { secret: string }) =>
    server.call(resetFactors, { officer_id, confirm: true }, as)

  it('requires a fresh proof, is audited, emailed and notified, ends its sessions, and sign-in asks for none', async () => {
    const { admin, ann } = await scene()
    await addFactor(ann)
    await server.rows(`update sessions set proved_at = now() - interval '10 minutes' where user_id = $1`, [
      admin.user_id,
    ])
    expect((await reset(ann.officer_id, admin)).error?.code).toBe('not_fresh')
    await server.rows(`update sessions set proved_at = now() where user_id = $1`, [admin.user_id])
    const without = (await server.call(listOfficers, { sign_in: 'no_factor' }, admin)).body.items.map((one) => one.id)
    expect(without).not.toContain(ann.officer_id)
    const answers = await Promise.all([reset(ann.officer_id, admin), reset(ann.officer_id, admin)])
    expect(answers.map((answer) => answer.error?.code).toSorted()).toEqual(['no_factor', undefined])
    expect((await server.call(getSession, {}, ann)).status).toBe(401)
    expect((await server.call(signIn, { email: ann.email, password }, null)).body.next).toBe('done')
    const mails = await server.rows('select subject from mails where to_address = $1', [ann.email])
    expect(mails).toEqual([{ subject: 'Your second factor was removed' }])
    const gone = await server.rows<{ actor_user_id: string }>(
      `select actor_user_id from audit_entries where organization_id = $1 and thing_type = 'factors' and after is null`,
      [ann.organization_id],
    )
    expect(gone).toEqual([{ actor_user_id: admin.user_id }])
    const told = await server.rows(`select type from notifications where organization_id = $1`, [ann.organization_id])
    expect(told).toEqual([{ type: 'factors_reset' }])
  })

  it('is refused for one’s own account, and for accounts in several or other departments', async () => {
    const { admin, ann } = await scene()
    const other = await scene()
    const there = await server.makeOrganization()
    await server.insert('officers', { organization_id: there.id, user_id: ann.user_id, name: 'A', approved: true })
    for (const one of [admin, ann, other.ann]) await addFactor(one)
    expect((await reset(admin.officer_id, admin)).error?.code).toBe('own_row')
    expect((await reset(ann.officer_id, admin)).error?.code).toBe('several_departments')
    expect((await reset(other.ann.officer_id, admin)).status).toBe(404)
    const [left] = await server.rows<{ n: number }>(
      'select count(*)::int as n from factors where account_id = any ($1)',
      [[admin.user_id, ann.user_id, other.ann.user_id]],
    )
    expect(left?.n).toBe(3)
  })
})
