import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readLink, redeemLink, register } from '#features/people/account-links/contract.ts'
import { routes as accountLinks } from '#features/people/account-links/routes.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listRosterRows, mergeOfficer } from './contract.merges.ts'
import { approveOfficer, approveOfficers, getOfficer, listOfficers } from './contract.ts'
import { routes } from './routes.merges.ts'
import { routes as officers } from './routes.ts'

const password = 'violet harbor 17 spoons'
let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...officers, ...accountLinks, ...sessions])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin One', badge_number: 'A-1' })
})

const row = async (over: Record<string, unknown> = {}) => {
  const made = { organization_id: house.id, name: 'Smith, John', approved: true, badge_number: '4711', ...over }
  return String((await server.insert('officers', made)).id)
}
/** A person registers, confirms the address and waits for approval. */
const registers = async (name: string, badge_number = '', email = `${randomUUID()}@example.org`) => {
  const asked = await server.call(register, { name, email, badge_number, agency: house.subdomain }, null)
  expect([asked.status, asked.body]).toEqual([200, { done: true }])
  const [mail] = await server.rows<{ text: string }>(
    'select text_body as text from mails where to_address = $1 order by created_at desc limit 1',
    [email],
  )
  const token = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  const view = await server.call(readLink, { token }, null)
  const done = await server.call(redeemLink, { token, password }, null)
  const secret = /watchbill=([^;]+)/.exec(done.headers.getSetCookie().join('\n'))?.[1] ?? ''
  const [found] = await server.rows<{ id: string }>(
    'select id from officers where organization_id = $1 and email = $2 and user_id is not null',
    [house.id, email],
  )
  return { id: found?.id ?? '', email, secret, mail: mail?.text ?? '', view: view.body, done: done.body }
}
const claimOf = async (officer_id: string) => (await server.call(getOfficer, { officer_id }, admin)).body.claim
const join = (officer_id: string, roster_id: string, by = admin) =>
  server.call(mergeOfficer, { officer_id, roster_id }, by)
const people = () =>
  server.rows(
    'select name, badge_number, user_id is not null as account from officers where organization_id = $1 order by name',
    [house.id],
  )

describe('a registration with a badge number', () => {
  it('claims the row with that badge in any spelling, and linking leaves one person with all the row’s data', async () => {
    const roster = await row({
      badge_number: 'tr-4711',
      unit: 'Traffic',
      rank: 'Sergeant',
      hired_on: '2011-04-02',
      hourly_rate: 45500000,
    })
    const jo = await registers('Jo Smith', ' ＴＲ-4711 ')
    expect(await claimOf(jo.id)).toEqual({
      badge_number: 'ＴＲ-4711',
      matches: [
        {
          ...{ id: roster, name: 'Smith, John', badge_number: 'tr-4711', rank: 'Sergeant', unit: 'Traffic' },
          ...{ hired_on: '2011-04-02', by: 'badge' },
        },
      ],
      rivals: [],
    })
    const joined = await join(jo.id, roster)
    expect([joined.status, joined.body.officer_id]).toEqual([200, roster])
    const session = await server.call(getSession, {}, { secret: jo.secret })
    expect(session.body.officer).toMatchObject({ id: roster, approved: true, waiting: false })
    const kept = await server.call(getOfficer, { officer_id: roster }, admin)
    expect(kept.body).toMatchObject({
      ...{ name: 'Smith, John', badge_number: 'tr-4711', rank: 'Sergeant', unit: 'Traffic', hired_on: '2011-04-02' },
      ...{ hourly_rate: 45500000, email: jo.email, has_account: true, standing: 'approved', claim: null },
    })
    expect((await server.call(getOfficer, { officer_id: jo.id }, admin)).status).toBe(404)
    expect(await people()).toEqual([
      { name: 'Admin One', badge_number: 'A-1', account: true },
      { name: 'Smith, John', badge_number: 'tr-4711', account: true },
    ])
    const mails = await server.rows('select subject from mails where to_address = $1 order by created_at', [jo.email])
    expect(mails.at(-1)).toEqual({ subject: `Your registration at ${house.name} was approved` })
    const audit = await server.rows(
      `select action from audit_entries where organization_id = $1 and thing_type = 'officer_merges'`,
      [house.id],
    )
    expect(audit).toEqual([{ action: 'officer_merges.merge' }])
  })

  it('reveals nothing about the roster to the registering person', async () => {
    await row({ badge_number: '12', email: 'held@example.org', email_key: 'held@example.org' })
    const seen = []
    for (const [badge, email] of [
      ['12', undefined],
      ['no such badge', undefined],
      ['', undefined],
      ['', 'held@example.org'],
    ] as const) {
      const one = await registers('Pat Doe', badge, email)
      const session = await server.call(getSession, {}, { secret: one.secret })
      const account = session.body.officer?.user_id ?? ''
      const view = JSON.stringify([one.view, one.done, session.body.officer, one.mail])
      seen.push(
        view
          .replaceAll(one.email, '')
          .replaceAll(one.id, '')
          .replaceAll(account, '')
          .replaceAll(/token=[\w-]+/g, ''),
      )
    }
    expect(new Set(seen).size).toBe(1)
  })

  it('shows both registrations for one badge and refuses to link the second', async () => {
    const roster = await row()
    const [first, second] = [await registers('Jo Smith', '4711'), await registers('Jay Smith', '4711')]
    expect((await claimOf(first.id))?.rivals).toEqual([{ id: second.id, name: 'Jay Smith' }])
    expect((await claimOf(second.id))?.rivals).toEqual([{ id: first.id, name: 'Jo Smith' }])
    expect((await join(first.id, roster)).status).toBe(200)
    const late = await join(second.id, roster)
    expect([late.status, late.error?.code]).toEqual([409, 'roster_row_taken'])
    expect(await claimOf(second.id)).toMatchObject({ badge_number: '4711', matches: [], rivals: [] })
    // The admin can still approve the second as a new officer.
    expect((await server.call(approveOfficer, { officer_id: second.id }, admin)).status).toBe(200)
  })

  it('of two admins linking two registrations to one row at once, one succeeds', async () => {
    const other = await server.makePerson(house, { role: 'admin' })
    const roster = await row()
    const [first, second] = [await registers('Jo Smith', '4711'), await registers('Jay Smith', '4711')]
    const answers = await Promise.all([join(first.id, roster, admin), join(second.id, roster, other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await people()).toHaveLength(4)
  })

  it('is left out of a bulk approval', async () => {
    await row()
    const [claims, plain] = [await registers('Jo Smith', '4711'), await registers('Al Jones')]
    const ids = { officer_ids: [claims.id, plain.id] }
    expect((await server.call(approveOfficers, ids, admin)).body).toEqual({ approved: 1, left_out: 1, claiming: 1 })
  })

  it('refuses a badge that a spreadsheet would execute', async () => {
    const asked = { name: 'Jo', email: 'jo@example.org', badge_number: '=1+1', agency: house.subdomain }
    const answer = await server.call(register, asked, null)
    expect([answer.status, answer.error?.fields?.[0]?.field]).toEqual([400, 'badge_number'])
  })
})

describe('a registration without a badge', () => {
  it('suggests a row for a reordered name, and the admin may add the person as new', async () => {
    const roster = await row()
    const john = await registers('John A. Smith')
    expect((await claimOf(john.id))?.matches).toMatchObject([{ id: roster, by: 'name' }])
    expect((await server.call(approveOfficer, { officer_id: john.id }, admin)).status).toBe(200)
    expect(await people()).toMatchObject([{ name: 'Admin One' }, { name: 'John A. Smith' }, { name: 'Smith, John' }])
  })

  it('suggests the row with its address but grants nothing until approved; adding as new is refused', async () => {
    const email = `${randomUUID()}@example.org`
    const roster = await row({ name: 'On Roster', email, email_key: email })
    const someone = await registers('Other Name', '', email)
    expect((await claimOf(someone.id))?.matches).toMatchObject([{ id: roster, by: 'email' }])
    const asNew = await server.call(approveOfficer, { officer_id: someone.id }, admin)
    expect([asNew.status, asNew.error?.code]).toEqual([409, 'email_taken'])
    expect((await join(someone.id, roster)).status).toBe(200)
    const { body } = await server.call(getOfficer, { officer_id: roster }, admin)
    expect(body).toMatchObject({ name: 'On Roster', email, has_account: true })
  })
})

describe('linking permissions', () => {
  it('refuses officers, the admin’s own row, and ids from another department', async () => {
    const roster = await row()
    const jo = await registers('Jo Smith', '4711')
    const officer = await server.makePerson(house)
    expect((await join(jo.id, roster, officer)).status).toBe(403)
    expect((await join(admin.officer_id, roster)).error?.code).toBe('own_row')
    const elsewhere = await server.makeOrganization()
    const stranger = await server.makePerson(elsewhere, { role: 'admin' })
    expect((await join(jo.id, roster, stranger)).status).toBe(404)
    const theirs = await server.insert('officers', { organization_id: elsewhere.id, name: 'Theirs', approved: true })
    expect((await join(jo.id, String(theirs.id))).status).toBe(404)
    expect((await server.call(listRosterRows, { officer_id: jo.id }, stranger)).status).toBe(404)
    const found = await server.call(listRosterRows, { officer_id: jo.id, search: 'theirs' }, admin)
    expect(found.body.items).toEqual([])
    expect((await server.call(listOfficers, { standing: 'pending' }, admin)).body.items).toHaveLength(1)
  })

  it('answers a repeated click with the first response', async () => {
    const roster = await row()
    const jo = await registers('Jo Smith', '4711')
    const options = { key: randomUUID() }
    const asked = { officer_id: jo.id, roster_id: roster }
    const first = await server.call(mergeOfficer, asked, admin, options)
    const again = await server.call(mergeOfficer, asked, admin, options)
    expect([again.status, again.body]).toEqual([first.status, first.body])
  })
})
