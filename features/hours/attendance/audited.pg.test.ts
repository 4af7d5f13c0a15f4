import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveAttendance, correctAttendance, reviewList } from './contract.review.ts'
import { checkOut } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'
import { ago, answer, asked, type Desk, type Made, minutesAgo, startPresses } from './testing.presses.ts'

/** Check-outs that an admin's decision or a second device would make the records forget. */
let server: Desk['server']
let organization: Desk['organization']
let admin: Desk['admin']
let presses: Desk['presses']

beforeAll(async () => {
  ;({ server, organization, admin, presses } = await startPresses([...routes, ...review]))
})
afterAll(() => server.close())

const shows = { meta: { shows: ['issue 12 outbox'] } }
const seenOf = async (made: Made) => {
  const row = (await server.call(reviewList, { officer_id: made.officer.officer_id }, admin)).body.items[0]
  return { id: String(row?.attendance_id), version: Number(row?.version) }
}
const approves = async (made: Made) => answer(await server.call(approveAttendance, await seenOf(made), admin))
const corrects = async (made: Made, from: number, to: number, more = {}) => {
  const { id, version } = await presses.recordOf(made)
  const [gaps] = await server.rows<{ sum: number }>(
    'select coalesce(sum(version), 0)::int as sum from attendance_gaps where attendance_id = $1',
    [id],
  )
  const times = { checked_in_at: ago(from), checked_out_at: ago(to) }
  const input = { id, version: version + Number(gaps?.sum), times, reason: 'Radio log', ...more }
  return answer(await server.call(correctAttendance, input, admin))
}
const atOnce = (made: Made) => {
  const now = Date.now()
  const clock = { ahead_ms: 0, heard_at: new Date(now - 60_000).toISOString(), since_ms: 60_000 }
  return { signup_id: made.signup_id, device_at: new Date(now).toISOString(), clock }
}
/** In at 480 minutes and out at `out`, and that is approved. */
const approved = async (out: number) => {
  const made = await presses.shift(480, 5)
  expect([await presses.goesIn(made, 480), await presses.goesOut(made, out), await approves(made)]).toEqual(
    Array(3).fill('done'),
  )
  return made
}

test('a check-out beside an approval that Correct turns down still begins time off duty', shows, async () => {
  const made = await approved(360)
  expect([await presses.goesIn(made, 345), await presses.goesOut(made, 240)]).toEqual(['attendance_decided', 'done'])
  expect(await corrects(made, 480, 360)).toBe('done')
  const record = await presses.recordOf(made)
  expect([asked(record), record.note]).toEqual([[480, 240], expect.stringContaining('Earlier requested check-out: ')])
  expect([await presses.goesIn(made, 192), await presses.goesOut(made, 150)]).toEqual(['attendance_decided', 'done'])
  expect(await presses.gapsOf(made)).toEqual([
    [360, 345],
    [240, 192],
  ])
  expect(await corrects(made, 480, 150)).toBe('done')
  expect((await presses.recordOf(made)).worked_minutes).toBe(330 - 15 - 48)
})

test('a check-out beside an approval that Correct accepts is not put aside', shows, async () => {
  const made = await approved(360)
  expect([await presses.goesIn(made, 345), await presses.goesOut(made, 240)]).toEqual(['attendance_decided', 'done'])
  expect(await corrects(made, 480, 240)).toBe('done')
  const record = await presses.recordOf(made)
  expect([asked(record), record.note ?? '']).toEqual([[null, null], expect.not.stringContaining('Earlier requested')])
})

test('a check-out that arrives at once after a kept return waits in the review', shows, async () => {
  const made = await approved(240)
  expect(await presses.goesIn(made, 180)).toBe('attendance_decided')
  expect(answer(await server.call(checkOut, { ...atOnce(made), early: true }, made.officer))).toBe('done')
  expect(minutesAgo((await presses.recordOf(made)).late_out_at)).toBeLessThanOrEqual(0)
})

test('time off duty that comes later is not counted because an admin counted what came before', shows, async () => {
  const made = await presses.shift(1600, 1200)
  await server.insert('attendance', {
    ...{ organization_id: organization.id, signup_id: made.signup_id, assignment_id: made.assignment_id },
    ...{ officer_id: made.officer.officer_id, scheduled_starts_at: ago(1600), scheduled_ends_at: ago(1200) },
    ...{ checked_in_at: ago(1600), device_in_at: ago(1600), state: 'open' },
  })
  expect(await presses.goesOut(made, 1500)).toBe('press_too_old')
  expect(await corrects(made, 1600, 1500, { count_gaps: true })).toBe('done')
  expect(await presses.goesIn(made, 1430)).not.toBe('done')
  const { id } = await presses.recordOf(made)
  const gaps = await server.rows('select counted from attendance_gaps where attendance_id = $1', [id])
  expect([await presses.gapsOf(made), gaps]).toEqual([[[1500, 1430]], [{ counted: false }]])
})

test(
  'the notice of a check-out from before a second device checked in and out names that check-in',
  shows,
  async () => {
    const made = await presses.shift(480, 20)
    expect([await presses.goesIn(made, 480), await presses.goesIn(made, 180), await presses.goesOut(made, 30)]).toEqual(
      ['done', 'already_checked_in', 'done'],
    )
    expect(await presses.goesOut(made, 240)).toBe('already_checked_out')
    expect((await presses.toldOf(made)).at(-1)?.message).toMatch(
      /Checked in again on another device: [^.]+\. Leave out the time in between\. Enter the times by hand/,
    )
  },
)
