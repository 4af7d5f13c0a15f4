import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import * as c from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin 1', badge_number: 'A-1' })
})

const none = { badge_number: '', email: '', rank: '', unit: '', hired_on: '', phone: '', hourly_rate: '' }
const addRow = (over: Record<string, unknown> = {}) =>
  server.insert('officers', { organization_id: house.id, name: 'Officer', ...over }).then((row) => String(row.id))
const pending = (over: Record<string, unknown> = {}) => {
  const email = `${randomUUID()}@example.org`
  return addRow({ approved: false, email, email_key: email, ...over })
}
const standingOf = async (id: string) => (await server.call(c.getOfficer, { officer_id: id }, admin)).body.standing

describe('listing and searching the roster', { meta: { shows: ['issue 2.5'] } }, () => {
  it('pages by key in every order, each officer once, blanks last', async () => {
    const ids = new Set([admin.officer_id])
    for (let i = 0; i < 120; i++) {
      ids.add(
        await addRow({
          name: `Officer ${i % 40}`,
          badge_number: i % 3 === 0 ? null : `B-${String(i).padStart(3, '0')}`,
          unit: i % 4 === 0 ? null : `Unit ${i % 5}`,
          rank: i % 2 === 0 ? 'Sergeant' : null,
          approved: i % 2 === 0,
        }),
      )
    }
    for (const sort of ['name', 'badge_number', 'rank', 'unit'] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        const seen: (string | null)[] = []
        const found: string[] = []
        let after: string | undefined
        do {
          const { body } = await server.call(c.listOfficers, { sort, direction, after }, admin)
          expect(body.items.length).toBeLessThanOrEqual(50)
          found.push(...body.items.map((o) => o.id))
          seen.push(...body.items.map((o) => o[sort]))
          after = body.next ?? undefined
        } while (after)
        expect(new Set(found)).toEqual(ids)
        expect(found).toHaveLength(ids.size)
        const values = seen.filter((value) => value !== null)
        expect(seen.slice(0, values.length), `${sort} ${direction}: blanks last`).toEqual(values)
        const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values).toEqual(direction === 'asc' ? sorted : sorted.toReversed())
      }
    }
  })

  it('finds by name, badge, unit, rank and address, as literal text', async () => {
    const id = await addRow({
      name: 'Zed 100%',
      badge_number: 'ZX-77',
      unit: 'Harbor_Unit',
      rank: 'Lieutenant',
      email: 'Zed@Example.org',
      email_key: 'zed@example.org',
      approved: true,
    })
    await addRow({ name: 'Other 1000', badge_number: 'HarborXUnit', approved: true })
    for (const search of ['zed', 'zx-7', 'harbor_unit', 'lieuten', 'ZED@example', '100%']) {
      const { body } = await server.call(c.listOfficers, { search }, admin)
      expect(
        body.items.map((o) => o.id),
        search,
      ).toEqual([id])
    }
    expect((await server.call(c.listOfficers, { search: "'--" }, admin)).body.items).toEqual([])
  })

  it('decodes a search once', async () => {
    await addRow({ name: 'Abelard', approved: true })
    const coded = await addRow({ name: '%41belard', approved: true })
    const { body } = await server.call(c.listOfficers, { search: '%41belard' }, admin)
    expect(body.items.map((one) => one.id)).toEqual([coded])
  })

  it('filters by standing, counts each, and lists the allowed actions', async () => {
    await pending()
    await pending({ rejected_at: '2026-01-01' })
    const suspended = await addRow({ approved: true, suspended_at: '2026-01-01' })
    await addRow({ approved: true, left_on: '2026-01-01' })
    const { body } = await server.call(c.countOfficers, {}, admin)
    expect(body).toMatchObject({ pending: 1, approved: 1, suspended: 1, rejected: 1, left: 1, counted: 2, admins: 1 })
    expect(body).toMatchObject({ without_account: 0, invitable: 0 })
    for (const email of ['ann@example.com', null]) await addRow({ approved: true, email, email_key: email })
    expect((await server.call(c.countOfficers, {}, admin)).body).toMatchObject({ without_account: 2, invitable: 1 })
    const list = await server.call(c.listOfficers, { standing: 'suspended' }, admin)
    expect(list.body.items).toMatchObject([{ id: suspended, standing: 'suspended', may: ['restore', 'leave', 'edit'] }])
    const own = await server.call(c.getOfficer, { officer_id: admin.officer_id }, admin)
    expect(own.body.may).toEqual(['edit'])
    expect(own.body.blocked).toEqual([
      { action: 'suspend', why: 'last_admin' },
      { action: 'leave', why: 'last_admin' },
      { action: 'unmake_admin', why: 'last_admin' },
    ])
  })

  it('refuses an unknown filter without a server error', async () => {
    const answer = await fetch(`${server.base}/api/officers?standing=pending'--`, {
      headers: { cookie: `watchbill=${admin.secret}` },
    })
    expect(answer.status).toBe(400)
  })
})

describe('adding and editing officers', { meta: { shows: ['issue 2.5'] } }, () => {
  it('adds with the exact rate, edits, and writes one audit row each', async () => {
    const made = await server.call(
      c.createOfficer,
      { ...none, name: 'Officer 12', badge_number: '12', hourly_rate: '46.053305', hired_on: '2019-03-14' },
      admin,
    )
    const found = await server.call(c.getOfficer, { officer_id: made.body.id }, admin)
    expect(found.body).toMatchObject({
      hourly_rate: 46_053_305,
      hired_on: '2019-03-14',
      standing: 'approved',
      version: 1,
    })
    const input = {
      ...none,
      officer_id: made.body.id,
      version: 1,
      name: 'Officer 12',
      badge_number: '12',
      rank: 'Captain',
    }
    expect((await server.call(c.editOfficer, input, admin)).body).toEqual({ version: 2 })
    const stale = await server.call(c.editOfficer, { ...input, rank: 'Chief' }, admin)
    expect([stale.status, stale.error?.code]).toEqual([409, 'changed_meanwhile'])
    expect(stale.error?.details).toEqual({ changed: ['hired_on', 'hourly_rate', 'rank'] })
    const audit = await server.rows('select action, request_id from audit_entries where thing_id = $1 order by id', [
      made.body.id,
    ])
    expect(audit.map((row) => row.action)).toEqual(['officers.create', 'officers.edit'])
  })

  it('refuses taken badges in any spelling, taken addresses, formulas, and unknown columns', async () => {
    await addRow({ badge_number: 'off-7', email: 'a@example.org', email_key: 'a@example.org', approved: true })
    const make = (over: Record<string, string>) =>
      server.call(c.createOfficer, { ...none, name: 'New', ...over }, admin)
    expect((await make({ badge_number: 'OFF-7' })).error?.code).toBe('badge_taken')
    expect((await make({ email: 'A@EXAMPLE.org' })).error?.code).toBe('email_taken')
    expect((await make({ rank: '=1+1' })).error?.fields).toMatchObject([{ field: 'rank' }])
    expect((await make({ hourly_rate: '7e9' })).error?.fields).toMatchObject([{ field: 'hourly_rate' }])
    expect((await make({ role: 'admin' })).status).toBe(400)
    expect((await make({ organization_id: randomUUID() })).status).toBe(400)
  })

  it('an account’s address can’t be changed', async () => {
    const person = await server.makePerson(house)
    const answer = await server.call(
      c.editOfficer,
      { ...none, officer_id: person.officer_id, version: 1, name: 'X', email: 'other@example.org' },
      admin,
    )
    expect(answer.error?.fields).toMatchObject([{ field: 'email' }])
  })
})

describe('deciding registrations', { meta: { shows: ['issue 2.5'] } }, () => {
  it('emails approvals and rejections, with the reason', async () => {
    const [yes, no] = [await pending({ name: 'Yes' }), await pending({ name: 'No' })]
    expect((await server.call(c.approveOfficer, { officer_id: yes }, admin)).body).toEqual({
      standing: 'approved',
      version: 2,
    })
    expect(
      (await server.call(c.rejectOfficer, { officer_id: no, reason: 'Not on our <list>' }, admin)).body.standing,
    ).toBe('rejected')
    const mails = await server.rows(
      'select subject, text_body, html_body from mails where organization_id = $1 order by created_at',
      [house.id],
    )
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text_body).toContain(`/${house.subdomain}/login`)
    expect(mails[1]?.text_body).toContain('Not on our <list>')
    expect(mails[1]?.html_body).not.toContain('<list>')
    const detail = await server.call(c.getOfficer, { officer_id: no }, admin)
    expect(detail.body).toMatchObject({ standing_reason: 'Not on our <list>', may: ['approve', 'edit'] })
    expect((await server.call(c.rejectOfficer, { officer_id: yes, reason: 'late' }, admin)).error?.code).toBe(
      'wrong_state',
    )
    expect((await server.call(c.rejectOfficer, { officer_id: no, reason: ' ' }, admin)).status).toBe(400)
  })

  it('of 30 approvals at once with max_officers one below full, exactly one succeeds', {
    meta: { shows: ['issue 3.3 limit'] },
  }, async () => {
    await server.admin.query('update organizations set max_officers = 3 where id = $1', [house.id])
    // Counted as well.
    await addRow({ approved: true, suspended_at: '2026-01-01' })
    const ids = await Promise.all(Array.from({ length: 30 }, () => pending()))
    const answers = await Promise.all(ids.map((officer_id) => server.call(c.approveOfficer, { officer_id }, admin)))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    expect(answers.filter((a) => a.status === 409 && a.error?.code === 'officers_full')).toHaveLength(29)
    const counts = (await server.call(c.countOfficers, {}, admin)).body
    expect(counts).toMatchObject({ pending: 29, approved: 2, suspended: 1, counted: 3, max_officers: 3 })
    expect(await server.rows('select from mails where organization_id = $1', [house.id])).toHaveLength(1)
    const list = await server.call(c.listOfficers, { standing: 'pending' }, admin)
    expect(list.body.items[0]?.blocked).toContainEqual({ action: 'approve', why: 'officers_full' })
  })

  it('bulk approval is all or nothing and requires the plan’s feature', async () => {
    const ids = await Promise.all([pending(), pending(), pending({ rejected_at: '2026-01-01' })])
    await server.admin.query('update organizations set max_officers = 2 where id = $1', [house.id])
    expect((await server.call(c.approveOfficers, { officer_ids: ids }, admin)).error?.code).toBe('officers_full')
    expect(await standingOf(ids[0] ?? '')).toBe('pending')
    await server.admin.query('update organizations set max_officers = 3 where id = $1', [house.id])
    const other = await server.makeOrganization()
    const foreign = await server.makePerson(other, { approved: false })
    const done = await server.call(c.approveOfficers, { officer_ids: [...ids, foreign.officer_id] }, admin)
    expect(done.body).toEqual({ approved: 2, left_out: 2, claiming: 0 })
    await server.admin.query("update organizations set subscription_tier = 'basic' where id = $1", [house.id])
    expect((await server.call(c.approveOfficers, { officer_ids: ids }, admin)).error?.code).toBe(
      'feature_not_available',
    )
  })
})

describe('suspending and restoring access', { meta: { shows: ['issue 2.5'] } }, () => {
  it('a suspended officer is locked out from the next call on, and back in when restored', async () => {
    const person = await server.makePerson(house)
    expect((await server.call(c.getMyProfile, {}, person)).status).toBe(200)
    await server.call(c.suspendOfficer, { officer_id: person.officer_id, reason: 'Inquiry' }, admin)
    expect((await server.call(c.getMyProfile, {}, person)).status).toBe(401)
    const pokes = await server.rows("select from outbox where topic = 'officers' and officer_id = $1", [
      person.officer_id,
    ])
    expect(pokes.length).toBeGreaterThan(0)
    await server.call(c.restoreOfficer, { officer_id: person.officer_id }, admin)
    expect((await server.call(c.getMyProfile, {}, person)).status).toBe(200)
    await server.call(c.leaveOfficer, { officer_id: person.officer_id }, admin)
    expect((await server.call(c.getMyProfile, {}, person)).status).toBe(401)
    expect((await server.call(c.rejoinOfficer, { officer_id: person.officer_id }, admin)).body.standing).toBe(
      'approved',
    )
  })

  it('says whether the officer is on duty, since nothing can be sent from a phone without access', async () => {
    const person = await server.makePerson(house)
    const of = async () =>
      (await server.call(c.getOfficer, { officer_id: person.officer_id }, admin)).body.on_duty_since
    expect(await of()).toBeNull()
    const times = { starts_at: '2026-03-02T08:00:00Z', ends_at: '2026-03-02T16:00:00Z' }
    const row = { organization_id: house.id, ...times }
    const job = { title: 'Gate', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
    const assignment_id = (await server.insert('assignments', { ...row, ...job })).id
    const post_id = (await server.insert('posts', { ...row, assignment_id, name: 'Gate', required_count: 1 })).id
    const who = { organization_id: house.id, assignment_id, officer_id: person.officer_id }
    const signup = await server.insert('officer_assignments', { ...row, ...who, post_id, status: 'confirmed' })
    const scheduled = { scheduled_starts_at: times.starts_at, scheduled_ends_at: times.ends_at }
    const open = { signup_id: signup.id, state: 'open', checked_in_at: '2026-03-02T07:58:00Z' }
    const { id } = await server.insert('attendance', { ...who, ...scheduled, ...open })
    expect(await of()).toBe('2026-03-02T07:58:00+00:00')
    const out = `update attendance set state = 'submitted', checked_out_at = scheduled_ends_at where id = $1`
    await server.rows(out, [id])
    expect(await of()).toBeNull()
  })

  it('making an admin needs a second step', { meta: { shows: ['issue 3.3 second step'] } }, async () => {
    const person = await server.makePerson(house)
    const unsaid = await server.call(
      c.makeAdmin,
      { officer_id: person.officer_id, confirm: false as unknown as true },
      admin,
    )
    expect(unsaid.status).toBe(400)
    expect((await server.call(c.makeAdmin, { officer_id: person.officer_id, confirm: true }, admin)).status).toBe(200)
    expect((await server.call(c.countOfficers, {}, person)).body.admins).toBe(2)
    expect((await server.call(c.unmakeAdmin, { officer_id: person.officer_id, confirm: true }, person)).status).toBe(
      200,
    )
    expect((await server.call(c.countOfficers, {}, person)).status).toBe(403)
  })

  it('the last admin stays, however many try at once, and an admin without an account doesn’t count', {
    meta: { shows: ['issue 3.3 last admin'] },
  }, async () => {
    await addRow({ role: 'admin', approved: true })
    const self = { officer_id: admin.officer_id }
    expect((await server.call(c.unmakeAdmin, { ...self, confirm: true }, admin)).error?.code).toBe('last_admin')
    expect((await server.call(c.suspendOfficer, { ...self, reason: 'x' }, admin)).error?.code).toBe('last_admin')
    const second = await server.makePerson(house, { role: 'admin' })
    expect((await server.call(c.suspendOfficer, { ...self, reason: 'x' }, admin)).error?.code).toBe('own_row')
    const answers = await Promise.all([
      server.call(c.unmakeAdmin, { officer_id: second.officer_id, confirm: true }, admin),
      server.call(c.unmakeAdmin, { officer_id: admin.officer_id, confirm: true }, second),
      server.call(c.unmakeAdmin, { officer_id: second.officer_id, confirm: true }, second),
      server.call(c.unmakeAdmin, { officer_id: admin.officer_id, confirm: true }, admin),
    ])
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    const left = await server.rows(
      "select from officers where organization_id = $1 and role = 'admin' and left_on is null and user_id is not null",
      [house.id],
    )
    expect(left).toHaveLength(1)
  })
})

describe('inviting an officer who has no account', { meta: { shows: ['issue 2.5'] } }, () => {
  it('emails a link, resends it on request, and only to an active officer without an account', async () => {
    const id = await addRow({ name: 'Officer 9', badge_number: '9', approved: true })
    const bare = await server.call(c.inviteOfficer, { officer_id: id }, admin)
    expect(bare.error?.fields).toMatchObject([{ field: 'email' }])
    expect((await server.call(c.inviteOfficer, { officer_id: id, email: 'nine@example.org' }, admin)).status).toBe(200)
    expect((await server.call(c.inviteOfficer, { officer_id: id }, admin)).status).toBe(200)
    const links = await server.rows(
      "select token_hash, officer_id, email_key from account_links where kind = 'claim' and officer_id = $1",
      [id],
    )
    expect(links).toMatchObject([{ email_key: 'nine@example.org' }, { email_key: 'nine@example.org' }])
    const mails = await server.rows('select text_body, to_address from mails where organization_id = $1', [house.id])
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text_body).toMatch(/\/auth\/link\?token=[A-Za-z0-9_-]{43}/)
    const audit = await server.rows(
      "select after::text from audit_entries where action = 'officers.invite' and organization_id = $1",
      [house.id],
    )
    expect(JSON.stringify(audit)).not.toContain('token_hash')
    const person = await server.makePerson(house)
    expect((await server.call(c.inviteOfficer, { officer_id: person.officer_id }, admin)).error?.code).toBe(
      'has_account',
    )
    const waiting = await pending()
    expect((await server.call(c.inviteOfficer, { officer_id: waiting }, admin)).error?.code).toBe('wrong_state')
  })
})

describe('permissions', { meta: { shows: ['6 roles'] } }, () => {
  const byId = [
    [c.getOfficer, {}],
    [c.editOfficer, { ...none, name: 'X', version: 1 }],
    [c.approveOfficer, {}],
    [c.rejectOfficer, { reason: 'x' }],
    [c.suspendOfficer, { reason: 'x' }],
    [c.restoreOfficer, {}],
    [c.leaveOfficer, {}],
    [c.rejoinOfficer, {}],
    [c.makeAdmin, { confirm: true }],
    [c.unmakeAdmin, { confirm: true }],
    [c.inviteOfficer, {}],
  ] as const

  it.each(byId)('%o: treats another department’s officer like an unknown one', async (endpoint, rest) => {
    const other = await server.makeOrganization()
    const theirs = await server.makePerson(other)
    const own = await server.makePerson(house)
    const ask = (officer_id: string, as: TestPerson) => server.call(endpoint, { ...rest, officer_id } as never, as)
    const [foreign, never] = [await ask(theirs.officer_id, admin), await ask(randomUUID(), admin)]
    expect([foreign.status, never.status]).toEqual([404, 404])
    expect({ ...foreign.error, request_id: '' }).toEqual({ ...never.error, request_id: '' })
    expect((await ask(own.officer_id, own)).status, 'an officer is no admin').toBe(403)
  })

  it('an officer edits only their own phone number, in the database too', async () => {
    const person = await server.makePerson(house, { hourly_rate: 45_500_000 })
    expect((await server.call(c.updateMyProfile, { phone: '+1 555 123 4567' }, person)).status).toBe(200)
    expect((await server.call(c.getMyProfile, {}, person)).body).toMatchObject({
      phone: '+1 555 123 4567',
      hourly_rate: 45_500_000,
    })
    expect((await server.call(c.updateMyProfile, { phone: 'call me' }, person)).status).toBe(400)
    for (const more of [{ role: 'admin' }, { approved: true }, { organization_id: randomUUID() }]) {
      expect((await server.call(c.updateMyProfile, { phone: '', ...more }, person)).status).toBe(403)
    }
    const entered = (role: string) =>
      server.admin.query(`set local role watchbill_app; select set_config('app.organization_id', '${house.id}', true),
        set_config('app.officer_id', '${person.officer_id}', true), set_config('app.user_id', '${person.user_id}', true),
        set_config('app.role', '${role}', true); update officers set role = 'admin' where id = '${person.officer_id}'`)
    await expect(entered('officer')).rejects.toMatchObject({ code: '42501' })
    await expect(entered('waiting')).rejects.toMatchObject({ code: '42501' })
  })

  it('a double click decides once and gets the same response', async () => {
    const officer_id = await pending()
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.call(c.approveOfficer, { officer_id }, admin, { key })),
    )
    expect(new Set(answers.map((a) => JSON.stringify(a.body)))).toEqual(
      new Set([JSON.stringify({ standing: 'approved', version: 2 })]),
    )
    expect(
      await server.rows('select from audit_entries where thing_id = $1 and action = $2', [
        officer_id,
        'officers.approve',
      ]),
    ).toHaveLength(1)
  })
})
