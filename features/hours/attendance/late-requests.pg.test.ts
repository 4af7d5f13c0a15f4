import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approveAttendance, correctAttendance, returnAttendance, reviewList, undoApproval } from './contract.review.ts'
import { askCorrection, noteAttendance, resubmitAttendance } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'
import { ago, answer, asked, type Desk, type Made, startPresses } from './testing.presses.ts'

/** Requested times and saved presses around what an admin decides: none of them disappears, and nothing unseen is decided. */
let server: Desk['server']
let organization: Desk['organization']
let admin: Desk['admin']
let presses: Desk['presses']

beforeAll(async () => {
  ;({ server, organization, admin, presses } = await startPresses([...routes, ...review]))
})
afterAll(() => server.close())

/** In, out, in, … at these minutes ago, all of them counted or requested. */
const works = async (made: Made, ...minutes: number[]) => {
  for (const [n, at] of minutes.entries())
    expect(await (n % 2 === 0 ? presses.goesIn : presses.goesOut)(made, at)).toBe('done')
}
/** The record as an admin sees it. */
const seenBy = async ({ officer }: Made) => {
  for (const show of ['submitted', 'returned', 'approved'] as const) {
    const [row] = (await server.call(reviewList, { officer_id: officer.officer_id, show }, admin)).body.items
    if (row?.attendance_id) return { id: row.attendance_id, version: row.version }
  }
  throw new Error('not in the review')
}
const titles = async (made: Made) => (await presses.toldOf(made)).map(({ title }) => title.replace(/^.*: saved /, ''))
const reason = 'Radio log'
const approves = async (made: Made) => answer(await server.call(approveAttendance, await seenBy(made), admin))
const returns = async (made: Made) =>
  answer(await server.call(returnAttendance, { ...(await seenBy(made)), reason }, admin))
const undoes = async (made: Made) =>
  answer(await server.call(undoApproval, { id: (await presses.recordOf(made)).id }, admin))
const corrects = async (made: Made, from: number, to: number) => {
  const times = { checked_in_at: ago(from), checked_out_at: ago(to) }
  return answer(await server.call(correctAttendance, { ...(await seenBy(made)), times, reason }, admin))
}
const asks = async (made: Made, from: number, to: number, note = 'Held') => {
  const times = { checked_in_at: ago(from), checked_out_at: ago(to) }
  const { id } = await presses.recordOf(made)
  return answer(await server.call(askCorrection, { id, note, times }, made.officer))
}
const shows = { meta: { shows: ['issue 12 outbox'] } }

test(
  'an approval that is undone keeps the later one of the requested check-out and the one that came after it',
  shows,
  async () => {
    for (const [late, kept] of [
      [60, 30],
      [25, 25],
    ] as const) {
      const made = await presses.shift(480, 20)
      await works(made, 480, 240)
      expect(await presses.goesOut(made, 30)).toBe('done')
      expect([await approves(made), await presses.goesOut(made, late), await undoes(made)]).toEqual([
        'done',
        'done',
        'done',
      ])
      const after = await presses.recordOf(made)
      expect([...asked(after), after.late_out_at]).toEqual([480, kept, null])
    }
  },
)

test('a correction typed before a later check-out came keeps that one in the note', shows, async () => {
  const made = await presses.shift(480, 20)
  await works(made, 480, 240)
  expect(await presses.goesOut(made, 30)).toBe('done')
  expect(await asks(made, 480, 240, 'Came early')).toBe('done')
  const first = await presses.recordOf(made)
  expect(asked(first)).toEqual([480, 240])
  expect(first.note).toMatch(/^Earlier requested check-out: .+\. (.*\. )?Came early$/)
  // A later one takes nothing away.
  expect(await asks(made, 480, 100, 'Came early')).toBe('done')
  expect((await presses.recordOf(made)).note).toBe(first.note)
})

describe('a refused press that the records don’t have is reported', shows, () => {
  const decided = async () => {
    const made = await presses.shift(480, 20)
    await works(made, 480, 240)
    expect([await asks(made, 480, 30), await approves(made)]).toEqual(['done', 'done'])
    return made
  }
  test('beside another check-out', async () => {
    const made = await decided()
    const sent = [await presses.goesOut(made, 60), await presses.goesIn(made, 50), await presses.goesOut(made, 40)]
    expect(sent).toEqual(['done', 'attendance_decided', 'already_checked_out'])
    expect(await titles(made)).toEqual(["check-in wasn't counted", "check-out wasn't counted"])
  })
  test('of an exported record', async () => {
    const made = await decided()
    await server.rows(`update attendance set state = 'locked' where signup_id = $1`, [made.signup_id])
    expect(await presses.goesOut(made, 60)).toBe('already_checked_out')
    expect(await titles(made)).toEqual(["check-out wasn't counted"])
  })
  test('also while the request is open; the requested one itself is not', async () => {
    const made = await presses.shift(480, 20)
    await works(made, 480, 240)
    expect([await asks(made, 480, 30), await presses.goesOut(made, 30)]).toEqual(['done', 'already_checked_out'])
    expect(await presses.toldOf(made)).toEqual([])
    expect(await presses.goesOut(made, 60)).toBe('already_checked_out')
    expect(await titles(made)).toEqual(["check-out wasn't counted"])
  })
  test('and the last check-out after an admin has entered times that end later', async () => {
    const made = await presses.shift(600, 60)
    await works(made, 590)
    const { id, version } = await presses.recordOf(made)
    const times = { checked_in_at: ago(590), checked_out_at: ago(60) }
    const entered = { id, version, times, reason: 'Open' }
    expect((await server.call(correctAttendance, entered, admin)).error).toBeNull()
    const sent = [await presses.goesOut(made, 400), await presses.goesIn(made, 370), await presses.goesOut(made, 70)]
    expect(sent).toEqual(['done', 'already_checked_in', 'already_checked_out'])
    expect(await titles(made)).toEqual(["check-in wasn't counted", "check-out wasn't counted"])
  })
})

test('after one admin has kept an approval beside a late check-out, the other one can’t undo it', shows, async () => {
  const made = await presses.shift(600, 200)
  await works(made, 590, 300)
  const second = await server.makePerson(organization, { role: 'admin' })
  expect(await approves(made)).toBe('done')
  expect(await presses.goesOut(made, 150)).toBe('done')
  expect(answer(await server.call(approveAttendance, await seenBy(made), second))).toBe('done')
  expect(answer(await server.call(undoApproval, { id: (await presses.recordOf(made)).id }, admin))).not.toBe('done')
  expect(await presses.recordOf(made)).toMatchObject({ state: 'approved', late_out_at: null })
})

describe('a check-out that was requested before checking in again stays in the note', shows, () => {
  const sentence = 'Earlier requested check-out: '
  const requested = async (ends = -60) => {
    const made = await presses.shift(180, ends)
    await works(made, 180, 90)
    // Of another device.
    expect([await presses.goesOut(made, 55), await presses.goesIn(made, 50), await presses.goesOut(made, 10)]).toEqual([
      'done',
      'done',
      'done',
    ])
    const { note } = await presses.recordOf(made)
    expect(note).toContain(sentence)
    return { made, kept: `${note.slice(note.indexOf(sentence)).split('.')[0]}.` }
  }
  test('at a later request, a note and a resubmission of the officer', async () => {
    const { made, kept } = await requested()
    expect([await asks(made, 180, 8), (await presses.recordOf(made)).note]).toEqual(['done', `${kept} Held`])
    const { id } = await presses.recordOf(made)
    const said = await server.call(noteAttendance, { id, note: 'Gate 4', was: `${kept} Held` }, made.officer)
    expect([answer(said), (await presses.recordOf(made)).note]).toEqual(['done', `${kept} Gate 4`])
    // The note that the form shows, once more.
    await server.call(noteAttendance, { id, note: `${kept} Gate 4` }, made.officer)
    expect((await presses.recordOf(made)).note).toBe(`${kept} Gate 4`)
    expect(await returns(made)).toBe('done')
    const note = 'x'.repeat(1000)
    expect(answer(await server.call(resubmitAttendance, { id, note, times: null }, made.officer))).toBe('done')
    const after = (await presses.recordOf(made)).note
    expect([after.length, after.startsWith(`${kept} xxx`)]).toEqual([1000, true])
  })
  test('beside a long note', async () => {
    const made = await presses.shift(180, -60)
    await works(made, 180, 90)
    expect([
      await presses.goesOut(made, 55),
      await asks(made, 180, 55, 'x'.repeat(1000)),
      await presses.goesIn(made, 50),
    ]).toEqual(['done', 'done', 'done'])
    const { note } = await presses.recordOf(made)
    expect([note.length, note.startsWith(sentence), note.endsWith('xxx')]).toEqual([1000, true, true])
  })
})

describe('a saved return to a decided record whose officer has requested a later check-out', shows, () => {
  const requested = async () => {
    const made = await presses.shift(480, 20)
    await works(made, 480, 240)
    expect(await presses.goesOut(made, 200)).toBe('done')
    return made
  }
  test('is kept as time off duty from that check-out on, and the next check-out is requested', async () => {
    const made = await requested()
    expect(await returns(made)).toBe('done')
    expect([await presses.goesIn(made, 180), await presses.goesOut(made, 30)]).toEqual(['attendance_decided', 'done'])
    expect([await presses.gapsOf(made), asked(await presses.recordOf(made))]).toEqual([[[200, 180]], [480, 30]])
    const [back, ...more] = await presses.toldOf(made)
    expect(back?.message).toContain('A later check-out will appear in the review, minus the time off duty.')
    expect([back?.message.includes('is requested'), more]).toEqual([false, []])
    // Worked until 200, and from 180.
    expect(await corrects(made, 480, 30)).toBe('done')
    expect((await presses.recordOf(made)).worked_minutes).toBe(430)
  })
  test('pays nothing by itself, and takes no minute that was worked before it', async () => {
    for (const [out, minutes] of [
      [240, 240],
      [200, 280],
      [190, 280],
    ] as const) {
      const made = await requested()
      expect([await returns(made), await presses.goesIn(made, 180)]).toEqual(['done', 'attendance_decided'])
      expect((await presses.recordOf(made)).worked_minutes).toBe(240)
      expect(await corrects(made, 480, out)).toBe('done')
      expect((await presses.recordOf(made)).worked_minutes).toBe(minutes)
    }
  })
  test('is kept too if another return is, from the check-out after that one on', async () => {
    const made = await requested()
    expect([await returns(made), await presses.goesIn(made, 180), await presses.goesOut(made, 100)]).toEqual([
      'done',
      'attendance_decided',
      'done',
    ])
    expect([await presses.goesIn(made, 80), await presses.goesOut(made, 30)]).toEqual(['attendance_decided', 'done'])
    expect(asked(await presses.recordOf(made))).toEqual([480, 30])
    expect(await presses.gapsOf(made)).toEqual([
      [200, 180],
      [100, 80],
    ])
    expect(await corrects(made, 480, 30)).toBe('done')
    expect((await presses.recordOf(made)).worked_minutes).toBe(410)
  })
  test('takes nothing away if the approval is undone', async () => {
    const made = await requested()
    expect([await approves(made), await presses.goesIn(made, 180), await undoes(made)]).toEqual([
      'done',
      'attendance_decided',
      'done',
    ])
    expect([await presses.gapsOf(made), asked(await presses.recordOf(made))]).toEqual([[[200, 180]], [480, 200]])
    expect(await corrects(made, 480, 200)).toBe('done')
    expect((await presses.recordOf(made)).worked_minutes).toBe(280)
  })
  test('is kept once the approval of the recorded times can no longer be undone', async () => {
    const made = await requested()
    expect(await approves(made)).toBe('done')
    await server.rows(`update attendance set decided_at = decided_at - interval '61 seconds' where signup_id = $1`, [
      made.signup_id,
    ])
    expect([await presses.goesIn(made, 180), await presses.goesOut(made, 30)]).toEqual(['attendance_decided', 'done'])
    expect(await presses.gapsOf(made)).toEqual([[240, 180]])
    expect(await corrects(made, 480, 30)).toBe('done')
    expect((await presses.recordOf(made)).worked_minutes).toBe(390)
  })
})

test('a decision made before the admin saw a kept return is refused', shows, async () => {
  const made = await presses.shift(480, 20)
  await works(made, 480, 300, 280, 100)
  expect(await approves(made)).toBe('done')
  const before = await seenBy(made)
  expect(await presses.goesIn(made, 60)).toBe('attendance_decided')
  const correct = async (seen: { id: string; version: number }, out: number, count_gaps?: boolean) => {
    const times = { checked_in_at: ago(480), checked_out_at: ago(out) }
    const counted = count_gaps === undefined ? {} : { count_gaps }
    return answer(await server.call(correctAttendance, { ...seen, times, reason, ...counted }, admin))
  }
  expect(await correct(before, 100, true)).toBe('changed_meanwhile')
  expect(answer(await server.call(returnAttendance, { ...before, reason }, admin))).toBe('changed_meanwhile')
  const since = await seenBy(made)
  expect(await presses.goesOut(made, 30)).toBe('done')
  // The check-out raises it once more, and so does a decision behind which the return no longer lies.
  expect(await correct(since, 30)).toBe('changed_meanwhile')
  const last = await seenBy(made)
  expect(await correct(last, 30)).toBe('done')
  // Off duty from 300 to 280, and from 100 to 60.
  expect((await presses.recordOf(made)).worked_minutes).toBe(390)
  expect(await correct(last, 100, true)).toBe('changed_meanwhile')
  const versions = [before, since, last, await seenBy(made)].map(({ version }) => version)
  expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
})

describe('a return to a record whose end was moved into time off duty', shows, () => {
  test('by an admin is refused and reported, every time it is sent', async () => {
    const made = await presses.shift(480, 20)
    await works(made, 480, 240, 180, 100)
    expect(await corrects(made, 480, 200)).toBe('done')
    expect([await presses.goesIn(made, 90), await presses.goesIn(made, 90)]).toEqual([
      'attendance_decided',
      'attendance_decided',
    ])
    expect((await titles(made)).length).toBeGreaterThan(0)
    expect(await presses.gapsOf(made)).toEqual([[240, 180]])
  })

  test('by the officer is refused and reported, and the check-out after it is requested', async () => {
    const made = await presses.shift(480, 20)
    await works(made, 480, 240, 180, 100)
    expect(await returns(made)).toBe('done')
    const { id } = await presses.recordOf(made)
    const times = { checked_in_at: ago(480), checked_out_at: ago(200) }
    expect(answer(await server.call(resubmitAttendance, { id, note: 'Left at 200', times }, made.officer))).toBe('done')
    expect([await presses.goesIn(made, 90), await presses.goesOut(made, 30)]).toEqual(['attendance_decided', 'done'])
    expect(await titles(made)).toEqual(["check-in wasn't counted"])
    expect(asked(await presses.recordOf(made))).toEqual([480, 30])
  })
})
