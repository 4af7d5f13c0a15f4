import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const of = (method: 'GET' | 'POST', path: `/api/${string}`) =>
  endpoint({
    ...{ name: `things.${method}`, summary: 'A call.', method, path, who: 'officer' },
    ...{ input: z.object({}), output: z.object({ from: z.string() }), errors: {} },
  })
const [one, two] = [of('GET', '/api/one'), of('GET', '/api/two')]
const answer = { status: 200, text: '{"from":"page"}', id: crypto.randomUUID() }
const moment = { steady: 0, wall: 0 }

beforeEach(() => {
  vi.resetModules()
  const reads = new Map([one, two].map(({ path }) => [path, answer] as const))
  vi.stubGlobal('firstReads', { reads, asked: moment, arrived: moment })
  vi.stubGlobal('fetch', async () => new Response('{"from":"server"}', { headers: { 'x-request-id': answer.id } }))
})
afterEach(() => vi.unstubAllGlobals())

const meta = { meta: { shows: ['issue 13 first load'] } }

test('an answer that came with the page is given once, to the first call', meta, async () => {
  const { call } = await import('./api.ts')
  expect(await call(one, {})).toEqual({ from: 'page' })
  expect(await call(one, {})).toEqual({ from: 'server' })
  expect(await call(two, {})).toEqual({ from: 'page' })
})

test('after a write, what came with the page is no longer given', meta, async () => {
  const { call } = await import('./api.ts')
  await call(of('POST', '/api/one'), {})
  expect(await call(one, {})).toEqual({ from: 'server' })
})

test('after a poke, what came with the page is no longer given', meta, async () => {
  const [{ call }, { invalidateTopics }] = await Promise.all([import('./api.ts'), import('./reads.ts')])
  await invalidateTopics(new QueryClient(), new Set(['assignments']))
  expect(await call(one, {})).toEqual({ from: 'server' })
})
