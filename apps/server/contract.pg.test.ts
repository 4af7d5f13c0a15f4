import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { makeOpenApi } from '#platform/server/openapi.ts'
import { sampleInput, spoilInput } from '#platform/server/testing.inputs.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { commonErrors } from '#platform/shared/endpoint.ts'
import { routes } from './routes.ts'
import { makeScene, overrides } from './testing.scene.ts'

/** Bad requests for each call; `BAD_REQUESTS` raises it for a longer drill. */
const each = Number(process.env.BAD_REQUESTS ?? 24)
const seed = Number(process.env.SEED ?? 20_261_031)

const ErrorAnswer = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    fields: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
    details: z.record(z.string(), z.unknown()).optional(),
    request_id: z.uuid(),
  }),
})

/** mulberry32: the same seed, the same requests. */
const dice = (start: number) => {
  let state = start >>> 0
  return (below: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

const endpoints = routes.map((route) => route.endpoint)

describe('[issue 2.12] bad input is refused with a code that the call declares, never a 5xx', () => {
  test.each(endpoints.map((endpoint, i) => [endpoint.name, endpoint, i] as const))('%s', async (_name, endpoint, i) => {
    server.errors.length = 0
    const pick = dice(seed + i)
    const scene = await makeScene(server)
    const people = [scene.admin, scene.officer, null]
    const input = { ...sampleInput(endpoint, scene.ids), ...overrides[endpoint.name]?.(scene.ids, scene, endpoint) }
    for (let n = 0; n < each; n++) {
      const bad = spoilInput(endpoint, input, pick)
      const file = { name: 'x.csv', bytes: new Uint8Array(Array.from({ length: pick(200) }, () => pick(256))) }
      const answer = await server.call(endpoint, bad as never, people[pick(people.length)] ?? null, { file })
      const said = `${JSON.stringify(bad).slice(0, 300)} -> ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`
      expect(answer.status, said).toBeLessThan(500)
      if (answer.status === 200) continue
      expect(ErrorAnswer.safeParse(answer.body).success, said).toBe(true)
      const declared: Record<string, number> = { ...commonErrors, ...endpoint.errors }
      expect(declared[answer.error?.code ?? ''], said).toBe(answer.status)
      if (answer.status === 400) expect(answer.error?.fields?.length ?? 1, said).toBeGreaterThan(0)
    }
    expect(server.errors).toEqual([])
  })
})

test('[issue 2.12] the contract is OpenAPI 3.1: every call with its parameters, body, answer and refusals', async () => {
  const openApi = makeOpenApi(endpoints, 'Watchbill', '1') as {
    openapi: string
    paths: Record<string, Record<string, { operationId: string; responses: object }>>
  }
  expect(openApi.openapi).toBe('3.1.0')
  const operations = Object.values(openApi.paths).flatMap((path) => Object.values(path))
  expect(operations.map((operation) => operation.operationId).sort()).toEqual(
    endpoints.map((endpoint) => endpoint.name).sort(),
  )
  for (const operation of operations) expect(Object.keys(operation.responses)).toContain('200')
})
