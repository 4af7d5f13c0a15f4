import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { approveAttendance, correctAttendance, undoApproval } from './contract.review.ts'
import { routes } from './routes.review.ts'

let server: TestServer
let organization: TestOrganization
let admin: TestPerson
let second: TestPerson

beforeAll(async () => {
  server = await startTestServer(routes)
  organization = await server.makeOrganization()
  admin = await server.makePerson(organization, { role: 'admin' })
  second = await server.makePerson(organization, { role: 'admin' })
})
afterAll(() => server.close())

const began = Math.floor(Date.now() / 60_000) * 60_000
/** Before the current minute, taken once: the minute may turn while the tests run. */
const ago = (hours: number) => new Date(began - hours * 3_600_000).toISOString()
/** Yesterday's 8-hour shift, submitted with its scheduled times. */
const submitted = async (who?: TestPerson) => {
  const officer = who ?? (await server.makePerson(organization))
  const row = { organization_id: organization.id, starts_at: ago(30), ends_at: ago(22) }
  const kind = { title: 'Night watch', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
  const assignment = await server.insert('assignments', { ...row, ...kind })
  const ids = { organization_id: organization.id, assignment_id: assignment.id, officer_id: officer.officer_id }
  const { officer_id: _officer, ...shift } = ids
  const post = await server.insert('posts', { ...row, ...shift, name: 'Gate', required_count: 1 })
  const signup = await server.insert('officer_assignments', { ...row, ...ids, post_id: post.id, status: 'confirmed' })
  const record = await server.insert('attendance', {
    ...ids,
    signup_id: signup.id,
    state: 'submitted',
    scheduled_starts_at: ago(30),
    scheduled_ends_at: ago(22),
    checked_in_at: ago(30),
    checked_out_at: ago(22),
    worked_minutes: 480,
  })
  return { id: String(record.id), version: 1, assignment_id: String(assignment.id), signup_id: String(signup.id) }
}
const stateOf = async (id: string) =>
  (
    await server.rows<{ state: string; status: string }>(
      `select t.state, s.status from attendance t join officer_assignments s on s.id = t.signup_id where t.id = $1`,
      [id],
    )
  )[0]

describe('undoing an approval of hours within a minute', () => {
  it('can be undone by the admin who gave it; the record is pending again and the shift no longer counts as worked', async () => {
    const { id, version } = await submitted()
    await server.call(approveAttendance, { id, version }, admin)
    expect(await stateOf(id)).toEqual({ state: 'approved', status: 'worked' })
    expect((await server.call(undoApproval, { id }, second)).error?.code).toBe('undo_over')
    expect((await server.call(undoApproval, { id }, admin)).status).toBe(200)
    expect(await stateOf(id)).toEqual({ state: 'submitted', status: 'confirmed' })
  })

  it('stays after a minute, after a correction, and where the assignment was closed', async () => {
    const [late, corrected, closed] = [await submitted(), await submitted(), await submitted()]
    for (const { id, version } of [late, closed]) await server.call(approveAttendance, { id, version }, admin)
    await server.rows(`update attendance set decided_at = now() - interval '61 seconds' where id = $1`, [late.id])
    const times = { checked_in_at: ago(30), checked_out_at: ago(24) }
    await server.call(correctAttendance, { id: corrected.id, version: 1, times, reason: 'Left early' }, admin)
    await server.rows(`update assignments set status = 'closed', closed_at = now() where id = $1`, [
      closed.assignment_id,
    ])
    const codes = await Promise.all(
      [late, corrected, closed].map(async ({ id }) => (await server.call(undoApproval, { id }, admin)).error?.code),
    )
    expect(codes).toEqual(['undo_over', 'undo_over', 'assignment_closed'])
  })
})
