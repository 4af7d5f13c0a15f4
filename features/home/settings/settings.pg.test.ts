import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sweepsOf } from '#features/department/notifications/jobs.ts'
import { editSettings, readSettings } from '#features/department/settings/contract.ts'
import { findTimeFormat } from '#features/department/settings/store.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { tell } from '#features/shifts/assignments/store.tell.ts'
import { type Db, enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { whenWords } from '#platform/shared/when.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let second: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...sessions])
})
afterAll(() => server.close())
beforeEach(async () => {
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin', name: 'Ann Admin' })
  second = await server.makePerson(organization, { role: 'admin', name: 'Bea Admin' })
})

const seen = async (as = admin) => (await server.call(readSettings, {}, as)).body
const edit = async (changes: Record<string, unknown>, as = admin, version?: number) =>
  server.call(editSettings, { version: version ?? (await seen()).version, ...changes }, as)
const row = async () => (await server.rows('select * from organizations where id = $1', [organization.id]))[0]
const fieldOf = async (changes: Record<string, unknown>) => {
  const { status, error } = await edit(changes)
  return status === 400 ? error?.fields?.[0]?.field : status
}

test('saved values are read back from the row and the record, and an empty text is null', {
  meta: { shows: ['issue 3.9'] },
}, async () => {
  const all = {
    name: 'Harbor Patrol',
    address: '1 Pier Street',
    city: 'Duluth',
    phone: '+1 218 555 0100',
    contact_email: 'office@harbor.example',
    time_zone: 'America/Denver',
    time_format: '12h' as const,
    checkin_opens_minutes: 30,
    location_radius_m: 250,
    signup_mode: 'first_come' as const,
    calloff_notice_minutes: 720,
    hours_edit_limit_days: 21,
    quiet_from: '22:00',
    quiet_to: '06:00',
    admins_release_locks: true,
    mfa_officers: true,
  }
  expect((await edit(all)).body).toEqual({ version: 2 })
  expect(await seen()).toMatchObject({ ...all, version: 2, notice: null, notice_text: '' })
  expect(await row()).toMatchObject({ quiet_from: '22:00:00', hours_edit_limit_days: 21, mfa_officers: true })
  await edit({ address: '', phone: '', contact_email: '', quiet_from: '', quiet_to: '' })
  expect(await row()).toMatchObject({
    address: null,
    phone: null,
    contact_email: null,
    quiet_from: null,
    quiet_to: null,
  })
  const [entry] = await server.rows<{ before: { city: string | null }; after: { city: string } }>(
    `select before, after from audit_entries where action = 'settings.edit' and organization_id = $1
      and thing_type = 'organizations' order by id limit 1`,
    [organization.id],
  )
  expect([entry?.before.city, entry?.after.city]).toEqual([null, 'Duluth'])
})

test('the defaults: 24 hours, 60 minutes, 14 days, no quiet hours, no notice', {
  meta: { shows: ['issue 3.9'] },
}, async () => {
  expect(await seen()).toMatchObject({
    time_format: '24h',
    checkin_opens_minutes: 60,
    hours_edit_limit_days: 14,
    signup_mode: 'approval',
    calloff_notice_minutes: 1440,
    quiet_from: '',
    quiet_to: '',
    admins_release_locks: true,
    mfa_officers: false,
    notice_text: '',
  })
})

test('the session carries the settings that screens need for times and new assignments', {
  meta: { shows: ['issue 3.9'] },
}, async () => {
  await edit({ time_format: '12h', signup_mode: 'first_come' })
  const officer = await server.makePerson(organization)
  expect((await server.call(getSession, {}, officer)).body.organization).toMatchObject({
    time_format: '12h',
    signup_mode: 'first_come',
  })
})

describe('invalid settings', { meta: { shows: ['issue 3.9'] } }, () => {
  test.each([
    [{ name: ' ' }, 'name'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone'],
    [{ time_zone: 'EST' }, 'time_zone'],
    [{ time_format: 'decimal' }, 'time_format'],
    [{ contact_email: 'nobody' }, 'contact_email'],
    [{ phone: 'call me' }, 'phone'],
    [{ checkin_opens_minutes: 721 }, 'checkin_opens_minutes'],
    [{ checkin_opens_minutes: 30.5 }, 'checkin_opens_minutes'],
    [{ hours_edit_limit_days: 0 }, 'hours_edit_limit_days'],
    [{ location_radius_m: 5 }, 'location_radius_m'],
    [{ quiet_from: '22:00', quiet_to: '' }, 'quiet_to'],
    [{ quiet_from: '22:00' }, 'quiet_to'],
    [{ quiet_from: '22:00', quiet_to: '22:00' }, 'quiet_to'],
    [{ quiet_from: '25:00', quiet_to: '06:00' }, 'quiet_from'],
    [{ notice_text: 'x'.repeat(5001) }, 'notice_text'],
  ])('%j is refused beside its field', async (changes, field) => {
    expect(await fieldOf(changes)).toBe(field)
    expect((await seen()).version).toBe(1)
  })

  test.each([
    { subscription_tier: 'enterprise' },
    { features_enabled: { audit_logs: true } },
    { trial_end_date: '2099-01-01' },
    { max_officers: 100_000 },
    { state: 'active' },
    { subdomain: 'other' },
    { logo_url: 'javascript:alert(1)' },
    { id: '00000000-0000-0000-0000-000000000000' },
    { name: 'New name', subscription_tier: 'pro' },
  ])(
    '%j is the vendor’s to set: refused whole, with 403',
    { meta: { shows: ['issue 3.9 vendor columns'] } },
    async (changes) => {
      const before = await row()
      const answer = await edit(changes)
      expect([answer.status, answer.error?.code]).toEqual([403, 'not_allowed'])
      expect(await row()).toEqual(before)
    },
  )

  test.each([
    ['subscription_tier', "'enterprise'"],
    ['features_enabled', `'{"audit_logs": true}'`],
    ['trial_end_date', "'2099-01-01'"],
    ['max_officers', '9'],
    ['state', "'closing'"],
    ['subdomain', "'stolen'"],
  ])(
    'the database refuses an admin who writes %s, whatever the handler does',
    { meta: { shows: ['issue 3.9 vendor columns'] } },
    async (column, value) => {
      const attempt = server.database.pool.connect().then(async (client) => {
        try {
          await client.query('begin')
          await client.query('select app.enter($1::bytea, $2, $3, false)', [await tokenOf(admin), 'admin', ''])
          await client.query(`select app.mark('test', gen_random_uuid(), '', '')`)
          await client.query(`update organizations set ${column} = ${value} where id = app.organization_id()`)
        } finally {
          await client.query('rollback')
          client.release()
        }
      })
      await expect(attempt).rejects.toMatchObject({ code: '42501' })
    },
  )

  test('an officer can’t read or change settings', { meta: { shows: ['issue 3.9'] } }, async () => {
    const officer = await server.makePerson(organization)
    expect((await server.call(readSettings, {}, officer)).error?.code).toBe('not_allowed')
    expect((await edit({ name: 'Mine' }, officer, 1)).error?.code).toBe('not_allowed')
  })
})

const tokenOf = async (who: TestPerson) =>
  (await server.rows<{ token_hash: Buffer }>('select token_hash from sessions where user_id = $1', [who.user_id]))[0]
    ?.token_hash

describe('two admins at once', { meta: { shows: ['issue 3.9'] } }, () => {
  test('same field: the second is shown what changed and by whom, and can overwrite it knowingly', async () => {
    const { version } = await seen()
    expect((await edit({ city: 'Duluth', phone: '+1 218 555 0100' }, second, version)).status).toBe(200)
    const late = await edit({ city: 'Superior', address: '1 Main' }, admin, version)
    expect([late.status, late.error?.code, late.error?.details]).toEqual([
      409,
      'changed_meanwhile',
      { version: version + 1, changed: ['city'], by: 'Bea Admin' },
    ])
    expect((await seen()).city).toBe('Duluth')
    expect((await edit({ city: 'Superior' }, admin, version + 1)).status).toBe(200)
  })

  test('different fields: both changes are kept', async () => {
    const { version } = await seen()
    const answers = await Promise.all([
      edit({ city: 'Duluth' }, admin, version),
      edit({ hours_edit_limit_days: 30 }, second, version),
      edit({ time_format: '12h' }, admin, version),
    ])
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200])
    expect(await seen()).toMatchObject({ city: 'Duluth', hours_edit_limit_days: 30, time_format: '12h', version: 4 })
  })

  test('twenty at once on one field: one saves, nineteen get a conflict', async () => {
    const { version } = await seen()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => edit({ city: `City ${n}` }, n % 2 ? admin : second, version)),
    )
    const statuses = answers.map((one) => one.status)
    expect([statuses.filter((s) => s === 200).length, statuses.filter((s) => s === 409).length]).toEqual([1, 19])
  })

  test('a version that never existed is a conflict, not a bypass', async () => {
    await edit({ city: 'Duluth' })
    await edit({ city: 'Superior' })
    expect((await edit({ city: 'Mine' }, admin, 99)).status).toBe(409)
    expect((await edit({ city: 'Mine again' }, admin, 1)).status).toBe(409)
  })
})

test('notifications and their emails use the organization’s time format', {
  meta: { shows: ['issue 3.9 time format'] },
}, async () => {
  const officer = await server.makePerson(organization)
  const starts_at = new Date(Date.now() + 48 * 3_600_000)
  starts_at.setUTCHours(1, 30, 0, 0)
  const ends_at = new Date(starts_at.getTime() + 8 * 3_600_000)
  const { id } = await server.insert('assignments', {
    organization_id: organization.id,
    title: 'Night watch',
    kind: 'overtime',
    time_zone: 'Asia/Kolkata',
    status: 'published',
    starts_at,
    ends_at,
  })
  const shift = { id: String(id), starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() }
  const say = (format: '24h' | '12h') => whenWords(shift, 'Asia/Kolkata', format)
  expect([say('24h'), say('12h')].map((words) => words.replace(/^.*2\d{3}, /, ''))).toEqual([
    '07:00–15:00 (8 h)',
    '7:00 AM–3:00 PM (8 h)',
  ])
  for (const format of ['24h', '12h'] as const) {
    await edit({ time_format: format })
    await inDepartment(async (db) => {
      const message = `${whenWords(shift, 'Asia/Kolkata', await findTimeFormat(db))} is cancelled.`
      await tell(db, [officer.officer_id], {
        type: 'assignment_cancelled',
        title: `Cancelled: Night watch ${format}`,
        message,
        assignment_id: shift.id,
      })
    })
    await inDepartment((db) => sweep('write_letters').run(db))
    const [mail] = await server.rows<{ text_body: string }>(
      'select text_body from mails where to_address = $1 and starts_with(subject, $2)',
      [officer.email, `Cancelled: Night watch ${format}`],
    )
    expect(mail?.text_body).toContain(say(format))
    const [{ words } = { words: '' }] = await inDepartment((db) =>
      db.rows<{ words: string }>(sql`select app.clock_words(${shift.ends_at}::timestamptz, 'Asia/Kolkata') as words`),
    )
    expect(words).toBe(format === '24h' ? '15:00' : '3:00 PM')
  }
})

const inDepartment = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  server.database.transaction([enterSystem(organization.id, 'job.test')], work)
const sweep = (name: string) => {
  const found = sweepsOf(server.base).find((one) => one.name === name)
  if (!found) throw new Error(`no sweep ${name}`)
  return found
}
