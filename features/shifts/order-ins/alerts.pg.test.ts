import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { dismissAlertOffer, readAlertOffer } from './contract.alerts.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
beforeAll(async () => {
  server = await startTestServer(routes)
  house = await server.makeOrganization()
})
afterAll(() => server.close())

const offered = async (person: TestPerson) => (await server.call(readAlertOffer, {}, person)).body.offered

it('alerts are offered to an officer on the force list until they are on', async () => {
  const person = await server.makePerson(house)
  expect(await offered(person)).toBe(true)
  const [device] = await server.rows<{ id: string }>(
    `insert into push_subscriptions (organization_id, officer_id, session_id, endpoint, p256dh, auth)
     select $1, $2, gen_random_uuid(), 'https://push.example/' || gen_random_uuid(), repeat('p', 87), repeat('a', 22) returning id`,
    [house.id, person.officer_id],
  )
  expect(await offered(person)).toBe(false)
  await server.rows('delete from push_subscriptions where id = $1', [device?.id])
  await server.rows(
    `insert into phones (organization_id, officer_id, number, number_hash, consent_text, code_hash, code_expires_at)
     values ($1, $2, '+15555550123', decode(repeat('01', 32), 'hex'), 'Yes', decode(repeat('02', 32), 'hex'), now() + interval '1 hour')`,
    [house.id, person.officer_id],
  )
  expect(await offered(person)).toBe(true)
  await server.rows('update phones set confirmed_at = now() where officer_id = $1', [person.officer_id])
  expect(await offered(person)).toBe(false)
  await server.rows(`update phones set stopped_at = now(), stopped_why = 'stop_word' where officer_id = $1`, [
    person.officer_id,
  ])
  expect(await offered(person)).toBe(true)
})

it('alerts are not offered to those who cannot be ordered in', async () => {
  const admin = await server.makePerson(house, { role: 'admin' })
  expect(await offered(admin)).toBe(false)
  await server.insert('force_settings', { organization_id: house.id, admins_listed: true })
  expect(await offered(admin)).toBe(true)
  const left = await server.makePerson(house)
  await server.rows('update force_members set left_on = current_date where officer_id = $1', [left.officer_id])
  expect(await offered(left)).toBe(false)
})

it('the offer stays away from an account that dismissed it, and from no other', async () => {
  const [person, other] = [await server.makePerson(house), await server.makePerson(house)]
  await server.call(dismissAlertOffer, {}, person)
  const at = () => server.rows('select alert_offer_dismissed_at as at from accounts where id = $1', [person.user_id])
  const first = await at()
  await server.call(dismissAlertOffer, {}, person)
  expect(await at()).toEqual(first)
  expect(await offered(person)).toBe(false)
  expect(await offered(other)).toBe(true)
})
