import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clearNotifications, listLatest, markRead } from '#features/department/notifications/contract.ts'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import { awardDue } from '#features/shifts/awards/store.awarding.ts'
import { readMyOrders, readOrderIn } from '#features/shifts/order-ins/contract.calls.ts'
import { routes as orderRoutes } from '#features/shifts/order-ins/routes.ts'
import { signUp } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  dropPlan,
  editEscalation,
  listComing,
  listEscalations,
  listPlans,
  pauseEscalation,
  readEscalation,
  resumeEscalation,
  savePlan,
} from './contract.ts'
import { escalate } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let patrol: TestPerson
let traffic: TestPerson

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
const steps = [
  { kind: 'group' as const, clock: 'after_publish' as const, minutes: 30, units: ['Patrol'] },
  { kind: 'neighbours' as const, clock: 'after_publish' as const, minutes: 60, units: ['Traffic'] },
  { kind: 'order_in' as const, clock: 'before_start' as const, minutes: 600, units: [] },
]
const makeShift = async (over: Record<string, unknown> = {}) => {
  const of = { organization_id: house.id }
  const times = { starts_at: hours(20), ends_at: hours(28) }
  const base = { title: 'Night patrol', kind: 'overtime', time_zone: house.time_zone, status: 'published' }
  const mode = { signup_mode: 'first_come', published_at: new Date().toISOString() }
  const assignment_id = String((await server.insert('assignments', { ...of, ...base, ...mode, ...times, ...over })).id)
  const requirements = JSON.stringify({ units: ['Patrol'] })
  const post = { ...of, assignment_id, name: 'P', required_count: 1, requirements, ...times }
  return { assignment_id, post_id: String((await server.insert('posts', post)).id) }
}
const sweep = () => escalate.outside(server.database, house.id, () => false)
/** Lets time pass for one shift: moves its publication and its completed steps back by the given minutes. */
const pass = async (assignment_id: string, minutes: number) => {
  const by = [assignment_id, minutes]
  await server.rows(
    `update escalation_steps t set at = t.at - make_interval(mins => $2) from escalations e
    where e.id = t.escalation_id and e.assignment_id = $1`,
    by,
  )
  await server.rows(
    `update escalations set published_at = published_at - make_interval(mins => $2) where assignment_id = $1`,
    by,
  )
}
const of = async (assignment_id: string) =>
  (await server.call(readEscalation, { assignment_id }, admin)).body.escalation
const states = async (assignment_id: string) => (await of(assignment_id))?.planned.map((one) => one.state)
const told = async (who: TestPerson) =>
  (await server.call(listLatest, {}, who)).body.items.map((one) => `${one.type}: ${one.title}`)

beforeAll(async () => {
  server = await startTestServer([...routes, ...orderRoutes, ...notificationRoutes, ...signupRoutes])
})
beforeEach(async () => {
  house = await server.makeOrganization({ time_zone: 'America/Chicago', quiet_from: null, quiet_to: null })
  admin = await server.makePerson(house, { role: 'admin', name: 'Chief', unit: 'Staff' })
  patrol = await server.makePerson(house, { name: 'Of patrol', unit: 'Patrol' })
  traffic = await server.makePerson(house, { name: 'Of traffic', unit: 'Traffic' })
})
afterAll(() => server.close())

describe('step by step', { meta: { shows: ['issue 5.5 escalator'] } }, () => {
  it('group, neighbors, order-in: each runs once across two processes and stops when the shift is filled', async () => {
    const earlier = await makeShift({ published_at: hours(-1) })
    expect((await server.call(savePlan, { kind: null, steps, version: 0 }, admin)).error).toBeNull()
    const { assignment_id, post_id } = await makeShift()
    await sweep()
    // A shift published before the plan has no escalation.
    expect(await of(earlier.assignment_id)).toBeNull()
    expect(await states(assignment_id)).toEqual(['to_come', 'to_come', 'to_come'])
    expect(await told(patrol)).toEqual([])

    await pass(assignment_id, 31)
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await states(assignment_id)).toEqual(['taken', 'to_come', 'to_come'])
    expect(await told(patrol)).toEqual(['officers_needed: Still open: Night patrol'])
    expect(await told(traffic)).toEqual([])
    expect((await server.call(signUp, { assignment_id, post_id }, traffic)).error?.code).toBe('unit_required')

    await pass(assignment_id, 30)
    await sweep()
    expect(await told(traffic)).toEqual(['officers_needed: Still open: Night patrol'])
    const [coming] = (await server.call(listComing, {}, patrol)).body.items
    expect(coming?.assignment_id).toBe(assignment_id)
    expect(Date.parse(coming?.decides_at ?? '') - Date.parse(coming?.asks_at ?? '')).toBe(3_600_000)

    await server.rows(
      "update escalations set steps = jsonb_set(steps, '{2,minutes}', '1200') where assignment_id = $1",
      [assignment_id],
    )
    await sweep()
    expect((await server.call(readMyOrders, {}, traffic)).body.asked).toEqual([])
    await pass(assignment_id, 16)
    await Promise.all([sweep(), sweep()])
    expect((await server.call(readMyOrders, {}, traffic)).body.asked.map((one) => one.title)).toEqual(['Night patrol'])
    const calls = (await server.call(readOrderIn, { assignment_id }, admin)).body.calls
    expect(calls.map((one) => [one.opened_by, one.asked_count])).toEqual([[null, 2]])
    // The plan has nothing more to do, and the call says when the spot is decided.
    const [asked] = (await server.call(listComing, {}, patrol)).body.items
    expect(asked).toMatchObject({ assignment_id, decides_at: calls[0]?.closes_at })
    expect(Date.parse(asked?.asks_at ?? '')).toBeLessThanOrEqual(Date.now())
    expect(await states(assignment_id)).toEqual(['taken', 'taken', 'taken'])

    const filled = await makeShift()
    await sweep()
    expect((await server.call(signUp, filled, patrol)).error).toBeNull()
    await pass(filled.assignment_id, 600)
    await sweep()
    expect(await states(filled.assignment_id)).toEqual(['to_come', 'to_come', 'to_come'])
    expect((await server.call(listEscalations, {}, admin)).body.items.map((one) => one.assignment_id)).toEqual([
      assignment_id,
    ])
  })
  it('sends "Still open" once per shift, however many steps reach an officer', async () => {
    const after = { clock: 'after_publish' as const }
    const twice = [
      { ...after, kind: 'group' as const, minutes: 5, units: ['Patrol'] },
      { ...after, kind: 'all' as const, minutes: 20, units: [] },
    ]
    expect((await server.call(savePlan, { kind: null, steps: twice, version: 0 }, admin)).error).toBeNull()
    const { assignment_id } = await makeShift()
    await sweep()
    for (const state of [
      ['taken', 'to_come'],
      ['taken', 'taken'],
    ]) {
      await pass(assignment_id, 16)
      await sweep()
      expect(await states(assignment_id)).toEqual(state)
      expect(await told(patrol)).toEqual(['officers_needed: Still open: Night patrol'])
    }
  })

  it('does not send "Still open" again to an officer who has cleared it', async () => {
    const after = { clock: 'after_publish' as const }
    const twice = [
      { ...after, kind: 'group' as const, minutes: 5, units: ['Patrol'] },
      { ...after, kind: 'all' as const, minutes: 20, units: [] },
    ]
    expect((await server.call(savePlan, { kind: null, steps: twice, version: 0 }, admin)).error).toBeNull()
    const { assignment_id } = await makeShift()
    await sweep()
    await pass(assignment_id, 16)
    await sweep()
    expect(await told(patrol)).toHaveLength(1)
    await server.call(markRead, {}, patrol)
    await server.call(clearNotifications, {}, patrol)
    expect(await told(patrol)).toEqual([])
    await pass(assignment_id, 16)
    await sweep()
    expect(await states(assignment_id)).toEqual(['taken', 'taken'])
    expect(await told(patrol)).toEqual([])
  })

  it('units let in by a step skip the group’s turn', { meta: { shows: ['issue 5.1 groups'] } }, async () => {
    expect((await server.call(savePlan, { kind: null, steps: steps.slice(1), version: 0 }, admin)).error).toBeNull()
    const group_steps = JSON.stringify([
      { name: 'Patrol', units: ['Patrol'], ranks: [], opens_at: hours(-1) },
      { name: 'All officers', units: [], ranks: [], opens_at: hours(12) },
    ])
    const shift = await makeShift({ group_steps })
    await sweep()
    const early = await server.call(signUp, shift, traffic)
    expect([early.error?.code, early.error?.details?.accepted]).toEqual(['group_first', ['Patrol']])
    await pass(shift.assignment_id, 61)
    await sweep()
    expect(await told(traffic)).toEqual(['officers_needed: Still open: Night patrol'])
    expect((await server.call(signUp, shift, traffic)).error).toBeNull()
  })
  it('catches up on missed steps one at a time after a restart', async () => {
    await server.call(savePlan, { kind: 'overtime', steps, version: 0 }, admin)
    const { assignment_id } = await makeShift()
    await sweep()
    await pass(assignment_id, 300)
    await sweep()
    await sweep()
    expect(await states(assignment_id)).toEqual(['taken', 'to_come', 'to_come'])
    await pass(assignment_id, 15)
    await sweep()
    expect(await states(assignment_id)).toEqual(['taken', 'taken', 'to_come'])
  })
  it('a pending award runs before anyone is ordered in, and the order follows', async () => {
    const last = { kind: 'order_in' as const, clock: 'before_start' as const, minutes: 1300, units: [] }
    expect((await server.call(savePlan, { kind: null, steps: [last], version: 0 }, admin)).error).toBeNull()
    const { assignment_id } = await makeShift({ signup_mode: 'award' })
    const closes = async () =>
      (
        await server.rows<{ over: boolean; reason: string | null }>(
          'select signup_closes_at <= now() as over, award_early_reason as reason from assignments where id = $1',
          [assignment_id],
        )
      )[0]
    await sweep()
    expect(await closes()).toEqual({ over: true, reason: 'Orders are due for what is left' })
    expect([await states(assignment_id), (await server.call(readMyOrders, {}, patrol)).body.asked]).toEqual([
      ['to_come'],
      [],
    ])
    expect((await awardDue(server.database, house.id, () => false)).failures).toEqual([])
    await sweep()
    expect(await states(assignment_id)).toEqual(['taken'])
    expect((await server.call(readMyOrders, {}, patrol)).body.asked).toHaveLength(1)
  })
  it('can be paused with a reason, resumed, and changed for one shift', async () => {
    await server.call(savePlan, { kind: null, steps, version: 0 }, admin)
    const { assignment_id } = await makeShift()
    await sweep()
    const id = (await of(assignment_id))?.id ?? ''
    expect((await server.call(pauseEscalation, { id, reason: 'Two have called' }, admin)).error).toBeNull()
    expect((await server.call(pauseEscalation, { id, reason: 'Two have called' }, admin)).error?.code).toBe(
      'paused_already',
    )
    await pass(assignment_id, 300)
    await sweep()
    expect(await states(assignment_id)).toEqual(['paused', 'paused', 'paused'])
    expect((await server.call(listComing, {}, patrol)).body.items).toEqual([])
    expect((await server.call(resumeEscalation, { id }, admin)).error).toBeNull()
    expect((await server.call(resumeEscalation, { id }, admin)).error?.code).toBe('not_paused')
    await sweep()
    expect(await states(assignment_id)).toEqual(['taken', 'to_come', 'to_come'])
    const version = (await of(assignment_id))?.version ?? 0
    const all = [{ kind: 'all' as const, clock: 'after_publish' as const, minutes: 5, units: [] }]
    const edit = { id, version, emergency: true }
    expect((await server.call(editEscalation, { ...edit, steps: all }, admin)).error?.code).toBe('steps_taken')
    const own = steps.slice(0, 1)
    expect((await server.call(editEscalation, { ...edit, steps: own }, admin)).error).toBeNull()
    expect((await server.call(editEscalation, { ...edit, steps: own }, admin)).error?.code).toBe('changed_meanwhile')
    expect(await of(assignment_id)).toMatchObject({ emergency: true, steps: own })
  })
  it('the forecast shows when a step waits for the end of quiet hours', {
    meta: { shows: ['issue 5.5 quiet hours'] },
  }, async () => {
    await server.rows(
      `update organizations set quiet_from = ((now() - interval '1 h') at time zone time_zone)::time(0),
      quiet_to = ((now() + interval '3 h') at time zone time_zone)::time(0) where id = $1`,
      [house.id],
    )
    await server.call(savePlan, { kind: null, steps, version: 0 }, admin)
    const { assignment_id } = await makeShift()
    await sweep()
    await pass(assignment_id, 60)
    await sweep()
    expect((await of(assignment_id))?.planned[0]).toMatchObject({ waits_for_quiet: true, state: 'to_come' })
    const { id = '', version = 0 } = (await of(assignment_id)) ?? {}
    await server.call(editEscalation, { id, version, steps, emergency: true }, admin)
    await sweep()
    expect(await states(assignment_id)).toEqual(['taken', 'to_come', 'to_come'])
  })
  it('changing or deleting a plan before a sweep leaves published shifts on their original plan', {
    meta: { shows: ['issue 5.5 attached'] },
  }, async () => {
    const all = [{ kind: 'all' as const, clock: 'after_publish' as const, minutes: 5, units: [] }]
    const saved = await server.call(savePlan, { kind: null, steps, version: 0 }, admin)
    const first = await makeShift()
    expect((await server.call(savePlan, { kind: null, steps: all, version: 1 }, admin)).error).toBeNull()
    const second = await makeShift()
    expect((await server.call(dropPlan, { id: saved.body.id }, admin)).error).toBeNull()
    await sweep()
    expect((await of(first.assignment_id))?.steps).toEqual(steps)
    expect((await of(second.assignment_id))?.steps).toEqual(all)
  })
  it('a shift whose step fails doesn’t stop the others', { meta: { shows: ['issue 5.5 one by one'] } }, async () => {
    await server.call(savePlan, { kind: null, steps, version: 0 }, admin)
    const [broken, sound] = [await makeShift(), await makeShift()]
    await sweep()
    await pass(broken.assignment_id, 40)
    await pass(sound.assignment_id, 31)
    await server.rows("update escalations set steps = steps #- '{0,units}' where assignment_id = $1", [
      broken.assignment_id,
    ])
    await expect(sweep()).rejects.toThrow(/steps not taken/)
    expect(await states(sound.assignment_id)).toEqual(['taken', 'to_come', 'to_come'])
  })
  it('runs due steps first, however many shifts are not yet due', {
    meta: { shows: ['issue 5.5 one by one'] },
  }, async () => {
    await server.call(savePlan, { kind: null, steps, version: 0 }, admin)
    const due = await makeShift()
    await server.rows(
      `with a as (insert into assignments (organization_id, title, kind, time_zone, status, signup_mode, published_at,
          starts_at, ends_at)
        select $1, 'Later', 'overtime', 'UTC', 'published', 'first_come', now(), now() + interval '20 h', now() + interval '28 h'
        from generate_series(1, 500) returning id, starts_at, ends_at),
      p as (insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
        select $1, id, 'P', 1, starts_at, ends_at from a)
      insert into escalations (organization_id, id, assignment_id, steps, published_at)
      select $1, overlay(gen_random_uuid()::text placing '00000000' from 1)::uuid, id, $2::jsonb, now() from a`,
      [house.id, JSON.stringify(steps)],
    )
    await sweep()
    await pass(due.assignment_id, 31)
    await sweep()
    expect(await states(due.assignment_id)).toEqual(['taken', 'to_come', 'to_come'])
  })
  it('refuses a plan that can’t work, and one that another admin changed first', async () => {
    const wrong = [steps[2], steps[0]].filter((one) => one !== undefined)
    const refused = await server.call(savePlan, { kind: null, steps: wrong, version: 0 }, admin)
    expect(refused.error?.fields?.[0]).toMatchObject({
      field: 'steps.0.kind',
      message: 'Order-in must be the last step.',
    })
    const saved = await server.call(savePlan, { kind: null, steps, version: 0 }, admin)
    expect((await server.call(savePlan, { kind: null, steps, version: 0 }, admin)).error?.code).toBe(
      'changed_meanwhile',
    )
    expect((await server.call(savePlan, { kind: null, steps, version: saved.body.version }, admin)).error).toBeNull()
    expect((await server.call(savePlan, { kind: 'court', steps, version: 0 }, admin)).error).toBeNull()
    const plans = (await server.call(listPlans, {}, admin)).body
    expect(plans.items.map((one) => one.kind)).toEqual([null, 'court'])
    expect(plans.units).toEqual(['Patrol', 'Staff', 'Traffic'])
    expect((await server.call(dropPlan, { id: saved.body.id }, admin)).error).toBeNull()
    expect((await server.call(dropPlan, { id: saved.body.id }, admin)).error?.code).toBe('not_found')
  })
})
