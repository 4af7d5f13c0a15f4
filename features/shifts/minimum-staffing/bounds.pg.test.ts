import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { routes as notificationRoutes } from '#features/department/notifications/routes.ts'
import { suspendOfficer } from '#features/roster/officers/contract.ts'
import { routes as officerRoutes } from '#features/roster/officers/routes.ts'
import { signUp } from '#features/shifts/signups/contract.ts'
import { routes as signupRoutes } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { addMinimum, editMinimum, endMinimum, listForecast, MOST_MINIMUMS } from './contract.ts'
import { keepMinimums } from './jobs.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let other: TestPerson
let today: WallDate

const given = (over: object = {}) => ({
  ...{ name: 'Night', platoon_id: null, unit: 'Patrol', rank: '', least: 1, weekdays: [0, 1, 2, 3, 4, 5, 6] },
  ...{ start_time: '22:00', end_time: '06:00', starts_on: plusDays(today, 3), last_on: plusDays(today, 3) },
  ...{ days_ahead: 14, latest_minutes: 240, title: 'Night watch', kind: 'overtime' as const, location_name: '' },
  ...{ location_address: '', signup_mode: 'first_come' as const, award_rule_id: null, requirements: {} },
  ...over,
})
const add = async (over: object = {}) => {
  const made = await server.call(addMinimum, given(over), admin)
  expect(made.error).toBeNull()
  return made.body.id
}
const keep = () => keepMinimums(server.database, house.id)
const shifts = () =>
  server.rows<{ id: string; status: string; places: number; post_id: string }>(
    `select a.id, a.status, p.required_count as places, p.id as post_id from assignments a
      join posts p on p.assignment_id = a.id where a.organization_id = $1 order by a.created_at`,
    [house.id],
  )
/** Titles of sent notifications, newest first; the on-screen list bundles new shifts into one line. */
const told = async (who: TestPerson) =>
  (
    await server.rows<{ title: string }>(
      `select title from notifications where organization_id = $1
        and (officer_id = $2 or officer_id is null and $3 = 'admin') order by created_at desc, id desc`,
      [house.id, who.officer_id, who.role],
    )
  ).map(({ title }) => title)

beforeAll(async () => {
  const more = [...notificationRoutes, ...officerRoutes, ...signupRoutes]
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
  other = await server.makePerson(house, { name: 'Of traffic', unit: 'Traffic' })
})

it('a suspended department, or one with an expired trial, opens no shifts', {
  meta: { shows: ['issue 5.5 minimum opens'] },
}, async () => {
  await add()
  await server.rows("update organizations set state = 'suspended' where id = $1", [house.id])
  await keep()
  await server.rows(
    `update organizations set state = 'active', subscription_tier = 'trial', trial_end_date = current_date - 3 where id = $1`,
    [house.id],
  )
  await keep()
  expect(await shifts()).toEqual([])
  await server.rows('update organizations set trial_end_date = current_date + 3 where id = $1', [house.id])
  await keep()
  expect(await shifts()).toHaveLength(1)
})

it('a suspended officer holding the spot does not count, and another spot opens', {
  meta: { shows: ['issue 5.5 minimum counted'] },
}, async () => {
  await add()
  await keep()
  const [shift] = await shifts()
  const place = { assignment_id: shift?.id ?? '', post_id: shift?.post_id ?? '' }
  expect((await server.call(signUp, place, other)).error).toBeNull()
  await keep()
  expect(await shifts()).toMatchObject([{ places: 1 }])
  const gone = { officer_id: other.officer_id, reason: 'Under investigation' }
  expect((await server.call(suspendOfficer, gone, admin)).error).toBeNull()
  await keep()
  await keep()
  expect(await shifts()).toMatchObject([{ id: shift?.id, places: 2, status: 'published' }])
  const day = (await server.call(listForecast, {}, admin)).body.items[0]
  expect(day).toMatchObject({ missing: 1, state: 'open', overtime: [], shift: { required: 2, held: 1 } })
})

it('a gap that comes and goes opens its shift each time and notifies once', {
  meta: { shows: ['issue 5.5 minimum follows'] },
}, async () => {
  await add()
  const lasts = (day: string) =>
    server.rows(`update staffing_minimums set last_on = ${day} where organization_id = $1`, [house.id])
  for (let i = 0; i < 3; i++) {
    await keep()
    const [open] = (await shifts()).filter((one) => one.status === 'published')
    expect(open).toBeDefined()
    await lasts('starts_on - 1')
    await keep()
    expect((await shifts()).some((one) => one.status === 'published')).toBe(false)
    await lasts('starts_on')
  }
  expect((await shifts()).length).toBe(3)
  expect(await told(other)).toEqual(['New: Night watch'])
  expect((await told(admin)).filter((title) => title.startsWith('Opened'))).toEqual([
    'Opened automatically: Night watch',
  ])
  await server.rows("update staffing_gaps set opened_at = opened_at - interval '1 hour' where organization_id = $1", [
    house.id,
  ])
  await keep()
  expect(await told(other)).toHaveLength(2)
  // A shift that opens again within the hour and is still open at its end is announced then, once.
  await lasts('starts_on - 1')
  await keep()
  await lasts('starts_on')
  await keep()
  await keep()
  const [again] = (await shifts()).filter((one) => one.status === 'published')
  expect(await told(other)).toHaveLength(2)
  expect((await told(admin)).filter((title) => title.startsWith('Closed'))).toHaveLength(2)
  await server.rows("update staffing_gaps set opened_at = opened_at - interval '1 hour' where organization_id = $1", [
    house.id,
  ])
  await keep()
  await keep()
  const heard = await server.rows('select title from notifications where officer_id = $1 and assignment_id = $2', [
    other.officer_id,
    again?.id,
  ])
  expect(heard).toEqual([{ title: 'New: Night watch' }])
  expect(await told(other)).toHaveLength(3)
})

it('a gap too late to open is reported once, and again only if it returns an hour later', {
  meta: { shows: ['issue 5.5 minimum announced once'] },
}, async () => {
  const on = plusDays(today, 1)
  await add({ starts_on: on, last_on: on, latest_minutes: 2880 })
  const comes = async (day: string) => {
    await server.rows(`update staffing_minimums set last_on = ${day} where organization_id = $1`, [house.id])
    await keep()
    await keep()
  }
  const said = async () => (await told(admin)).filter((title) => title.startsWith('Below')).length
  await keep()
  expect(await said()).toBe(1)
  await comes('starts_on - 1')
  await comes('starts_on')
  expect(await said()).toBe(1)
  await server.rows(
    `update staffing_gaps set said = jsonb_set(said, '{late,at}', to_jsonb(now() - interval '1 hour'))
      where organization_id = $1`,
    [house.id],
  )
  await keep()
  await keep()
  expect(await said()).toBe(2)
})

it('consecutive parts of a shift, both held by suspended officers, open one spot beside them', {
  meta: { shows: ['issue 5.5 minimum counted'] },
}, async () => {
  await add()
  await keep()
  const [shift] = await shifts()
  await server.rows('update posts set split_minutes = 240 where id = $1', [shift?.post_id])
  const [times] = await server.rows<{ starts_at: Date; ends_at: Date }>(
    'select starts_at, ends_at from posts where id = $1',
    [shift?.post_id],
  )
  const [from, to] = [times?.starts_at.getTime() ?? 0, times?.ends_at.getTime() ?? 0]
  const middle = new Date(from + 4 * 3_600_000).toISOString()
  const third = await server.makePerson(house, { name: 'Of court', unit: 'Court' })
  const place = { assignment_id: shift?.id ?? '', post_id: shift?.post_id ?? '' }
  const halves = [
    { who: other, starts_at: new Date(from).toISOString(), ends_at: middle },
    { who: third, starts_at: middle, ends_at: new Date(to).toISOString() },
  ]
  for (const { who, ...part } of halves) {
    expect((await server.call(signUp, { ...place, ...part }, who)).error).toBeNull()
    const gone = { officer_id: who.officer_id, reason: 'Under investigation' }
    expect((await server.call(suspendOfficer, gone, admin)).error).toBeNull()
  }
  await keep()
  await keep()
  expect(await shifts()).toMatchObject([{ id: shift?.id, places: 2, status: 'published' }])
})

it('a department has a maximum number of minimums, which two admins at once can’t exceed', {
  meta: { shows: ['issue 5.5 minimum set'] },
}, async () => {
  await server.rows(
    `insert into staffing_minimums (organization_id, name, unit, least, weekdays, start_time, end_time, starts_on,
        days_ahead, latest_minutes, title, kind, signup_mode)
      select $1, 'M' || n, 'Patrol', 1, '{0}', '22:00', '06:00', current_date + 400, 1, 0,
        'Watch', 'overtime', 'first_come' from generate_series(1, $2::int) n`,
    [house.id, MOST_MINIMUMS - 1],
  )
  const both = await Promise.all([1, 2].map((n) => server.call(addMinimum, given({ name: `Last ${n}` }), admin)))
  expect(both.map((one) => one.error?.code ?? null).sort()).toEqual([null, 'too_many_minimums'].sort())
  // Restoring an ended minimum is refused when it would exceed the limit.
  const ended = await server.insert('staffing_minimums', {
    ...{ organization_id: house.id, name: 'Retired', unit: 'Patrol', least: 1, weekdays: [0], start_time: '22:00' },
    ...{ end_time: '06:00', starts_on: '2026-01-01', last_on: '2026-02-01', days_ahead: 1, latest_minutes: 0 },
    ...{ title: 'Watch', kind: 'overtime', signup_mode: 'first_come' },
  })
  const again = { minimum_id: String(ended.id), version: 1 }
  const edit = await server.call(editMinimum, { ...given({ last_on: '' }), ...again }, admin)
  const end = await server.call(endMinimum, { ...again, last_on: plusDays(today, 90) }, admin)
  expect([edit.error?.code, end.error?.code]).toEqual(['too_many_minimums', 'too_many_minimums'])
  await server.rows('delete from staffing_minimums where id = $1', [ended.id])
  const [first] = await server.rows<{ n: number }>(
    'select count(*)::int as n from staffing_minimums where organization_id = $1',
    [house.id],
  )
  expect(first?.n).toBe(MOST_MINIMUMS)
})
