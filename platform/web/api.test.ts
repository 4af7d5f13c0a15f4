import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { call } from './api.ts'

const of = (method: 'GET' | 'POST') =>
  endpoint({
    ...{ name: `things.${method}`, summary: 'A call.', method, path: '/api/things', who: 'officer' },
    ...{ input: z.object({}), output: z.object({}), errors: {} },
  })
afterEach(() => vi.unstubAllGlobals())

test('a write that was under way when the connection went doesn’t say that nothing was sent; a read says that there is none', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))
  await expect(call(of('POST'), {})).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  await expect(call(of('GET'), {})).rejects.toMatchObject({ status: 0, code: 'offline' })
})

test('what a network in between answers is no answer, with an id of its own or without; a proxy’s id beside ours is', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const ours = crypto.randomUUID()
  const theirs = ours.replaceAll('-', '')
  for (const [id, body, status] of [
    ['', '{}', 200],
    [theirs, '{}', 401],
    [ours, '<html>', 200],
  ] as const) {
    vi.stubGlobal('fetch', async () => new Response(body, { status, headers: id ? { 'x-request-id': id } : {} }))
    await expect(call(of('GET'), {})).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  }
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'x-request-id': `${ours}, ${theirs}` } }))
  expect(await call(of('GET'), {})).toEqual({})
})
