import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enterSystem } from '#platform/server/db.ts'
import { sendWaitingMails } from '#platform/server/mailer.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { shortDayWords } from '#platform/shared/when.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { readSettings, setChoice, setChoices, setQuietHours } from './contract.settings.ts'
import { listLatest } from './contract.ts'
import { sweepsOf } from './jobs.ts'
import { routes } from './routes.ts'
import type { NotificationType } from './rules.ts'
import { notify, sendLetter } from './store.ts'
import { lineWords } from './words.ts'

let server: TestServer
let where: TestOrganization
let admin: TestPerson
let officer: TestPerson
const zone = 'America/Chicago'

beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  where = await server.makeOrganization({ time_zone: zone })
  admin = await server.makePerson(where, { role: 'admin' })
  officer = await server.makePerson(where)
})

const hour = 3_600_000
const soon = (hours: number) => new Date(Date.now() + hours * hour)
/** The time of day this many hours from now, on the department's clock. */
const clockIn = (hours: number) => wallOf(soon(hours).toISOString(), zone).time

const shift = async (from: number, more: Record<string, unknown> = {}) => {
  const times = { starts_at: soon(from), ends_at: soon(from + 8) }
  const row = await server.insert('assignments', {
    organization_id: where.id,
    title: 'Night watch',
    kind: 'overtime',
    time_zone: zone,
    status: 'published',
    published_at: soon(-72),
    ...times,
    ...more,
  })
  const ids = { organization_id: where.id, assignment_id: String(row.id) }
  const post = await server.insert('posts', { ...ids, ...times, name: 'Gate', required_count: 2 })
  return { ...ids, ...times, post_id: String(post.id) }
}
type Made = Awaited<ReturnType<typeof shift>>
const dayOf = (made: Made) => shortDayWords(made.starts_at.toISOString(), zone)
const place = async (made: Made, who: TestPerson, more: Record<string, unknown> = {}) =>
  String(
    (
      await server.insert('officer_assignments', {
        ...made,
        officer_id: who.officer_id,
        status: 'confirmed',
        applied_at: soon(-72),
        ...more,
      })
    ).id,
  )

const tell = (type: NotificationType, officer_id: string | null, assignment_id: string | null = null) =>
  server.database.transaction([enterSystem(where.id, 'test')], (db) =>
    notify(db, [{ type, officer_id, assignment_id, title: type, message: 'm' }]),
  )
const sweep = (name: string) =>
  server.database.transaction([enterSystem(where.id, 'job')], async (db) => {
    for (const one of sweepsOf('https://shifts.example.org')) if (one.name === name) await one.run(db)
  })
type Mail = { to_address: string; subject: string; state: string; next_try_at: Date; text_body: string }
const mails = async () => {
  await sweep('write_letters')
  return server.rows<Mail>(
    'select to_address, subject, state, next_try_at, text_body from mails where organization_id = $1 order by created_at, subject, to_address',
    [where.id],
  )
}
const said = async () => (await mails()).map((mail) => [mail.subject, mail.to_address, mail.state])
const bell = async (who: TestPerson) =>
  (await server.call(listLatest, {}, who)).body.items.map((one) => one.type).sort()

describe('who is notified, by which channel', { meta: { shows: ['issue 3.10'] } }, () => {
  it('in the app at once; by email once, to those the table or their choice selects', async () => {
    await tell('signup_approved', officer.officer_id)
    await tell('signup_rejected', officer.officer_id)
    await tell('calloff', null)
    expect(await bell(officer)).toEqual(['signup_approved', 'signup_rejected'])
    expect(await bell(admin)).toEqual(['calloff'])
    const expected = [
      ['calloff', admin.email, 'waiting'],
      ['signup_approved', officer.email, 'waiting'],
    ]
    expect((await said()).sort()).toEqual(expected)
    expect((await said()).sort()).toEqual(expected)
    expect(await server.rows('select from tellings where organization_id = $1', [where.id])).toEqual([])
  })

  it('a choice turns a channel on or off, for that person only', {
    meta: { shows: ['9 notification choices'] },
  }, async () => {
    const second = await server.makePerson(where, { role: 'admin' })
    const choose = (who: TestPerson, event: 'calloff' | 'assignment_posted', channel: 'app' | 'mail', on: boolean) =>
      server.call(setChoice, { event, channel, on }, who)
    expect((await choose(admin, 'calloff', 'mail', false)).status).toBe(200)
    expect((await choose(admin, 'calloff', 'app', false)).status).toBe(200)
    await choose(officer, 'assignment_posted', 'mail', true)
    await tell('calloff', null)
    await tell('assignment_posted', officer.officer_id)
    expect((await said()).sort()).toEqual([
      ['assignment_posted', officer.email, 'waiting'],
      ['calloff', second.email, 'waiting'],
    ])
    expect(await bell(admin)).toEqual([])
    expect((await server.call(listLatest, {}, admin)).body.unread).toBe(0)
    expect(await bell(second)).toEqual(['calloff'])
    // After it is turned on again, unread notifications are still there.
    await choose(admin, 'calloff', 'app', true)
    expect(await bell(admin)).toEqual(['calloff'])
    const { body } = await server.call(readSettings, {}, admin)
    expect(body).toMatchObject({
      quiet: 'organization',
      choices: [
        { event: 'calloff', channel: 'app', on: true },
        { event: 'calloff', channel: 'mail', on: false },
      ],
    })
  })

  it('one choice for several events keeps their other channels, and is refused if one of them is required', {
    meta: { shows: ['9 notification choices'] },
  }, async () => {
    const choices = async () => (await server.call(readSettings, {}, officer)).body.choices
    await server.call(setChoice, { event: 'signup_approved', channel: 'app', on: false }, officer)
    const events = ['signup_approved', 'signup_rejected', 'signup_approved'] as const
    for (const on of [true, false]) {
      const answer = await server.call(setChoices, { events: [...events], channel: 'mail', on }, officer)
      expect(answer.status).toBe(200)
      expect(await choices()).toEqual([
        { event: 'signup_approved', channel: 'app', on: false },
        { event: 'signup_approved', channel: 'mail', on },
        { event: 'signup_rejected', channel: 'mail', on },
      ])
    }
    await tell('signup_approved', officer.officer_id)
    expect(await said()).toEqual([])
    const refused = await server.call(
      setChoices,
      { events: ['signup_rejected', 'ordered_in'], channel: 'mail', on: true },
      officer,
    )
    expect([refused.status, refused.error?.code]).toEqual([409, 'not_optional'])
    expect((await choices()).find(({ event }) => event === 'signup_rejected')?.on).toBe(false)
  })

  it('a required notification can’t be turned off, nor an unknown one', async () => {
    const refused = await server.call(setChoice, { event: 'signup_assigned', channel: 'app', on: false }, officer)
    expect([refused.status, refused.error?.code]).toEqual([409, 'not_optional'])
    expect((await server.call(setChoice, { event: 'password_link', channel: 'mail', on: false }, officer)).status).toBe(
      409,
    )
    expect(
      (await server.call(setChoice, { event: 'toString', channel: 'mail', on: false } as never, officer)).status,
    ).toBe(400)
    // A choice written to the database in another way does not silence it either.
    await server.insert('notification_settings', {
      organization_id: where.id,
      officer_id: officer.officer_id,
      choices: '{"no_show": {"mail": false}}',
    })
    await tell('no_show', officer.officer_id)
    await tell('signup_assigned', officer.officer_id)
    expect((await said()).map(([subject]) => subject)).toEqual(['signup_assigned'])
  })

  it('sends no email to people who left, are suspended, are unapproved or have no account', async () => {
    for (const over of [{ suspended_at: soon(-1) }, { left_on: '2020-01-01' }, { approved: false }, { user_id: null }])
      await tell('signup_approved', (await server.makePerson(where, over)).officer_id)
    expect(await mails()).toEqual([])
  })

  it('does not email again what the admins have not read yet', async () => {
    const made = await shift(48)
    await server.call(setChoice, { event: 'signup_waiting', channel: 'mail', on: true }, admin)
    await tell('signup_waiting', null, made.assignment_id)
    expect(await said()).toHaveLength(1)
    await tell('signup_waiting', null, made.assignment_id)
    expect(await said()).toHaveLength(1)
  })

  it('the bell and the email’s subject name the shift and its day, and keep an unpublished one’s to themselves', async () => {
    const made = await shift(48)
    const named = `signup_approved · Night watch, ${dayOf(made)}`
    const titles = async () =>
      (await server.call(listLatest, {}, officer)).body.items.map((one) => lineWords(one).title)
    await tell('signup_approved', officer.officer_id, made.assignment_id)
    expect(await titles()).toEqual([named])
    expect((await said()).map(([subject]) => subject)).toEqual([named])
    await server.rows(`update assignments set status = 'draft', title = 'Secret' where id = $1`, [made.assignment_id])
    await tell('signup_released', officer.officer_id, made.assignment_id)
    expect((await titles()).sort()).toEqual(['signup_approved', 'signup_released'])
    expect((await said()).map(([subject]) => subject).sort()).toEqual([named, 'signup_released'])
    // Published again, with its time still to come.
    await server.rows(
      `update assignments set status = 'published', publish_at = now() + interval '1 day' where id = $1`,
      [made.assignment_id],
    )
    await tell('signup_assigned', officer.officer_id, made.assignment_id)
    expect((await titles()).filter((title) => title.includes('Secret'))).toEqual([])
    expect((await said()).filter(([subject]) => subject?.includes('Secret'))).toEqual([])
  })

  it('an email links to its subject and says where to change the settings', async () => {
    const made = await shift(48)
    await tell('signup_approved', officer.officer_id, made.assignment_id)
    const text = (await mails())[0]?.text_body
    expect(text).toContain(`https://shifts.example.org/officer/assignments/${made.assignment_id}`)
    expect(text).toContain('Your sign-up was confirmed')
    expect(text).toContain('https://shifts.example.org/officer/profile')
  })
})

describe('emails wait, the bell does not', { meta: { shows: ['9 quiet hours'] } }, () => {
  /** Own hours around now; the test reads their times here, because the next minute may have begun. */
  const quiet = async (who: TestPerson, from: number, to: number) => {
    const hours = { quiet: 'own' as const, quiet_from: clockIn(from), quiet_to: clockIn(to) }
    expect((await server.call(setQuietHours, hours, who)).status).toBe(200)
    return hours
  }
  const ending = (mail: Mail | undefined) => mail && wallOf(mail.next_try_at.toISOString(), zone).time

  it('an officer’s own hours hold emails until they end, in the department’s time zone', async () => {
    const hours = await quiet(officer, -2, 3)
    await tell('signup_approved', officer.officer_id)
    expect(await bell(officer)).toEqual(['signup_approved'])
    const [mail] = await mails()
    expect(mail?.state).toBe('waiting')
    expect(ending(mail)).toBe(hours.quiet_to)
    // Three hours, or two in the night when clocks go back.
    expect(mail?.next_try_at.getTime()).toBeGreaterThan(Date.now() + hour)
  })
  it('the organization’s hours apply to people who chose nothing; own hours or none override them', async () => {
    const hours = { from: clockIn(-1), to: clockIn(5) }
    await server.rows('update organizations set quiet_from = $2, quiet_to = $3 where id = $1', [
      where.id,
      hours.from,
      hours.to,
    ])
    const [own, none] = [await server.makePerson(where), await server.makePerson(where)]
    await quiet(own, 10, 12)
    await server.call(setQuietHours, { quiet: 'none' }, none)
    for (const who of [officer, own, none]) await tell('signup_approved', who.officer_id)
    const held = new Map(
      (await mails()).map((mail) => [mail.to_address, mail.next_try_at.getTime() > Date.now() + hour]),
    )
    expect([officer, own, none].map((who) => held.get(who.email))).toEqual([true, false, false])
    expect((await server.call(readSettings, {}, none)).body).toMatchObject({
      quiet: 'none',
      organization_quiet: hours,
    })
  })
  it('drops emails that would arrive after the start of the shift, and keeps earlier ones', async () => {
    await quiet(officer, -1, 6)
    const [before, after] = [await shift(3), await shift(9)]
    await tell('signup_approved', officer.officer_id, before.assignment_id)
    await tell('calloff_accepted', officer.officer_id, after.assignment_id)
    expect((await said()).sort()).toEqual([
      [`calloff_accepted · Night watch, ${dayOf(after)}`, officer.email, 'waiting'],
      [`signup_approved · Night watch, ${dayOf(before)}`, officer.email, 'dropped'],
    ])
    // An email that waited for the mail server until the shift began is dropped as well.
    await server.rows(
      `update mails set next_try_at = now() - interval '1 minute', expires_at = now() - interval '1 second'
       where organization_id = $1 and state = 'waiting'`,
      [where.id],
    )
    const sent: string[] = []
    const post = async (mail: { id: string }) => void sent.push(mail.id)
    await sendWaitingMails(server.database, post, where.id, () => undefined)
    expect(sent).toEqual([])
    expect((await said()).map(([, , state]) => state)).toEqual(['dropped', 'dropped'])
  })
  it('sends what is told while a shift is under way until its end, and what is told after that always', async () => {
    const [running, over] = [await shift(-1), await shift(-9)]
    await tell('assignment_changed', officer.officer_id, running.assignment_id)
    await tell('assignment_changed', officer.officer_id, over.assignment_id)
    expect(await mails()).toHaveLength(2)
    const ends = await server.rows<{ state: string; expires_at: Date | null }>(
      `select state, expires_at from mails where organization_id = $1 order by expires_at`,
      [where.id],
    )
    expect(ends).toEqual([
      { state: 'waiting', expires_at: running.ends_at },
      { state: 'waiting', expires_at: null },
    ])
  })
  it('a registration decision waits for the morning, a requested link does not', async () => {
    await server.rows('update organizations set quiet_from = $2, quiet_to = $3 where id = $1', [
      where.id,
      clockIn(-1),
      clockIn(5),
    ])
    const letter = (subject: string) => ({ to: 'a@example.org', subject, text: 't', html: 'h' })
    await server.database.transaction([enterSystem(where.id, 'test')], async (db) => {
      await sendLetter(db, 'officer_approved', letter('approved'))
      await sendLetter(db, 'password_link', letter('link'))
    })
    const held = (await mails()).map((mail) => [mail.subject, mail.next_try_at.getTime() > Date.now() + hour])
    expect(held).toEqual([
      ['approved', true],
      ['link', false],
    ])
  })
  it('own hours need two different times', async () => {
    const bad = [
      { quiet: 'own' },
      { quiet: 'own', quiet_from: '22:00' },
      { quiet: 'own', quiet_from: '22:00', quiet_to: '22:00' },
    ]
    for (const input of [...bad, { quiet: 'own', quiet_from: '25:00', quiet_to: '06:00' }, { quiet: 'always' }])
      expect((await server.call(setQuietHours, input as never, officer)).status, JSON.stringify(input)).toBe(400)
  })
})

describe('before a shift starts or goes unfilled', { meta: { shows: ['9 reminders'] } }, () => {
  const reminded = async () => {
    await sweep('remind')
    const rows = await server.rows<{ kind: string; officer_id: string | null }>(
      'select kind, officer_id from reminders where organization_id = $1 order by created_at, kind',
      [where.id],
    )
    return rows.map((row) => [row.kind, row.officer_id === officer.officer_id ? 'officer' : row.officer_id])
  }

  it('sends reminders 24 hours and 2 hours before, once each, even with many simultaneous job runs', async () => {
    const made = await shift(23)
    await place(made, officer)
    await Promise.all(Array.from({ length: 6 }, () => sweep('remind')))
    expect(await reminded()).toEqual([['shift_24h', 'officer']])
    expect(await bell(officer)).toEqual(['shift_reminder'])
    expect((await said()).map(([subject]) => subject)).toEqual([
      `Your shift starts in 23 hours: Night watch, ${dayOf(made)}`,
    ])
    await place(await shift(1.9), await server.makePerson(where))
    // More than 2 hours away: the day-before reminder is the one due.
    await place(await shift(2.5), await server.makePerson(where))
    await server.rows(`update assignments set title = 'Later' where organization_id = $1`, [where.id])
    const kinds = ['shift_24h', 'shift_24h', 'shift_2h']
    expect((await reminded()).map(([kind]) => kind)).toEqual(kinds)
    expect((await reminded()).map(([kind]) => kind)).toEqual(kinds)
  })
  it('sends none for shifts further off, sign-ups without a spot or just confirmed, or canceled shifts', async () => {
    await place(await shift(25), officer)
    await place(await shift(12), await server.makePerson(where), { status: 'pending_approval' })
    await place(await shift(12), await server.makePerson(where), { applied_at: soon(-1) })
    await place(await shift(12, { status: 'cancelled' }), await server.makePerson(where))
    await place(await shift(-1), await server.makePerson(where))
    expect(await reminded()).toEqual([])
  })
  it('a moved shift gets a new reminder, and the queued email for the old time is dropped', async () => {
    await server.call(setQuietHours, { quiet: 'own', quiet_from: clockIn(-1), quiet_to: clockIn(6) }, officer)
    const made = await shift(20)
    await place(made, officer)
    expect(await reminded()).toEqual([['shift_24h', 'officer']])
    expect((await said()).map(([, , state]) => state)).toEqual(['waiting'])
    for (const table of ['assignments', 'posts', 'officer_assignments'])
      await server.rows(
        `update ${table} set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour'
         where organization_id = $1`,
        [where.id],
      )
    expect(await reminded()).toHaveLength(2)
    expect((await said()).map(([, , state]) => state)).toEqual(['dropped', 'waiting'])
    await server.rows(`update assignments set status = 'cancelled' where organization_id = $1`, [where.id])
    expect(await reminded()).toHaveLength(2)
    expect((await said()).map(([, , state]) => state)).toEqual(['dropped', 'dropped'])
  })
  it('notifies admins 24 and 4 hours before while confirmed officers are below the minimum', async () => {
    const made = await shift(20, { min_required: 1, title: 'Short' })
    await shift(20, { min_required: 0, title: 'Needs nobody' })
    await shift(30, { min_required: 1, title: 'Far off' })
    await shift(20, { min_required: 1, title: 'Just posted', published_at: soon(-0.2) })
    await shift(20, { min_required: 1, title: 'Not posted yet', publish_at: soon(1) })
    const filled = await shift(20, { min_required: 1, title: 'Filled' })
    await place(filled, officer, { applied_at: soon(-1) })
    expect(await reminded()).toEqual([['unfilled_24h', null]])
    expect(await bell(admin)).toEqual(['assignment_unfilled'])
    expect((await said()).map(([subject, to]) => [subject, to])).toEqual([
      [`Unfilled, starts in 20 hours: Short, ${dayOf(made)}`, admin.email],
    ])
    await server.rows(`update assignments set starts_at = now() + interval '3 hours' where id = $1`, [
      made.assignment_id,
    ])
    expect(await reminded()).toEqual([
      ['unfilled_24h', null],
      ['unfilled_4h', null],
    ])
  })
})

it('nobody reads or makes another person’s choices, or reads queued notifications', {
  meta: { shows: ['issue 3.10'] },
}, async () => {
  await server.call(setChoice, { event: 'calloff', channel: 'mail', on: false }, admin)
  const asOfficer = (statement: string) =>
    server.database.transaction([enterSystem(where.id, 'test')], async (db) => {
      const { sql } = await import('#platform/server/sql.ts')
      await db.rows(
        sql`select set_config('app.role', 'officer', true), set_config('app.officer_id', ${officer.officer_id}, true)`,
      )
      return db.rows(statement === 'read' ? sql`select * from notification_settings` : sql`select * from tellings`)
    })
  await tell('calloff', null)
  expect(await asOfficer('read')).toEqual([])
  expect(await asOfficer('tellings')).toEqual([])
})
