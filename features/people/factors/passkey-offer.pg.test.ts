import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { declinePasskeyOffer, listFactors } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

it('a passkey is offered to an account until it has put the offer away twice', async () => {
  const organization = await server.makeOrganization()
  const [person, other] = [await server.makePerson(organization), await server.makePerson(organization)]
  const offered = async () => (await server.call(listFactors, {}, person)).body.offer_passkey
  expect(await offered()).toBe(true)
  await server.call(declinePasskeyOffer, {}, person)
  expect(await offered()).toBe(true)
  await server.call(declinePasskeyOffer, {}, person)
  await server.call(declinePasskeyOffer, {}, person)
  expect(await offered()).toBe(false)
  expect((await server.call(listFactors, {}, other)).body.offer_passkey).toBe(true)
})

it('a passkey is not offered to an account that has one', async () => {
  const person = await server.makePerson(await server.makeOrganization())
  await server.rows(
    `insert into factors (account_id, kind, name, credential_id, public_key, counter, transports, confirmed_at)
     values ($1, 'passkey', 'Phone', '\\x01', '\\x02', 0, '{}', now())`,
    [person.user_id],
  )
  expect((await server.call(listFactors, {}, person)).body.offer_passkey).toBe(false)
})
