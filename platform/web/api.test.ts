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

test('a read that a write overtook asks once more, after it, before the session is taken for ended', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const answer = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { 'x-request-id': crypto.randomUUID() } })
  const over = () => answer(401, { error: { code: 'not_signed_in' } })
  let [reads, secret] = [0, 'old']
  const [proved, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (init.method) {
      await proved.promise
      secret = 'new'
      return answer(200, {})
    }
    reads += 1
    asked.resolve()
    return secret === 'new' ? answer(200, {}) : over()
  })
  const [write, read] = [call(of('POST'), {}), call(of('GET'), {})]
  await asked.promise
  proved.resolve()
  expect(await Promise.all([write, read])).toEqual([{}, {}])
  expect(reads).toBe(2)
  // The answer to the write came first.
  const late = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => (init.method ? answer(200, {}) : late.promise))
  const slow = call(of('GET'), {})
  await call(of('POST'), {})
  vi.stubGlobal('fetch', async () => answer(200, {}))
  late.resolve(over())
  expect(await slow).toEqual({})
  // Without a write beside it, it isn't made again; with one, only once more.
  reads = 0
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    reads += init.method ? 0 : 1
    return over()
  })
  await expect(call(of('GET'), {})).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(reads).toBe(1)
  const both = [call(of('POST'), {}), call(of('GET'), {})]
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(reads).toBe(3)
})
