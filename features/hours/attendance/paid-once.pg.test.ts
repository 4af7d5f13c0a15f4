import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { approveExtraTime, undoExtraTime } from '#features/hours/extra-time/contract.ts'
import { routes as extraTime } from '#features/hours/extra-time/routes.ts'
import { mergeOfficer } from '#features/roster/officers/contract.merges.ts'
import { routes as merges } from '#features/roster/officers/routes.merges.ts'
import { lockPaidTime } from '#features/roster/officers/store.paid-time.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  approveAttendance,
  approveManyAttendances,
  correctAttendance,
  recordAttendance,
  reviewList,
} from './contract.review.ts'
import { routes as review } from './routes.review.ts'

/** Hours and extra time never pay the same minute, whichever is approved second. */
let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let officer: TestPerson

beforeAll(async () => {
  server = await startTestServer([...review, ...extraTime, ...merges])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
})
beforeEach(async () => {
  officer = await server.makePerson(organization)
})
afterAll(() => server.close())

const began = Math.floor(Date.now() / 60_000) * 60_000
const ago = (minutes: number) => new Date(began - minutes * 60_000).toISOString()
/** A shift from 300 to 120 minutes ago, or at other times, with a record unless `out` is null. */
const shift = async (out: number | null, over: Record<string, unknown> = {}, [from, to] = [300, 120]) => {
  const row = { organization_id: organization.id, starts_at: ago(from), ends_at: ago(to) }
  const job = { title: 'Gate', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
  const assignment = await server.insert('assignments', { ...row, ...job })
  const post = await server.insert('posts', { ...row, assignment_id: assignment.id, name: 'P', required_count: 1 })
  const who = { assignment_id: assignment.id, officer_id: officer.officer_id }
  const signup = await server.insert('officer_assignments', { ...row, ...who, post_id: post.id, status: 'confirmed' })
  const signup_id = String(signup.id)
  if (out === null) return { signup_id, id: '', version: 0 }
  const record = await server.insert('attendance', {
    ...{ organization_id: organization.id, ...who, signup_id, state: 'submitted', checked_in_at: ago(300) },
    ...{ scheduled_starts_at: row.starts_at, scheduled_ends_at: row.ends_at, checked_out_at: ago(out) },
    ...{ worked_minutes: 300 - out, device_out_at: ago(out), ...over },
  })
  return { signup_id, id: String(record.id), version: 1 }
}
/** An hour of extra time from 120 to 60 minutes ago. */
const claim = async (status: 'pending' | 'approved') => {
  const of = { organization_id: organization.id, officer_id: officer.officer_id, kind: 'holdover', reason: 'Held' }
  const decided = status === 'approved' ? { decided_by: admin.officer_id } : {}
  const made = await server.insert('overtime_requests', { ...of, ...decided, starts_at: ago(120), minutes: 60, status })
  return { id: String(made.id), version: 1 }
}
const times = (out: number) => ({ checked_in_at: ago(300), checked_out_at: ago(out) })
const reason = 'Radio log'

describe('after extra time was approved', { meta: { shows: ['issue 3.4 paid once', 'issue 12 outbox'] } }, () => {
  test('hours that contain some of it are not approved, one by one or together; those back to back are', async () => {
    const record = await shift(120)
    await claim('approved')
    const long = async (seconds: number) =>
      server.rows(`update attendance set checked_out_at = $2::timestamptz + make_interval(secs => $3) where id = $1`, [
        record.id,
        ago(120),
        seconds,
      ])
    const { id, version } = record
    await long(60)
    const refused = await server.call(approveAttendance, { id, version }, admin)
    expect(refused.error).toMatchObject({
      code: 'paid_already',
      details: { what: expect.stringMatching(/^extra time of .+–/) },
    })
    const many = await server.call(approveManyAttendances, { items: [{ id, version }] }, admin)
    expect(many.body).toMatchObject({ approved: 0, items: [{ id, verdict: 'paid_already' }] })
    const [row] = (await server.call(reviewList, { officer_id: officer.officer_id }, admin)).body.items
    expect(row).toMatchObject({ paid_already: expect.stringContaining('extra time of'), may: ['correct', 'return'] })
    // Within the minute in which the extra time begins.
    await long(59)
    expect((await server.call(approveAttendance, { id, version }, admin)).error).toBeNull()
  })

  test('a late check-out into it can’t be accepted whole, and the review says so before', async () => {
    const { id } = await shift(120, { state: 'approved', decided_by: admin.officer_id, late_out_at: ago(70) })
    await claim('approved')
    const [row] = (await server.call(reviewList, { officer_id: officer.officer_id }, admin)).body.items
    expect(row).toMatchObject({
      paid_already: expect.stringContaining('extra time of'),
      may: ['keep', 'correct', 'return'],
    })
    const to = (out: number) => server.call(correctAttendance, { id, version: 1, times: times(out), reason }, admin)
    expect((await to(70)).error?.code).toBe('paid_already')
    expect((await to(120)).error).toBeNull()
  })

  test('neither can times by hand, nor by SQL in an admin’s name', async () => {
    const { signup_id } = await shift(null)
    await claim('approved')
    const by = (out: number) => server.call(recordAttendance, { signup_id, times: times(out), reason }, admin)
    expect((await by(119)).error?.code).toBe('paid_already')
    expect((await by(120)).error).toBeNull()
    const token = createHash('sha256').update(admin.secret).digest()
    await expect(
      server.database.transaction([sql`select app.enter(${token}::bytea, 'signed_in', '', true)`], (db) =>
        db.run(
          sql`update attendance set checked_out_at = ${ago(119)}::timestamptz where signup_id = ${signup_id}::uuid`,
        ),
      ),
    ).rejects.toMatchObject({ constraint: 'attendance_paid_twice' })
  })
})

test('two shifts of an officer pay a minute once, whichever is approved second', {
  meta: { shows: ['issue 3.4 paid once'] },
}, async () => {
  const first = await shift(120)
  // Checked in to early, and checked out of the first one before.
  const second = await shift(60, { checked_in_at: ago(130), worked_minutes: 70 }, [120, 60])
  await server.rows(`update attendance set checked_out_at = $2, worked_minutes = 160 where id = $1`, [
    first.id,
    ago(140),
  ])
  expect((await server.call(approveAttendance, { id: second.id, version: 1 }, admin)).error).toBeNull()
  const to = (out: number) =>
    server.call(correctAttendance, { id: first.id, version: 1, times: times(out), reason }, admin)
  expect((await to(120)).error).toMatchObject({
    code: 'paid_already',
    details: { what: expect.stringMatching(/^hours on Gate of .+–/) },
  })
  expect((await to(130)).error).toBeNull()
})

test('hours are compared with what is paid around them, wherever their shift was moved since', {
  meta: { shows: ['issue 3.4 paid once'] },
}, async () => {
  const { id, version, signup_id } = await shift(119)
  await claim('approved')
  for (const [days, code] of [
    // Until a shift has begun, its hours wait.
    [5, 'not_over'],
    [-10, 'paid_already'],
  ] as const) {
    await server.rows(
      `update officer_assignments set starts_at = starts_at + $2 * interval '1 day', ends_at = ends_at + $2 * interval '1 day' where id = $1`,
      [signup_id, days],
    )
    const [row] = (await server.call(reviewList, { officer_id: officer.officer_id }, admin)).body.items
    expect(row?.paid_already).toContain('extra time of')
    expect((await server.call(approveAttendance, { id, version }, admin)).error?.code).toBe(code)
  }
})

test('of two that share minutes and are approved in one call, the first is approved and the second says why not', {
  meta: { shows: ['issue 3.4 paid once'] },
}, async () => {
  const first = await shift(120)
  const second = await shift(60, { checked_in_at: ago(130), worked_minutes: 70 }, [120, 60])
  const items = [first, second].map(({ id, version }) => ({ id, version }))
  const many = await server.call(approveManyAttendances, { items }, admin)
  expect(many.error).toBeNull()
  expect(many.body).toMatchObject({
    approved: 1,
    items: [{ verdict: 'approved' }, { verdict: 'paid_already' }],
  })
})

test('extra time and hours that are approved at the same moment pay a minute once', {
  meta: { shows: ['issue 3.4 paid once'] },
}, async () => {
  for (let n = 0; n < 8; n++) {
    officer = await server.makePerson(organization)
    const [record, asked] = [await shift(120), await claim('pending')]
    const longer = { id: record.id, version: record.version, times: times(90), reason }
    const [hours, extra] = await Promise.all([
      server.call(correctAttendance, longer, admin),
      server.call(approveExtraTime, asked, admin),
    ])
    expect([hours.error?.code ?? 'done', extra.error?.code ?? 'done'].sort()).toEqual([
      'done',
      hours.error ? 'paid_already' : 'overlaps_paid_time',
    ])
  }
})

test('a merge waits for extra time that is just being approved, and is refused if both would be paid for it', {
  meta: { shows: ['issue 3.4 paid once'] },
}, async () => {
  await shift(90, { state: 'approved', decided_by: admin.officer_id })
  const double = officer.officer_id
  const row = await server.insert('officers', { organization_id: organization.id, name: 'Row', approved: true })
  const roster_id = String(row.id)
  officer = { ...officer, officer_id: roster_id }
  const { id } = await claim('pending')
  const second = await server.makePerson(organization, { role: 'admin' })
  const token = createHash('sha256').update(second.secret).digest()
  const { merging } = await server.database.transaction(
    [sql`select app.enter(${token}::bytea, 'signed_in', '', true)`],
    async (db) => {
      await lockPaidTime(db, sql`values (${roster_id}::uuid)`)
      const call = server.call(mergeOfficer, { officer_id: double, roster_id }, admin)
      await new Promise((done) => setTimeout(done, 500))
      await db.run(
        sql`update overtime_requests set status = 'approved', decided_by = ${second.officer_id}::uuid where id = ${id}::uuid`,
      )
      return { merging: call }
    },
  )
  expect((await merging).error?.code).toBe('merge_paid_twice')
})

test('an approval of extra time that hours have overlapped since can’t be undone, and says why', {
  meta: { shows: ['issue 3.4 paid once'] },
}, async () => {
  const { id, version } = await claim('pending')
  expect((await server.call(approveExtraTime, { id, version }, admin)).error).toBeNull()
  await shift(60)
  expect((await server.call(undoExtraTime, { id }, admin)).error?.code).toBe('overlaps_paid_time')
})
