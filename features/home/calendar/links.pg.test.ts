import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mergeOfficer } from '#features/roster/officers/contract.merges.ts'
import { leaveOfficer, restoreOfficer, suspendOfficer } from '#features/roster/officers/contract.ts'
import { routes as merges } from '#features/roster/officers/routes.merges.ts'
import { routes as officers } from '#features/roster/officers/routes.ts'
import { askErasure } from '#features/vendor/organizations/contract.erasures.ts'
import { reactivateOrganization, suspendOrganization } from '#features/vendor/organizations/contract.ts'
import { routes as erasures } from '#features/vendor/organizations/routes.erasures.ts'
import { routes as organizations } from '#features/vendor/organizations/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { makeLink, readLink, readShiftFile, revokeLink } from './contract.ts'
import { mountCalendars } from './routes.feed.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let officer: TestPerson
let url: string

beforeAll(async () => {
  server = await startTestServer([...routes, ...officers, ...merges, ...organizations, ...erasures], {
    mount: (app, database) => mountCalendars(app, database, () => 'https://shifts.example.org'),
  })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin One' })
  officer = await server.makePerson(house, { name: 'Officer One' })
  url = await linkOf()
})

const linkOf = async (as = officer) => {
  const made = await server.call(makeLink, {}, as)
  expect(made.error).toBeNull()
  return made.body.url
}
const get = (at = url) => fetch(server.base + new URL(at).pathname)
const status = async (at = url) => (await get(at)).status
const shown = async (as = officer) => (await server.call(readLink, {}, as)).body.link
const secretOf = (at: string) => /([\w-]{43})\.ics$/.exec(at)?.[1] ?? ''
const whys = async () =>
  (
    await server.rows<{ why: string | null }>(
      'select revoked_why as why from calendar_feeds where organization_id = $1 order by created_at, id',
      [house.id],
    )
  ).map(({ why }) => why)
const audited = () =>
  server.rows<{ action: string; actor_officer_id: string | null }>(
    `select action, actor_officer_id, before, after from audit_entries
      where organization_id = $1 and thing_type = 'calendar_feeds' order by id`,
    [house.id],
  )
/** What a stranger reads of an address that never was one. */
const unknown = async () => {
  const answer = await get(`${server.base}/api/public/calendars/${randomBytes(32).toString('base64url')}.ics`)
  return told(answer)
}
const told = async (answer: Response) => {
  const text = await answer.text()
  const names = [...answer.headers.keys()].filter((name) => !['x-request-id', 'date', 'content-length'].includes(name))
  return [answer.status, text.replaceAll(/[0-9a-f-]{36}/g, '<id>'), names]
}
const expectGone = async (at = url) => expect(await told(await get(at))).toEqual(await unknown())

describe('the link', { meta: { shows: ['issue 12 calendar'] } }, () => {
  test('is shown once, stored as a hash, and in no log, audit entry or stored answer', async () => {
    const secret = secretOf(url)
    expect(secret).toHaveLength(43)
    expect(await status()).toBe(200)
    expect(JSON.stringify(await shown())).not.toContain(secret)
    const hash = createHash('sha256').update(secret).digest()
    const tables = await server.rows<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    for (const { name } of tables) {
      const rows = await server.rows<{ text: string }>(`select t::text as text from ${name} t`)
      const text = rows.map((row) => row.text).join('\n')
      expect([name, text.includes(secret)]).toEqual([name, false])
      expect([name, text.includes(hash.toString('hex'))]).toEqual([name, name === 'calendar_feeds'])
    }
    const audit = await audited()
    expect(audit).toMatchObject([{ action: 'calendar.make_link', actor_officer_id: officer.officer_id }])
    expect(JSON.stringify(audit)).not.toContain('token_hash')
  })

  test('says since when it is on and when it was last read, to the hour', async () => {
    expect(await shown()).toMatchObject({ last_read_at: null })
    expect(await status()).toBe(200)
    const first = (await shown())?.last_read_at
    expect(first).not.toBeNull()
    expect(await status()).toBe(200)
    expect((await shown())?.last_read_at).toBe(first)
    // Reading is no change to anybody's record.
    expect(await audited()).toHaveLength(1)
    expect(await shown(admin)).toBeNull()
  })

  test('is replaced and turned off, each in the audit; the old address stops working', async () => {
    const next = await linkOf()
    await expectGone()
    expect(await status(next)).toBe(200)
    expect((await server.call(revokeLink, {}, officer)).body).toEqual({ done: true })
    expect((await server.call(revokeLink, {}, officer)).body).toEqual({ done: false })
    await expectGone(next)
    expect(await shown()).toBeNull()
    expect(await whys()).toEqual(['replaced', 'by_officer'])
    expect((await audited()).map(({ action }) => action)).toEqual([
      'calendar.make_link',
      'calendar.make_link',
      'calendar.make_link',
      'calendar.revoke_link',
    ])
  })

  test('of several made at once, one works', async () => {
    const made = await Promise.all([linkOf(), linkOf(), linkOf()])
    const statuses = await Promise.all(made.map((at) => status(at)))
    expect(statuses.toSorted()).toEqual([200, 404, 404])
  })

  test('cannot be made by vendor staff or without a session', async () => {
    const vendor = await server.makeSuperAdmin()
    expect((await server.call(makeLink, {}, vendor)).status).toBe(404)
    expect((await server.call(makeLink, {}, null)).status).toBe(401)
  })
})

describe('every refusal reads the same', { meta: { shows: ['issue 12 calendar'] } }, () => {
  test('a malformed address, and one that names another’s hash', async () => {
    const hash = createHash('sha256').update(secretOf(url)).digest('base64url')
    for (const file of ['x', 'x.ics', `${hash}.ics`, `${secretOf(url)}.txt`, `${secretOf(url).slice(1)}A.ics`])
      await expectGone(`${server.base}/api/public/calendars/${file}`)
  })

  test('a suspended officer; coming back takes a new link', async () => {
    const { error } = await server.call(suspendOfficer, { officer_id: officer.officer_id, reason: 'Review' }, admin)
    expect(error).toBeNull()
    await expectGone()
    expect(await whys()).toEqual(['access_ended'])
    expect((await audited()).at(-1)).toMatchObject({ action: 'officers.suspend', actor_officer_id: admin.officer_id })
    expect((await server.call(restoreOfficer, { officer_id: officer.officer_id }, admin)).error).toBeNull()
    await expectGone()
  })

  test('an officer who left', async () => {
    expect((await server.call(leaveOfficer, { officer_id: officer.officer_id }, admin)).error).toBeNull()
    await expectGone()
    expect(await whys()).toEqual(['access_ended'])
  })

  test.each([
    ['a disabled account', 'update accounts set disabled_at = now() where id = $1', 'user_id'],
    [
      'an expired trial',
      `update organizations set subscription_tier = 'trial', trial_end_date = current_date - 3 where id = $1`,
      'organization_id',
    ],
    [
      'a department that the vendor suspended',
      `update organizations set state = 'suspended' where id = $1`,
      'organization_id',
    ],
  ] as const)('%s, for as long as it lasts', async (_what, statement, column) => {
    expect(await status()).toBe(200)
    await server.rows(statement, [officer[column]])
    await expectGone()
    await server.rows('update accounts set disabled_at = null where id = $1', [officer.user_id])
    await server.rows(`update organizations set subscription_tier = 'pro', state = 'active' where id = $1`, [house.id])
    expect(await status()).toBe(200)
  })

  test('a new notice that the officer has not accepted', async () => {
    const [{ version } = { version: 0 }] = await server.rows<{ version: number }>(
      `insert into sign_in_notices (organization_id, version, text) values ($1, 1, 'Official use only') returning version`,
      [house.id],
    )
    await server.rows('update organizations set notice_version = $2 where id = $1', [house.id, version])
    await expectGone()
    await server.insert('notice_acceptances', { organization_id: house.id, version, officer_id: officer.officer_id })
    expect(await status()).toBe(200)
  })
})

describe('with the department', { meta: { shows: ['issue 12 calendar'] } }, () => {
  test('the vendor suspends it and lets it work again', async () => {
    const vendor = await server.makeSuperAdmin()
    const of = { organization_id: house.id, reason: 'Unpaid since March' }
    expect((await server.call(suspendOrganization, of, vendor)).error).toBeNull()
    await expectGone()
    expect((await server.call(reactivateOrganization, of, vendor)).error).toBeNull()
    expect(await status()).toBe(200)
  })

  test('when it closes, every link is revoked for good', async () => {
    const other = await linkOf(admin)
    const vendor = await server.makeSuperAdmin()
    const asked = await server.call(askErasure, { organization_id: house.id, reason: 'The contract ended' }, vendor)
    expect(asked.error).toBeNull()
    await expectGone()
    await expectGone(other)
    expect(await whys()).toEqual(['department_closed', 'department_closed'])
  })
})

test('merging two rows of one person revokes the link, and the person can make a new one', {
  meta: { shows: ['issue 12 calendar'] },
}, async () => {
  const roster = await server.insert('officers', { organization_id: house.id, name: 'One, Officer', approved: true })
  const merged = await server.call(
    mergeOfficer,
    { officer_id: officer.officer_id, roster_id: String(roster.id) },
    admin,
  )
  expect(merged.error).toBeNull()
  await expectGone()
  expect(await whys()).toEqual(['merged'])
  expect(await status(await linkOf())).toBe(200)
})

describe('a file of one shift', { meta: { shows: ['issue 12 calendar'] } }, () => {
  const held = async (who: TestPerson) => {
    const of = { organization_id: house.id }
    const times = { starts_at: '2055-03-14T04:00:00Z', ends_at: '2055-03-14T11:00:00Z' }
    const assignment = await server.insert('assignments', {
      ...{ ...of, title: 'Parade, west side', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' },
      ...times,
    })
    const post = await server.insert('posts', {
      ...{ ...of, assignment_id: assignment.id, name: 'Gate', required_count: 2 },
      ...times,
    })
    const row = { assignment_id: assignment.id, post_id: post.id, officer_id: who.officer_id, status: 'confirmed' }
    return String((await server.insert('officer_assignments', { ...of, ...row, ...times })).id)
  }

  test('has one event on the department’s clock, under the same UID as the feed', async () => {
    const signup_id = await held(officer)
    const { body } = await server.call(readShiftFile, { signup_id }, officer)
    expect(body.name).toBe('shift-2055-03-13.ics')
    expect(body.text).toContain('METHOD:PUBLISH\r\n')
    expect(body.text).toContain(`UID:shift-${signup_id}\r\n`)
    expect(body.text).toContain('DTSTART;TZID=America/Chicago:20550313T220000\r\n')
    expect(body.text).toContain('DTEND;TZID=America/Chicago:20550314T060000\r\n')
    expect(body.text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(await (await get()).text()).toContain(`UID:shift-${signup_id}\r\n`)
  })

  test('is only the officer’s own, and not there after the trial', async () => {
    const signup_id = await held(admin)
    expect((await server.call(readShiftFile, { signup_id }, officer)).status).toBe(404)
    const others = await held(officer)
    expect((await server.call(readShiftFile, { signup_id: others }, admin)).status).toBe(404)
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    expect((await server.call(readShiftFile, { signup_id }, stranger)).status).toBe(404)
    await server.rows(
      `update organizations set subscription_tier = 'trial', trial_end_date = current_date - 3 where id = $1`,
      [house.id],
    )
    expect((await server.call(readShiftFile, { signup_id }, admin)).error?.code).toBe('trial_expired')
    expect((await server.call(makeLink, {}, officer)).error?.code).toBe('trial_expired')
    // Turning it off is never refused.
    expect((await server.call(revokeLink, {}, officer)).body).toEqual({ done: true })
  })
})
