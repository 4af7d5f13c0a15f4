import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveAttendance, correctAttendance, returnAttendance, reviewList } from './contract.review.ts'
import { checkIn, checkOut, resubmitAttendance } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'
import { ago, answer, asked, type Desk, type Made, press, startPresses } from './testing.presses.ts'

/** A return that is refused, whatever the reason, is time off duty that doesn't count until an admin decides. */
let server: Desk['server']
let organization: Desk['organization']
let admin: Desk['admin']
let presses: Desk['presses']

beforeAll(async () => {
  ;({ server, organization, admin, presses } = await startPresses([...routes, ...review]))
})
afterAll(() => server.close())

const shows = { meta: { shows: ['issue 12 outbox'] } }
const reason = 'Radio log'
const rowOf = async (made: Made) =>
  (await server.call(reviewList, { officer_id: made.officer.officer_id }, admin)).body.items[0]
const approves = async (made: Made) => {
  const row = await rowOf(made)
  return answer(
    await server.call(approveAttendance, { id: String(row?.attendance_id), version: Number(row?.version) }, admin),
  )
}
/** The admin saves the form as it starts. */
const accepts = async (made: Made) => {
  const row = await rowOf(made)
  const times = {
    checked_in_at: String(row?.asked_in_at ?? row?.checked_in_at),
    checked_out_at: String(row?.late_out_at ?? row?.asked_out_at ?? row?.checked_out_at),
  }
  const seen = { id: String(row?.attendance_id), version: Number(row?.version) }
  expect((await server.call(correctAttendance, { ...seen, times, reason }, admin)).error).toBeNull()
  return (await presses.recordOf(made)).worked_minutes
}
/** What reached the server in time: in at `from`, and out at `out` if given. */
const recorded = async (from: number, to: number, out: number | null) => {
  const made = await presses.shift(from, to)
  await server.insert('attendance', {
    ...{ organization_id: organization.id, signup_id: made.signup_id, assignment_id: made.assignment_id },
    ...{ officer_id: made.officer.officer_id, scheduled_starts_at: ago(from), scheduled_ends_at: ago(to) },
    ...{ checked_in_at: ago(from), device_in_at: ago(from), state: out === null ? 'open' : 'submitted' },
    ...(out === null ? {} : { checked_out_at: ago(out), device_out_at: ago(out), worked_minutes: from - out }),
  })
  return made
}
const atOnce = (made: Made) => {
  const now = Date.now()
  const clock = { ahead_ms: 0, heard_at: new Date(now - 60_000).toISOString(), since_ms: 60_000 }
  return { signup_id: made.signup_id, device_at: new Date(now).toISOString(), clock }
}
/** Moves the shift, as its form moves the sign-ups of records that are handed in. */
const moves = (made: Made, from: number, to: number) =>
  server.rows('update officer_assignments set starts_at = $2, ends_at = $3 where id = $1', [
    made.signup_id,
    ago(from),
    ago(to),
  ])

describe('a refused return is time off duty when the check-out after it is accepted', shows, () => {
  const left = async () => {
    const made = await presses.shift(480, -60)
    expect([await presses.goesIn(made, 480), await presses.goesOut(made, 240)]).toEqual(['done', 'done'])
    return made
  }
  const comesBack = async (made: Made, code: string) => {
    expect([await presses.goesIn(made, 180), await presses.goesOut(made, 30)]).toEqual([code, 'done'])
    expect(await presses.gapsOf(made)).toEqual([[240, 180]])
    expect((await presses.toldOf(made))[0]?.message).toContain('A later check-out will appear in the review')
    expect((await presses.recordOf(made)).worked_minutes).toBe(240)
    expect(await accepts(made)).toBe(390)
  }

  test('if the shift was made shorter, was canceled, or was moved later meanwhile', async () => {
    const shortened = await left()
    await moves(shortened, 480, 200)
    await comesBack(shortened, 'checkin_too_late')
    const canceled = await left()
    await server.rows(`update officer_assignments set status = 'cancelled_by_client' where id = $1`, [
      canceled.signup_id,
    ])
    await comesBack(canceled, 'no_confirmed_place')
    const moved = await left()
    await moves(moved, 100, -120)
    await comesBack(moved, 'checkin_too_early')
  })

  test('if it was made shorter after an approval', async () => {
    const made = await left()
    expect(await approves(made)).toBe('done')
    await moves(made, 480, 200)
    await comesBack(made, 'attendance_decided')
  })

  test('if the return is over a day old and the check-out is not', async () => {
    const made = await recorded(1600, 1200, 1500)
    expect([await presses.goesIn(made, 1445), await presses.goesOut(made, 1210)]).toEqual(['press_too_old', 'done'])
    expect([await presses.gapsOf(made), asked(await presses.recordOf(made))]).toEqual([[[1500, 1445]], [1600, 1210]])
    expect(await accepts(made)).toBe(335)
  })

  test('if it arrived at once: its answer may be lost', async () => {
    const made = await left()
    expect(await approves(made)).toBe('done')
    expect(answer(await server.call(checkIn, atOnce(made), made.officer))).toBe('attendance_decided')
    const [gap] = await presses.gapsOf(made)
    expect([gap?.[0], Number(gap?.[1]) <= 0]).toEqual([240, true])
  })

  test('if the check-out before it was over a day old too, and the record is open', async () => {
    const made = await recorded(1600, 1200, null)
    expect([
      await presses.goesOut(made, 1500),
      await presses.goesIn(made, 1445),
      await presses.goesOut(made, 1205),
    ]).toEqual(['press_too_old', 'press_too_old', 'done'])
    const row = await rowOf(made)
    expect([await presses.gapsOf(made), row?.flags]).toEqual([[[1500, 1445]], expect.arrayContaining(['gap'])])
    expect(await approves(made)).toBe('done')
    expect([(await presses.recordOf(made)).worked_minutes, (await presses.toldOf(made)).length]).toEqual([340, 2])
  })
})

test('a check-out that came too late leaves a mark on the open record, also without a return', shows, async () => {
  const made = await recorded(1600, 1200, null)
  expect([await presses.goesOut(made, 1500), await presses.goesOut(made, 1205)]).toEqual(['press_too_old', 'done'])
  expect((await rowOf(made))?.flags).toContain('gap')
  expect([await presses.gapsOf(made), (await presses.recordOf(made)).worked_minutes]).toEqual([[[1500, 1500]], 395])
})

test('after a return that was too early, the officer checks in once the shift opens', shows, async () => {
  const made = await presses.shift(480, -60)
  expect([await presses.goesIn(made, 480), await presses.goesOut(made, 240)]).toEqual(['done', 'done'])
  await moves(made, 60, -120)
  expect([await presses.goesIn(made, 180), await presses.goesIn(made, 90)]).toEqual(['checkin_too_early', 'done'])
  expect(await presses.gapsOf(made)).toEqual([[240, 90]])
  const { state, checked_out_at } = await presses.recordOf(made)
  expect([state, checked_out_at]).toEqual(['open', null])
  expect(await presses.goesOut(made, 10)).toBe('done')
  expect((await presses.recordOf(made)).worked_minutes).toBe(320)
})

test(
  'a return after a check-out that came too late checks in, and both times off duty are left out',
  shows,
  async () => {
    const made = await recorded(1700, 1200, 1600)
    expect([
      await presses.goesIn(made, 1580),
      await presses.goesOut(made, 1500),
      await presses.goesIn(made, 1400),
      await presses.goesOut(made, 1205),
    ]).toEqual(['press_too_old', 'press_too_old', 'done', 'done'])
    expect(await presses.gapsOf(made)).toEqual([
      [1600, 1580],
      [1500, 1400],
    ])
    expect((await presses.recordOf(made)).worked_minutes).toBe(100 + 80 + 195)
  },
)

test('the notice about a return that can’t be kept names the check-out before it', shows, async () => {
  const made = await presses.shift(480, 20)
  expect([await presses.goesIn(made, 480), await presses.goesOut(made, 240)]).toEqual(['done', 'done'])
  await server.rows(
    `update attendance set state = 'locked', decided_by = $2, decided_at = now() where signup_id = $1`,
    [made.signup_id, admin.officer_id],
  )
  expect(await presses.goesIn(made, 180)).toBe('attendance_decided')
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Chicago' })
  expect((await presses.toldOf(made))[0]?.message).toMatch(
    new RegExp(`Leave out the time since the check-out on .* ${clock.format(new Date(ago(240)))}\\. Enter the times`),
  )
})

test('every return that is kept raises the version that the admin saw, also a second one', shows, async () => {
  const made = await presses.shift(600, 20)
  expect([await presses.goesIn(made, 480), await presses.goesOut(made, 240)]).toEqual(['done', 'done'])
  expect(await approves(made)).toBe('done')
  expect([await presses.goesIn(made, 180), await presses.goesOut(made, 150)]).toEqual(['attendance_decided', 'done'])
  const before = await rowOf(made)
  expect(await presses.goesIn(made, 120)).toBe('attendance_decided')
  const seen = { id: String(before?.attendance_id), version: Number(before?.version) }
  const times = { checked_in_at: ago(480), checked_out_at: ago(60) }
  const saved = await server.call(correctAttendance, { ...seen, times, reason, count_gaps: true }, admin)
  expect(answer(saved)).toBe('changed_meanwhile')
  expect((await rowOf(made))?.version).toBeGreaterThan(seen.version)
})

describe('what one phone saved, after the officer has checked in with another', shows, () => {
  const checksIn = async (made: Made) => answer(await server.call(checkIn, atOnce(made), made.officer))

  test('a check-out ends nothing: it is time off duty until then, and the record stays open', async () => {
    const made = await presses.shift(480, -60)
    expect([await presses.goesIn(made, 480), await checksIn(made)]).toEqual(['done', 'already_checked_in'])
    expect(await presses.goesOut(made, 240)).toBe('done')
    const [[left, back] = []] = await presses.gapsOf(made)
    const record = await presses.recordOf(made)
    expect([left, Number(back) <= 0, record.state, record.checked_out_at]).toEqual([240, true, 'open', null])
    // The phone that sent it may be put away: the admins hear that the shift goes on.
    expect((await presses.toldOf(made)).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /Reason: back on duty since .+\d\d:\d\d\. The time in between shows as off duty in the review\./,
      ),
    ])
    // The same one again, under another key.
    expect(await presses.goesOut(made, 240)).not.toBe('done')
  })

  test('a removal deletes nothing', async () => {
    const made = await presses.shift(-30, -500)
    expect([await presses.goesIn(made, 20), await checksIn(made)]).toEqual(['done', 'already_checked_in'])
    const removal = { ...press(made, 10), early: true, remove: true }
    const { body } = await server.call(checkOut, removal, made.officer)
    expect([body.taken_back, (await presses.recordOf(made)).state]).toEqual([false, 'open'])
    expect((await presses.gapsOf(made)).length).toBe(1)
  })

  test('a later check-out counts as before', async () => {
    const made = await presses.shift(480, 20)
    expect([await presses.goesIn(made, 480), await presses.goesIn(made, 300), await presses.goesOut(made, 30)]).toEqual(
      ['done', 'already_checked_in', 'done'],
    )
    expect([(await presses.recordOf(made)).worked_minutes, await presses.gapsOf(made)]).toEqual([450, []])
  })
})

test('a check-in at once that was too early is reported once its device asks for the lost answer', {
  ...shows,
  timeout: 30_000,
}, async () => {
  const made = await presses.shift(-120, -600)
  const [input, key] = [atOnce(made), randomUUID()]
  const sends = async () => answer(await server.call(checkIn, input, made.officer, { key }))
  expect([await sends(), await presses.toldOf(made)]).toEqual(['checkin_too_early', []])
  await new Promise((resolve) => setTimeout(resolve, 10_500))
  for (const _again of [1, 2]) {
    expect(await sends()).toBe('checkin_too_early')
    expect((await presses.toldOf(made)).map(({ message }) => message)).toEqual([
      expect.stringContaining('Reason: too early. Enter the times by hand'),
    ])
  }
})

test('a check-in made within seconds of a removal that arrived at once counts', {
  ...shows,
  timeout: 30_000,
}, async () => {
  const made = await presses.shift(-30, -500)
  expect(await presses.goesIn(made, 20)).toBe('done')
  const agoSeconds = (seconds: number) => {
    const at = Date.now() - seconds * 1000
    const clock = { ahead_ms: 0, heard_at: new Date(at - 60_000).toISOString(), since_ms: 60_000 }
    return { signup_id: made.signup_id, device_at: new Date(at).toISOString(), clock }
  }
  const removal = { ...agoSeconds(9), early: true, remove: true }
  expect((await server.call(checkOut, removal, made.officer)).body.taken_back).toBe(true)
  const [again, before] = [agoSeconds(1), agoSeconds(60)]
  await new Promise((resolve) => setTimeout(resolve, 10_500))
  // Made before the removal was.
  expect(answer(await server.call(checkIn, before, made.officer))).toBe('checkin_removed')
  expect(answer(await server.call(checkIn, again, made.officer))).toBe('done')
})

test('a resubmission typed before a check-out came keeps that check-out in the note', shows, async () => {
  const made = await presses.shift(480, 20)
  expect([await presses.goesIn(made, 480), await presses.goesOut(made, 240)]).toEqual(['done', 'done'])
  const returns = async () => {
    const row = await rowOf(made)
    const seen = { id: String(row?.attendance_id), version: Number(row?.version) }
    return answer(await server.call(returnAttendance, { ...seen, reason }, admin))
  }
  expect([await returns(), await presses.goesOut(made, 30), await returns()]).toEqual(['done', 'done', 'done'])
  const { id } = await presses.recordOf(made)
  const times = { checked_in_at: ago(480), checked_out_at: ago(200) }
  const again = await server.call(resubmitAttendance, { id, note: 'Left early', times }, made.officer)
  expect(answer(again)).toBe('done')
  expect((await presses.recordOf(made)).note).toMatch(/^Earlier requested check-out: [^.]+\. (.*\. )?Left early$/)
})
