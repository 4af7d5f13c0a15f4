import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withinOneMinute } from '#platform/server/testing.minute.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { getWeather } from './contract.ts'
import { askWeatherOf } from './routes.provider.ts'
import { routes } from './routes.ts'
import { ASKED_BY_DEPARTMENT, ASKED_BY_PERSON } from './rules.ts'

type Answering = (request: IncomingMessage, response: ServerResponse) => void
const current = {
  temperature_2m: 71.6,
  apparent_temperature: 70.2,
  wind_speed_10m: 8.4,
  relative_humidity_2m: 55,
  weather_code: 2,
}
const json = (response: ServerResponse, body: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))

let server: TestServer
let where: TestOrganization
let admin: TestPerson
const asked: string[] = []
let answering: Answering
const provider = createServer((request, response) => {
  asked.push(request.url ?? '')
  answering(request, response)
})
const weatherOf = (input: Record<string, unknown> = {}, who = admin) => server.call(getWeather, input as never, who)
const base = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
const failed = { error: 'unavailable' }
const placeOf = (answer: object) => ('location' in answer ? answer.location : null)

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  server = await startTestServer(routes)
})
afterAll(async () => {
  askWeatherOf({ kind: 'off' })
  provider.closeAllConnections()
  provider.close()
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  // Each test gets its own request limits.
  where = await server.makeOrganization({ city: 'Chicago' })
  admin = await server.makePerson(where, { role: 'admin' })
  askWeatherOf({ kind: 'open-meteo', url: base(), geocodingUrl: base() })
  asked.length = 0
  answering = (_request, response) => json(response, { current })
})

describe('the weather, fetched by the server', { meta: { shows: ['7 get-weather'] } }, () => {
  it('at a position, in Fahrenheit and mph; the provider learns the cell, not the exact position', async () => {
    const { status, body } = await weatherOf({ latitude: 41.8781, longitude: -87.6298 })
    expect(status).toBe(200)
    expect(body).toEqual({
      temperature: 72,
      feelsLike: 70,
      windSpeed: 8,
      humidity: 55,
      description: 'Partly cloudy',
      location: 'Chicago',
      country: 'US',
      icon: 'partly',
    })
    const url = new URL(asked[0] ?? '', base())
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      latitude: '41.9',
      longitude: '-87.6',
      temperature_unit: 'fahrenheit',
      wind_speed_unit: 'mph',
    })
  })
  it('without a position, at the organization’s city, geocoded by the provider if small, or else in Houston', async () => {
    expect(placeOf((await weatherOf()).body)).toBe('Chicago')
    const small = await server.makePerson(await server.makeOrganization({ city: 'Smallville' }), { role: 'admin' })
    const nowhere = await server.makePerson(await server.makeOrganization({ city: 'Xyzzy' }), { role: 'admin' })
    const none = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    answering = (request, response) => {
      if (!request.url?.startsWith('/v1/search')) return json(response, { current })
      const hit = { name: 'Smallville', country_code: 'US', latitude: 38.2, longitude: -99.5 }
      return json(response, request.url.includes('Smallville') ? { results: [hit] } : {})
    }
    const places = await Promise.all([small, nowhere, none].map((who) => weatherOf({}, who)))
    expect(places.map(({ body }) => placeOf(body))).toEqual(['Smallville', 'Houston', 'Houston'])
  })
  it('makes one request per cell every ten minutes, however many ask at once', {
    meta: { shows: ['9 weather'] },
  }, async () => {
    await Promise.all(Array.from({ length: 16 }, () => weatherOf({ latitude: 29.76, longitude: -95.37 })))
    await weatherOf({ latitude: 29.79, longitude: -95.41 })
    expect(asked).toHaveLength(1)
    await weatherOf({ latitude: 33.4, longitude: -112.1 })
    expect(asked).toHaveLength(2)
  })
  it.each([
    [{ latitude: 999, longitude: 0 }],
    [{ latitude: 'north', longitude: 0 }],
    [{ latitude: 40 }],
    [{ latitude: 40, longitude: -181 }],
    [{ latitude: 'NaN', longitude: 'Infinity' }],
  ])('refuses %j without calling the provider', async (input) => {
    expect((await weatherOf(input)).status).toBe(400)
    expect(asked).toEqual([])
  })
  it('a person and a department have per-minute limits that don’t affect others', () =>
    withinOneMinute(async () => {
      const ask = async (times: number, who: TestPerson) => {
        const answers = await Promise.all(
          Array.from({ length: times }, () => weatherOf({ latitude: 1, longitude: 1 }, who)),
        )
        return answers.map(({ status, error }) => error?.code ?? status).filter((said) => said !== 200)
      }
      expect(await ask(ASKED_BY_PERSON + 2, admin)).toEqual(['too_many', 'too_many'])
      const colleagues = await Promise.all([1, 2, 3].map(() => server.makePerson(where, { role: 'admin' })))
      const refused = await Promise.all(colleagues.map((who) => ask(ASKED_BY_PERSON, who)))
      expect(refused.flat()).toHaveLength(4 * ASKED_BY_PERSON - ASKED_BY_DEPARTMENT)
      const elsewhere = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
      expect(await ask(1, elsewhere)).toEqual([])
    }))
  it('is for admins', async () => {
    expect((await weatherOf({}, await server.makePerson(where))).status).toBe(403)
  })
  const secret: string[] = []
  it.each<[string, Answering]>([
    ['an error', (_q, r) => r.writeHead(500, { 'content-type': 'application/json' }).end('{}')],
    ['a page', (_q, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    [
      'something other than JSON',
      (_q, r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"current":'),
    ],
    ['other JSON', (_q, r) => json(r, { current: { temperature_2m: 'warm' } })],
    ['an endless answer', (_q, r) => json(r, { current, more: 'x'.repeat(200_000) })],
    [
      'a redirect',
      (q, r) => {
        if (q.url === '/inside') secret.push('seen')
        r.writeHead(302, { location: '/inside' }).end()
      },
    ],
    ['a cut connection', (_q, r) => r.destroy()],
  ])('a provider that answers %s results in an error field, and no redirect is followed', async (_what, answer) => {
    answering = answer
    const { status, body } = await weatherOf({ latitude: 10, longitude: 10 })
    expect([status, body]).toEqual([200, failed])
    expect(asked.length).toBe(1)
    expect(secret).toEqual([])
    // Failures are not cached: the next request goes to the provider.
    answering = (_request, response) => json(response, { current })
    expect((await weatherOf({ latitude: 10, longitude: 10 })).body).not.toHaveProperty('error')
  })
  it('three failures in a row open the breaker: the provider isn’t called for a while', async () => {
    answering = (_request, response) => response.destroy()
    for (let n = 0; n < 8; n++) expect((await weatherOf({ latitude: n, longitude: 1 })).body).toEqual(failed)
    expect(asked).toHaveLength(3)
  })
  it('gives up on a hanging provider after five seconds', async () => {
    answering = () => undefined
    const started = Date.now()
    expect((await weatherOf({ latitude: 5, longitude: 5 })).body).toEqual(failed)
    const took = Date.now() - started
    expect(took).toBeGreaterThan(4_500)
    expect(took).toBeLessThan(7_000)
  }, 15_000)
  it('says so at once when disabled, without calling the provider', async () => {
    askWeatherOf({ kind: 'off' })
    expect((await weatherOf()).body).toEqual({ error: 'off' })
    expect(asked).toEqual([])
  })
  it('uses OpenWeather with a key', async () => {
    askWeatherOf({ kind: 'openweather', url: base(), key: 'k3y12345' })
    answering = (_request, response) =>
      json(response, {
        name: 'Chicago',
        sys: { country: 'US' },
        main: { temp: 50.4, feels_like: 44.6, humidity: 80 },
        wind: { speed: 12.2 },
        weather: [{ description: 'light rain', icon: '10d' }],
      })
    expect((await weatherOf({ latitude: 41.88, longitude: -87.63 })).body).toEqual({
      temperature: 50,
      feelsLike: 45,
      windSpeed: 12,
      humidity: 80,
      description: 'Light rain',
      location: 'Chicago',
      country: 'US',
      icon: 'rain',
    })
    expect(asked[0]).toContain('appid=k3y12345')
    expect(asked[0]).toContain('units=imperial')
  })
})
