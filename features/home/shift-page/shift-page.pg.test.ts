import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { readShift } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let here: TestOrganization
let me: TestPerson
let colleague: TestPerson

beforeAll(async () => {
  server = await startTestServer(routes)
  here = await server.makeOrganization()
  ;[me, colleague] = await Promise.all([server.makePerson(here), server.makePerson(here)])
})
afterAll(() => server.close())

const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const post = async (where: TestOrganization, from: number, to: number, more: Record<string, unknown> = {}) => {
  const row = { organization_id: where.id, starts_at: soon(from), ends_at: soon(to) }
  const assignment = await server.insert('assignments', {
    ...row,
    title: 'Harbor gate',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    radio_channel: 'TAC 3',
    location_lat: 41.8,
    location_lng: -87.6,
    location_name: 'Gate 4',
    ...more,
  })
  const ids = { organization_id: where.id, assignment_id: String(assignment.id) }
  const made = await server.insert('posts', { ...row, ...ids, name: 'Gate', required_count: 3 })
  return { ...row, ...ids, post_id: String(made.id) }
}
type Made = Awaited<ReturnType<typeof post>>
const sign = (made: Made, who: TestPerson, status = 'confirmed') =>
  server.insert('officer_assignments', { ...made, officer_id: who.officer_id, status })
const read = (made: Made, who: TestPerson) => server.call(readShift, { id: made.assignment_id }, who)

describe('the page of a shift', () => {
  it('names the confirmed colleagues, and tells nothing else about them', async () => {
    const made = await post(here, 30, 38)
    await sign(made, colleague)
    await sign(made, await server.makePerson(here), 'pending_approval')
    const { body } = await read(made, me)
    expect(body.job).toMatchObject({ title: 'Harbor gate', radio_channel: 'TAC 3' })
    expect(body.spot).toEqual({ lat: 41.8, lng: -87.6 })
    expect(body.people).toEqual([
      { id: colleague.officer_id, name: expect.any(String), post_id: made.post_id, own: false },
    ])
    expect(body.mine).toEqual([])
    expect(JSON.stringify(body)).not.toContain('@')
  })

  it("holds the officer's own part and the check-in of this shift, not of an earlier one", async () => {
    const who = await server.makePerson(here)
    await sign(await post(here, 0.5, 4), who)
    const later = await post(here, 50, 58)
    await sign(later, who)
    const { body } = await read(later, who)
    expect(body.next).toMatchObject({ assignment_id: later.assignment_id })
    expect(body.people).toMatchObject([{ own: true }])
    expect(body.mine.map((one) => one.assignment_id)).toContain(later.assignment_id)
  })

  it('is the same answer where it is not posted, not theirs, not in this department, or not there', async () => {
    const there = await server.makeOrganization()
    const hidden = [
      await post(here, 30, 38, { status: 'draft' }),
      await post(here, 30, 38, { publish_at: soon(5) }),
      await post(here, -40, -32),
      await post(here, 30, 38, { status: 'cancelled' }),
      await post(there, 30, 38),
    ]
    const answers = await Promise.all(hidden.map((made) => read(made, me)))
    const none = await server.call(readShift, { id: '00000000-0000-4000-8000-000000000000' }, me)
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect({ ...answer.error, request_id: '' }).toEqual({ ...none.error, request_id: '' })
    }
  })

  it('stays with officers who had a part in it once it is over or canceled', async () => {
    const over = await post(here, -40, -32)
    await sign(over, me, 'worked')
    expect((await read(over, me)).body.mine).toMatchObject([{ status: 'worked' }])
    const off = await post(here, 60, 68, { status: 'cancelled', cancel_reason: 'Storm', cancelled_party: 'weather' })
    await sign(off, me, 'cancelled_by_dept')
    expect((await read(off, me)).body).toMatchObject({ cancel_reason: 'Storm', job: { status: 'cancelled' } })
  })

  it('names the admin who gave the spot against a rule, and why, to the officer alone', async () => {
    const admin = await server.makePerson(here, { role: 'admin', name: 'Sgt. Kim' })
    const made = await post(here, 100, 108)
    const signup = await sign(made, me)
    expect((await read(made, me)).body.override).toBeNull()
    await server.rows('update officer_assignments set assigned_by = $1, override_reason = $2 where id = $3', [
      admin.officer_id,
      'Nobody else was left',
      signup.id,
    ])
    expect((await read(made, me)).body.override).toEqual({ by: 'Sgt. Kim', reason: 'Nobody else was left' })
    expect((await read(made, colleague)).body.override).toBeNull()
    await server.rows(`update officer_assignments set status = 'called_off' where id = $1`, [signup.id])
    expect((await read(made, me)).body.override).toBeNull()
  })
})
