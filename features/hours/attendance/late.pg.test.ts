import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { isoInstant } from '#platform/shared/time.ts'
import {
  approveAttendance,
  approveManyAttendances,
  correctAttendance,
  returnAttendance,
  reviewList,
  undoApproval,
} from './contract.review.ts'
import { checkIn, checkOut, history } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'

/** Presses that were saved on a phone and arrive later. */
let server: TestServer
let organization: TestOrganization
let admin: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...review])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
})
afterAll(() => server.close())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** A confirmed sign-up for a shift that began and ends these minutes from now. */
const shift = async (from: number, to: number) => {
  const officer = await server.makePerson(organization)
  const row = { organization_id: organization.id, starts_at: ago(-from), ends_at: ago(-to) }
  const job = { title: 'Night watch', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
  const assignment = await server.insert('assignments', { ...row, ...job })
  const post = await server.insert('posts', { ...row, assignment_id: assignment.id, name: 'Gate', required_count: 1 })
  const signup = await server.insert('officer_assignments', {
    ...row,
    assignment_id: assignment.id,
    post_id: post.id,
    officer_id: officer.officer_id,
    status: 'confirmed',
  })
  return { officer, signup_id: String(signup.id), assignment_id: String(assignment.id) }
}
/** A press made this many minutes ago, on a phone that heard from the server shortly before it. */
const press = (signup_id: string, minutes: number) => ({
  signup_id,
  device_at: ago(minutes),
  clock: { ahead_ms: 0, heard_at: ago(minutes + 1), since_ms: 60_000 },
})
/** From the press to the recorded time, however long the calls take. */
const minutesOff = (value: string, pressed: { device_at: string }) =>
  Math.abs(Date.parse(value) - Date.parse(pressed.device_at)) / 60_000

test('a shift worked without a connection has the times of the presses, both times of each, and a flag', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await shift(-180, -30)
  const [coming, leaving] = [press(signup_id, 181), press(signup_id, 29)]
  const into = await server.call(checkIn, coming, officer)
  expect(into.error).toBeNull()
  expect(minutesOff(into.body.checked_in_at, coming)).toBeLessThan(0.1)
  const out = await server.call(checkOut, leaving, officer)
  expect(out.error).toBeNull()
  expect(out.body.worked_minutes).toBe(152)
  const { body } = await server.call(reviewList, { officer_id: officer.officer_id }, admin)
  const [row] = body.items
  expect(row).toMatchObject({ state: 'submitted', flags: ['sent_late'] })
  expect(minutesOff(String(row?.checked_in_at), coming)).toBeLessThan(0.1)
  expect(minutesOff(String(row?.in_arrived_at), coming)).toBeGreaterThan(180.9)
  expect(minutesOff(String(row?.checked_out_at), leaving)).toBeLessThan(0.1)
  expect(minutesOff(String(row?.out_arrived_at), leaving)).toBeGreaterThan(28.9)
})

test('the same press sent again, also ten times at once, counts once', async () => {
  const { officer, signup_id } = await shift(-60, 60)
  const key = randomUUID()
  const input = press(signup_id, 50)
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call(checkIn, input, officer, { key })))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(answers[0]?.error).toBeNull()
  const rows = await server.rows('select 1 from attendance where signup_id = $1', [signup_id])
  expect(rows).toHaveLength(1)
})

test('a press that arrives at once has the server’s time and no second one', async () => {
  const { officer, signup_id } = await shift(-60, 60)
  await server.call(checkIn, press(signup_id, 0), officer)
  const [row] = await server.rows<{ same: boolean; in_arrived_at: Date | null }>(
    'select checked_in_at = created_at as same, in_arrived_at from attendance where signup_id = $1',
    [signup_id],
  )
  expect(row).toEqual({ same: true, in_arrived_at: null })
})

test('a saved check-out after the end that the phone knew counts even if an admin made the shift longer', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await shift(-180, -30)
  expect((await server.call(checkIn, press(signup_id, 181), officer)).error).toBeNull()
  await server.rows(`update officer_assignments set ends_at = now() + interval '90 minutes' where id = $1`, [signup_id])
  await server.rows(`update attendance set scheduled_ends_at = now() + interval '90 minutes' where signup_id = $1`, [
    signup_id,
  ])
  expect((await server.call(checkOut, press(signup_id, 0), officer)).error?.code).toBe('checkout_early')
  const leaving = press(signup_id, 29)
  const out = await server.call(checkOut, leaving, officer)
  expect(out.error).toBeNull()
  expect(minutesOff(String(out.body.checked_out_at), leaving)).toBeLessThan(0.1)
  const { body } = await server.call(reviewList, { officer_id: officer.officer_id }, admin)
  expect(body.items).toMatchObject([{ state: 'submitted', flags: expect.arrayContaining(['sent_late', 'early_out']) }])
})

test('the window of the check-in is that of the press: too early and too late are refused as ever', async () => {
  const early = await shift(-60, 60)
  expect((await server.call(checkIn, press(early.signup_id, 150), early.officer)).error?.code).toBe('checkin_too_early')
  const over = await shift(-300, -200)
  expect((await server.call(checkIn, press(over.signup_id, 190), over.officer)).error?.code).toBe('checkin_too_late')
  expect((await server.call(checkIn, press(over.signup_id, 250), over.officer)).error).toBeNull()
})

test('refuses a press that is older than a day', async () => {
  const { officer, signup_id } = await shift(-26 * 60, -20 * 60)
  const refused = await server.call(checkIn, press(signup_id, 25 * 60), officer)
  expect(refused.error?.code).toBe('press_too_old')
})

test('tells the admins of a press that is older than a day, unless the record has it', async () => {
  const told = (assignment_id: unknown) =>
    server.rows(`select title from notifications where assignment_id = $1 and type = 'press_refused'`, [assignment_id])
  const { officer, signup_id, assignment_id } = await shift(-9 * 24 * 60, -9 * 24 * 60 + 60)
  const pressed = press(signup_id, 9 * 24 * 60)
  expect((await server.call(checkIn, pressed, officer)).error?.code).toBe('press_too_old')
  expect(await told(assignment_id)).toHaveLength(1)
  // The answer to the first attempt was lost, and the server has forgotten its key since.
  const known = await shift(-9 * 24 * 60, -9 * 24 * 60 + 60)
  const at = press(known.signup_id, 9 * 24 * 60).device_at
  await server.insert('attendance', {
    organization_id: organization.id,
    officer_id: known.officer.officer_id,
    assignment_id: known.assignment_id,
    signup_id: known.signup_id,
    state: 'open',
    checked_in_at: at,
    device_in_at: at,
    scheduled_starts_at: at,
    scheduled_ends_at: ago(9 * 24 * 60 - 60),
  })
  const again = await server.call(checkIn, press(known.signup_id, 9 * 24 * 60), known.officer)
  expect(again.error?.code).toBe('press_too_old')
  expect(await told(known.assignment_id)).toEqual([])
})

test('a check-out that was saved before its check-in is refused', async () => {
  const { officer, signup_id } = await shift(-180, 60)
  await server.call(checkIn, press(signup_id, 60), officer)
  const out = await server.call(checkOut, { ...press(signup_id, 90), early: true }, officer)
  expect(out.error?.code).toBe('checkout_too_soon')
})

test('a check-in that was removed before the shift, heard of after its start, is submitted for review and can be resumed', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await shift(-10, 60)
  await server.call(checkIn, press(signup_id, 40), officer)
  const out = await server.call(checkOut, { ...press(signup_id, 20), early: true, remove: true }, officer)
  expect(out.error).toBeNull()
  expect(out.body.taken_back).toBe(false)
  const { body } = await server.call(reviewList, { officer_id: officer.officer_id }, admin)
  expect(body.items[0]).toMatchObject({ state: 'submitted', flags: expect.arrayContaining(['sent_late']) })
  expect((await server.call(checkIn, press(signup_id, 5), officer)).error).toBeNull()
})

test('a second check-in saved without a connection ends its gap at the press, and a later one is refused as too late', async () => {
  const { officer, signup_id } = await shift(-120, -20)
  await server.call(checkIn, press(signup_id, 115), officer)
  await server.call(checkOut, { ...press(signup_id, 80), early: true }, officer)
  expect((await server.call(checkIn, press(signup_id, 15), officer)).error?.code).toBe('checkin_too_late')
  expect((await server.call(checkIn, press(signup_id, 85), officer)).error?.code).toBe('already_checked_in')
  const back = press(signup_id, 60)
  const again = await server.call(checkIn, back, officer)
  expect(again.error).toBeNull()
  expect(minutesOff(again.body.checked_in_at, back)).toBeLessThan(0.1)
  const out = await server.call(checkOut, press(signup_id, 19), officer)
  expect(out.body.worked_minutes).toBe(76)
})

const attendanceOf = async (signup_id: string) =>
  (
    await server.rows<{
      state: string
      checked_out_at: Date
      asked_in_at: Date | null
      asked_out_at: Date | null
      note: string | null
    }>('select state, checked_out_at, asked_in_at, asked_out_at, note from attendance where signup_id = $1', [
      signup_id,
    ])
  )[0]

test('a check-out that arrives after the clock or an admin closed the record becomes a request for its time', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  for (const closing of [
    `closed_by_system = true`,
    `original_in_at = checked_in_at, original_out_at = checked_in_at + interval '1 hour', reason = 'Forgotten'`,
  ]) {
    const { officer, signup_id } = await shift(-180, -60)
    await server.call(checkIn, press(signup_id, 180), officer)
    await server.rows(
      `update attendance set state = 'submitted', checked_out_at = scheduled_ends_at, worked_minutes = 120, ${closing}
      where signup_id = $1`,
      [signup_id],
    )
    const before = await attendanceOf(signup_id)
    const leaving = press(signup_id, 20)
    const out = await server.call(checkOut, leaving, officer)
    expect(out.error).toBeNull()
    expect(minutesOff(out.body.checked_out_at, leaving)).toBeLessThan(0.1)
    expect(out.body).toMatchObject({ worked_minutes: 160, undo_until: null, taken_back: false })
    const after = await attendanceOf(signup_id)
    // The record stays as it was decided; what was pressed waits beside it.
    expect(after).toMatchObject({ state: 'submitted', checked_out_at: before?.checked_out_at })
    expect(minutesOff(String(after?.asked_out_at?.toISOString()), leaving)).toBeLessThan(0.1)
    expect(after?.note).toBe('Check-out saved on the phone without a connection.')
    // A second phone with another press does not replace the request.
    expect((await server.call(checkOut, press(signup_id, 25), officer)).error?.code).toBe('already_checked_out')
    expect((await attendanceOf(signup_id))?.asked_out_at).toEqual(after?.asked_out_at)
  }
})

/** An admin entered and approved a check-out at the end of the shift while the officer's phone held another one. */
const approvedByHand = async () => {
  const { officer, signup_id } = await shift(-180, -60)
  await server.call(checkIn, press(signup_id, 180.5), officer)
  const [row] = await server.rows<{ id: string; version: number; ends_at: Date; checked_in_at: Date }>(
    'select id, version, scheduled_ends_at as ends_at, checked_in_at from attendance where signup_id = $1',
    [signup_id],
  )
  if (!row) throw new Error('not checked in')
  const times = { checked_in_at: row.checked_in_at.toISOString(), checked_out_at: row.ends_at.toISOString() }
  const seen = { id: row.id, version: row.version }
  expect((await server.call(correctAttendance, { ...seen, times, reason: 'Radio log' }, admin)).error).toBeNull()
  return { officer, signup_id, id: row.id, times }
}
const stored = async (id: string) =>
  (await server.rows<Record<string, unknown>>('select to_jsonb(t) as row from attendance t where id = $1', [id]))[0]
    ?.row as Record<string, unknown> & { version: number; late_out_at: string | null }
const listed = async (officer: TestPerson, show?: 'approved') =>
  (await server.call(reviewList, { officer_id: officer.officer_id, ...(show ? { show } : {}) }, admin)).body.items

test('a check-out that arrives after an admin has approved waits beside the approved times until an admin decides', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id, id } = await approvedByHand()
  expect(await listed(officer)).toEqual([])
  const before = await stored(id)
  const leaving = press(signup_id, 20)
  const out = await server.call(checkOut, leaving, officer)
  expect(out.body).toMatchObject({ worked_minutes: 160, undo_until: null, taken_back: false })
  const after = await stored(id)
  expect(minutesOff(String(after.late_out_at), leaving)).toBeLessThan(0.1)
  const { late_out_at: _late, version: _version, updated_at: _at, ...same } = after
  expect(before).toMatchObject(same)
  const [row] = await listed(officer)
  expect(row).toMatchObject({ state: 'approved', worked_minutes: 120, may: ['keep', 'correct', 'return'] })
  expect(row?.flags).toContain('correction_asked')
  expect(isoInstant(String(row?.late_out_at))).toBe(out.body.checked_out_at)
  const { items } = (await server.call(history, {}, officer)).body
  expect(items[0]?.attendance).toMatchObject({ state: 'approved', late_out_at: row?.late_out_at })
  // A second phone does not replace it.
  expect((await server.call(checkOut, press(signup_id, 25), officer)).error?.code).toBe('already_checked_out')
  expect((await stored(id)).late_out_at).toBe(after.late_out_at)
})

test('an admin keeps what was approved, corrects it to the late check-out, or returns it', async () => {
  const late = async () => {
    const scene = await approvedByHand()
    const out = await server.call(checkOut, press(scene.signup_id, 20), scene.officer)
    return { ...scene, version: (await stored(scene.id)).version, at: out.body.checked_out_at }
  }
  const kept = await late()
  expect((await server.call(approveAttendance, { id: kept.id, version: 1 }, admin)).error?.code).toBe(
    'changed_meanwhile',
  )
  expect((await server.call(approveAttendance, { id: kept.id, version: kept.version }, admin)).error).toBeNull()
  const unchanged = { state: 'approved', worked_minutes: 120, reason: 'Radio log', late_out_at: null }
  expect(await stored(kept.id)).toMatchObject(unchanged)
  expect(await listed(kept.officer)).toEqual([])
  const told = await server.rows(
    'select title from notifications where officer_id = $1 order by created_at desc limit 1',
    [kept.officer.officer_id],
  )
  expect(told).toEqual([{ title: 'Hours unchanged' }])
  // Kept once: the approval is over.
  const again = { id: kept.id, version: (await stored(kept.id)).version }
  expect((await server.call(approveAttendance, again, admin)).error?.code).toBe('wrong_state')

  const corrected = await late()
  const times = { ...corrected.times, checked_out_at: corrected.at }
  const { id, version } = corrected
  expect((await server.call(correctAttendance, { id, version, times, reason: 'Stayed' }, admin)).error).toBeNull()
  expect(await stored(id)).toMatchObject({ state: 'approved', worked_minutes: 160, late_out_at: null })
  expect(await listed(corrected.officer)).toEqual([])

  const returned = await late()
  const back = { id: returned.id, version: returned.version, reason: 'Which one?' }
  expect((await server.call(returnAttendance, back, admin)).error).toBeNull()
  expect(await stored(returned.id)).toMatchObject({ state: 'returned', late_out_at: null })
})

test('bulk approval leaves an approved record with a late check-out alone', async () => {
  const { officer, signup_id, id } = await approvedByHand()
  await server.call(checkOut, press(signup_id, 20), officer)
  const items = [{ id, version: (await stored(id)).version }]
  const many = await server.call(approveManyAttendances, { items }, admin)
  expect(many.body.items).toEqual([{ id, verdict: 'wrong_state' }])
  expect((await stored(id)).late_out_at).not.toBeNull()
})

test('a late check-out in the approved minute needs no decision, and an exported record refuses it', async () => {
  const same = await approvedByHand()
  const minute = new Date(Math.floor(Date.parse(same.times.checked_out_at) / 60_000) * 60_000 + 30_000)
  const minutes = (Date.now() - minute.getTime()) / 60_000
  const done = await server.call(checkOut, press(same.signup_id, minutes), same.officer)
  expect(done.error).toBeNull()
  expect((await stored(same.id)).late_out_at).toBeNull()
  const exported = await approvedByHand()
  await server.rows(`update attendance set state = 'locked' where id = $1`, [exported.id])
  const refused = await server.call(checkOut, press(exported.signup_id, 20), exported.officer)
  expect(refused.error?.code).toBe('already_checked_out')
})

test('an approval that is undone turns the late check-out into a request, and keeps an earlier check-in that was requested', async () => {
  for (const earlier of [0, 30]) {
    const { officer, signup_id } = await shift(-180, -60)
    await server.call(checkIn, press(signup_id, 180), officer)
    await server.rows(
      `update attendance set state = 'submitted', closed_by_system = true, checked_out_at = scheduled_ends_at, worked_minutes = 120,
         asked_in_at = case when $2 > 0 then checked_in_at - make_interval(mins => $2) end,
         asked_out_at = case when $2 > 0 then scheduled_ends_at end
       where signup_id = $1`,
      [signup_id, earlier],
    )
    const [row] = await listed(officer)
    const id = String(row?.attendance_id)
    expect((await server.call(approveAttendance, { id, version: Number(row?.version) }, admin)).error).toBeNull()
    const out = await server.call(checkOut, press(signup_id, 20), officer)
    expect(out.error).toBeNull()
    expect((await stored(id)).late_out_at).not.toBeNull()
    expect((await server.call(undoApproval, { id }, admin)).error).toBeNull()
    const [again] = await listed(officer)
    expect(again).toMatchObject({ state: 'submitted', late_out_at: null })
    expect(Date.parse(String(again?.asked_out_at))).toBe(Date.parse(out.body.checked_out_at))
    const before = Date.parse(String(again?.checked_in_at)) - Date.parse(String(again?.asked_in_at))
    expect(before).toBe(earlier * 60_000)
  }
})

test('a press that arrived at once and a saved one made just after it keep their order', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await shift(-180, 60)
  await server.call(checkIn, press(signup_id, 150), officer)
  // Pressed at T, arrived and counted nine seconds later; the check-in was pressed at T + 3 and saved.
  const T = Date.now() - 60 * 60_000
  const iso = (seconds: number) => new Date(T + seconds * 1000).toISOString()
  await server.rows(
    `update attendance set state = 'submitted', checked_out_at = $2, device_out_at = $3, worked_minutes = 90 where signup_id = $1`,
    [signup_id, iso(9), iso(0)],
  )
  const saved = { signup_id, device_at: iso(3), clock: { ahead_ms: 0, heard_at: iso(-60), since_ms: 63_000 } }
  const back = await server.call(checkIn, saved, officer)
  expect(back.error).toBeNull()
  expect(Date.parse(back.body.checked_in_at) - T).toBe(9001)
  // Checked in again at T + 9 at the earliest; a check-out pressed 61 seconds after the press is not too soon.
  const out = { ...saved, device_at: iso(65), early: true, clock: { ...saved.clock, since_ms: 125_000 } }
  const left = await server.call(checkOut, out, officer)
  expect(left.error).toBeNull()
  expect(Date.parse(left.body.checked_out_at) - T).toBe(69_001)
})

test('turns a check-out into a request if the system closes the record at that moment', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await shift(-180, -60)
  await server.call(checkIn, press(signup_id, 180.5), officer)
  const sweep = await server.admin.connect()
  const waiting = () =>
    server.rows("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()")
  try {
    await sweep.query('begin')
    await sweep.query(
      `update attendance set state = 'submitted', checked_out_at = scheduled_ends_at, worked_minutes = 120,
         closed_by_system = true where signup_id = $1`,
      [signup_id],
    )
    const pressed = server.call(checkOut, press(signup_id, 20), officer)
    // It has read the open record, and waits to write.
    await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1)
    await sweep.query('commit')
    expect((await pressed).error).toBeNull()
  } finally {
    sweep.release()
  }
  expect(await attendanceOf(signup_id)).toMatchObject({ state: 'submitted', asked_out_at: expect.any(Date) })
})

test('an early check-out of a shift whose start was moved past it removes nothing', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  for (const waited of [5, 0]) {
    const { officer, signup_id } = await shift(-35, 120)
    await server.call(checkIn, press(signup_id, 40), officer)
    const moved = `= now() + interval '10 minutes'`
    await server.rows(`update officer_assignments set starts_at ${moved} where id = $1`, [signup_id])
    await server.rows(`update attendance set scheduled_starts_at ${moved} where signup_id = $1`, [signup_id])
    const out = await server.call(checkOut, { ...press(signup_id, waited), early: true }, officer)
    expect(out.body).toMatchObject({ taken_back: false, worked_minutes: 40 - waited })
    expect((await attendanceOf(signup_id))?.state).toBe('submitted')
  }
})

test('a check-out on a shift that was moved later while the officer was there keeps the record', async () => {
  const { officer, signup_id } = await shift(-60, 180)
  await server.call(checkIn, press(signup_id, 60), officer)
  await server.rows(`update officer_assignments set starts_at = now() + interval '2 hours' where id = $1`, [signup_id])
  await server.rows(`update attendance set scheduled_starts_at = now() + interval '2 hours' where signup_id = $1`, [
    signup_id,
  ])
  const out = await server.call(checkOut, { ...press(signup_id, 0), early: true }, officer)
  expect(out.error).toBeNull()
  expect(out.body).toMatchObject({ taken_back: false, worked_minutes: 60 })
  expect((await attendanceOf(signup_id))?.state).toBe('submitted')
})

test('a check-in under a start that had come is never removed, however late an admin moves it', async () => {
  const { officer, signup_id } = await shift(-10, 180)
  await server.call(checkIn, press(signup_id, 10), officer)
  const moved = `now() + interval '30 minutes'`
  await server.rows(`update officer_assignments set starts_at = ${moved} where id = $1`, [signup_id])
  await server.rows(
    `update attendance set begun_at = scheduled_starts_at, scheduled_starts_at = ${moved} where signup_id = $1`,
    [signup_id],
  )
  const out = await server.call(checkOut, { ...press(signup_id, 0), early: true, remove: true }, officer)
  expect(out.body).toMatchObject({ taken_back: false, worked_minutes: 10 })
  expect((await attendanceOf(signup_id))?.state).toBe('submitted')
})

test('a check-in that arrives after an admin has moved the start is never removed: its officer was on duty', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  for (const [saved, state] of [
    [10, 'submitted'],
    // Made once the start had been moved, it is a check-in before the shift, as ever.
    [0, undefined],
  ] as const) {
    const { officer, signup_id } = await shift(-20, 180)
    await server.rows(
      `update officer_assignments set begun_at = starts_at, starts_at = now() + interval '15 minutes' where id = $1`,
      [signup_id],
    )
    await server.call(checkIn, saved > 0 ? press(signup_id, saved) : { signup_id, device_at: ago(0) }, officer)
    await server.rows(
      `update attendance set checked_in_at = checked_in_at - interval '2 minutes' where signup_id = $1`,
      [signup_id],
    )
    const out = { ...press(signup_id, 0), early: true, remove: true }
    expect((await server.call(checkOut, out, officer)).error).toBeNull()
    expect((await attendanceOf(signup_id))?.state).toBe(state)
  }
})

test('a press saved by one account is refused in the session of another, and changes nothing', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await shift(-60, 60)
  const other = await server.makePerson(organization)
  const key = randomUUID()
  const as = (person: TestPerson) => ({ key, headers: { 'x-sent-as': `${person.user_id} ${organization.id}` } })
  expect((await server.call(checkIn, press(signup_id, 5), other, as(officer))).error?.code).toBe('sent_as_another')
  expect((await server.call(checkIn, press(signup_id, 5), officer, as(other))).error?.code).toBe('sent_as_another')
  // Whatever the other may do: without a department, as the vendor's staff, or in a department whose trial is over.
  const nobody = await server.makePerson(organization)
  await server.rows('update sessions set organization_id = null where user_id = $1', [nobody.user_id])
  const over = await server.makeOrganization({ subscription_tier: 'trial', trial_end_date: '2020-01-01' })
  for (const one of [nobody, await server.makeSuperAdmin(), await server.makePerson(over)])
    expect((await server.call(checkIn, press(signup_id, 5), one, as(officer))).error?.code).toBe('sent_as_another')
  expect((await server.call(checkIn, press(signup_id, 5), officer, as(officer))).error).toBeNull()
})

test('a press saved by a clock that was set forward since the server was heard counts from when it was made, with a flag', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await shift(-300, -10)
  await server.call(checkIn, press(signup_id, 290), officer)
  // Pressed an hour ago, when the clock had been set forward by an hour: it showed the time at which the press arrives.
  const clock = { ahead_ms: 0, heard_at: ago(90), since_ms: null }
  const input = { signup_id, device_at: ago(0), clock, early: true }
  const [key, made] = [randomUUID(), { device_at: ago(60) }]
  const headers = { 'x-device-clock': String(Date.now() + 60 * 60_000) }
  const { body } = await server.call(checkOut, input, officer, { key, headers })
  expect(minutesOff(body.checked_out_at, made)).toBeLessThan(0.1)
  // Its answer was lost, and the clock has been set right since.
  expect((await server.call(checkOut, input, officer, { key })).body.checked_out_at).toBe(body.checked_out_at)
  const [row] = (await server.call(reviewList, { officer_id: officer.officer_id }, admin)).body.items
  expect(row).toMatchObject({ flags: expect.arrayContaining(['sent_late']) })
})

test('a check-in by such a clock counts from when it was made too, and the admins hear the same time if it is refused', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const headers = () => ({ 'x-device-clock': String(Date.now() + 60 * 60_000) })
  const late = (signup_id: string) => ({
    ...{ signup_id, device_at: ago(0) },
    clock: { ahead_ms: 0, heard_at: ago(90), since_ms: null },
  })
  const counted = await shift(-70, 60)
  const { body } = await server.call(checkIn, late(counted.signup_id), counted.officer, { headers: headers() })
  expect(minutesOff(body.checked_in_at, { device_at: ago(60) })).toBeLessThan(0.1)
  const gone = await shift(-70, 60)
  await server.rows(`update officer_assignments set status = 'released' where id = $1`, [gone.signup_id])
  const refused = await server.call(checkIn, late(gone.signup_id), gone.officer, { headers: headers() })
  expect(refused.error?.code).toBe('no_confirmed_place')
  const clockOf = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', minute: '2-digit' })
  const [told] = await server.rows<{ message: string }>(
    `select message from notifications where assignment_id = $1 and type = 'press_refused'`,
    [gone.assignment_id],
  )
  expect(told?.message).toContain(`, ${clockOf.format(Date.parse(ago(60)))}, without a connection`)
})

test('a device’s clock that can’t be read refuses no press', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  for (const text of ['', 'soon', '-5', '1 2 3', '9'.repeat(40)]) {
    const { officer, signup_id } = await shift(-60, 60)
    const input = press(signup_id, 5)
    const { body } = await server.call(checkIn, input, officer, { headers: { 'x-device-clock': text } })
    expect(minutesOff(body.checked_in_at, input)).toBeLessThan(0.1)
  }
})
