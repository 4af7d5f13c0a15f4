import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  approveAttendance,
  approveManyAttendances,
  attendanceOfAssignment,
  correctAttendance,
  markNoShow,
  recordAttendance,
  returnAttendance,
  reviewList,
} from './contract.review.ts'
import { checkOut, resubmitAttendance } from './contract.ts'
import { closeForgotten } from './jobs.ts'
import { routes } from './routes.review.ts'
import { routes as attendance } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let second: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...attendance])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
  second = await server.makePerson(organization, { role: 'admin' })
})
afterAll(() => server.close())

const hour = 3_600_000
const start = Math.floor(Date.now() / 60_000) * 60_000 - 40 * hour
/** Hours from the shift's start. */
const at = (hours: number) => new Date(start + hours * hour).toISOString()
const times = (from: number, to: number) => ({ checked_in_at: at(from), checked_out_at: at(to) })

type Scene = { signup: string; assignment: string; attendance: string; officer: TestPerson; in: TestOrganization }
/** An 8-hour shift that began 40 hours ago (or `from` hours later), with the recorded times. */
const worked = async (
  more: {
    state?: string | null
    status?: string
    officer?: TestPerson
    in?: TestOrganization
    from?: number
    row?: Record<string, unknown>
  } = {},
): Promise<Scene> => {
  const where = more.in ?? organization
  const officer = more.officer ?? (await server.makePerson(where))
  const from = more.from ?? 0
  const row = { organization_id: where.id, starts_at: at(from), ends_at: at(from + 8) }
  const kind = { title: 'Night watch', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
  const assignment = await server.insert('assignments', { ...row, ...kind })
  const ids = { organization_id: where.id, assignment_id: assignment.id }
  const post = await server.insert('posts', { ...row, ...ids, name: 'Gate', required_count: 1 })
  const signup = await server.insert('officer_assignments', {
    ...row,
    ...ids,
    post_id: post.id,
    officer_id: officer.officer_id,
    status: more.status ?? 'confirmed',
  })
  const found = { signup: String(signup.id), assignment: String(assignment.id), officer, in: where }
  if (more.state === null) return { ...found, attendance: '' }
  const attendance = await server.insert('attendance', {
    ...ids,
    signup_id: signup.id,
    officer_id: officer.officer_id,
    state: more.state ?? 'submitted',
    scheduled_starts_at: row.starts_at,
    scheduled_ends_at: row.ends_at,
    checked_in_at: at(from),
    checked_out_at: more.state === 'open' ? null : at(from + 8),
    worked_minutes: more.state === 'open' ? null : 480,
    ...more.row,
  })
  return { ...found, attendance: String(attendance.id) }
}
const recordOf = async (s: Scene) =>
  (
    await server.rows(
      `select t.*, s.status, s.reason as signup_reason, p.confirmed_count from officer_assignments s
       join posts p on p.id = s.post_id left join attendance t on t.signup_id = s.id where s.id = $1`,
      [s.signup],
    )
  )[0] ?? {}
const toldTo = async (officer: TestPerson) =>
  (
    await server.rows<{ type: string }>('select type from notifications where officer_id = $1', [officer.officer_id])
  ).map((row) => row.type)
const approve = (s: Scene, as: TestPerson = admin, version = 1) =>
  server.call(approveAttendance, { id: s.attendance, version }, as)

describe('review', { meta: { shows: ['issue 2.8'] } }, () => {
  test('approving marks the sign-up worked, keeps the spot and notifies the officer', async () => {
    const s = await worked()
    expect((await approve(s)).status).toBe(200)
    expect(await recordOf(s)).toMatchObject({
      state: 'approved',
      status: 'worked',
      confirmed_count: 1,
      decided_by: admin.officer_id,
    })
    expect(await toldTo(s.officer)).toEqual(['attendance_approved'])
    expect((await approve(s, second, 2)).error?.code).toBe('wrong_state')
  })
  test('correcting keeps the original times, even after a second correction', async () => {
    const s = await worked()
    const correct = (from: number, to: number, version: number) =>
      server.call(correctAttendance, { id: s.attendance, version, times: times(from, to), reason: 'Radio log' }, admin)
    expect((await correct(0.5, 8.25, 1)).status).toBe(200)
    const kept = { original_in_at: new Date(at(0)), original_out_at: new Date(at(8)) }
    expect(await recordOf(s)).toMatchObject({
      ...kept,
      state: 'approved',
      status: 'worked',
      worked_minutes: 465,
      reason: 'Radio log',
    })
    expect((await correct(1, 8, 2)).status).toBe(200)
    expect(await recordOf(s)).toMatchObject({ ...kept, worked_minutes: 420, checked_in_at: new Date(at(1)) })
  })
  test.each([
    ['out before in', 3, 2, 'end_not_after_start'],
    ['in the future', 0, 60, 'in_the_future'],
    ['two days before', -48, 2, 'too_far_from_shift'],
  ])('refuses times: %s', async (_name, from, to, code) => {
    const s = await worked()
    const input = { id: s.attendance, version: 1, times: times(from, to), reason: 'x' }
    expect((await server.call(correctAttendance, input, admin)).error?.code).toBe(code)
    const none = await worked({ state: null })
    const byHand = { signup_id: none.signup, times: times(from, to), reason: 'x' }
    expect((await server.call(recordAttendance, byHand, admin)).error?.code).toBe(code)
    expect(await recordOf(s)).toMatchObject({ state: 'submitted', worked_minutes: 480, version: 1 })
  })
  test('a record is returned with a reason, resubmitted with other times and a note, and approved', async () => {
    const s = await worked()
    const back = { id: s.attendance, version: 1, reason: 'You left at 05:00' }
    expect((await server.call(returnAttendance, { ...back, reason: ' ' }, admin)).status).toBe(400)
    expect((await server.call(returnAttendance, back, admin)).status).toBe(200)
    expect(await recordOf(s)).toMatchObject({ state: 'returned', status: 'confirmed', reason: back.reason })
    const again = { id: s.attendance, note: 'Right, 05:00', times: times(0, 7) }
    expect((await server.call(resubmitAttendance, again, admin)).status).toBe(404)
    expect((await server.call(resubmitAttendance, again, s.officer)).status).toBe(200)
    expect((await server.call(resubmitAttendance, again, s.officer)).error?.code).toBe('wrong_state')
    expect(await recordOf(s)).toMatchObject({
      state: 'submitted',
      worked_minutes: 420,
      note: again.note,
      original_out_at: new Date(at(8)),
    })
    expect((await approve(s)).error?.code).toBe('changed_meanwhile')
    expect((await approve(s, admin, 3)).status).toBe(200)
  })
  test('an approved record can be returned: the spot stays, and the sign-up is confirmed again', async () => {
    const s = await worked()
    await approve(s)
    expect(
      (await server.call(returnAttendance, { id: s.attendance, version: 2, reason: 'Too many' }, second)).status,
    ).toBe(200)
    expect(await recordOf(s)).toMatchObject({ state: 'returned', status: 'confirmed', confirmed_count: 1 })
  })
  test('marks a no-show after the end, and records the hours of a mistaken one', async () => {
    const s = await worked({ state: null })
    const gone = { signup_id: s.signup, reason: 'Nobody came' }
    expect((await server.call(markNoShow, gone, admin)).status).toBe(200)
    expect(await recordOf(s)).toMatchObject({
      status: 'no_show',
      signup_reason: 'Nobody came',
      confirmed_count: 0,
      state: null,
    })
    expect((await server.call(markNoShow, gone, admin)).error?.code).toBe('wrong_state')
    const byHand = { signup_id: s.signup, times: times(0, 8), reason: 'Was at the other gate' }
    expect((await server.call(recordAttendance, byHand, admin)).status).toBe(200)
    expect(await recordOf(s)).toMatchObject({
      status: 'worked',
      state: 'approved',
      worked_minutes: 480,
      original_in_at: null,
    })
    expect((await server.call(recordAttendance, byHand, admin)).error?.code).toBe('wrong_state')
    expect(await toldTo(s.officer)).toEqual(['no_show', 'attendance_approved'])
  })
  test('a no-show whose spot was refilled, or who worked elsewhere then, can’t be recorded by hand', async () => {
    const s = await worked({ state: null, status: 'no_show' })
    const byHand = { signup_id: s.signup, times: times(0, 8), reason: 'x' }
    await server.rows(
      `insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
       select organization_id, assignment_id, post_id, $2, 'worked', starts_at, ends_at from officer_assignments where id = $1`,
      [s.signup, (await server.makePerson(organization)).officer_id],
    )
    expect((await server.call(recordAttendance, byHand, admin)).error?.code).toBe('place_taken')
    const two = await worked({ state: null, status: 'no_show' })
    await worked({ state: null, officer: two.officer, from: 4 })
    const other = { ...byHand, signup_id: two.signup }
    expect((await server.call(recordAttendance, other, admin)).error?.code).toBe('worked_elsewhere')
  })
  test('before the end, nobody can be marked a no-show or recorded by hand', async () => {
    const s = await worked({ state: null, from: 36 })
    expect((await server.call(markNoShow, { signup_id: s.signup, reason: 'x' }, admin)).error?.code).toBe('not_over')
    const byHand = { signup_id: s.signup, times: times(36, 37), reason: 'x' }
    expect((await server.call(recordAttendance, byHand, admin)).error?.code).toBe('not_over')
  })
  test.each(['pending_approval', 'called_off', 'cancelled_by_dept'])(
    '%s can’t be marked a no-show or recorded',
    async (status) => {
      const s = await worked({ state: null, status })
      expect((await server.call(markNoShow, { signup_id: s.signup, reason: 'x' }, admin)).error?.code).toBe(
        'wrong_state',
      )
      const byHand = { signup_id: s.signup, times: times(0, 8), reason: 'x' }
      expect((await server.call(recordAttendance, byHand, admin)).error?.code).toBe('wrong_state')
    },
  )
  test('a sign-up canceled while its officer worked stays canceled, and the hours count', async () => {
    const s = await worked({ status: 'cancelled_by_client' })
    expect((await approve(s)).status).toBe(200)
    expect(await recordOf(s)).toMatchObject({ state: 'approved', status: 'cancelled_by_client' })
  })
  test('nothing can change once the assignment is closed or the record exported', async () => {
    const closed = await worked({ state: 'approved', row: { decided_by: admin.officer_id } })
    await server.rows("update assignments set status = 'closed' where id = $1", [closed.assignment])
    const back = { id: closed.attendance, version: 1, reason: 'x' }
    expect((await server.call(returnAttendance, back, admin)).error?.code).toBe('assignment_closed')
    const locked = await worked({ state: 'locked', row: { decided_by: admin.officer_id } })
    expect((await server.call(returnAttendance, { ...back, id: locked.attendance }, admin)).error?.code).toBe(
      'attendance_locked',
    )
  })
})

describe('own records and competing decisions', { meta: { shows: ['issue 2.8'] } }, () => {
  test('the handler refuses every action on an admin’s own record', async () => {
    const s = await worked({ officer: admin })
    const none = await worked({ officer: admin, state: null, from: 10 })
    const seen = { id: s.attendance, version: 1 }
    const answers = [
      await approve(s),
      await server.call(correctAttendance, { ...seen, times: times(0, 8), reason: 'x' }, admin),
      await server.call(returnAttendance, { ...seen, reason: 'x' }, admin),
      await server.call(recordAttendance, { signup_id: none.signup, times: times(10, 18), reason: 'x' }, admin),
      await server.call(markNoShow, { signup_id: none.signup, reason: 'x' }, admin),
    ]
    expect(answers.map((a) => [a.status, a.error?.code])).toEqual(answers.map(() => [403, 'own_attendance']))
    const many = await server.call(approveManyAttendances, { items: [seen] }, admin)
    expect(many.body).toEqual({ approved: 0, items: [{ id: s.attendance, verdict: 'own_attendance' }] })
    expect(await recordOf(s)).toMatchObject({ state: 'submitted', status: 'confirmed', version: 1 })
    expect((await approve(s, second)).status).toBe(200)
  })
  test('the database refuses it too, whatever the handler does', async () => {
    const s = await worked({ officer: await server.makePerson(organization, { role: 'admin' }) })
    const as = (text: string) => {
      const client = server.database.pool.connect()
      return client.then(async (c) => {
        try {
          await c.query('begin')
          await c.query(
            `select set_config('app.organization_id', $1, true), set_config('app.role', 'admin', true),
               set_config('app.officer_id', $2, true), set_config('app.user_id', $3, true)`,
            [organization.id, s.officer.officer_id, s.officer.user_id],
          )
          return await c.query(text, [s.attendance])
        } finally {
          await c.query('rollback')
          c.release()
        }
      })
    }
    // Either a trigger or a policy refuses, whichever the database evaluates first.
    const refused = /row-level|not_allowed/
    const [own, nobody] = [`'${s.officer.officer_id}'`, 'null']
    await expect(as(`update attendance set state = 'approved', decided_by = ${own} where id = $1`)).rejects.toThrow(
      refused,
    )
    await expect(as(`update attendance set state = 'approved', decided_by = ${nobody} where id = $1`)).rejects.toThrow(
      refused,
    )
    await expect(
      as(`update attendance set state = 'approved', decided_by = '${admin.officer_id}' where id = $1`),
    ).rejects.toThrow(refused)
    // The checks also apply to the table owner, who bypasses the policies.
    const owner = (by: string) =>
      server.rows(`update attendance set state = 'approved', decided_by = ${by} where id = $1`, [s.attendance])
    await expect(owner(own)).rejects.toThrow(/attendance_not_own/)
    await expect(owner(nobody)).rejects.toThrow(/attendance_decided/)
    await approve(s)
    await expect(as("update attendance set state = 'submitted', worked_minutes = 900 where id = $1")).rejects.toThrow(
      refused,
    )
    await expect(as('update attendance set worked_minutes = 900, late_out_at = now() where id = $1')).rejects.toThrow(
      refused,
    )
    for (const when of [`now() + interval '1 hour'`, 'checked_in_at', `'-infinity'`, `'infinity'`])
      await expect(as(`update attendance set late_out_at = ${when} where id = $1`), when).rejects.toThrow(refused)
  })
  test('when two admins decide at once, one wins and the other is informed', async () => {
    for (let round = 0; round < 8; round++) {
      const s = await worked()
      const answers = await Promise.all([
        approve(s),
        server.call(returnAttendance, { id: s.attendance, version: 1, reason: 'No' }, second),
        approve(s, second),
      ])
      expect(answers.map((a) => a.status).sort()).toEqual([200, 409, 409])
      const { state, status, version } = await recordOf(s)
      expect([state, status, version]).toEqual(
        answers[1]?.status === 200 ? ['returned', 'confirmed', 2] : ['approved', 'worked', 2],
      )
    }
  })
  test('when recording by hand and marking a no-show collide, one succeeds', async () => {
    for (let round = 0; round < 8; round++) {
      const s = await worked({ state: null })
      const answers = await Promise.all([
        server.call(recordAttendance, { signup_id: s.signup, times: times(0, 8), reason: 'x' }, admin),
        server.call(recordAttendance, { signup_id: s.signup, times: times(0, 7), reason: 'x' }, second),
      ])
      expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
    }
  })
})

describe('bulk approval', { meta: { shows: ['issue 2.8'] } }, () => {
  test('gives each row a verdict and changes only valid ones', async () => {
    const [good, gone, stale, mine] = [
      await worked(),
      await worked({ state: 'returned' }),
      await worked(),
      await worked({ officer: second, from: 20 }),
    ]
    const foreign = await worked({ in: await server.makeOrganization() })
    const items = [good, gone, stale, mine, foreign].map((s) => ({ id: s.attendance, version: s === stale ? 7 : 1 }))
    const { body } = await server.call(
      approveManyAttendances,
      { items: [...items, { id: good.attendance, version: 1 }] },
      second,
    )
    expect(body.approved).toBe(1)
    expect(body.items.map((i) => i.verdict)).toEqual([
      'approved',
      'wrong_state',
      'changed_meanwhile',
      'own_attendance',
      'not_found',
      'approved',
    ])
    expect(await recordOf(good)).toMatchObject({ state: 'approved', version: 2 })
    for (const s of [gone, stale, mine, foreign]) expect((await recordOf(s)).version).toBe(1)
  })
  test('requires the plan’s feature', async () => {
    const basic = await server.makeOrganization({ subscription_tier: 'basic' })
    const chief = await server.makePerson(basic, { role: 'admin' })
    const s = await worked({ in: basic })
    const answer = await server.call(approveManyAttendances, { items: [{ id: s.attendance, version: 1 }] }, chief)
    expect([answer.status, answer.error?.code]).toEqual([403, 'feature_not_available'])
  })
})

describe('what an admin sees', { meta: { shows: ['issue 2.8'] } }, () => {
  test('lists by start, in pages, each row once, with flags by the rules', async () => {
    const where = await server.makeOrganization()
    const chief = await server.makePerson(where, { role: 'admin' })
    const made = []
    for (const from of [4, 0, 8, 2, 6]) made.push(await worked({ in: where, from }))
    const late = await worked({
      in: where,
      from: -1,
      row: {
        checked_in_at: at(0),
        device_in_at: at(-3),
        in_position: 'outside',
        out_position: 'cannot_verify',
        closed_by_system: true,
      },
    })
    const seen = []
    let after: string | undefined
    do {
      const { body } = await server.call(reviewList, { limit: 2, ...(after ? { after } : {}) }, chief)
      seen.push(...body.items)
      after = body.next ?? undefined
    } while (after)
    expect(seen.map((r) => Date.parse(r.starts_at))).toEqual([-1, 0, 2, 4, 6, 8].map((h) => Date.parse(at(h))))
    expect(seen[0]).toMatchObject({
      signup_id: late.signup,
      flags: ['late_in', 'missed_out', 'off_site', 'low_accuracy', 'clock_skew'],
      may: ['approve', 'correct', 'return'],
      own: false,
    })
    expect(seen[1]?.flags).toEqual([])
    expect((await server.call(reviewList, { show: 'returned' }, chief)).body).toEqual({ items: [], next: null })
    expect((await server.call(reviewList, {}, made[0]?.officer ?? chief)).status).toBe(403)
  })
  test('flags work on another shift at the same time on both records', async () => {
    const officer = await server.makePerson(organization)
    const one = await worked({ officer, from: 10 })
    const two = await worked({ officer, from: 18, row: { checked_in_at: at(17.9) } })
    const { body } = await server.call(reviewList, { officer_id: officer.officer_id }, admin)
    expect(body.items.map((r) => [r.signup_id, r.flags])).toEqual([
      [one.signup, ['overlaps_other_work']],
      [two.signup, ['overlaps_other_work']],
    ])
  })
  test('for an assignment, lists officers with a spot, recorded or not; another department’s is not found', async () => {
    const s = await worked({ state: null })
    const of = (id: string, as: TestPerson) => server.call(attendanceOfAssignment, { assignment_id: id }, as)
    expect((await of(s.assignment, admin)).body.items).toMatchObject([
      { signup_id: s.signup, state: 'none', flags: ['missed_in'], may: ['correct', 'no_show'] },
    ])
    const gone = await worked({ state: null, status: 'withdrawn' })
    expect((await of(gone.assignment, admin)).body.items).toEqual([])
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    const [foreign, never] = [await of(s.assignment, stranger), await of(randomUUID(), stranger)]
    expect(foreign.status).toBe(404)
    expect({ ...foreign.error, request_id: '' }).toEqual({ ...never.error, request_id: '' })
    expect((await approve(s.attendance ? s : await worked(), stranger)).status).toBe(404)
  })
})

describe('a forgotten check-out', { meta: { shows: ['issue 2.8'] } }, () => {
  const sweep = (id: string) =>
    server.database.transaction([enterSystem(id, 'job.close_forgotten')], (db) => closeForgotten.run(db))
  test('is closed once at the scheduled end, 24 h after it, and both sides are notified', async () => {
    const where = await server.makeOrganization()
    const chief = await server.makePerson(where, { role: 'admin' })
    const old = await worked({ in: where, state: 'open' })
    const fresh = await worked({ in: where, state: 'open', from: 9 })
    await Promise.all([sweep(where.id), sweep(where.id), sweep(where.id)])
    await sweep(where.id)
    expect(await recordOf(old)).toMatchObject({
      state: 'submitted',
      closed_by_system: true,
      checked_out_at: new Date(at(8)),
      worked_minutes: 480,
      version: 2,
    })
    expect(await recordOf(fresh)).toMatchObject({ state: 'open', version: 1 })
    expect(await toldTo(old.officer)).toEqual(['attendance_closed'])
    const [admins] = await server.rows(
      'select count(*)::int as n from notifications where organization_id = $1 and officer_id is null',
      [where.id],
    )
    expect(admins?.n).toBe(1)
    const { body } = await server.call(reviewList, {}, chief)
    expect(body.items.map((r) => [r.signup_id, r.flags])).toEqual([[old.signup, ['missed_out']]])
    const press = { signup_id: old.signup, device_at: new Date().toISOString() }
    expect((await server.call(checkOut, press, old.officer)).error?.code).toBe('already_checked_out')
  })
  test('of a shift that was moved by weeks holds up no other: its record is as long as one can be', async () => {
    const where = await server.makeOrganization()
    const moved = await worked({ in: where, state: 'open', row: { checked_in_at: at(-30 * 24) } })
    const other = await worked({ in: where, state: 'open' })
    await sweep(where.id)
    expect(await recordOf(moved)).toMatchObject({
      state: 'submitted',
      checked_out_at: new Date(at(-21 * 24)),
      worked_minutes: 12_960,
    })
    expect(await recordOf(other)).toMatchObject({ state: 'submitted', worked_minutes: 480 })
  })
})
