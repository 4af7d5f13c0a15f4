import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { editSettings, readSettings } from '#features/department/settings/contract.ts'
import { adminDashboard } from '#features/home/dashboards/contract.ts'
import { routes as dashboards } from '#features/home/dashboards/routes.ts'
import { routes as settings } from '#features/home/settings/routes.ts'
import { inviteOfficers } from '#features/roster/officers/contract.ts'
import { routes as officers } from '#features/roster/officers/routes.ts'
import { INVITED_AT_ONCE } from '#features/roster/officers/rules.ts'
import { createAssignment } from '#features/shifts/assignment-editor/contract.ts'
import { routes as transitions } from '#features/shifts/assignment-editor/routes.transitions.ts'
import { routes as editor } from '#features/shifts/assignment-editor/routes.ts'
import { unpublishAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { putAway, readOnboarding, skipStep } from './contract.ts'
import { routes } from './routes.ts'
import { standingsOf } from './rules.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer([
    ...routes,
    ...officers,
    ...editor,
    ...assignments,
    ...transitions,
    ...dashboards,
    ...settings,
  ])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin' })
})

const seen = async () => (await server.call(readOnboarding, {}, admin)).body
const states = async () => standingsOf(await seen()).map(({ step, state }) => `${step} ${state}`)
const addOfficer = (over: Record<string, unknown> = {}) =>
  server.insert('officers', { organization_id: house.id, name: 'Officer', approved: true, role: 'officer', ...over })
const mailed = async () =>
  (await server.rows('select to_address from mails where organization_id = $1 order by 1', [house.id])).map((mail) =>
    String(mail.to_address),
  )
const shift = (publish: 'now' | 'draft', title = 'Stadium gate') =>
  server.call(
    createAssignment,
    {
      title,
      description: '',
      kind: 'overtime',
      time_zone: 'America/Chicago',
      starts: { date: '2030-05-04', time: '18:00' },
      ends: { time: '23:00' },
      posts: [{ name: 'Gate', required_count: 2 }],
      signup_mode: 'approval',
      publish,
    } as never,
    admin,
  )
const firstAt = async () =>
  (await server.rows('select first_published_at as at from organizations where id = $1', [house.id]))[0]?.at ?? null

test('each step is checked off by existing data and nothing else', { meta: { shows: ['issue 4.9'] } }, async () => {
  expect(await states()).toEqual(['brand open', 'roster open', 'rules open', 'shift open', 'invite open'])
  await server.rows(`update organizations set primary_color = '#0f766e' where id = $1`, [house.id])
  expect(await states()).toEqual(['brand done', 'roster open', 'rules open', 'shift open', 'invite open'])
  // An admin, a pending officer and a former one do not count toward the roster.
  await addOfficer({ role: 'admin' })
  await addOfficer({ approved: false })
  await addOfficer({ left_on: '2020-01-01' })
  expect(await states()).toContain('roster open')
  await addOfficer()
  expect(await states()).toContain('roster done')
  expect((await shift('draft')).status).toBe(200)
  expect(await states()).toContain('shift open')
  await shift('now')
  expect((await seen()).shift?.title).toBe('Stadium gate')
  expect(await states()).toEqual(['brand done', 'roster done', 'rules open', 'shift done', 'invite open'])
  await addOfficer({ email: 'nine@example.org', email_key: 'nine@example.org', badge_number: '9' })
  expect(await seen()).toMatchObject({ officers: 2, invitable: 1, invited: 0 })
  expect((await server.call(inviteOfficers, {}, admin)).body).toEqual({ invited: 1, left: 0 })
  expect(await states()).toContain('invite done')
  await server.rows('insert into work_rules (organization_id, rest_minutes, reach_minutes) values ($1, 480, 480)', [
    house.id,
  ])
  expect(await states()).toContain('rules done')
})

test('saving how new shifts are given out answers the rules step, even if the default stays', {
  meta: { shows: ['issue 4.9'] },
}, async () => {
  const save = async (changes: Record<string, unknown>) => {
    const { version } = (await server.call(readSettings, {}, admin)).body
    return (await server.call(editSettings, { ...changes, version }, admin)).status
  }
  expect(await save({ city: 'Duluth' })).toBe(200)
  expect(await states()).toContain('rules open')
  const { signup_mode } = (await server.call(readSettings, {}, admin)).body
  expect(await save({ signup_mode })).toBe(200)
  expect(await states()).toContain('rules done')
  const answered = () => server.rows('select mode_chosen_at from onboardings where organization_id = $1', [house.id])
  const first = await answered()
  expect(await save({ signup_mode: 'first_come' })).toBe(200)
  expect(await answered()).toEqual(first)
})

test('a plan without branding has no branding step', { meta: { shows: ['issue 4.9'] } }, async () => {
  await server.rows(`update organizations set subscription_tier = 'basic' where id = $1`, [house.id])
  expect(await states()).toEqual(['roster open', 'rules open', 'shift open', 'invite open'])
})

test('the first published shift is recorded once, in the transaction that publishes it, and kept', {
  meta: { shows: ['issue 4.9'] },
}, async () => {
  expect(await firstAt()).toBeNull()
  await shift('draft')
  expect(await firstAt()).toBeNull()
  const { body } = await shift('now')
  const first = await firstAt()
  expect(first).not.toBeNull()
  await server.call(unpublishAssignment, { id: body.id }, admin)
  expect((await seen()).shift).toBeNull()
  expect(await states()).toContain('shift done')
  await shift('now', 'Another')
  expect(await firstAt()).toEqual(first)
  const [published] = await server.rows('select published_at from assignments where title = $1', ['Another'])
  expect(published?.published_at).not.toEqual(first)
})

test('any admin can skip a step and resume it, and the record says who', {
  meta: { shows: ['issue 4.9'] },
}, async () => {
  const second = await server.makePerson(house, { role: 'admin' })
  await Promise.all([
    server.call(skipStep, { step: 'brand', skipped: true }, admin),
    server.call(skipStep, { step: 'invite', skipped: true }, second),
    server.call(skipStep, { step: 'brand', skipped: true }, second),
  ])
  expect(await states()).toEqual(['brand skipped', 'roster open', 'rules open', 'shift open', 'invite skipped'])
  expect((await seen()).skipped.toSorted()).toEqual(['brand', 'invite'])
  await server.call(skipStep, { step: 'rules', skipped: true }, admin)
  expect(await states()).toContain('rules skipped')
  await server.call(skipStep, { step: 'rules', skipped: false }, admin)
  await server.call(skipStep, { step: 'brand', skipped: false }, admin)
  expect(await states()).toEqual(['brand open', 'roster open', 'rules open', 'shift open', 'invite skipped'])
  const [entry] = await server.rows(
    `select actor_officer_id, after from audit_entries where organization_id = $1 and action = 'onboarding.skip'
      order by id desc limit 1`,
    [house.id],
  )
  expect(entry).toMatchObject({ actor_officer_id: admin.officer_id, after: { skipped: ['invite'] } })
  const officer = await server.makePerson(house)
  expect((await server.call(skipStep, { step: 'brand', skipped: true }, officer)).status).toBe(403)
  expect((await server.call(readOnboarding, {}, officer)).status).toBe(403)
  expect((await server.call(skipStep, { step: 'roster', skipped: 'no' } as never, admin)).status).toBe(400)
})

test('once hidden, it disappears from every admin’s dashboard until it is shown again', {
  meta: { shows: ['issue 4.9'] },
}, async () => {
  const second = await server.makePerson(house, { role: 'admin' })
  const shown = async () => (await server.call(adminDashboard, {}, second)).body.onboarding
  expect(await shown()).toEqual(await seen())
  await server.call(putAway, { put_away: true }, admin)
  expect(await shown()).toBeNull()
  expect((await seen()).put_away).toBe(true)
  await server.call(putAway, { put_away: false }, admin)
  expect(await shown()).not.toBeNull()
})

test('every officer with an address gets one invitation, in batches, however many admins click', {
  meta: { shows: ['issue 4.9'] },
}, async () => {
  const second = await server.makePerson(house, { role: 'admin' })
  const many = INVITED_AT_ONCE + 7
  for (let i = 0; i < many; i++)
    await addOfficer({ name: `O ${i}`, email: `o${i}@x.example`, email_key: `o${i}@x.example` })
  await addOfficer({ name: 'No address' })
  await addOfficer({ name: 'Gone', email: 'gone@x.example', email_key: 'gone@x.example', left_on: '2020-01-01' })
  await addOfficer({ name: 'Was', email: 'was@x.example', email_key: 'was@x.example', invited_at: new Date() })
  await server.makePerson(house)
  const answers = await Promise.all([admin, second, admin].map((one) => server.call(inviteOfficers, {}, one)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.reduce((sum, { body }) => sum + body.invited, 0)).toBe(many)
  expect((await server.call(inviteOfficers, {}, admin)).body).toEqual({ invited: 0, left: 0 })
  expect(await mailed()).toEqual(Array.from({ length: many }, (_, i) => `o${i}@x.example`).toSorted())
  const links = await server.rows(
    `select count(*)::int as n from account_links where organization_id = $1 and kind = 'claim'`,
    [house.id],
  )
  expect(links[0]?.n).toBe(many)
})
