import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeLine, undoLines } from '#features/shifts/fill-plans/contract.ts'
import { routes as planRoutes } from '#features/shifts/fill-plans/routes.ts'
import { moveOfficer, replaceSick, undoChange } from '#features/shifts/replacements/contract.ts'
import { routes as replacementRoutes } from '#features/shifts/replacements/routes.ts'
import { approveSignup, undoDecision } from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisionRoutes } from '#features/shifts/signup-decisions/routes.ts'
import { signUp, undoSignUp } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { readOrderIn } from './contract.calls.ts'
import { decideCallsOf } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
/** On no list: an admin. */
let holder: TestPerson
/** The more junior is first on a fresh list. */
let senior: TestPerson

beforeAll(async () => {
  const others = [...planRoutes, ...replacementRoutes, ...decisionRoutes, ...signupRoutes]
  server = await startTestServer([...routes, ...others])
})
beforeEach(async () => {
  house = await server.makeOrganization({ time_zone: 'America/Chicago', subscription_tier: 'enterprise' })
  admin = await server.makePerson(house, { role: 'admin', name: 'Chief' })
  holder = await server.makePerson(house, { role: 'admin', name: 'Holder' })
  senior = await server.makePerson(house, { name: 'Senior', hired_on: '2010-01-01' })
  await server.makePerson(house, { name: 'Junior', hired_on: '2012-01-01' })
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const hours = (n: number) => new Date(Date.now() + n * 3_600_000)
let day = 0
const makePost = async () => {
  day += 1
  const of = { organization_id: house.id, starts_at: hours(day * 48), ends_at: hours(day * 48 + 8) }
  const base = { title: `Night patrol ${day}`, kind: 'overtime', time_zone: house.time_zone, status: 'published' }
  const assignment_id = String((await server.insert('assignments', { ...of, ...base, signup_mode: 'approval' })).id)
  const post_id = String((await server.insert('posts', { ...of, assignment_id, name: 'P', required_count: 1 })).id)
  return { ...of, assignment_id, post_id }
}
type Place = Awaited<ReturnType<typeof makePost>>
const insert = async (who: TestPerson, place: Place, status: string) => {
  const row = { ...place, officer_id: who.officer_id, status, applied_at: hours(-3) }
  return String((await server.insert('officer_assignments', row)).id)
}
/** A call for the post whose time is up. */
const due = ({ organization_id, assignment_id, post_id }: Place) => {
  const times = { opened_at: hours(-2), closes_at: hours(-1) }
  return server.insert('order_calls', { organization_id, assignment_id, post_id, ...times })
}
const sweep = () => decideCallsOf(server.database, house.id)
const read = async ({ assignment_id }: Place) => {
  const { calls, orders } = (await server.call(readOrderIn, { assignment_id }, admin)).body
  return [calls[0]?.outcome, orders.map((one) => one.name)]
}
const isOpen = [null, []]
const ordered = ['decided', ['Junior']]
/** A minute later, by the rows. */
const endUndo = async () => {
  const minute = `- interval '61 seconds' where organization_id = $1`
  await server.rows(`update shift_changes set made_at = made_at ${minute}`, [house.id])
  await server.rows(`update fill_plan_lines set taken_at = taken_at ${minute}`, [house.id])
  await server.rows(
    `update officer_assignments set applied_at = applied_at - interval '61 seconds', decided_at = decided_at ${minute}`,
    [house.id],
  )
}

type Filled = { undo: () => Promise<{ status: number }> }
/** Fills the open post in a way that can be undone. */
const fillings: Record<string, (place: Place) => Promise<Filled>> = {
  'a move': async ({ assignment_id }) => {
    const signup_id = await insert(holder, await makePost(), 'confirmed')
    const asked = { signup_id, assignment_id, officer_id: holder.officer_id ?? '' }
    const { body } = await server.call(moveOfficer, asked, admin)
    return { undo: () => server.call(undoChange, { id: body.change_id }, admin) }
  },
  'a line of a plan': async (place) => {
    const { starts_at, ends_at, assignment_id, post_id } = place
    const of = { organization_id: house.id }
    const plan = { asked_by: admin.officer_id, days: 7, status: 'ready', outcome: '{}' }
    const { id } = await server.insert('fill_plans', { ...of, ...plan })
    const at = { plan_id: id, assignment_id, post_id, officer_id: senior.officer_id, starts_at, ends_at, why: '{}' }
    const line = String((await server.insert('fill_plan_lines', { ...of, ...at })).id)
    expect((await server.call(takeLine, { id: line }, admin)).error).toBeNull()
    return { undo: () => server.call(undoLines, { id: String(id), line_ids: [line] }, admin) }
  },
  'an approval': async (place) => {
    const id = await insert(senior, place, 'pending_approval')
    expect((await server.call(approveSignup, { id }, admin)).error).toBeNull()
    return { undo: () => server.call(undoDecision, { id }, admin) }
  },
  'an officer’s own sign-up': async ({ assignment_id, post_id }) => {
    await server.rows(`update assignments set signup_mode = 'first_come' where id = $1`, [assignment_id])
    const { id } = (await server.call(signUp, { assignment_id, post_id }, senior)).body
    return { undo: () => server.call(undoSignUp, { id }, senior) }
  },
}

describe('a call whose post an undo can still change', { meta: { shows: ['issue 5.5 one order'] } }, () => {
  it.each(Object.keys(fillings))('stays open after %s, and orders in once that is undone', async (how) => {
    const place = await makePost()
    await due(place)
    const done = await fillings[how]?.(place)
    await sweep()
    expect(await read(place)).toEqual(isOpen)
    expect((await done?.undo())?.status).toBe(200)
    await sweep()
    expect(await read(place)).toEqual(ordered)
  })

  it.each(Object.keys(fillings))('is closed as filled a minute after %s', async (how) => {
    const place = await makePost()
    await due(place)
    await fillings[how]?.(place)
    await endUndo()
    await sweep()
    expect(await read(place)).toEqual(['filled', []])
  })

  it('orders no one into a spot that a sick call freed until its undo is over', async () => {
    const [undone, left] = [await makePost(), await makePost()]
    const changes: string[] = []
    for (const place of [undone, left]) {
      const signup_id = await insert(holder, place, 'confirmed')
      changes.push((await server.call(replaceSick, { signup_id, replacement: null }, admin)).body.change_id)
      await due(place)
    }
    await sweep()
    expect([await read(undone), await read(left)]).toEqual([isOpen, isOpen])
    expect((await server.call(undoChange, { id: changes[0] ?? '' }, admin)).status).toBe(200)
    await endUndo()
    await sweep()
    expect([await read(undone), await read(left)]).toEqual([['filled', []], ordered])
  })

  it('does not wait in the last minute before the start', async () => {
    const place = await makePost()
    const signup_id = await insert(holder, place, 'confirmed')
    await server.call(replaceSick, { signup_id, replacement: null }, admin)
    await due(place)
    const soon = `starts_at = now() + interval '50 seconds', ends_at = now() + interval '8 hours'`
    await server.rows(`update assignments set ${soon} where id = $1`, [place.assignment_id])
    await server.rows(`update posts set ${soon} where id = $1`, [place.post_id])
    await sweep()
    expect(await read(place)).toEqual(ordered)
  })

  it('is not decided by a job that began before the change', async () => {
    const place = await makePost()
    const signup_id = await insert(holder, place, 'confirmed')
    await due(place)
    const client = await server.admin.connect()
    try {
      await client.query('begin')
      await client.query(`update officer_assignments set status = 'released' where id = $1`, [signup_id])
      await client.query(
        `insert into shift_changes (organization_id, kind, signup_id, was, made_by) values ($1, 'sick', $2, 'confirmed', $3)`,
        [house.id, signup_id, admin.officer_id],
      )
      const swept = sweep()
      const waiting = async () =>
        (
          await server.rows(
            "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          )
        ).length
      await expect.poll(waiting).toBe(1)
      await client.query('commit')
      await swept
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect(await read(place)).toEqual(isOpen)
    await endUndo()
    await sweep()
    expect(await read(place)).toEqual(ordered)
  })
})
