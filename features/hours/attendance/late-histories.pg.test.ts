import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { approveAttendance, correctAttendance, markNoShow, returnAttendance, undoApproval } from './contract.review.ts'
import { askCorrection, checkIn, checkOut, resubmitAttendance } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'

/** Whatever admins and the clock did before saved presses arrive: none of them disappears. */
let server: TestServer
let organization: TestOrganization
let admin: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...review])
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
})
afterAll(() => server.close())

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
/** A shift from 600 to 60 minutes ago. */
const shift = async () => {
  const officer = await server.makePerson(organization)
  const row = { organization_id: organization.id, starts_at: ago(600), ends_at: ago(60) }
  const job = { title: 'Night watch', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
  const assignment = await server.insert('assignments', { ...row, ...job })
  const post = await server.insert('posts', { ...row, assignment_id: assignment.id, name: 'Gate', required_count: 1 })
  const who = { assignment_id: assignment.id, post_id: post.id, officer_id: officer.officer_id }
  const signup = await server.insert('officer_assignments', { ...row, ...who, status: 'confirmed' })
  return { officer, signup_id: String(signup.id), assignment_id: String(assignment.id) }
}
type Made = Awaited<ReturnType<typeof shift>>
type Row = { id: string; version: number; state: string } & Record<string, Date | null>
/** With the version that admins see. */
const recordOf = async ({ signup_id }: Made) =>
  (
    await server.rows<Row>(
      `select t.*, t.version + (select coalesce(sum(b.version), 0) from attendance_gaps b where b.attendance_id = t.id)::int as version
       from attendance t where signup_id = $1`,
      [signup_id],
    )
  )[0]

/** Every time that the records show an admin or the officer, in minutes ago. */
const shownOf = async (made: Made): Promise<number[]> => {
  const row = await recordOf(made)
  if (!row) return []
  const gaps = await server.rows<{ left_at: Date; back_at: Date }>(
    'select left_at, back_at from attendance_gaps where attendance_id = $1',
    [row.id],
  )
  const { checked_in_at, checked_out_at, original_in_at, original_out_at, asked_in_at, asked_out_at, late_out_at } = row
  const own = [checked_in_at, checked_out_at, original_in_at, original_out_at, asked_in_at, asked_out_at, late_out_at]
  return [...own, ...gaps.flatMap(({ left_at, back_at }) => [left_at, back_at])].flatMap((at) =>
    at ? [(Date.now() - at.getTime()) / MINUTE] : [],
  )
}
const toldOf = async ({ assignment_id }: Made) =>
  (
    await server.rows(
      `select from notifications where assignment_id = $1 and type = 'press_refused' and officer_id is null`,
      [assignment_id],
    )
  ).length

/** What happens between two arrivals; each may be refused. */
const between = {
  correct: async ({ signup_id: _id }: Made, row: Row | undefined) => {
    if (!row) return
    const times = { checked_in_at: ago(600), checked_out_at: ago(200) }
    await server.call(correctAttendance, { id: row.id, version: row.version, times, reason: 'Radio log' }, admin)
  },
  approve: async (_made: Made, row: Row | undefined) => {
    if (row) await server.call(approveAttendance, { id: row.id, version: row.version }, admin)
  },
  undo: async (_made: Made, row: Row | undefined) => {
    if (row) await server.call(undoApproval, { id: row.id }, admin)
  },
  return: async (_made: Made, row: Row | undefined) => {
    if (row) await server.call(returnAttendance, { id: row.id, version: row.version, reason: 'When?' }, admin)
  },
  no_show: async ({ signup_id }: Made) => {
    await server.call(markNoShow, { signup_id, reason: 'Not seen' }, admin)
  },
  ask: async ({ officer }: Made, row: Row | undefined) => {
    const times = { checked_in_at: ago(600), checked_out_at: ago(250) }
    if (row) await server.call(askCorrection, { id: row.id, note: 'Held', times }, officer)
  },
  resubmit: async ({ officer }: Made, row: Row | undefined) => {
    if (row) await server.call(resubmitAttendance, { id: row.id, note: 'As recorded', times: null }, officer)
  },
  cancel: async ({ signup_id }: Made) => {
    await server.rows(
      `update officer_assignments set status = 'cancelled_by_dept' where id = $1 and status = 'confirmed'`,
      [signup_id],
    )
  },
  /** As the form of a shift moves sign-ups, and records that are open. */
  move: async ({ signup_id }: Made) => {
    const [from, to] = [ago(400), ago(-100)]
    await server.rows(
      `update officer_assignments set starts_at = $2, ends_at = $3 where id = $1 and status = 'confirmed'`,
      [signup_id, from, to],
    )
    await server.rows(
      `update attendance set scheduled_starts_at = $2, scheduled_ends_at = $3 where signup_id = $1 and state = 'open'`,
      [signup_id, from, to],
    )
  },
  export: async ({ signup_id }: Made) => {
    await server.rows(`update attendance set state = 'locked' where signup_id = $1 and state = 'approved'`, [signup_id])
  },
} as const

const events = fc.array(fc.constantFrom(...(Object.keys(between) as (keyof typeof between)[])), { maxLength: 3 })
/** In, out, in, out, … at falling minutes ago, with what happens before each arrives. */
const history = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 30, max: 590 }), { minLength: 1, maxLength: 4 }),
    fc.array(events, { minLength: 5, maxLength: 5 }),
  )
  .map(([minutes, before]) => ({ minutes: minutes.toSorted((a, b) => b - a), before }))

test('after any history of decisions, a saved press is in the records, is known already, or is told to the admins', {
  meta: { shows: ['issue 12 outbox'] },
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ minutes, before }) => {
      const made = await shift()
      for (const [n, at] of minutes.entries()) {
        for (const name of before[n] ?? []) await between[name](made, await recordOf(made))
        const told = await toldOf(made)
        const clock = { ahead_ms: 0, heard_at: ago(at + 1), since_ms: MINUTE }
        const input = { signup_id: made.signup_id, device_at: ago(at), clock }
        const goes = n % 2 === 1
        const done = await (goes
          ? server.call(checkOut, { ...input, early: true }, made.officer)
          : server.call(checkIn, input, made.officer))
        const shown = await shownOf(made)
        const isShown = shown.some((one) => Math.abs(one - at) < 1)
        if (!done.error) expect(isShown, `${goes ? 'out' : 'in'} at ${at} is shown`).toBe(true)
        else if (done.error.code === 'already_checked_in')
          expect(
            shown.some((one) => one >= at),
            `in at ${at} is after one that counts`,
          ).toBe(true)
        else if (done.error.code === 'already_checked_out' && (await toldOf(made)) === told)
          expect(isShown || shown.some((one) => one <= at + 1), `out at ${at} is no later than what is known`).toBe(
            true,
          )
        else expect((await toldOf(made)) - told, `${done.error.code} at ${at} is told`).toBe(1)
      }
    }),
    { numRuns: 60, endOnFailure: true },
  )
})
