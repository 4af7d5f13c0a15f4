import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn } from '#features/people/accounts/contract.ts'
import { getSession, signOut } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { routes as signIns } from '#features/people/sign-ins/routes.sign-in.ts'
import { mountAppLinks } from '#platform/server/app-links.ts'
import { nativeOrigins, setNativeOrigins } from '#platform/server/native-app.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { browserPaths } from '#platform/shared/native-app.ts'

const password = 'copper lantern 93 wheat'
const id = 'ABCDE12345.org.example.watchbill'
const certificate = Array.from({ length: 32 }, () => 'A1').join(':')
let server: TestServer
let hash: string

beforeAll(async () => {
  hash = await hashPassword(password)
  server = await startTestServer([...signIns, ...sessions], {
    live: true,
    mount: (app) =>
      mountAppLinks(
        app,
        { iosApp: id, androidApp: { name: 'org.example.watchbill', certificates: [certificate] } },
        browserPaths,
      ),
  })
})
afterAll(() => server.close())
beforeEach(() => setNativeOrigins(nativeOrigins))
afterEach(() => setNativeOrigins([]))

const person = async () => {
  const made = await server.makePerson(await server.makeOrganization())
  await server.rows('update accounts set password_hash = $1 where id = $2', [hash, made.user_id])
  return made
}
const from = (origin: string, more: Record<string, string> = {}) => ({
  headers: { origin, 'sec-fetch-site': 'cross-site', ...more },
})
const bearer = (secret: string | null) => ({ authorization: `Bearer ${secret}` })
const allowed = (headers: Headers) => headers.get('access-control-allow-origin')
const ask = (origin: string, path = '/api/session') =>
  fetch(server.base + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  })

for (const origin of nativeOrigins)
  test(`signs in at ${origin} with a token, without any cookie, and out again`, {
    meta: { shows: ['1 native wrapper'] },
  }, async () => {
    const ann = await person()
    const signedIn = await server.call(signIn, { email: ann.email, password }, null, from(origin))
    expect([signedIn.status, allowed(signedIn.headers)]).toEqual([200, origin])
    expect(signedIn.headers.get('access-control-expose-headers')).toContain('x-session')
    expect(signedIn.headers.getSetCookie()).toEqual([])
    const secret = signedIn.headers.get('x-session')
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(JSON.stringify(signedIn.body)).not.toContain(secret)
    const session = await server.call(getSession, {}, null, from(origin, bearer(secret)))
    expect(session.body.person.id).toBe(ann.user_id)
    const out = await server.call(signOut, {}, null, from(origin, bearer(secret)))
    expect([out.status, out.headers.get('x-session'), out.headers.getSetCookie()]).toEqual([200, '', []])
    const after = await server.call(getSession, {}, null, from(origin, bearer(secret)))
    expect(after.status).toBe(401)
  })

test('ignores a cookie in the native app’s request, and tells it to delete the secret of an ended session', {
  meta: { shows: ['1 native wrapper'] },
}, async () => {
  const ann = await person()
  const [origin] = nativeOrigins
  const withCookie = await server.call(getSession, {}, ann, from(origin))
  expect(withCookie.status).toBe(401)
  expect(withCookie.headers.get('x-session')).toBeNull()
  expect((await server.call(signOut, {}, ann, from(origin))).status).toBe(401)
  const stream = await fetch(`${server.base}/api/live`, { headers: { origin, cookie: `watchbill=${ann.secret}` } })
  expect(stream.status).toBe(401)
  await server.rows(`update sessions set last_seen_at = now() - interval '31 minutes' where user_id = $1`, [
    ann.user_id,
  ])
  const ended = await server.call(getSession, {}, null, from(origin, bearer(ann.secret)))
  expect([ended.status, ended.headers.get('x-session')]).toEqual([401, ''])
})

test('opens the live stream with the token', { meta: { shows: ['1 native wrapper'] } }, async () => {
  const ann = await person()
  const stop = new AbortController()
  const headers = { origin: nativeOrigins[1], ...bearer(ann.secret) }
  const stream = await fetch(`${server.base}/api/live`, { headers, signal: stop.signal })
  expect([stream.status, allowed(stream.headers)]).toEqual([200, nativeOrigins[1]])
  stop.abort()
})

test('answers the browser’s question for exactly the two origins, and for calls only', {
  meta: { shows: ['1 native wrapper'] },
}, async () => {
  for (const origin of nativeOrigins) {
    const answer = await ask(origin)
    expect([answer.status, allowed(answer.headers)]).toEqual([204, origin])
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization')
    // With it, the browser would send cookies.
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  }
  const others = [
    'http://localhost',
    'https://localhost:8443',
    'https://localhost.example.org',
    'https://LOCALHOST',
    'capacitor://localhost/',
    'capacitor://other',
    'ionic://localhost',
    'null',
  ]
  for (const origin of others) expect([origin, allowed((await ask(origin)).headers)]).toEqual([origin, null])
  expect(allowed((await ask(nativeOrigins[0], '/healthz')).headers)).toBeNull()
  const refused = await server.call(signOut, {}, await person(), from('https://localhost.example.org'))
  expect(refused.error?.code).toBe('cross_site')
})

test('a token gives another page no answer to read, and the app’s page all that its calls need', {
  meta: { shows: ['1 native wrapper'] },
}, async () => {
  const ann = await person()
  const asked = (origin: string) =>
    fetch(server.base + signOut.path, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    })
  for (const origin of ['https://localhost.example.org', 'http://localhost', 'capacitor://other', 'null']) {
    const { headers } = await asked(origin)
    expect([headers.get('access-control-allow-headers'), allowed(headers)]).toEqual([null, null])
    const read = await server.call(getSession, {}, null, from(origin, bearer(ann.secret)))
    expect([allowed(read.headers), read.headers.get('x-session')]).toEqual([null, null])
  }
  const [origin] = nativeOrigins
  const { headers } = await asked(origin)
  expect([allowed(headers), headers.get('vary')]).toEqual([origin, 'origin'])
  expect(headers.get('access-control-allow-methods')?.split(', ')).toContain('POST')
  expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
    expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'x-device-clock', 'x-sent-as']),
  )
  expect((await server.call(signOut, {}, null, from(origin, bearer(ann.secret)))).status).toBe(200)
})

test('is off unless configured', { meta: { shows: ['1 native wrapper'] } }, async () => {
  setNativeOrigins([])
  const ann = await person()
  for (const origin of nativeOrigins) {
    expect(allowed((await ask(origin)).headers)).toBeNull()
    const signedIn = await server.call(signIn, { email: ann.email, password }, null, from(origin))
    expect([signedIn.error?.code, signedIn.headers.get('x-session')]).toEqual(['cross_site', null])
    expect(allowed((await server.call(getSession, {}, ann, from(origin))).headers)).toBeNull()
  }
})

test('gives a browser a cookie and no token, whatever it sends along', {
  meta: { shows: ['1 native wrapper'] },
}, async () => {
  const ann = await person()
  const signedIn = await server.call(signIn, { email: ann.email, password }, null, { headers: { 'x-session': 'yes' } })
  expect(signedIn.headers.get('x-session')).toBeNull()
  expect(signedIn.headers.getSetCookie().join()).toContain('HttpOnly')
})

test('names the apps that may open its addresses', { meta: { shows: ['1 native wrapper'] } }, async () => {
  const apple = await fetch(`${server.base}/.well-known/apple-app-site-association`)
  expect(apple.headers.get('content-type')).toContain('application/json')
  const [details] = (await apple.json()).applinks.details
  expect(details.appIDs).toEqual([id])
  expect(details.components.slice(-2)).toEqual([{ '/': '/dev/*', exclude: true }, { '/': '/*' }])
  const google = await (await fetch(`${server.base}/.well-known/assetlinks.json`)).json()
  expect(google[0].target).toEqual({
    namespace: 'android_app',
    package_name: 'org.example.watchbill',
    sha256_cert_fingerprints: [certificate],
  })
})
