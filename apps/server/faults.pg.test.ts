import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadLogo } from '#features/department/branding/contract.ts'
import { signIn } from '#features/people/accounts/contract.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { updateMyProfile } from '#features/roster/officers/contract.ts'
import { createHttp } from '#platform/server/http.ts'
import { hashPassword } from '#platform/server/passwords.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let officer: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes, { poolSize: 1 })
  organization = await server.makeOrganization()
  officer = await server.makePerson(organization)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

test('a stuck query gets 503 with Retry-After, the calls queued behind it are answered, and a retry goes through', async () => {
  const holder = await server.admin.connect()
  await holder.query('begin')
  await holder.query('select from officers where id = $1 for update', [officer.officer_id])
  const key = randomUUID()
  const stuck = server.call(updateMyProfile, { phone: '+1 312 555 0199' }, officer, { key })
  const behind = server.call(getSession, {}, officer)
  expect((await stuck).status).toBe(503)
  expect(Number((await stuck).headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await behind).status).toBe(200)
  await holder.query('rollback')
  holder.release()
  expect((await server.call(updateMyProfile, { phone: '+1 312 555 0199' }, officer, { key })).status).toBe(200)
})

test('calls beyond the queue for the only connection get 503 with Retry-After at once, and service recovers afterward', async () => {
  // A waiting query holds the connection: no matter how fast the machine, no call is answered before it ends.
  const holder = await server.admin.connect()
  await holder.query('begin')
  await holder.query('select from officers where id = $1 for update', [officer.officer_id])
  const first = server.call(updateMyProfile, { phone: '+1 312 555 0198' }, officer)
  await expect
    .poll(() =>
      server.rows(`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
    )
    .toHaveLength(1)
  const calls = Array.from({ length: 600 }, () => server.call(getSession, {}, officer))
  await Promise.any(calls)
  await holder.query('rollback')
  holder.release()
  // On a busy machine, its wait for the lock may be over before all calls are sent.
  expect([200, 503]).toContain((await first).status)
  const answers = await Promise.all(calls)
  const statuses = new Set(answers.map((answer) => answer.status))
  expect([...statuses].sort()).toEqual([200, 503])
  for (const answer of answers.filter((one) => one.status === 503)) {
    expect(answer.error?.code).toBe('busy')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await server.call(getSession, {}, officer)).status).toBe(200)
})

test('an upload without permission is refused before the file is read, without waiting for the rest', async () => {
  const { hostname, port } = new URL(server.base)
  const sending = (secret: string) =>
    new Promise<number>((resolve, reject) => {
      const request = httpRequest({
        host: hostname,
        port,
        method: 'POST',
        path: uploadLogo.path,
        headers: {
          origin: server.base,
          cookie: `watchbill=${secret}`,
          'idempotency-key': randomUUID(),
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '900000',
        },
      })
      request.once('error', reject)
      request.once('response', (response) => {
        resolve(response.statusCode ?? 0)
        request.destroy()
      })
      // The file starts and never ends.
      request.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname')
    })
  expect(await sending(officer.secret)).toBe(403)
  expect(await sending('A'.repeat(43))).toBe(401)
})

test('a sign-in whose commit fails sets no cookie, and the browser keeps the one it had', async () => {
  const password = 'quiet herons in a row 8'
  const person = await server.makePerson(organization)
  await server.rows('update accounts set password_hash = $1 where id = $2', [
    await hashPassword(password),
    person.user_id,
  ])
  const signedIn = () => server.call(signIn, { email: person.email, password }, null)
  const sessionsOf = (answer: { headers: Headers }) =>
    answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('watchbill='))
  // Every statement of the handler succeeds; the disk is full only at commit.
  await server.rows(`create function fail_late() returns trigger language plpgsql as $$
    begin raise exception 'disk full' using errcode = '53100'; end $$`)
  await server.rows(`create constraint trigger fail_late after insert on sessions deferrable initially deferred
    for each row execute function fail_late()`)
  const failed = await signedIn()
  await server.rows('drop trigger fail_late on sessions')
  expect([failed.status, sessionsOf(failed)]).toEqual([503, []])
  const done = await signedIn()
  expect([done.status, sessionsOf(done).length]).toEqual([200, 1])
})

test('under HTTPS, cookies are bound to this host and site and are HttpOnly', {
  meta: { shows: ['issue 2.3'] },
}, async () => {
  const publicOrigin = 'https://shifts.example.org'
  const app = createHttp({
    database: server.database,
    routes,
    publicOrigin,
    trustProxy: true,
    checkOutputs: true,
    log: () => undefined,
    draining: () => false,
  })
  const password = 'quiet herons in a row 7'
  await server.rows('update accounts set password_hash = $1 where id = $2', [
    await hashPassword(password),
    officer.user_id,
  ])
  const answer = await app.inject({
    method: 'POST',
    url: '/api/accounts/sign-in',
    headers: { origin: publicOrigin, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    payload: { email: officer.email, password },
  })
  expect(answer.statusCode).toBe(200)
  const cookies = [answer.headers['set-cookie']].flat()
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies) {
    expect(cookie).toMatch(
      /^__Host-(watchbill|browser)=[A-Za-z0-9_-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
    )
  }
  expect(answer.headers['strict-transport-security']).toContain('max-age=31536000')
  await app.close()
})

test('slow senders are disconnected: the header and request timeouts are set', () => {
  expect(server.app.server.headersTimeout).toBe(20_000)
  expect(server.app.server.requestTimeout).toBe(120_000)
})
