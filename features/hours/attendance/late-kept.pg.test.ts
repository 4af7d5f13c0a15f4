import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveAttendance, correctAttendance, returnAttendance, reviewList, undoApproval } from './contract.review.ts'
import { askCorrection, checkIn, checkOut, resubmitAttendance } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'
import { ago, asked, type Desk, type Made, minutesAgo, press, type Row, startPresses } from './testing.presses.ts'

/** What an admin does with a record keeps the saved presses that it shows, and those that it can't show are reported. */
let server: Desk['server']
let admin: Desk['admin']
let presses: Desk['presses']

beforeAll(async () => {
  ;({ server, admin, presses } = await startPresses([...routes, ...review]))
})
afterAll(() => server.close())

const reason = 'Radio log'
const decided = {
  approves: async (made: Made) => {
    const { id, version } = await presses.recordOf(made)
    return server.call(approveAttendance, { id, version }, admin)
  },
  returns: async (made: Made) => {
    const { id, version } = await presses.recordOf(made)
    return server.call(returnAttendance, { id, version, reason }, admin)
  },
}
const accepts = async (made: Made, from: number, to: number) => {
  const { id } = await presses.recordOf(made)
  const [row] = (await server.call(reviewList, { officer_id: made.officer.officer_id }, admin)).body.items
  const times = { checked_in_at: ago(from), checked_out_at: ago(to) }
  const seen = { id, version: Number(row?.version) }
  expect((await server.call(correctAttendance, { ...seen, times, reason }, admin)).error).toBeNull()
  return (await presses.recordOf(made)).worked_minutes
}

describe('an officer who left, returned and left again without a connection', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const left = async (how: keyof typeof decided) => {
    const made = await presses.shift(480, 20)
    expect([await presses.goesIn(made, 480), await presses.goesOut(made, 240)]).toEqual(['done', 'done'])
    expect((await decided[how](made)).error).toBeNull()
    return made
  }

  test('is paid without the time off duty if an admin approved the first check-out, and accepts the last one', async () => {
    const made = await left('approves')
    expect([await presses.goesIn(made, 180), await presses.goesIn(made, 180)]).toEqual([
      'attendance_decided',
      'attendance_decided',
    ])
    expect(await presses.recordOf(made)).toMatchObject({ state: 'approved', worked_minutes: 240 })
    const [told] = await presses.toldOf(made)
    expect(told?.message).toContain('A later check-out will appear in the review, minus the time off duty.')
    expect(await presses.goesOut(made, 30)).toBe('done')
    const [row] = (await server.call(reviewList, { officer_id: made.officer.officer_id }, admin)).body.items
    expect([minutesAgo(row?.late_out_at), row?.gaps.map((gap) => minutesAgo(gap.left_at))]).toEqual([30, [240]])
    expect(await presses.gapsOf(made)).toEqual([[240, 180]])
    // Left at 240, back at 180.
    expect(await accepts(made, 480, 30)).toBe(390)
  })

  test('the same if the admin returned it', async () => {
    const made = await left('returns')
    expect([await presses.goesIn(made, 180), await presses.goesOut(made, 30)]).toEqual(['attendance_decided', 'done'])
    expect(asked(await presses.recordOf(made))).toEqual([480, 30])
    expect(await accepts(made, 480, 30)).toBe(390)
  })

  test('an approval that is undone changes nothing, and later returns are reported', async () => {
    const made = await left('approves')
    await presses.goesIn(made, 180)
    const { id } = await presses.recordOf(made)
    expect((await server.call(undoApproval, { id }, admin)).error).toBeNull()
    // Another device, which knows of no return.
    expect(await presses.goesIn(made, 100)).toBe('attendance_decided')
    expect(await presses.goesOut(made, 30)).toBe('done')
    expect(await presses.goesIn(made, 25)).toBe('attendance_decided')
    expect([await presses.gapsOf(made), (await presses.toldOf(made)).length]).toEqual([
      [
        [240, 180],
        [30, 25],
      ],
      3,
    ])
    expect(await accepts(made, 480, 30)).toBe(390)
  })

  test('a return is kept after the end and at another’s decision about the spot, but not amid a later request', async () => {
    const over = await left('approves')
    await server.rows(`update officer_assignments set ends_at = $2 where id = $1`, [over.signup_id, ago(200)])
    const released = await left('returns')
    await server.rows(`update officer_assignments set status = 'released', decided_by = $2 where id = $1`, [
      released.signup_id,
      admin.officer_id,
    ])
    const requested = await left('returns')
    await server.rows(`update attendance set asked_in_at = checked_in_at, asked_out_at = $2 where signup_id = $1`, [
      requested.signup_id,
      ago(100),
    ])
    for (const made of [over, released]) {
      expect([await presses.goesIn(made, 180), await presses.gapsOf(made)]).toEqual([
        'attendance_decided',
        [[240, 180]],
      ])
    }
    expect([await presses.goesIn(requested, 180), await presses.gapsOf(requested)]).toEqual(['attendance_decided', []])
    const [told] = await presses.toldOf(requested)
    expect(told?.message).toMatch(/Leave out the time since the check-out on .*\. Enter the times by hand/)
  })
})

describe('a record that is returned', { meta: { shows: ['issue 12 outbox'] } }, () => {
  test('keeps the check-out that came after the approval, as a request', async () => {
    const made = await presses.shift(180, 60)
    await presses.goesIn(made, 180)
    await presses.goesOut(made, 90)
    await decided.approves(made)
    expect(await presses.goesOut(made, 55)).toBe('done')
    expect((await decided.returns(made)).error).toBeNull()
    const { id, ...returned } = await presses.recordOf(made)
    expect([returned.state, ...asked({ id, ...returned } as Row)]).toEqual(['returned', 180, 55])
    const again = await server.call(resubmitAttendance, { id, note: 'As sent', times: null }, made.officer)
    expect(again.error).toBeNull()
    const [row] = (await server.call(reviewList, { officer_id: made.officer.officer_id }, admin)).body.items
    expect([row?.state, minutesAgo(row?.asked_out_at)]).toEqual(['submitted', 55])
  })

  const asksFor = async (made: Made, out: number) => {
    const { id } = await presses.recordOf(made)
    const times = { checked_in_at: ago(180), checked_out_at: ago(out) }
    expect((await server.call(askCorrection, { id, note: 'Held', times }, made.officer)).error).toBeNull()
    return id
  }
  test('requests no longer what its officer has replaced', async () => {
    const made = await presses.shift(180, 60)
    await presses.goesIn(made, 180)
    await presses.goesOut(made, 90)
    const id = await asksFor(made, 30)
    await decided.returns(made)
    const times = { checked_in_at: ago(180), checked_out_at: ago(60) }
    const again = await server.call(resubmitAttendance, { id, note: 'You are right', times }, made.officer)
    expect(again.error).toBeNull()
    const after = await presses.recordOf(made)
    expect([minutesAgo(after.checked_out_at), ...asked(after)]).toEqual([60, null, null])
  })

  test('requests no longer what an approval has decided, and a saved check-out is requested', async () => {
    const made = await presses.shift(180, 60)
    await presses.goesIn(made, 180)
    await presses.goesOut(made, 90)
    await asksFor(made, 30)
    await decided.approves(made)
    await decided.returns(made)
    expect(asked(await presses.recordOf(made))).toEqual([null, null])
    expect(await presses.goesOut(made, 20)).toBe('done')
    expect(asked(await presses.recordOf(made))).toEqual([180, 20])
  })
})

describe('presses of two devices', { meta: { shows: ['issue 12 outbox'] } }, () => {
  const titles = async (made: Made) => (await presses.toldOf(made)).map(({ title }) => title.replace(/^.*: saved /, ''))
  const both = ["check-in wasn't counted", "check-out wasn't counted"]

  test('a check-in and check-out before the record of the other one are both reported, while it is open and after', async () => {
    const open = await presses.shift(180, -60)
    await presses.goesIn(open, 60)
    expect([await presses.goesIn(open, 100), await presses.goesOut(open, 70)]).toEqual([
      'already_checked_in',
      'checkout_too_soon',
    ])
    expect(await titles(open)).toEqual(both)
    const done = await presses.shift(180, 20)
    await presses.goesIn(done, 100)
    await presses.goesOut(done, 50)
    expect([await presses.goesIn(done, 180), await presses.goesOut(done, 120)]).toEqual([
      'already_checked_in',
      'already_checked_out',
    ])
    expect(await titles(done)).toEqual(both)
  })

  test('a check-out and a return of the other one are reported, also within the time on duty; the same ones are not', async () => {
    const made = await presses.shift(180, -60)
    for (const [n, at] of [180, 150, 100, 50].entries())
      await (n % 2 === 0 ? presses.goesIn : presses.goesOut)(made, at)
    expect([await presses.goesIn(made, 180), await presses.goesIn(made, 100), await presses.goesOut(made, 50)]).toEqual(
      ['already_checked_in', 'already_checked_in', 'already_checked_out'],
    )
    expect(await presses.toldOf(made)).toEqual([])
    expect([await presses.goesOut(made, 80), await presses.goesIn(made, 70), await presses.goesIn(made, 130)]).toEqual([
      'already_checked_out',
      'already_checked_in',
      'already_checked_in',
    ])
    expect(await titles(made)).toEqual([...both.toReversed(), ...both.slice(0, 1)])
  })

  test('a check-out of the other one that became a request stays in the note when a later one takes its place', async () => {
    const made = await presses.shift(580, 20)
    const sent = [await presses.goesIn(made, 450), await presses.goesOut(made, 315), await presses.goesOut(made, 265)]
    expect([...sent, await presses.goesIn(made, 270), await presses.goesOut(made, 145)]).toEqual(
      Array.from({ length: 5 }, () => 'done'),
    )
    const { note } = await presses.recordOf(made)
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Chicago' })
    expect(note.match(/Earlier requested check-out: [^.]*/g)).toEqual([
      expect.stringContaining(clock.format(new Date(ago(265)))),
    ])
  })

  test('a check-out of the other one amid an earlier time on duty is reported while the record is open', async () => {
    const made = await presses.shift(600, -60)
    for (const [n, at] of [590, 300, 290].entries()) await (n % 2 === 0 ? presses.goesIn : presses.goesOut)(made, at)
    expect(await presses.goesOut(made, 500)).toBe('checkout_too_soon')
    expect(await titles(made)).toEqual(both.slice(1))
  })

  test('a check-out by a clock that was reset, within a minute of the check-in, is reported', async () => {
    const made = await presses.shift(180, 60)
    await presses.goesIn(made, 175)
    const heard_at = new Date(Date.parse(ago(175)) + 30_000).toISOString()
    const out = { signup_id: made.signup_id, device_at: '2010-01-01T06:00:00.000Z' }
    const answered = await server.call(
      checkOut,
      { ...out, clock: { ahead_ms: 0, heard_at, since_ms: null } },
      made.officer,
    )
    expect([answered.error?.code, await titles(made)]).toEqual(['checkout_too_soon', both.slice(1)])
  })

  test('a check-in that was saved before the other one removed its own does not bring it back', async () => {
    const made = await presses.shift(-30, -90)
    const removes = async (at: number) => {
      const removal = { ...press(made, at), early: true, remove: true }
      expect((await server.call(checkOut, removal, made.officer)).body.taken_back).toBe(true)
    }
    expect(await presses.goesIn(made, 20)).toBe('done')
    await removes(10)
    expect([await presses.goesIn(made, 21), await titles(made)]).toEqual(['checkin_removed', both.slice(0, 1)])
    // Made after the removal, though saved as well.
    expect(await presses.goesIn(made, 5)).toBe('done')
    await removes(3)
    expect((await server.call(checkIn, press(made, 0), made.officer)).error).toBeNull()
  })

  test('an absence that only the other one has is reported', async () => {
    const made = await presses.shift(600, 60)
    await presses.goesIn(made, 590)
    await presses.goesOut(made, 60)
    for (const at of [400, 70]) expect(await presses.goesOut(made, at)).toBe('already_checked_out')
    expect(await presses.goesIn(made, 200)).toBe('already_checked_in')
    expect(await presses.toldOf(made)).toHaveLength(3)
  })

  test('a return within time off duty that is no longer the last is refused, not a failure', async () => {
    const made = await presses.shift(600, 60)
    for (const [n, at] of [590, 500, 200].entries())
      expect(await (n % 2 === 0 ? presses.goesIn : presses.goesOut)(made, at)).toBe('done')
    await server.rows(`update attendance set state = 'submitted', checked_out_at = $2 where signup_id = $1`, [
      made.signup_id,
      ago(300),
    ])
    expect(await presses.goesIn(made, 250)).toMatch(/^(already_checked_in|attendance_decided)$/)
    expect(await presses.toldOf(made)).toHaveLength(1)
  })
})

test('a check-out that was requested before checking in again stays in the note', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const made = await presses.shift(180, -60)
  await presses.goesIn(made, 180)
  await presses.goesOut(made, 90)
  // Of another device.
  expect([await presses.goesOut(made, 55), await presses.goesIn(made, 50), await presses.goesOut(made, 10)]).toEqual([
    'done',
    'done',
    'done',
  ])
  expect(asked(await presses.recordOf(made))).toEqual([180, 10])
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Chicago' })
  const [row] = (await server.call(reviewList, { officer_id: made.officer.officer_id }, admin)).body.items
  expect(row?.note).toContain('Earlier requested check-out: ')
  expect(row?.note).toContain(clock.format(new Date(ago(55))))
})

describe('a second return after an approval', { meta: { shows: ['issue 12 outbox'] } }, () => {
  const keeps = async (made: Made) => {
    const [row] = (await server.call(reviewList, { officer_id: made.officer.officer_id }, admin)).body.items
    const seen = { id: String(row?.attendance_id), version: Number(row?.version) }
    expect((await server.call(approveAttendance, seen, admin)).error).toBeNull()
  }

  test('is time off duty since the check-out that an admin put aside, which stays in the record', async () => {
    const made = await presses.shift(600, 60)
    expect([await presses.goesIn(made, 539), await presses.goesOut(made, 382)]).toEqual(['done', 'done'])
    await decided.approves(made)
    expect([await presses.goesIn(made, 334), await presses.goesOut(made, 294)]).toEqual(['attendance_decided', 'done'])
    await keeps(made)
    const kept = await presses.recordOf(made)
    expect([kept.worked_minutes, minutesAgo(kept.late_out_at), ...asked(kept)]).toEqual([157, null, 539, 294])
    expect(kept.note).toMatch(/^Earlier requested check-out: [^.]+\.$/)
    expect([await presses.goesIn(made, 252), await presses.goesOut(made, 227)]).toEqual(['attendance_decided', 'done'])
    expect(await presses.gapsOf(made)).toEqual([
      [382, 334],
      [294, 252],
    ])
    expect(await accepts(made, 539, 227)).toBe(222)
  })

  test('the same if an admin approved the recorded times and not the requested ones', async () => {
    const made = await presses.shift(600, 60)
    expect([await presses.goesIn(made, 545), await presses.goesOut(made, 502)]).toEqual(['done', 'done'])
    await decided.returns(made)
    expect([await presses.goesIn(made, 500), await presses.goesOut(made, 361)]).toEqual(['attendance_decided', 'done'])
    await keeps(made)
    expect([await presses.goesIn(made, 327), await presses.goesOut(made, 287)]).toEqual(['attendance_decided', 'done'])
    expect(await accepts(made, 545, 287)).toBe(222)
  })

  test('while a check-out waits beside it, the notice names that one, and the row has the time off duty', async () => {
    const made = await presses.shift(600, 60)
    await presses.goesIn(made, 539)
    await presses.goesOut(made, 382)
    await decided.approves(made)
    await presses.goesIn(made, 334)
    await presses.goesOut(made, 294)
    expect(await presses.goesIn(made, 252)).toBe('attendance_decided')
    const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'America/Chicago' })
    expect((await presses.toldOf(made)).at(-1)?.message).toContain(
      `${clock.format(new Date(ago(294)))} was sent earlier. Leave out the time in between. Enter the times by hand`,
    )
    await keeps(made)
    expect(await presses.goesOut(made, 227)).toBe('done')
    expect(await accepts(made, 539, 227)).toBe(222)
  })
})
