import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listLatest } from '#features/department/notifications/contract.ts'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import { addLeave, removeLeave } from '#features/roster/leaves/contract.ts'
import { routes as leaveRoutes } from '#features/roster/leaves/routes.ts'
import { routes as transitions } from '#features/shifts/assignment-editor/routes.transitions.ts'
import { cancelAssignment, readAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignmentRoutes } from '#features/shifts/assignments/routes.ts'
import { savePlan } from '#features/shifts/escalations/contract.ts'
import { routes as escalationRoutes } from '#features/shifts/escalations/routes.ts'
import { signUp } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { type Sql, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { addMinimum, editMinimum, endMinimum, listForecast, listMinimums, openAgain, tryMinimum } from './contract.ts'
import { keepMinimums } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let second: TestPerson
let crew: TestPerson[]
let other: TestPerson
let platoon: string
let today: WallDate

const insert = async (table: string, row: object) =>
  String((await server.insert(table, { organization_id: house.id, ...row })).id)
const given = (over: object = {}) => ({
  ...{ name: 'Night', platoon_id: platoon, unit: '', rank: '', least: 3, weekdays: [0, 1, 2, 3, 4, 5, 6] },
  ...{
    start_time: '22:00',
    end_time: '06:00',
    starts_on: plusDays(today, -7),
    last_on: '',
    days_ahead: 14,
    latest_minutes: 240,
  },
  ...{ title: 'Night watch', kind: 'overtime' as const, location_name: 'Station 1', location_address: '' },
  ...{ signup_mode: 'first_come' as const, award_rule_id: null, requirements: {} },
  ...over,
})
const add = async (over: object = {}) => (await server.call(addMinimum, given(over), admin)).body.id
const keep = () => keepMinimums(server.database, house.id)
/** On leave for the given number of nights: from the evening before the first to the morning after the last. */
const leave = async (who: TestPerson, first_day: WallDate, nights = 1, end_time = '07:00') => {
  const days = { whole_days: false, first_day, start_time: '21:00', last_day: plusDays(first_day, nights), end_time }
  const made = await server.call(addLeave, { officer_id: who.officer_id, ...days, note: '', kind: 'sick' }, admin)
  expect(made.error).toBeNull()
  return made.body.id
}
type Shift = {
  id: string
  status: string
  starts: string
  ends: string
  places: number
  min_required: number
  cancel_reason: string | null
  post_id: string
}
const shifts = () =>
  server.rows<Shift>(
    `select a.id, a.status, to_char(a.starts_at at time zone a.time_zone, 'YYYY-MM-DD HH24:MI') as starts,
      to_char(a.ends_at at time zone a.time_zone, 'HH24:MI') as ends, p.required_count as places, a.min_required,
      a.cancel_reason, p.id as post_id
    from assignments a join posts p on p.assignment_id = a.id where a.organization_id = $1 order by a.starts_at, a.created_at`,
    [house.id],
  )
const dayOf = async (on_day: WallDate) => {
  const all = (await server.call(listForecast, {}, admin)).body.items
  return all.find((one) => one.on_day === on_day)
}
const told = async (who: TestPerson) =>
  (await server.call(listLatest, {}, who)).body.items.map((one) => `${one.type}: ${one.title}`)

beforeAll(async () => {
  const more = [
    ...assignmentRoutes,
    ...transitions,
    ...escalationRoutes,
    ...leaveRoutes,
    ...notificationRoutes,
    ...signupRoutes,
  ]
  server = await startTestServer([...routes, ...more])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization({ time_zone: 'America/Chicago', quiet_from: null, quiet_to: null })
  today = wallOf(new Date().toISOString(), 'America/Chicago').date
  admin = await server.makePerson(house, { role: 'admin', name: 'Chief' })
  second = await server.makePerson(house, { role: 'admin', name: 'Deputy' })
  platoon = await insert('platoons', { name: 'Night A' })
  const pattern = JSON.stringify({ kind: 'weekdays', weekdays: [0, 1, 2, 3, 4, 5, 6], start: '22:00', minutes: 480 })
  const starts_on = plusDays(today, -30)
  await insert('platoon_schedules', { platoon_id: platoon, starts_on, anchor_on: starts_on, pattern, keeps: 'end' })
  crew = []
  for (const name of ['Crew One', 'Crew Two', 'Crew Three']) {
    const one = await server.makePerson(house, { name, unit: 'Patrol' })
    await insert('platoon_members', { platoon_id: platoon, officer_id: one.officer_id, starts_on })
    crew.push(one)
  }
  other = await server.makePerson(house, { name: 'Of traffic', unit: 'Traffic' })
})
const [one = null as never, two = null as never] = [0, 1].map(
  (index) => new Proxy({} as TestPerson, { get: (_, key) => Reflect.get(crew[index] as TestPerson, key) }),
)

describe('a gap under a minimum opens a shift automatically', { meta: { shows: ['issue 5.5 minimum opens'] } }, () => {
  it('on leave: opens the spots and hours needed, announces it, attaches its escalation and audits the reason', async () => {
    await server.call(
      savePlan,
      { kind: null, steps: [{ kind: 'all', clock: 'before_start', minutes: 60, units: [] }], version: 0 },
      admin,
    )
    await add()
    await keep()
    expect(await shifts()).toEqual([])
    const day = plusDays(today, 3)
    await leave(one, day, 2, '00:00')
    await keep()
    const [first, next, ...rest] = await shifts()
    expect(rest).toEqual([])
    // The leave covers the first night entirely, and the second until midnight.
    expect(first).toMatchObject({
      status: 'published',
      starts: `${day} 22:00`,
      ends: '06:00',
      places: 1,
      min_required: 1,
    })
    expect(next).toMatchObject({ starts: `${plusDays(day, 1)} 22:00`, ends: '00:00', places: 1 })
    const [escalation] = await server.rows('select steps from escalations where assignment_id = $1', [first?.id])
    expect(escalation?.steps).toHaveLength(1)
    expect(await told(other)).toEqual(['assignment_posted: New: Night watch'])
    expect(await told(admin)).toContain('minimum_shift: Opened automatically: Night watch (2)')
    const [audit] = await server.rows<{ after: { reason: string } }>(
      `select after from audit_entries where organization_id = $1 and thing_type = 'staffing_gaps'
        and action = 'job.keep_minimums' and actor_role = 'system' order by id limit 1`,
      [house.id],
    )
    expect(audit?.after.reason).toBe(
      '3 needed; at the lowest point: 2 on regular tours, 1 on leave, 0 on overtime; 1 short without this shift.',
    )
    expect(await dayOf(day)).toMatchObject({
      ...{ needed: 3, on_tour: 2, missing: 1, state: 'open', on_leave: [{ name: 'Crew One' }] },
      shift: { assignment_id: first?.id, required: 1, held: 0 },
    })
    await keep()
    expect(await shifts()).toHaveLength(2)
  })

  it('two simultaneous sweeps open one shift per day', { meta: { shows: ['issue 5.5 minimum once'] } }, async () => {
    await add()
    await leave(one, plusDays(today, 2), 2)
    await Promise.all([keep(), keep(), keep()])
    expect((await shifts()).map((shift) => shift.starts.slice(0, 10))).toEqual([plusDays(today, 2), plusDays(today, 3)])
    const [row] = await server.rows<{ gaps: number }>(
      'select count(*)::int as gaps from staffing_gaps where organization_id = $1',
      [house.id],
    )
    expect(row?.gaps).toBe(2)
  })

  it('waits for the look-ahead window, and notifies the admins once if too little time is left', async () => {
    await add({ days_ahead: 2, latest_minutes: 2880 })
    const [soon, far] = [plusDays(today, 1), plusDays(today, 5)]
    await leave(one, soon)
    await leave(one, far)
    await keep()
    await keep()
    expect(await shifts()).toEqual([])
    expect(await dayOf(soon)).toMatchObject({ state: 'late', missing: 1, shift: null })
    expect(await dayOf(far)).toMatchObject({ state: 'later', missing: 1 })
    const opens = wallOf((await dayOf(far))?.opens_at ?? '', 'America/Chicago')
    expect([opens.date, opens.time]).toEqual([plusDays(far, -2), '00:00'])
    expect((await told(admin)).filter((line) => line.startsWith('minimum_gap'))).toEqual([
      'minimum_gap: Below the minimum: Night',
    ])
  })
})

describe('the shift follows the gap until someone has a spot', {
  meta: { shows: ['issue 5.5 minimum follows'] },
}, () => {
  it('spots and hours grow and shrink with it, and it closes when the gap does', async () => {
    await add()
    const day = plusDays(today, 3)
    const first = await leave(one, day)
    await keep()
    const [opened] = await shifts()
    const more = await leave(two, day, 2, '02:00')
    await keep()
    expect((await shifts()).slice(0, 2)).toMatchObject([
      { id: opened?.id, places: 2, min_required: 2 },
      { places: 1, starts: `${plusDays(day, 1)} 22:00`, ends: '02:00' },
    ])
    await server.call(removeLeave, { leave_id: more }, admin)
    await keep()
    expect((await shifts())[0]).toMatchObject({ id: opened?.id, places: 1, status: 'published' })
    await server.call(removeLeave, { leave_id: first }, admin)
    await keep()
    const closed = await shifts()
    expect(closed.map((shift) => shift.status)).toEqual(closed.map(() => 'cancelled'))
    expect(closed[0]?.cancel_reason).toMatch(/^No longer needed for "Night"/)
    expect(await dayOf(day)).toMatchObject({ state: 'met', shift: null })
    // A new gap on the same day opens another shift.
    await leave(one, day)
    await keep()
    expect((await shifts()).filter((shift) => shift.status === 'published')).toHaveLength(1)
  })

  it('an officer with a spot keeps it, and the admins are notified and decide', {
    meta: { shows: ['issue 5.5 minimum kept'] },
  }, async () => {
    await add()
    const day = plusDays(today, 3)
    const away = await leave(one, day)
    const more = await leave(two, day)
    await keep()
    const [shift] = await shifts()
    expect(shift?.places).toBe(2)
    const place = { assignment_id: shift?.id ?? '', post_id: shift?.post_id ?? '' }
    expect((await server.call(signUp, place, other)).error).toBeNull()
    expect(await dayOf(day)).toMatchObject({ missing: 1, state: 'open', overtime: [{ name: 'Of traffic' }] })
    await server.call(removeLeave, { leave_id: more }, admin)
    await keep()
    expect((await shifts())[0]).toMatchObject({ places: 1, status: 'published' })
    expect(await dayOf(day)).toMatchObject({ missing: 0, state: 'covered', shift: { names: ['Of traffic'] } })
    await server.call(removeLeave, { leave_id: away }, admin)
    await keep()
    await keep()
    expect((await shifts())[0]).toMatchObject({ places: 1, status: 'published' })
    expect(await dayOf(day)).toMatchObject({ state: 'surplus' })
    expect((await told(admin)).filter((line) => line.startsWith('minimum_gap'))).toEqual([
      'minimum_gap: More than needed: Night',
    ])
  })

  it('when a sign-up and a sweep collide, a confirmed officer always has an active shift', async () => {
    await add()
    const day = plusDays(today, 3)
    const away = await leave(one, day)
    await keep()
    const [shift] = await shifts()
    const place = { assignment_id: shift?.id ?? '', post_id: shift?.post_id ?? '' }
    await server.call(removeLeave, { leave_id: away }, admin)
    const [, signed] = await Promise.all([keep(), server.call(signUp, place, other)])
    const [after] = await shifts()
    expect(after?.status).toBe(signed.error === null ? 'published' : 'cancelled')
  })

  it('a shift that an admin cancels reopens only when an admin allows it', async () => {
    const minimum_id = await add()
    const day = plusDays(today, 3)
    await leave(one, day)
    await keep()
    const [shift] = await shifts()
    const why = { id: shift?.id ?? '', party: 'department' as const, reason: 'We manage with two' }
    expect((await server.call(openAgain, { minimum_id, on_day: day }, admin)).error?.code).toBe('not_taken_back')
    expect((await server.call(cancelAssignment, why, admin)).error).toBeNull()
    await keep()
    expect((await shifts()).map((one) => one.status)).toEqual(['cancelled'])
    expect(await dayOf(day)).toMatchObject({ state: 'taken_back', shift: { cancel_reason: 'We manage with two' } })
    expect((await server.call(openAgain, { minimum_id, on_day: day }, admin)).error).toBeNull()
    await keep()
    expect((await shifts()).map((one) => one.status)).toEqual(['cancelled', 'published'])
  })

  it('a shift that an admin changed is left alone, and any remaining gap is reported', async () => {
    await add()
    const day = plusDays(today, 3)
    await leave(one, day)
    await keep()
    const [shift] = await shifts()
    await server.rows('update posts set required_count = 5 where id = $1', [shift?.post_id])
    await keep()
    await leave(two, day)
    await keep()
    expect((await shifts())[0]).toMatchObject({ places: 5 })
    await server.rows("update posts set required_count = 1, starts_at = starts_at + interval '1 h' where id = $1", [
      shift?.post_id,
    ])
    await server.rows("update assignments set starts_at = starts_at + interval '1 h' where id = $1", [shift?.id])
    await keep()
    expect(await dayOf(day)).toMatchObject({ state: 'short', missing: 2 })
    expect(await told(admin)).toContain('minimum_gap: Below the minimum: Night')
  })
})

describe('admins create, preview, change and end minimums', { meta: { shows: ['issue 5.5 minimum set'] } }, () => {
  it('a preview shows what it would open, and ending one closes shifts without sign-ups', async () => {
    const day = plusDays(today, 3)
    await leave(one, day)
    const answer = (await server.call(tryMinimum, { ...given(), minimum_id: null }, admin)).body
    expect(answer).toMatchObject({ days: 14, officers: 3, opens: [{ on_day: day, missing: 1 }], late: 0 })
    expect((await server.call(listMinimums, {}, admin)).body.items).toEqual([])
    const minimum_id = await add()
    await keep()
    expect(await shifts()).toHaveLength(1)
    const end = { minimum_id, version: 1, last_on: plusDays(today, -1) }
    expect((await server.call(endMinimum, end, admin)).error).toBeNull()
    expect((await server.call(endMinimum, end, admin)).error?.code).toBe('changed_meanwhile')
    await keep()
    expect((await shifts()).map((shift) => shift.status)).toEqual(['cancelled'])
    expect((await server.call(listMinimums, {}, admin)).body.items).toEqual([])
    expect((await server.call(listMinimums, { ended: 'yes' }, admin)).body.items).toHaveLength(1)
  })

  it('with a unit or rank, only matching officers count and may sign up', async () => {
    await server.rows("update officers set rank = 'Sergeant' where id = $1", [one.officer_id])
    await add({ platoon_id: null, unit: 'Patrol', rank: 'Sergeant', least: 2, days_ahead: 1 })
    await keep()
    const [shift] = await shifts()
    expect(shift?.places).toBe(1)
    const [post] = await server.rows('select requirements from posts where id = $1', [shift?.post_id])
    expect(post?.requirements).toEqual({ ranks: ['Sergeant'] })
    const seen = await server.call(readAssignment, { id: shift?.id ?? '' }, admin)
    expect(seen.body).toMatchObject({ created_by_name: null, location_name: 'Station 1' })
  })

  it('validates fields, and officers and other departments can’t see or change anything, in the database too', {
    meta: { shows: ['6 roles'] },
  }, async () => {
    const minimum_id = await add()
    expect((await server.call(addMinimum, given({ unit: 'Patrol' }), admin)).error?.fields?.[0]?.field).toBe('unit')
    expect((await server.call(addMinimum, given({ platoon_id: null }), admin)).error?.fields?.[0]?.field).toBe(
      'platoon_id',
    )
    const award = given({ signup_mode: 'award' })
    expect((await server.call(addMinimum, award, admin)).error?.fields?.[0]?.field).toBe('award_rule_id')
    for (const call of [addMinimum, tryMinimum] as const)
      expect((await server.call(call, { ...given(), minimum_id: null } as never, one)).status).toBe(403)
    expect((await server.call(listForecast, {}, one)).status).toBe(403)
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    const edit = { ...given({ platoon_id: null, unit: 'Patrol' }), minimum_id, version: 1 }
    expect((await server.call(editMinimum, edit, stranger)).status).toBe(404)
    expect((await server.call(listForecast, {}, stranger)).body.items).toEqual([])
    const as = (who: TestPerson, statement: Sql) => {
      const token = createHash('sha256').update(who.secret).digest()
      const enter = sql`select app.enter(${token}::bytea, 'signed_in', '', true)`
      return server.database.transaction([enter], (db) => db.run(statement))
    }
    await leave(one, plusDays(today, 3))
    await keep()
    expect(await as(one, sql`delete from staffing_gaps`)).toBe(0)
    expect(await as(second, sql`update staffing_gaps set places = 9`)).toBe(0)
    expect(await as(stranger, sql`update staffing_minimums set least = 1`)).toBe(0)
    await expect(
      as(admin, sql`update staffing_minimums set organization_id = ${stranger.officer_id}::uuid`),
    ).rejects.toThrow('permission denied')
    expect((await server.call(editMinimum, edit, second)).body.version).toBe(2)
  })
})
