import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  approveAttendance,
  correctAttendance,
  recordAttendance,
  returnAttendance,
  reviewList,
} from './contract.review.ts'
import { askCorrection, checkIn, checkOut, noteAttendance } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'
import { ago, makePresses, minutesAgo, press as pressOf } from './testing.presses.ts'

/** Presses that were saved on a phone and meet what has happened to the record meanwhile. */
let server: TestServer
let organization: TestOrganization
let admin: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...review])
  organization = await server.makeOrganization({ time_zone: 'America/Chicago', time_format: '24h' })
  admin = await server.makePerson(organization, { role: 'admin' })
})
afterAll(() => server.close())

/** A shift that began and ended these minutes ago. */
const onDuty = (from = 180, to = 60) => makePresses(server, organization).shift(from, to)
const press = (signup_id: string, minutes: number) => pressOf({ signup_id }, minutes)
/** A press that arrives at once. */
const atOnce = (signup_id: string) => {
  const now = Date.now()
  const heard_at = new Date(now - 60_000).toISOString()
  return { signup_id, device_at: new Date(now).toISOString(), clock: { ahead_ms: 0, heard_at, since_ms: 60_000 } }
}
const worked = async (out: number) => {
  const made = await onDuty()
  await server.call(checkIn, press(made.signup_id, 180), made.officer)
  expect((await server.call(checkOut, { ...press(made.signup_id, out), early: true }, made.officer)).error).toBeNull()
  return made
}
type Row = { id: string; version: number; state: string } & Record<string, Date | null>
const recordOf = async (signup_id: string) => {
  const [row] = await server.rows<Row>('select * from attendance where signup_id = $1', [signup_id])
  if (!row) throw new Error('no record')
  return row
}

describe('a saved check-out after the officer’s own', { meta: { shows: ['issue 12 outbox'] } }, () => {
  test('that is no later changes nothing, submitted or approved', async () => {
    const { officer, signup_id } = await worked(50)
    const before = await recordOf(signup_id)
    for (const minutes of [70, 50])
      expect((await server.call(checkOut, press(signup_id, minutes), officer)).error?.code).toBe('already_checked_out')
    expect(await recordOf(signup_id)).toEqual(before)
    await server.call(approveAttendance, { id: before.id, version: before.version }, admin)
    expect((await server.call(checkOut, press(signup_id, 70), officer)).error?.code).toBe('already_checked_out')
    expect(await recordOf(signup_id)).toMatchObject({ state: 'approved', late_out_at: null, asked_out_at: null })
  })

  test('that is later is requested, so that time worked since is not lost', async () => {
    const { officer, signup_id } = await worked(90)
    expect((await server.call(checkOut, press(signup_id, 55), officer)).error).toBeNull()
    const after = await recordOf(signup_id)
    expect(after).toMatchObject({ state: 'submitted', note: 'Check-out saved on the phone without a connection.' })
    expect([minutesAgo(after.checked_out_at), minutesAgo(after.asked_out_at)]).toEqual([90, 55])
  })

  test('that is later waits beside an approval', async () => {
    const { officer, signup_id } = await worked(90)
    const { id, version } = await recordOf(signup_id)
    await server.call(approveAttendance, { id, version }, admin)
    expect((await server.call(checkOut, press(signup_id, 55), officer)).error).toBeNull()
    const after = await recordOf(signup_id)
    expect(after.state).toBe('approved')
    expect([minutesAgo(after.checked_out_at), minutesAgo(after.late_out_at)]).toEqual([90, 55])
  })
})

test('a check-out with a connection, after an admin approved without one, waits beside the approval', async () => {
  const { officer, signup_id } = await onDuty(180, 60)
  await server.call(checkIn, press(signup_id, 180), officer)
  const { id, version } = await recordOf(signup_id)
  const times = { checked_in_at: ago(180), checked_out_at: ago(60) }
  await server.call(correctAttendance, { id, version, times, reason: 'Radio log' }, admin)
  const { device_at } = atOnce(signup_id)
  expect((await server.call(checkOut, { signup_id, device_at }, officer)).error).toBeNull()
  expect(minutesAgo((await recordOf(signup_id)).late_out_at)).toBeLessThanOrEqual(0)
})

test('a saved check-out submits a record again that was returned meanwhile', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await worked(90)
  const { id, version } = await recordOf(signup_id)
  const why = { id, version, reason: 'When did you leave?' }
  expect((await server.call(returnAttendance, why, admin)).error).toBeNull()
  expect((await server.call(checkOut, press(signup_id, 55), officer)).error).toBeNull()
  const [row] = (await server.call(reviewList, { officer_id: officer.officer_id }, admin)).body.items
  expect(row).toMatchObject({
    state: 'submitted',
    reason: 'When did you leave?',
    may: ['approve', 'correct', 'return'],
  })
  expect(minutesAgo(new Date(String(row?.asked_out_at)))).toBe(55)
})

test('checking in again keeps the times that were asked for; the check-out asked for is the later one', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await onDuty(180, -60)
  await server.call(checkIn, press(signup_id, 170), officer)
  await server.call(checkOut, { ...press(signup_id, 120), early: true }, officer)
  const { id } = await recordOf(signup_id)
  const times = { checked_in_at: ago(180), checked_out_at: ago(110) }
  expect((await server.call(askCorrection, { id, note: 'The gate was locked', times }, officer)).error).toBeNull()
  expect((await server.call(checkIn, press(signup_id, 100), officer)).error).toBeNull()
  expect((await server.call(checkOut, { ...press(signup_id, 30), early: true }, officer)).error).toBeNull()
  const after = await recordOf(signup_id)
  expect(minutesAgo(after.asked_in_at)).toBe(180)
  expect([minutesAgo(after.checked_out_at), minutesAgo(after.asked_out_at)]).toEqual([30, 30])
})

test('a saved note replaces the note that its officer saw, no newer one', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const { officer, signup_id } = await worked(90)
  const { id } = await recordOf(signup_id)
  const write = (note: string, was?: string) =>
    server.call(noteAttendance, { id, note, ...(was === undefined ? {} : { was }) }, officer)
  expect((await write('Gate 4', '')).error).toBeNull()
  expect((await write('Gate 5', 'Gate 4')).error).toBeNull()
  const late = await write('Gate 3', '')
  expect(late.error).toMatchObject({ code: 'note_changed', details: { note: 'Gate 5' } })
  expect((await recordOf(signup_id)).note).toBe('Gate 5')
  // The same text once more, and what a release without it sends.
  expect((await write('Gate 5', '')).error).toBeNull()
  expect((await write('Gate 6')).error).toBeNull()
})

describe('a saved press that is refused for good', { meta: { shows: ['issue 12 outbox'] } }, () => {
  const told = async (assignment_id: string) =>
    server.rows<{ title: string; message: string; officer_id: string | null }>(
      `select title, message, officer_id from notifications where assignment_id = $1 and type = 'press_refused' order by created_at`,
      [assignment_id],
    )
  test('is told to the admins once, with its time and the reason', async () => {
    const { officer, signup_id, assignment_id } = await onDuty()
    await server.rows(`update officer_assignments set status = 'no_show', decided_by = $2 where id = $1`, [
      signup_id,
      admin.officer_id,
    ])
    const [input, key] = [press(signup_id, 150), randomUUID()]
    for (const _again of [1, 2])
      expect((await server.call(checkIn, input, officer, { key })).error?.code).toBe('no_confirmed_place')
    const said = await told(assignment_id)
    expect(said).toMatchObject([{ title: "Test Person: saved check-in wasn't counted", officer_id: null }])
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Chicago' })
    expect(said[0]?.message).toContain(`, ${clock.format(new Date(input.device_at))}, without a connection`)
    expect(said[0]?.message).toContain('Reason: not on this shift')
    expect(await server.rows('select from attendance where signup_id = $1', [signup_id])).toEqual([])
  })

  /** An admin enters and approves times, for a record or for none. */
  const approve = async (signup_id: string, from: number, to: number) => {
    const times = { checked_in_at: ago(from), checked_out_at: ago(to) }
    const [row] = await server.rows<Row>('select id, version from attendance where signup_id = $1', [signup_id])
    const done = row
      ? await server.call(correctAttendance, { id: row.id, version: row.version, times, reason: 'Radio log' }, admin)
      : await server.call(recordAttendance, { signup_id, times, reason: 'Radio log' }, admin)
    expect(done.error).toBeNull()
  }
  test('is told if an admin entered times without it: the return and the last check-out of a break', async () => {
    const { officer, signup_id, assignment_id } = await onDuty(480, 60)
    await server.call(checkIn, press(signup_id, 480), officer)
    await approve(signup_id, 480, 60)
    const codes = [
      (await server.call(checkOut, press(signup_id, 240), officer)).error?.code,
      (await server.call(checkIn, press(signup_id, 180), officer)).error?.code,
      (await server.call(checkOut, press(signup_id, 30), officer)).error?.code,
    ]
    expect(codes).toEqual([undefined, 'already_checked_in', 'already_checked_out'])
    expect((await told(assignment_id)).map(({ title }) => title)).toEqual([
      "Test Person: saved check-in wasn't counted",
      "Test Person: saved check-out wasn't counted",
    ])
  })

  test('is told if the record begins later: entered by hand, or by another device', async () => {
    const byHand = await onDuty(480, 60)
    await approve(byHand.signup_id, 300, 60)
    const another = await onDuty(240, -60)
    await server.call(checkIn, press(another.signup_id, 60), another.officer)
    for (const [{ officer, signup_id, assignment_id }, at] of [
      [byHand, 480],
      [another, 180],
    ] as const) {
      expect((await server.call(checkIn, press(signup_id, at), officer)).error?.code).toBe('already_checked_in')
      expect(await told(assignment_id)).toHaveLength(1)
    }
    // A second press at the same time is none that is missing.
    const { officer, signup_id, assignment_id } = another
    expect((await server.call(checkIn, press(signup_id, 60), officer)).error?.code).toBe('already_checked_in')
    expect(await told(assignment_id)).toHaveLength(1)
  })

  test('that is too old has its time by the server’s clock, whatever the phone showed', async () => {
    const timesOf = async (slow: number) => {
      const { officer, signup_id, assignment_id } = await onDuty(1600, 1500)
      const clock = { ahead_ms: slow * 60_000, heard_at: ago(1591), since_ms: 60_000 }
      const pressed = { ...press(signup_id, 1590), device_at: ago(1590 + slow), clock }
      expect((await server.call(checkIn, pressed, officer)).error?.code).toBe('press_too_old')
      return told(assignment_id)
    }
    const right = await timesOf(0)
    expect(right).toMatchObject([{ message: expect.stringContaining('Reason: sent too late') }])
    expect((await timesOf(180)).map(({ message }) => message)).toEqual(right.map(({ message }) => message))
  })

  test('is told if it arrived at once, in words of its own: its answer may be lost', async () => {
    const { officer, signup_id, assignment_id } = await worked(50)
    expect((await server.call(checkIn, atOnce(signup_id), officer)).error?.code).toBe('checkin_too_late')
    const [said, ...more] = await told(assignment_id)
    expect(more).toEqual([])
    expect(said?.title).toBe("Test Person: check-in wasn't counted")
    expect(said?.message).not.toContain('without a connection')
  })

  test('one that the screen asks about, a repeated one, and another’s sign-up tell nobody', async () => {
    const { officer, signup_id, assignment_id } = await worked(50)
    expect((await server.call(checkOut, press(signup_id, 50), officer)).error?.code).toBe('already_checked_out')
    const stranger = await server.makePerson(organization)
    expect((await server.call(checkIn, press(signup_id, 150), stranger)).error?.code).toBe('not_found')
    expect(await told(assignment_id)).toEqual([])
    const early = await onDuty(-600, -660)
    expect((await server.call(checkIn, atOnce(early.signup_id), early.officer)).error?.code).toBe('checkin_too_early')
    const running = await onDuty(60, -60)
    expect((await server.call(checkIn, press(running.signup_id, 30), running.officer)).error).toBeNull()
    expect((await server.call(checkOut, atOnce(running.signup_id), running.officer)).error?.code).toBe('checkout_early')
    for (const one of [early, running]) expect(await told(one.assignment_id)).toEqual([])
  })
})

test('admins are notified of ten refused presses of a kind for a shift, and of no more', async () => {
  const { officer, signup_id, assignment_id } = await onDuty()
  await server.rows(`update officer_assignments set status = 'withdrawn' where id = $1`, [signup_id])
  for (let n = 0; n < 13; n++) {
    const { error } = await server.call(checkIn, press(signup_id, 170 - 2 * n), officer)
    expect(error?.code).toBe('no_confirmed_place')
  }
  const told = await server.rows<{ message: string }>(
    `select message from notifications where assignment_id = $1 and type = 'press_refused' order by created_at`,
    [assignment_id],
  )
  expect(told).toHaveLength(10)
  expect(told.map(({ message }) => message.includes('more notifications like this'))).toEqual([
    ...Array.from({ length: 9 }, () => false),
    true,
  ])
  // The other kind is another matter.
  expect((await server.call(checkOut, press(signup_id, 100), officer)).error).not.toBeNull()
  const all = await server.rows(`select from notifications where assignment_id = $1 and type = 'press_refused'`, [
    assignment_id,
  ])
  expect(all).toHaveLength(11)
})
