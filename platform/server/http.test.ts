import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import type { Database } from './db.ts'
import { createHttp } from './http.ts'
import { type Route, read, write } from './route.ts'
import { sql } from './sql.ts'

const look = endpoint({
  name: 'test.look',
  summary: '',
  method: 'GET',
  path: '/api/test/look',
  who: 'officer',
  input: z.object({}),
  output: z.object({}),
  errors: {},
})

// Nobody is signed in, so nothing asks the database.
const make = (
  trustProxy: boolean,
  routes: readonly Route[] = [read(look, () => sql`select '{}' as json`)],
  isFull = () => false,
) =>
  createHttp({
    database: { isFull } as Database,
    routes,
    publicOrigin: 'https://shifts.example.org',
    trustProxy,
    checkOutputs: false,
    log: () => undefined,
    applicationPage: () => '<!doctype html><title>W</title>',
    draining: () => false,
  })

const addresses: string[] = []
const app = make(true)
beforeAll(async () => {
  app.addHook('onRequest', async (request) => {
    addresses.push(request.ip)
  })
  await app.ready()
})

const meta = { meta: { shows: ['issue 14 verified rows'] } }

test('every response carries the policies that browsers enforce, errors too', meta, async () => {
  for (const url of ['/', '/app', '/api/test/look', '/api/nothing', '/%'] as const) {
    const { headers } = await app.inject({ url })
    const policy = String(headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(policy.split('; '), url).toContain(rule)
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toContain('unsafe-')
    expect(headers, url).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
  }
})

test('answers to calls are never cached and name their type and charset', meta, async () => {
  for (const url of ['/api/test/look', '/api/nothing']) {
    const { headers } = await app.inject({ url })
    expect(headers['cache-control'], url).toBe('no-store')
    expect(headers['content-type'], url).toBe('application/json; charset=utf-8')
  }
  expect((await app.inject({ url: '/app' })).headers['content-type']).toBe('text/html; charset=utf-8')
})

test('no other origin may read an answer', meta, async () => {
  const origin = 'https://evil.example'
  for (const method of ['GET', 'OPTIONS'] as const) {
    const { headers } = await app.inject({
      method,
      url: '/api/test/look',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('folders are not listed, and TRACE is unknown', meta, async () => {
  expect((await app.inject({ method: 'TRACE' as 'GET', url: '/api/test/look' })).statusCode).toBe(404)
  for (const url of ['/assets/', '/../', '/.git/config']) {
    const { body } = await app.inject({ url })
    expect(body, url).not.toMatch(/index of|\[core\]/i)
  }
})

test('behind a proxy, only the address that the proxy saw counts', meta, async () => {
  const headers = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9', 'x-real-ip': '198.51.100.8' }
  const asked = { url: '/api/test/look', headers, remoteAddress: '10.0.0.2' }
  await app.inject(asked)
  expect(addresses.at(-1)).toBe('203.0.113.9')
  const direct = make(false)
  const seen: string[] = []
  direct.addHook('onRequest', async (request) => {
    seen.push(request.ip)
  })
  await direct.inject(asked)
  expect(seen).toEqual(['10.0.0.2'])
})

test('a write that would be refused is refused before its body is read, and a read is not', async () => {
  const done: string[] = []
  const change = endpoint({ ...look, name: 'test.change', method: 'POST', path: '/api/test/change' })
  const routes = [read(look, () => sql`select '{}' as json`), write(change, async () => ({}))]
  const crowded = make(true, routes, () => true)
  crowded.addHook('preParsing', async (request) => void done.push(request.url))
  await crowded.ready()
  const headers = { origin: 'https://shifts.example.org', 'content-type': 'application/json' }
  const refused = await crowded.inject({ method: 'POST', url: change.path, headers, payload: '{"a":1}' })
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.code]).toEqual([503, '1', 'busy'])
  // Nobody is signed in.
  expect((await crowded.inject({ url: look.path })).statusCode).toBe(401)
  expect(done).toEqual([look.path])
})
