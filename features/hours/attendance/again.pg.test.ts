import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { officerDashboard } from '#features/home/dashboards/contract.ts'
import { routes as dashboards } from '#features/home/dashboards/routes.ts'
import { callOff, listOpenJobs } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { attendanceOfAssignment, correctAttendance } from './contract.review.ts'
import { askCorrection, checkIn, checkOut, history, undoCheckOut } from './contract.ts'
import { closeForgotten } from './jobs.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...review, ...dashboards, ...signups])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
})
afterAll(() => server.close())

const clock = () => new Date().toISOString()
const hours = (n: number) => new Date(Date.now() + n * 3_600_000)

type Made = { signup: string; assignment: string; officer: TestPerson }
/** A confirmed shift; start and end in hours from now. */
const shift = async (from: number, to: number, officer?: TestPerson, more: object = {}): Promise<Made> => {
  const who = officer ?? (await server.makePerson(organization))
  const row = { organization_id: who.organization_id, starts_at: hours(from), ends_at: hours(to) }
  const job = { title: 'Night watch', kind: 'overtime', time_zone: 'America/Chicago', status: 'published', ...more }
  const assignment = await server.insert('assignments', { ...row, ...job })
  const post = await server.insert('posts', { ...row, assignment_id: assignment.id, name: 'Gate', required_count: 5 })
  const signup = await server.insert('officer_assignments', {
    ...row,
    assignment_id: assignment.id,
    post_id: post.id,
    officer_id: who.officer_id,
    status: 'confirmed',
  })
  return { signup: String(signup.id), assignment: String(assignment.id), officer: who }
}
const goIn = ({ signup, officer }: Made, more: object = {}) =>
  server.call(checkIn, { signup_id: signup, device_at: clock(), ...more }, officer)
const goOut = ({ signup, officer }: Made, more: object = { early: true }) =>
  server.call(checkOut, { signup_id: signup, device_at: clock(), ...more }, officer)
const undo = ({ signup, officer }: Made) => server.call(undoCheckOut, { signup_id: signup }, officer)
/** Acts as if this many minutes had passed: moves everything recorded for the sign-up back. */
const later = async ({ signup }: Made, minutes: number) => {
  const back = `- make_interval(mins => ${minutes})`
  await server.rows(
    `update attendance_gaps b set left_at = left_at ${back}, back_at = back_at ${back} from attendance t
     where t.id = b.attendance_id and t.signup_id = $1`,
    [signup],
  )
  await server.rows(
    `update attendance set checked_in_at = checked_in_at ${back}, checked_out_at = checked_out_at ${back} where signup_id = $1`,
    [signup],
  )
}
const record = async ({ signup }: Made) =>
  (await server.rows('select * from attendance where signup_id = $1', [signup]))[0] ?? {}
const gapsOf = ({ signup }: Made) =>
  server.rows(
    'select b.* from attendance_gaps b join attendance t on t.id = b.attendance_id where t.signup_id = $1 order by b.left_at',
    [signup],
  )
const reviewed = async (made: Made) =>
  (await server.call(attendanceOfAssignment, { assignment_id: made.assignment }, admin)).body.items[0]
const board = async (officer: TestPerson) => (await server.call(officerDashboard, {}, officer)).body

describe('an accidental check-out', () => {
  test('is refused in the first minute, with the time it becomes possible', async () => {
    const made = await shift(-0.5, 4)
    const start = await goIn(made)
    const answer = await goOut(made)
    expect([answer.status, answer.error?.code]).toEqual([409, 'checkout_too_soon'])
    expect(answer.error?.details?.from).toBe(start.body.checkout_from)
    expect(Date.parse(start.body.checkout_from) - Date.parse(start.body.checked_in_at)).toBe(60_000)
    expect(await record(made)).toMatchObject({ state: 'open', checked_out_at: null })
  })
  test('is refused before the scheduled end unless the officer has confirmed it', async () => {
    const made = await shift(-0.5, 4)
    await goIn(made)
    await later(made, 2)
    expect((await goOut(made, {})).error?.code).toBe('checkout_early')
    expect((await goOut(made)).body).toMatchObject({ worked_minutes: 2, taken_back: false })
  })
  test('can be undone for one minute only', async () => {
    const made = await shift(-0.5, 4)
    const start = await goIn(made)
    await later(made, 10)
    const out = await goOut(made)
    expect(Date.parse(out.body.undo_until ?? '') - Date.parse(out.body.checked_out_at)).toBe(60_000)
    // The officer saw another check-out, on a phone that could not send the undo until now.
    const { signup, officer } = made
    const another = { signup_id: signup, checked_out_at: new Date(Date.now() - 30_000).toISOString() }
    expect((await server.call(undoCheckOut, another, officer)).error?.code).toBe('undo_too_late')
    const shown = new Date(String((await record(made)).checked_out_at)).toISOString()
    expect((await server.call(undoCheckOut, { signup_id: signup, checked_out_at: shown }, officer)).body).toMatchObject(
      { attendance_id: start.body.attendance_id },
    )
    expect(await record(made)).toMatchObject({ state: 'open', checked_out_at: null, worked_minutes: null })
    expect(await gapsOf(made)).toEqual([])
    expect((await undo(made)).error?.code).toBe('not_checked_out')
    await goOut(made)
    await later(made, 2)
    expect((await undo(made)).error?.code).toBe('undo_too_late')
    expect((await record(made)).state).toBe('submitted')
  })
  test('stays undone when a check-out of another device that was pressed before arrives after it', async () => {
    const made = await shift(-0.5, 4)
    await goIn(made)
    await later(made, 10)
    const before = { ahead_ms: 0, heard_at: new Date(Date.now() - 90_000).toISOString(), since_ms: 30_000 }
    const device_at = new Date(Date.now() - 60_000).toISOString()
    await goOut(made)
    await undo(made)
    const input = { signup_id: made.signup, device_at, clock: before, early: true }
    expect((await server.call(checkOut, input, made.officer)).error).toBeNull()
    expect(await record(made)).toMatchObject({ state: 'open', checked_out_at: null })
  })
  test('does not hold back the next check-out, pressed before the undo had arrived on a slow line', async () => {
    const made = await shift(-0.5, 4)
    await goIn(made)
    await later(made, 10)
    await goOut(made)
    // The check-out was recorded 40 s ago, and another one was pressed 20 s ago; the undo between them arrives only now.
    await server.rows(`update attendance set checked_out_at = now() - interval '40 seconds' where signup_id = $1`, [
      made.signup,
    ])
    await undo(made)
    const clock = { ahead_ms: 0, heard_at: new Date(Date.now() - 60_000).toISOString(), since_ms: 40_000 }
    const device_at = new Date(Date.now() - 20_000).toISOString()
    const input = { signup_id: made.signup, device_at, clock, early: true }
    expect((await server.call(checkOut, input, made.officer)).error).toBeNull()
    expect(await record(made)).toMatchObject({ state: 'submitted' })
  })
  test('cannot be undone after an admin’s decision, while on duty elsewhere, or by someone else', async () => {
    const made = await shift(-0.5, 0.4)
    await goIn(made)
    await later(made, 10)
    await goOut(made)
    expect((await undo({ ...made, officer: admin })).status).toBe(404)
    const other = await shift(0.5, 4, made.officer)
    expect((await goIn(other)).status).toBe(200)
    expect((await undo(made)).error?.code).toBe('other_attendance_open')
    await server.rows("update attendance set state = 'approved', decided_by = $2 where signup_id = $1", [
      made.signup,
      admin.officer_id,
    ])
    expect((await undo(made)).error?.code).toBe('attendance_decided')
    expect((await goIn(made)).error?.code).toBe('attendance_decided')
  })
  test('before the start undoes the check-in: no record, nothing submitted, and both options are open again', async () => {
    const made = await shift(0.5, 4)
    await goIn(made)
    await later(made, 2)
    const out = await goOut(made, { early: true, remove: true })
    expect(out.body).toMatchObject({ taken_back: true, worked_minutes: 0, undo_until: null })
    expect(await record(made)).toEqual({})
    expect(await board(made.officer)).toMatchObject({
      next: { signup_id: made.signup },
      open: null,
      left: null,
      later: 0,
    })
    const audit = await server.rows<{ act: string; before: Record<string, unknown> | null }>(
      `select action as act, before from audit_entries where thing_type = 'attendance' and organization_id = $1
       and before ->> 'signup_id' = $2`,
      [organization.id, made.signup],
    )
    expect(audit.length).toBeGreaterThan(0)
    expect((await goIn(made)).status).toBe(200)
    await later(made, 2)
    await goOut(made, { early: true, remove: true })
    const gone = await server.call(callOff, { id: made.signup, reason: 'Ill' }, made.officer)
    expect(gone.error?.code).not.toBe('checked_in')
  })
})

describe('checking in again', () => {
  test('keeps both intervals: hours are their sum, and the review shows the gap', async () => {
    const made = await shift(-3, 4)
    await goIn(made)
    await later(made, 60)
    await goOut(made)
    await later(made, 30)
    const again = await goIn(made)
    expect(again.status).toBe(200)
    expect((await goOut(made)).error?.code).toBe('checkout_too_soon')
    await later(made, 45)
    expect((await board(made.officer)).open).toMatchObject({ signup_id: made.signup, gaps: [{ counted: false }] })
    expect((await goOut(made)).body.worked_minutes).toBe(105)
    expect(await record(made)).toMatchObject({ state: 'submitted', worked_minutes: 105 })
    expect(await gapsOf(made)).toHaveLength(1)
    const row = await reviewed(made)
    expect(row).toMatchObject({ worked_minutes: 105, gaps: [{ counted: false }] })
    expect(row?.flags).toContain('gap')
    const own = await server.call(history, {}, made.officer)
    expect(own.body.items[0]?.attendance).toMatchObject({ worked_minutes: 105, gaps: [{ counted: false }] })
    expect(own.body.totals.waiting_minutes).toBe(105)
  })
  test('is refused after the shift ends or a call-off', async () => {
    const made = await shift(-5, -0.01)
    await server.insert('attendance', {
      organization_id: organization.id,
      signup_id: made.signup,
      assignment_id: made.assignment,
      officer_id: made.officer.officer_id,
      state: 'submitted',
      scheduled_starts_at: hours(-5),
      scheduled_ends_at: hours(-0.01),
      checked_in_at: hours(-5),
      checked_out_at: hours(-1),
      worked_minutes: 240,
    })
    expect((await goIn(made)).error?.code).toBe('checkin_too_late')
    const gone = await shift(-1, 4)
    await goIn(gone)
    await later(gone, 5)
    await goOut(gone)
    await server.rows("update officer_assignments set status = 'released' where id = $1", [gone.signup])
    expect((await goIn(gone)).error?.code).toBe('no_confirmed_place')
  })
  test('an admin can count the gap as worked, and the hours then cover the whole time', async () => {
    const made = await shift(-3, 4)
    await goIn(made)
    await later(made, 60)
    await goOut(made)
    await later(made, 30)
    await goIn(made)
    await later(made, 45)
    await goOut(made)
    const t = await record(made)
    const times = {
      checked_in_at: new Date(t.checked_in_at as string).toISOString(),
      checked_out_at: new Date(t.checked_out_at as string).toISOString(),
    }
    const version = async () => Number((await reviewed(made))?.version)
    const input = { id: String(t.id), version: await version(), times, reason: 'Was at the gate' }
    expect((await server.call(correctAttendance, { ...input, count_gaps: true }, admin)).status).toBe(200)
    expect(await record(made)).toMatchObject({ state: 'approved', worked_minutes: 135 })
    const again = { ...input, version: await version(), count_gaps: false }
    expect((await server.call(correctAttendance, again, admin)).status).toBe(200)
    expect(await record(made)).toMatchObject({ worked_minutes: 105 })
  })
  test('the time between two intervals is open for extra time, the intervals are not', async () => {
    const made = await shift(-3, 4)
    await goIn(made)
    await later(made, 60)
    await goOut(made)
    await later(made, 30)
    await goIn(made)
    const overlaps = async (from: number, to: number) =>
      (
        await server.rows<{ it: boolean }>(
          `select app.overlaps_attendance($1, $2, date_trunc('minute', now()) - make_interval(mins => $3),
             date_trunc('minute', now()) - make_interval(mins => $4)) as it`,
          [organization.id, made.officer.officer_id, from, to],
        )
      )[0]?.it
    expect(await overlaps(28, 5)).toBe(false)
    expect(await overlaps(40, 5)).toBe(true)
    expect(await overlaps(80, 32)).toBe(true)
    await server.rows('update attendance_gaps set counted = true where officer_id = $1', [made.officer.officer_id])
    expect(await overlaps(28, 5)).toBe(true)
  })
  test('a forgotten check-out afterward is closed at the end, without the gap', async () => {
    const made = await shift(-3, 4)
    await goIn(made)
    await later(made, 60)
    await goOut(made)
    await later(made, 30)
    await goIn(made)
    await later(made, 40)
    const moved = '- make_interval(hours => 29)'
    for (const statement of [
      `update officer_assignments set starts_at = starts_at ${moved}, ends_at = ends_at ${moved} where id = $1`,
      `update attendance_gaps set left_at = left_at ${moved}, back_at = back_at ${moved} where attendance_id =
        (select id from attendance where signup_id = $1)`,
      `update attendance set checked_in_at = checked_in_at ${moved}, scheduled_starts_at = scheduled_starts_at ${moved},
        scheduled_ends_at = scheduled_ends_at ${moved} where signup_id = $1`,
    ])
      await server.rows(statement, [made.signup])
    await server.database.transaction([enterSystem(organization.id, 'job.close_forgotten')], (db) =>
      closeForgotten.run(db),
    )
    const t = await record(made)
    const whole = (Number(t.checked_out_at) - Number(t.checked_in_at)) / 60_000
    expect(t).toMatchObject({ state: 'submitted', closed_by_system: true })
    expect(Math.abs(Number(t.worked_minutes) - (whole - 30))).toBeLessThanOrEqual(2)
  })
  test('forty simultaneous presses leave one interval, one gap, one check-out and never negative minutes', async () => {
    const made = await shift(-3, 4)
    const forty = <T>(press: () => Promise<T>) => Promise.all(Array.from({ length: 40 }, press))
    const ok = (answers: { status: number }[]) => answers.filter((a) => a.status === 200).length
    expect(ok(await forty(() => goIn(made)))).toBe(1)
    await later(made, 10)
    expect(ok(await forty(() => goOut(made)))).toBe(1)
    await later(made, 5)
    expect(ok(await forty(() => goIn(made)))).toBe(1)
    expect(await gapsOf(made)).toHaveLength(1)
    await later(made, 20)
    // Check-in, check-out and undo all at once: in any order, the record adds up.
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? goIn(made) : i % 3 === 1 ? goOut(made) : undo(made))),
    )
    const t = await record(made)
    const gaps = await gapsOf(made)
    expect(['open', 'submitted']).toContain(t.state)
    expect(gaps.length).toBeLessThanOrEqual(2)
    for (const one of gaps) expect(Number(one.left_at)).toBeLessThanOrEqual(Number(one.back_at))
    if (t.state === 'submitted') expect([29, 30]).toContain(t.worked_minutes)
  })
})

test('the database refuses overlapping gaps, and a gap without a check-in', async () => {
  const made = await shift(-3, 4)
  await goIn(made)
  await later(made, 60)
  await goOut(made)
  await later(made, 30)
  await goIn(made)
  const [gap] = await gapsOf(made)
  await expect(
    server.rows(
      `insert into attendance_gaps (organization_id, attendance_id, officer_id, left_at, back_at)
       values ($1, $2, $3, $4::timestamptz + interval '1 minute', now() + interval '1 hour')`,
      [organization.id, gap?.attendance_id, made.officer.officer_id, gap?.left_at],
    ),
  ).rejects.toThrow(/attendance_gaps_apart/)
})

describe('the officer’s screens', () => {
  test('the dashboard keeps a shift while it can be undone or worked, and doesn’t count it as a later one', async () => {
    const made = await shift(0.5, 4)
    await goIn(made)
    expect(await board(made.officer)).toMatchObject({ open: { signup_id: made.signup }, next: null, later: 0 })
    await server.rows("update officer_assignments set starts_at = now() - interval '1 hour' where id = $1", [
      made.signup,
    ])
    await later(made, 5)
    await goOut(made)
    const left = (await board(made.officer)).left
    expect(left).toMatchObject({ signup_id: made.signup, worked_minutes: 5 })
    expect(await board(made.officer)).toMatchObject({ open: null, next: null, later: 0 })
    const jobs = await server.call(listOpenJobs, { days: 30, limit: 50 }, made.officer)
    expect(jobs.body.mine.find((one) => one.id === made.signup)).toMatchObject({ attendance: 'checked_out' })
    await later(made, 2)
    await goIn(made)
    const on = await server.call(listOpenJobs, { days: 30, limit: 50 }, made.officer)
    expect(on.body.mine.find((one) => one.id === made.signup)).toMatchObject({ attendance: 'on_duty' })
  })
  test('an officer can request a correction while the record is pending, and the review shows it', async () => {
    const made = await shift(-3, 4)
    await goIn(made)
    await later(made, 100)
    await goOut(made)
    await later(made, 20)
    const t = await record(made)
    const times = { checked_in_at: hours(-2).toISOString(), checked_out_at: hours(-0.1).toISOString() }
    const ask = { id: String(t.id), note: 'I left at 21:00', times }
    expect((await server.call(askCorrection, ask, admin)).status).toBe(404)
    const future = { ...times, checked_out_at: hours(3).toISOString() }
    expect((await server.call(askCorrection, { ...ask, times: future }, made.officer)).error?.code).toBe(
      'in_the_future',
    )
    expect((await server.call(askCorrection, ask, made.officer)).status).toBe(200)
    expect(await record(made)).toMatchObject({ state: 'submitted', worked_minutes: 100, note: 'I left at 21:00' })
    const row = await reviewed(made)
    expect(Date.parse(String(row?.asked_in_at))).toBe(Date.parse(times.checked_in_at))
    expect(row?.flags).toContain('correction_asked')
    await server.rows("update attendance set state = 'approved', decided_by = $2 where signup_id = $1", [
      made.signup,
      admin.officer_id,
    ])
    expect((await server.call(askCorrection, ask, made.officer)).error?.code).toBe('attendance_decided')
  })
})

describe('what a position shows', () => {
  const place = { location_lat: 41.8781, location_lng: -87.6298, location_radius_m: 200 }
  const here = { lat: 41.8781001, lng: -87.6298001, accuracy_m: 10, age_s: 1 }
  test('stores the fix, its accuracy and its age', async () => {
    const made = await shift(-1, 4, undefined, place)
    await goIn(made, { position: { ...here, age_s: 7 } })
    expect(await record(made)).toMatchObject({
      in_lat: here.lat,
      in_accuracy_m: 10,
      in_age_s: 7,
      in_kmh: null,
      in_same_fixes: 0,
    })
  })
  test('flags an identical fix at the third check-in, not at the second', async () => {
    const officer = await server.makePerson(organization)
    const found: boolean[] = []
    for (const day of [-72, -48, -24, 0]) {
      const made = await shift(-1, 4, officer, place)
      await goIn(made, { position: day === 0 ? { ...here, lat: here.lat + 0.0000002 } : here })
      found.push((await reviewed(made))?.flags.includes('same_fix') ?? false)
      await later(made, 5)
      await goOut(made)
      const back = `- make_interval(days => ${30 + found.length})`
      await server.rows(
        `update officer_assignments set starts_at = starts_at ${back}, ends_at = ends_at ${back} where id = $1`,
        [made.signup],
      )
    }
    expect(found).toEqual([false, false, true, false])
  })
  test.each([
    ['five miles in four minutes', 41.9501, false],
    ['to another state in four minutes', 43.0, true],
  ])('%s', async (_name, lat, flagged) => {
    const made = await shift(-1, 4, undefined, place)
    await goIn(made, { position: here })
    await later(made, 4)
    await goOut(made, { early: true, position: { ...here, lat } })
    expect((await reviewed(made))?.flags.includes('impossible_speed')).toBe(flagged)
  })
})
