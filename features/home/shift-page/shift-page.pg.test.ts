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

  it('says how the officer got the spot, when, and from or by whom, to the officer alone', async () => {
    const admin = await server.makePerson(here, { role: 'admin', name: 'Sgt. Kim' })
    const who = await server.makePerson(here)
    const made = await post(here, 200, 208)
    const given = async () => (await read(made, who)).body.given
    expect(await given()).toBeNull()
    const signup = await sign(made, who)
    const set = (what: string, ...values: unknown[]) =>
      server.rows(`update officer_assignments set ${what} where id = $1`, [signup.id, ...values])
    const ledger = (kind: string, source: string, at: number) =>
      server.insert('opportunities', {
        ...{ organization_id: here.id, officer_id: who.officer_id, signup_id: signup.id, minutes: 480 },
        ...{ kind, source, at: soon(at), assignment_id: made.assignment_id, post_id: made.post_id },
      })
    expect(await given()).toEqual({ how: 'signup', by: null, at: expect.any(String) })
    await ledger('accepted', 'waitlist', 1)
    expect(await given()).toMatchObject({ how: 'offer' })
    await set(`decided_by = $2, decided_at = now(), decided_from = 'pending_approval'`, admin.officer_id)
    expect(await given()).toMatchObject({ how: 'approved', by: 'Sgt. Kim' })
    await ledger('accepted', 'award', 2)
    expect(await given()).toMatchObject({ how: 'award', at: expect.stringContaining('T') })
    await set(`assigned_by = $2`, admin.officer_id)
    expect(await given()).toMatchObject({ how: 'assigned', by: 'Sgt. Kim' })
    // A call-off that was denied is no reason for the spot, and why others were skipped is for admins.
    await set(`reason = 'Nobody else is free', order_reason = 'Diaz is on light duty'`)
    expect(JSON.stringify(await given())).not.toContain('Nobody else')
    expect(JSON.stringify((await read(made, who)).body)).not.toContain('light duty')
    await ledger('ordered', 'order', 3)
    expect(await given()).toMatchObject({ how: 'order' })
    expect((await read(made, colleague)).body.given).toBeNull()
  })

  it('names the colleague of a swap that took effect, and says which shifts have one under way', async () => {
    const [giver, taker] = [await server.makePerson(here, { name: 'A. Giver' }), await server.makePerson(here)]
    const made = await post(here, 300, 308)
    const { post_id, ...at } = made
    const before = await sign(made, giver)
    const row = { ...at, post_id, signup_id: before.id, officer_id: giver.officer_id, officer_name: 'A. Giver' }
    const swap = await server.insert('swaps', {
      ...row,
      kind: 'give_away',
      to_officer_id: taker.officer_id,
      to_name: 'B',
    })
    const has = async (who: TestPerson) => (await read(made, who)).body.has_swap
    expect([await has(giver), await has(taker), await has(me)]).toEqual([true, true, false])
    await server.rows(`update swaps set state = 'done', taker_id = $2, taker_name = 'B' where id = $1`, [
      swap.id,
      taker.officer_id,
    ])
    await server.rows(`update officer_assignments set status = 'replaced' where id = $1`, [before.id])
    await server.insert('officer_assignments', {
      ...{ ...made, officer_id: taker.officer_id, status: 'confirmed', replaces_id: before.id },
    })
    expect((await read(made, taker)).body.given).toMatchObject({ how: 'give_away', by: 'A. Giver' })
    expect([await has(giver), await has(taker)]).toEqual([false, false])
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
