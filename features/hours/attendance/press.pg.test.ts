import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { checkIn, checkOut, noteAttendance, openAttendance } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let officer: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...review])
  organization = await server.makeOrganization()
})
afterAll(() => server.close())

const place = { location_lat: 41.8781, location_lng: -87.6298, location_radius_m: 50 }
const here = { lat: 41.8781, lng: -87.6298, accuracy_m: 10 }
const clock = () => new Date().toISOString()

/** A confirmed sign-up whose shift starts and ends at these offsets from the database's now(). */
const shift = async (
  starts: string,
  ends: string,
  more: { status?: string; officer?: TestPerson; assignment?: Record<string, unknown> } = {},
) => {
  const who = more.officer ?? (await server.makePerson(organization))
  officer = who
  const [times] = await server.rows<{ starts_at: Date; ends_at: Date }>(
    `select date_trunc('milliseconds', now() + $1::interval) as starts_at,
       date_trunc('milliseconds', now() + $2::interval) as ends_at`,
    [starts, ends],
  )
  const row = { organization_id: who.organization_id, ...times }
  const assignment = await server.insert('assignments', {
    ...row,
    title: 'Night watch',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    ...more.assignment,
  })
  const post = await server.insert('posts', { ...row, assignment_id: assignment.id, name: 'Gate', required_count: 5 })
  const signup = await server.insert('officer_assignments', {
    ...row,
    assignment_id: assignment.id,
    post_id: post.id,
    officer_id: who.officer_id,
    status: more.status ?? 'confirmed',
  })
  return String(signup.id)
}
const goIn = (signup_id: string, as: TestPerson = officer, more: object = {}) =>
  server.call(checkIn, { signup_id, device_at: clock(), ...more }, as)
const goOut = (signup_id: string, as: TestPerson = officer, more: object = {}) =>
  server.call(checkOut, { signup_id, device_at: clock(), early: true, ...more }, as)
/** Simulates that a minute has passed since check-in. */
const minuteLater = (signup: string) =>
  server.rows("update attendance set checked_in_at = checked_in_at - interval '1 minute' where signup_id = $1", [
    signup,
  ])
const record = async (signup: string) =>
  (await server.rows('select * from attendance where signup_id = $1', [signup]))[0] ?? {}

describe('the check-in window, by the server', { meta: { shows: ['issue 2.8'] } }, () => {
  test.each([
    ['a minute before it opens', '61 minutes', '9 hours', 409, 'checkin_too_early'],
    ['a second before it opens', '60 minutes 2 seconds', '9 hours', 409, 'checkin_too_early'],
    ['the second it opens', '60 minutes -1 seconds', '9 hours', 200, undefined],
    ['late, in the last minute', '-8 hours', '30 seconds', 200, undefined],
    ['the second it ends', '-8 hours', '0 seconds', 409, 'checkin_too_late'],
  ])('%s', async (_name, starts, ends, status, code) => {
    const signup = await shift(starts, ends)
    const answer = await goIn(signup)
    expect([answer.status, answer.error?.code]).toEqual([status, code])
    expect((await record(signup)).state).toBe(status === 200 ? 'open' : undefined)
    if (code === 'checkin_too_early')
      expect(Date.parse(String(answer.error?.details?.from))).toBeGreaterThan(Date.now())
  })
  test('uses the organization’s own minutes', async () => {
    const strict = await server.makeOrganization({ checkin_opens_minutes: 15 })
    const person = await server.makePerson(strict)
    expect((await goIn(await shift('16 minutes', '2 hours', { officer: person }))).error?.code).toBe(
      'checkin_too_early',
    )
    expect((await goIn(await shift('14 minutes', '15 minutes', { officer: person }))).status).toBe(200)
  })
  test('allows check-out until the end + 24 h, to the second', async () => {
    const open = async (ends: string) => {
      const signup = await shift('-40 hours', ends)
      await server.rows(
        `insert into attendance (organization_id, signup_id, assignment_id, officer_id, scheduled_starts_at,
           scheduled_ends_at, checked_in_at)
         select organization_id, id, assignment_id, officer_id, starts_at, ends_at, starts_at
         from officer_assignments where id = $1`,
        [signup],
      )
      return goOut(signup)
    }
    expect((await open('-24 hours -2 seconds')).error?.code).toBe('checkout_too_late')
    expect(await open('-23 hours -59 minutes')).toMatchObject({ status: 200, body: { worked_minutes: 2400 } })
  })
})

describe('check-in and check-out', { meta: { shows: ['issue 2.8'] } }, () => {
  test('submits a record with check-in, note and check-out', async () => {
    const signup = await shift('-30 minutes', '8 hours')
    const start = await goIn(signup)
    expect(start).toMatchObject({ status: 200, body: { position: null, distance_m: null } })
    expect((await server.call(noteAttendance, { id: start.body.attendance_id, note: 'Gate 4' }, officer)).status).toBe(
      200,
    )
    await server.rows(
      "update attendance set checked_in_at = checked_in_at - interval '7 minutes 59 seconds' where signup_id = $1",
      [signup],
    )
    expect(await goOut(signup)).toMatchObject({ status: 200, body: { worked_minutes: 7 } })
    expect(await record(signup)).toMatchObject({
      state: 'submitted',
      worked_minutes: 7,
      note: 'Gate 4',
      closed_by_system: false,
    })
  })
  test('refuses checking in twice, out without in, and out twice', async () => {
    const signup = await shift('-30 minutes', '8 hours')
    expect((await goOut(signup)).error?.code).toBe('not_checked_in')
    expect((await goIn(signup)).status).toBe(200)
    expect((await goIn(signup)).error?.code).toBe('already_checked_in')
    await minuteLater(signup)
    expect((await goOut(signup)).status).toBe(200)
    expect((await goOut(signup)).error?.code).toBe('already_checked_out')
  })
  test('twenty presses at once create one record', async () => {
    const signup = await shift('-30 minutes', '8 hours')
    const answers = await Promise.all(Array.from({ length: 20 }, () => goIn(signup)))
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array(19).fill(409)])
    await minuteLater(signup)
    const outs = await Promise.all(Array.from({ length: 20 }, () => goOut(signup)))
    expect(outs.map((a) => a.error?.code ?? 'ok').sort()).toEqual([...Array(19).fill('already_checked_out'), 'ok'])
  })
  test('the database allows one open interval per officer', async () => {
    const person = await server.makePerson(organization)
    const [late, next] = [
      await shift('-8 hours', '-1 minutes', { officer: person }),
      await shift('1 minutes', '2 hours', { officer: person }),
    ]
    await server.rows(
      `insert into attendance (organization_id, signup_id, assignment_id, officer_id, scheduled_starts_at, scheduled_ends_at, checked_in_at)
       select organization_id, id, assignment_id, officer_id, starts_at, ends_at, starts_at from officer_assignments where id = $1`,
      [late],
    )
    expect((await goIn(next, person)).error?.code).toBe('other_attendance_open')
    expect((await goOut(late, person)).status).toBe(200)
    expect((await goIn(next, person)).status).toBe(200)
  })
  test.each(['cancelled_by_dept', 'pending_approval', 'called_off', 'no_show'])(
    'refuses a sign-up that is %s',
    async (status) => {
      expect((await goIn(await shift('-30 minutes', '8 hours', { status }))).error?.code).toBe('no_confirmed_place')
    },
  )
  test('a pending call-off keeps the spot', async () => {
    expect((await goIn(await shift('-30 minutes', '8 hours', { status: 'calloff_requested' }))).status).toBe(200)
  })
  test('answers the same for someone else’s, another department’s and an unknown sign-up', async () => {
    const signup = await shift('-30 minutes', '8 hours')
    const stranger = await server.makePerson(await server.makeOrganization())
    const answers = [
      await goIn(signup, await server.makePerson(organization)),
      await goIn(signup, await server.makePerson(organization, { role: 'admin' })),
      await goIn(signup, stranger),
      await goIn(randomUUID(), stranger),
      await goOut(signup, stranger),
      await goOut(randomUUID(), officer),
      await server.call(noteAttendance, { id: randomUUID(), note: 'x' }, stranger),
    ]
    const said = answers.map((a) => [a.status, { ...a.error, request_id: '' }])
    for (const one of said) expect(one).toEqual(said[0])
    expect(said[0]?.[0]).toBe(404)
  })
})

test('refuses a check-in to a spot that is removed at that moment', { meta: { shows: ['issue 2.8'] } }, async () => {
  const signup = await shift('-30 minutes', '8 hours')
  const admin = await server.admin.connect()
  try {
    await admin.query('begin')
    await admin.query("update officer_assignments set status = 'released' where id = $1", [signup])
    const pressed = goIn(signup)
    // Confirms in the database, not by timing, that the press is waiting for the lock.
    let answered = false
    void pressed.finally(() => {
      answered = true
    })
    for (let seen = 0; seen === 0 && !answered; ) {
      const [row] = await server.rows<{ n: number }>(
        'select count(*)::int as n from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
      )
      seen = row?.n ?? 0
    }
    await admin.query('commit')
    expect((await pressed).error?.code).toBe('no_confirmed_place')
    expect(await record(signup)).toEqual({})
  } finally {
    admin.release()
  }
})

describe('position and the device clock', { meta: { shows: ['issue 2.8'] } }, () => {
  const near = (change: object) => ({ position: { ...here, ...change } })
  test.each([
    ['at the location', near({}), 'inside', 0],
    ['(0, 0)', near({ lat: 0, lng: 0 }), 'cannot_verify', null],
    ['accuracy 0', near({ accuracy_m: 0 }), 'cannot_verify', null],
    ['accuracy 5 km', near({ accuracy_m: 5000 }), 'cannot_verify', 0],
    ['radius 50 m, accuracy 100 m', near({ accuracy_m: 100 }), 'cannot_verify', 0],
    ['swapped', near({ lat: here.lng, lng: here.lat }), 'outside', expect.any(Number)],
    ['two streets away', near({ lat: 41.88 }), 'outside', 211],
    ['no position given', {}, 'cannot_verify', null],
  ])('%s', async (_name, more, verdict, distance_m) => {
    const signup = await shift('-30 minutes', '8 hours', { assignment: place })
    expect((await goIn(signup, officer, more)).body).toMatchObject({ position: verdict, distance_m })
    await minuteLater(signup)
    expect((await goOut(signup, officer, more)).body).toMatchObject({ position: verdict, distance_m })
    expect(await record(signup)).toMatchObject({ in_position: verdict, out_position: verdict })
  })
  test.each([
    ['1e308', near({ lat: 1e308 })],
    ['NaN', near({ lat: Number.NaN })],
    ['strings', near({ lat: '41.8781', lng: '-87.6298' })],
    ['latitude and longitude swapped', near({ lat: -95, lng: 29 })],
    ['accuracy below 0', near({ accuracy_m: -1 })],
    ['no device time', { device_at: 'now' }],
    ['a device in the year 0', { device_at: '0000-01-01T00:00:00Z' }],
  ])('refuses bad input: %s', async (_name, more) => {
    const signup = await shift('-30 minutes', '8 hours', { assignment: place })
    const answer = await goIn(signup, officer, more)
    expect([answer.status, answer.error?.code]).toEqual([400, 'invalid_input'])
    expect(answer.error?.fields?.length).toBeGreaterThan(0)
    expect(await record(signup)).toEqual({})
  })
  test('stores no position when the department does not verify it or the shift has no location', async () => {
    const basic = await server.makePerson(await server.makeOrganization({ subscription_tier: 'basic' }))
    const off = await shift('-30 minutes', '8 hours', { officer: basic, assignment: place })
    expect((await goIn(off, basic, near({}))).body.position).toBeNull()
    expect(await record(off)).toMatchObject({ in_lat: null, in_accuracy_m: null, in_position: null })
    const nowhere = await shift('-30 minutes', '8 hours')
    expect((await goIn(nowhere, officer, near({}))).body.position).toBeNull()
    expect(await record(nowhere)).toMatchObject({ in_lat: null, in_position: null })
  })
  test('with a device clock 3 h off, the server time is the record and the device time is stored beside it', async () => {
    const signup = await shift('-30 minutes', '8 hours')
    const device_at = new Date(Date.now() - 3 * 3_600_000).toISOString()
    const answer = await goIn(signup, officer, { device_at })
    expect(Math.abs(Date.parse(answer.body.checked_in_at) - Date.now())).toBeLessThan(60_000)
    expect((await record(signup)).device_in_at).toEqual(new Date(device_at))
  })
})

test('after the trial ends, an open attendance can still be checked out, and nothing else', {
  meta: { shows: ['4 trial expired'] },
}, async () => {
  const ended = await server.makeOrganization({ subscription_tier: 'trial' })
  const person = await server.makePerson(ended)
  const signup = await shift('-30 minutes', '8 hours', { officer: person })
  const other = await shift('9 hours', '10 hours', { officer: person })
  expect((await goIn(signup, person)).status).toBe(200)
  await server.rows("update organizations set trial_end_date = '2020-01-01' where id = $1", [ended.id])
  expect((await goIn(other, person)).error?.code).toBe('trial_expired')
  expect((await server.call(openAttendance, {}, person)).body.open).toMatchObject({ signup_id: signup })
  await minuteLater(signup)
  expect((await goOut(signup, person)).status).toBe(200)
  expect((await server.call(openAttendance, {}, person)).body).toEqual({ open: null })
})
