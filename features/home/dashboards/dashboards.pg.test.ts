import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { adminDashboard, adminFigures, officerDashboard } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000)
/** A shift with one post; times in hours from now. */
const shift = async (
  where: TestOrganization,
  from: number,
  to: number,
  more: Record<string, unknown> = {},
  required = 2,
) => {
  const row = { organization_id: where.id, starts_at: soon(from), ends_at: soon(to) }
  const assignment = await server.insert('assignments', {
    ...row,
    title: 'Night watch',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    ...more,
  })
  const ids = { organization_id: where.id, assignment_id: assignment.id }
  const post = await server.insert('posts', { ...row, ...ids, name: 'Gate', required_count: required })
  return { ...row, ...ids, post_id: post.id }
}
type Made = Awaited<ReturnType<typeof shift>>
const sign = async (made: Made, who: TestPerson, status = 'confirmed') =>
  String((await server.insert('officer_assignments', { ...made, officer_id: who.officer_id, status })).id)
const attend = (made: Made, who: TestPerson, signup_id: string, more: Record<string, unknown> = {}) =>
  server.insert('attendance', {
    organization_id: made.organization_id,
    assignment_id: made.assignment_id,
    signup_id,
    officer_id: who.officer_id,
    scheduled_starts_at: made.starts_at,
    scheduled_ends_at: made.ends_at,
    checked_in_at: made.starts_at,
    ...more,
  })
const placed = { location_lat: 41.8, location_lng: -87.6, location_name: 'Gate 4' }

describe('the officer’s dashboard', { meta: { shows: ['issue 2.8'] } }, () => {
  test('shows the next shift first, with its check-in time', async () => {
    const where = await server.makeOrganization({ checkin_opens_minutes: 30 })
    const officer = await server.makePerson(where)
    await sign(await shift(where, -9, -1), officer)
    await sign(await shift(where, 40, 48), officer)
    const next = await shift(where, 20, 28, placed)
    const signup_id = await sign(next, officer, 'calloff_requested')
    await sign(await shift(where, 2, 4), officer, 'pending_approval')
    const { body, status } = await server.call(officerDashboard, {}, officer)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      next: { signup_id, calloff_requested: true, asks_position: true, location_name: 'Gate 4', post: 'Gate' },
      open: null,
      later: 1,
      pending_signups: 1,
      returned: 0,
    })
    expect(Date.parse(body.next?.checkin_opens_at ?? '')).toBe(next.starts_at.getTime() - 30 * 60_000)
  })
  test('counts the swaps that await an answer, and those that wait for others', async () => {
    const where = await server.makeOrganization()
    const [officer, colleague] = [await server.makePerson(where), await server.makePerson(where)]
    const offer = async (giver: TestPerson, more: object, from = 20) => {
      const { organization_id, ...at } = await shift(where, from, from + 8)
      const signup_id = await sign({ organization_id, ...at }, giver)
      const row = { organization_id, ...at, signup_id, kind: 'give_away', officer_name: 'A' }
      await server.insert('swaps', { ...row, officer_id: giver.officer_id, ...more })
    }
    const counted = async () => (await server.call(officerDashboard, {}, officer)).body.swaps
    expect(await counted()).toEqual({ asked: 0, pending: 0 })
    await offer(colleague, { to_officer_id: officer.officer_id, to_name: 'B' })
    await offer(colleague, {}, 40)
    expect(await counted()).toEqual({ asked: 1, pending: 0 })
    await offer(officer, {}, 60)
    await offer(colleague, { state: 'agreed', taker_id: officer.officer_id, taker_name: 'B' }, 80)
    expect(await counted()).toEqual({ asked: 1, pending: 2 })
    await offer(officer, { state: 'answered', taker_id: colleague.officer_id, taker_name: 'A' }, 100)
    expect(await counted()).toEqual({ asked: 2, pending: 3 })
    // Over by the clock, or ended.
    await server.rows(`update swaps set starts_at = now() - interval '1 minute' where officer_id = $1`, [
      officer.officer_id,
    ])
    await server.rows(`update swaps set state = 'withdrawn' where officer_id = $1`, [colleague.officer_id])
    expect(await counted()).toEqual({ asked: 0, pending: 0 })
  })
  test('a shift under way is open once checked in and no longer the next one', async () => {
    const where = await server.makeOrganization({ subscription_tier: 'basic' })
    const officer = await server.makePerson(where)
    const now = await shift(where, -1, 7, placed)
    const signup_id = await sign(now, officer)
    expect((await server.call(officerDashboard, {}, officer)).body).toMatchObject({
      next: { signup_id, asks_position: false },
    })
    const { id } = await attend(now, officer, signup_id)
    expect((await server.call(officerDashboard, {}, officer)).body).toMatchObject({
      next: null,
      open: { signup_id, attendance_id: id },
    })
    await server.rows(
      "update attendance set state = 'submitted', checked_out_at = now(), worked_minutes = 60 where id = $1",
      [id],
    )
    expect((await server.call(officerDashboard, {}, officer)).body).toMatchObject({ next: null, open: null })
  })
  test('hours that an admin has decided on while the shift goes on stay on the card, without a way back', async () => {
    const where = await server.makeOrganization()
    const officer = await server.makePerson(where)
    const now = await shift(where, -4, 4)
    const signup_id = await sign(now, officer)
    const { id } = await attend(now, officer, signup_id)
    const decide = (state: string, more = '') =>
      server.rows(
        `update attendance set state = $2, checked_out_at = now(), device_out_at = now(), worked_minutes = 240 ${more} where id = $1`,
        [id, state],
      )
    await decide('submitted')
    const left = async () => (await server.call(officerDashboard, {}, officer)).body.left
    expect(await left()).toMatchObject({ signup_id, decided: false })
    // Nothing for an officer who no longer has the spot: there is no way back to it.
    for (const [status, shown] of [
      ['cancelled_by_dept', null],
      ['released', null],
      ['confirmed', { signup_id }],
    ] as const) {
      await server.rows('update officer_assignments set status = $2 where id = $1', [signup_id, status])
      if (shown) expect(await left()).toMatchObject(shown)
      else expect(await left()).toBeNull()
    }
    const admin = await server.makePerson(where, { role: 'admin' })
    await decide('approved', `, decided_at = now(), decided_by = '${admin.officer_id}'`)
    await server.rows(`update officer_assignments set status = 'worked' where id = $1`, [signup_id])
    expect(await left()).toMatchObject({ signup_id, decided: true, worked_minutes: 240 })
    await server.rows(`update officer_assignments set ends_at = now() - interval '2 minutes' where id = $1`, [
      signup_id,
    ])
    expect(await left()).toBeNull()
  })
  test('says whether a check-out before the start counts', async () => {
    const where = await server.makeOrganization({ checkin_opens_minutes: 60 })
    for (const [hours, begun, counts] of [
      [-0.5, null, false],
      // Before the window of the start as it is now.
      [-2, null, true],
      [-0.5, soon(-1), true],
    ] as const) {
      const officer = await server.makePerson(where)
      const ahead = await shift(where, 0.4, 4)
      const signup_id = await sign(ahead, officer)
      await attend(ahead, officer, signup_id, { checked_in_at: soon(hours), begun_at: begun })
      expect((await server.call(officerDashboard, {}, officer)).body.open).toMatchObject({ signup_id, counts })
    }
  })
  test('counts the shifts this officer is eligible for and shows the first of them', async () => {
    const where = await server.makeOrganization()
    const officer = await server.makePerson(where, { unit: 'Patrol' })
    const other = await server.makePerson(where)
    const good = await shift(where, 30, 38, { title: 'Takeable' })
    const held = await shift(where, 50, 58)
    await sign(held, officer)
    await shift(where, 52, 60, { title: 'Overlaps' })
    await sign(await shift(where, 70, 78, { title: 'Full' }, 1), other)
    await shift(where, 90, 98, { title: 'Later', signup_opens_at: soon(80) })
    await shift(where, 90, 98, { title: 'Draft', status: 'draft' })
    await sign(await shift(where, 110, 118, { title: 'Turned down' }), officer, 'rejected')
    const units = await shift(where, 130, 138, { title: 'Other unit' })
    await server.rows(`update posts set requirements = '{"units": ["K9"]}' where id = $1`, [units.post_id])
    await shift(await server.makeOrganization(), 30, 38, { title: 'Foreign' })
    const { body } = await server.call(officerDashboard, {}, officer)
    expect(body.jobs.map((job) => job.title)).toEqual(['Takeable'])
    expect(body).toMatchObject({ open_jobs: 1, jobs: [{ assignment_id: good.assignment_id, places_left: 2 }] })
  })
  test('counts the same rows as Available Jobs: posts, parts that are left, and offers to answer', async () => {
    const where = await server.makeOrganization()
    const officer = await server.makePerson(where)
    const two = await shift(where, 30, 38, { title: 'Two posts' })
    const { starts_at, ends_at, organization_id, assignment_id } = two
    const gate = {
      organization_id,
      assignment_id,
      name: 'Back gate',
      position: 1,
      required_count: 1,
      starts_at,
      ends_at,
    }
    await server.insert('posts', gate)
    const split = await shift(where, 60, 68, { title: 'In parts' }, 1)
    await server.rows('update posts set split_minutes = 240 where id = $1', [split.post_id])
    const taken = await sign(split, await server.makePerson(where))
    await server.rows(`update officer_assignments set ends_at = starts_at + interval '4 hours' where id = $1`, [taken])
    const offered = await shift(where, 90, 98, { title: 'Offered' }, 1)
    const offer = await sign(offered, officer, 'waitlisted')
    await server.rows(
      `update officer_assignments set status = 'offered', offer_expires_at = now() + interval '1 hour' where id = $1`,
      [offer],
    )
    const { body } = await server.call(officerDashboard, {}, officer)
    expect(body.jobs.map((job) => [job.title, job.places_left])).toEqual([
      ['Two posts, Gate', 2],
      ['Two posts, Back gate', 1],
      ['In parts', 1],
      ['Offered', 0],
    ])
    expect(body.open_jobs).toBe(4)
  })
  test('shows the month’s hours, approved separate from pending', async () => {
    const where = await server.makeOrganization({ time_zone: 'UTC' })
    const officer = await server.makePerson(where)
    const admin = await server.makePerson(where, { role: 'admin' })
    const states = [
      ['approved', 100],
      ['locked', 20],
      ['submitted', 3],
      ['returned', 4],
      ['open', null],
    ] as const
    for (const [state, worked_minutes] of states) {
      const made = await shift(where, 500 + (worked_minutes ?? 0), 501 + (worked_minutes ?? 0))
      const signup = await sign(made, officer)
      await attend(made, officer, signup, {
        state,
        worked_minutes,
        scheduled_starts_at: new Date(),
        scheduled_ends_at: new Date(),
        checked_out_at: state === 'open' ? null : made.ends_at,
        decided_by: admin.officer_id,
      })
    }
    const { body } = await server.call(officerDashboard, {}, officer)
    expect([body.week, body.month]).toEqual(Array(2).fill({ approved_minutes: 120, waiting_minutes: 7 }))
    expect(body.returned).toBe(1)
    expect((await server.call(officerDashboard, {}, admin)).body).toMatchObject({ returned: 0, open: null, next: null })
  })
  test('shows the officer’s returned extra time claims, and own certificates that have expired or soon will', async () => {
    const where = await server.makeOrganization({ time_zone: 'UTC' })
    const [officer, other] = [await server.makePerson(where), await server.makePerson(where)]
    const claim = (status: string, hours: number, who = officer) =>
      server.insert('overtime_requests', {
        ...{
          organization_id: where.id,
          officer_id: who.officer_id,
          kind: 'callback',
          minutes: 60,
          reason: 'Called back',
        },
        ...{ starts_at: soon(-hours), ends_at: soon(1 - hours), status },
        ...(status === 'returned'
          ? {
              decided_by: (who === officer ? other : officer).officer_id,
              decided_at: soon(-1),
              decision_reason: 'Who?',
            }
          : {}),
      })
    await claim('returned', 40)
    await claim('pending', 50)
    await claim('returned', 60, other)
    const day = (days: number) =>
      soon(24 * days)
        .toISOString()
        .slice(0, 10)
    const holds = (type: string, expires: number | null, who = officer) =>
      server.insert('officer_certifications', {
        ...{ organization_id: where.id, officer_id: who.officer_id, type, issued_on: day(-900) },
        expires_on: expires === null ? null : day(expires),
      })
    await holds('Radar', 61)
    await holds('First aid', 60)
    await holds('Taser', -3)
    await holds('K-9', -30)
    await holds('k-9', 700)
    await holds('Driving', null)
    await holds('First aid', -1, other)
    const { body } = await server.call(officerDashboard, {}, officer)
    expect(body.returned_claims).toBe(1)
    expect(body.certificates).toEqual([
      { type: 'Taser', expires_on: day(-3), days_left: -3 },
      { type: 'First aid', expires_on: day(60), days_left: 60 },
    ])
    await server.rows(`update organizations set features_enabled = '{"overtime": false}' where id = $1`, [where.id])
    expect((await server.call(officerDashboard, {}, officer)).body.returned_claims).toBe(0)
  })
})

describe('the admin’s dashboard', { meta: { shows: ['issue 2.8'] } }, () => {
  test('shows pending requests, shifts at risk of going unfilled, late check-ins, and shifts by phase', async () => {
    const where = await server.makeOrganization()
    const admin = await server.makePerson(where, { role: 'admin' })
    const officer = await server.makePerson(where, { name: 'Officer 12' })
    const absent = await server.makePerson(where, { name: 'Officer 13' })
    await server.makePerson(where, { approved: false })
    const running = await shift(where, -1, 7, { title: 'Running' })
    await attend(running, officer, await sign(running, officer))
    const signup_id = await sign(running, absent)
    const past = await shift(where, -40, -32)
    await attend(past, officer, await sign(past, officer), {
      state: 'submitted',
      checked_out_at: past.ends_at,
      worked_minutes: 480,
    })
    // Approved, with a check-out that came later.
    const older = await shift(where, -60, -52)
    await attend(older, officer, await sign(older, officer, 'worked'), {
      ...{ state: 'approved', decided_by: admin.officer_id, worked_minutes: 480 },
      ...{ checked_out_at: older.ends_at, late_out_at: past.starts_at },
    })
    const second = await shift(where, 100, 108, { title: 'Second' })
    await sign(second, officer)
    await sign(second, absent, 'pending_approval')
    await shift(where, 60, 68, { title: 'First' })
    await sign(await shift(where, 30, 38, { title: 'Full' }, 1), officer, 'calloff_requested')
    await shift(where, 31, 39, { title: 'Draft', status: 'draft' })
    await shift(where, 32, 40, { title: 'Not posted yet', publish_at: soon(3) })
    await shift(where, 7 * 24 + 1, 7 * 24 + 2, { title: 'Beyond' })
    await server.rows(`update officers set phone = '(312) 555-0113' where id = $1`, [absent.officer_id])
    const { body, status } = await server.call(adminDashboard, {}, admin)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      waiting: { signups: 1, calloffs: 1, attendance: 2, officers: 1, extra_time: 0, leave: 0 },
      onboarding: { officers: expect.any(Number), invited: expect.any(Number), put_away: false },
      missing: {
        count: 1,
        items: [
          {
            ...{ signup_id, title: 'Running', starts_at: expect.any(String), ends_at: expect.any(String) },
            ...{ officer_id: absent.officer_id, officer_name: 'Officer 13', officer_phone: '(312) 555-0113' },
            assigned_at: expect.any(String),
          },
        ],
      },
      on_duty: 1,
      unfilled: {
        count: 2,
        soon: 0,
        items: [
          { title: 'First', confirmed_count: 0 },
          { title: 'Second', confirmed_count: 1, pending_count: 1 },
        ],
      },
    })
    expect(body.shifts_today).toEqual(expect.arrayContaining([{ phase: 'in_progress', count: 1 }]))
    // On the shift before it started.
    await server.rows(`update officer_assignments set applied_at = starts_at - interval '1 h' where id = $1`, [
      signup_id,
    ])
    const [late] = (await server.call(adminDashboard, {}, admin)).body.missing.items
    expect(late?.assigned_at).toBeNull()
    // A request of that time that was approved after the start; a call-off denied then was a spot held before.
    const decided = (calloff: string) =>
      server.rows(
        `update officer_assignments set decided_at = starts_at + interval '1 min', calloff_requested_at = ${calloff} where id = $1`,
        [signup_id],
      )
    const again = async () => (await server.call(adminDashboard, {}, admin)).body.missing.items[0]?.assigned_at
    await decided('null')
    expect(await again()).toEqual(expect.any(String))
    await decided('starts_at')
    expect(await again()).toBeNull()
    expect((await server.call(adminDashboard, {}, officer)).status).toBe(403)
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    expect((await server.call(adminDashboard, {}, stranger)).body).toMatchObject({
      waiting: { signups: 0, calloffs: 0, attendance: 0, officers: 0, extra_time: 0, leave: 0 },
      onboarding: { officers: 0, invited: 0, branded: false, first_published_at: null, shift: null },
      unfilled: { count: 0, items: [] },
      missing: { count: 0 },
      shifts_week: [],
    })
  })
  test('counts the unfilled shifts that start within 24 hours', async () => {
    const where = await server.makeOrganization()
    const admin = await server.makePerson(where, { role: 'admin' })
    for (const hours of [-1, 2, 23, 25]) await shift(where, hours, hours + 8)
    await shift(where, 3, 9, { status: 'draft' })
    expect((await server.call(adminDashboard, {}, admin)).body.unfilled).toMatchObject({ count: 3, soon: 2 })
  })
  test('counts pending extra time where the organization has the feature', {
    meta: { shows: ['issue 3.2'] },
  }, async () => {
    for (const features_enabled of ['{}', '{"overtime": false}']) {
      const where = await server.makeOrganization({ features_enabled })
      const admin = await server.makePerson(where, { role: 'admin' })
      const officer = await server.makePerson(where)
      for (const [n, status] of ['pending', 'pending', 'approved'].entries())
        await server.insert('overtime_requests', {
          organization_id: where.id,
          officer_id: officer.officer_id,
          status,
          kind: 'other',
          starts_at: soon(-5 - 3 * n),
          minutes: 60,
          // The second has waited so long that it expired, so it is no longer pending.
          submitted_at: soon(n === 1 ? -30 * 24 : -1),
          ...(status === 'approved' ? { decided_by: admin.officer_id, decided_at: soon(-1) } : {}),
        })
      const { body } = await server.call(adminDashboard, {}, admin)
      expect(body.waiting.extra_time).toBe(features_enabled === '{}' ? 1 : 0)
    }
  })
  test('shows fill figures for the last 30 days and hours by week, for this department only', {
    meta: { shows: ['issue 3.2'] },
  }, async () => {
    const where = await server.makeOrganization({ time_zone: 'UTC' })
    const admin = await server.makePerson(where, { role: 'admin' })
    const officer = await server.makePerson(where)
    const posted = { published_at: soon(-100) }
    const full = await shift(where, -50, -42, posted, 1)
    const id = await sign(full, officer)
    await server.rows(`update place_events set at = now() - interval '90 hours' where assignment_id = $1`, [
      full.assignment_id,
    ])
    await attend(full, officer, id, {
      state: 'approved',
      checked_out_at: full.ends_at,
      worked_minutes: 470,
      decided_by: admin.officer_id,
    })
    await shift(where, -20, -12, posted, 3)
    await shift(where, 20, 28, posted, 1)
    // Whole days with today, as in the report: the first of them counts from midnight, the evening before it does not.
    const first = (Date.parse(new Date().toISOString().slice(0, 10)) - Date.now()) / 3_600_000 - 29 * 24
    const older = { published_at: soon(-40 * 24) }
    await shift(where, first, first + 8, older, 5)
    await shift(where, first - 0.25, first + 8, older, 7)
    const { body, status } = await server.call(adminFigures, {}, admin)
    expect(status).toBe(200)
    expect(body.fill).toEqual({ shifts: 3, required: 9, held: 1, filled: 1, median_minutes: 600 })
    expect(body.weeks).toHaveLength(8)
    const sums = body.weeks.reduce(
      (all, week) => [(all[0] ?? 0) + week.worked_minutes, (all[1] ?? 0) + week.scheduled_minutes],
      [0, 0],
    )
    expect(sums).toEqual([470, 480])
    const sunday = new Date()
    sunday.setUTCDate(sunday.getUTCDate() - sunday.getUTCDay())
    expect(body.weeks.at(-1)?.from).toBe(sunday.toISOString().slice(0, 10))
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    const empty = (await server.call(adminFigures, {}, stranger)).body
    expect(empty.fill).toEqual({ shifts: 0, required: 0, held: 0, filled: 0, median_minutes: null })
    expect(empty.weeks.every((week) => week.worked_minutes + week.scheduled_minutes === 0)).toBe(true)
    expect((await server.call(adminFigures, {}, officer)).status).toBe(403)
  })
})
