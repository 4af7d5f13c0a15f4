import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { edgeInputs, leavesOf, sampleInput, spoilInput } from '#platform/server/testing.inputs.ts'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { commonErrors } from '#platform/shared/endpoint.ts'
import { routes } from './routes.ts'
import { keepScenes, overrides } from './testing.scene.ts'

/** Bad requests per call; raise it with `BAD_REQUESTS` for a longer run. */
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
/** A scene no call has changed, so that each call finds the records it needs. */
const scenes = keepScenes(() => server)

describe('bad input is refused with a code that the call declares, never a 5xx', {
  meta: { shows: ['issue 2.12'] },
}, () => {
  test.each(endpoints.map((endpoint, i) => [endpoint.name, endpoint, i] as const))('%s', async (_name, endpoint, i) => {
    server.errors.length = 0
    const pick = dice(seed + i)
    const scene = await scenes.take()
    let done = false
    const people = [scene.admin, scene.officer, null]
    const sample = { ...sampleInput(endpoint, scene.ids), ...overrides[endpoint.name]?.(scene.ids, scene, endpoint) }
    const declared: Record<string, number> = { ...commonErrors, ...endpoint.errors }
    const check = async (bad: Record<string, unknown>, as: TestPerson | null) => {
      const file = { name: 'x.csv', bytes: new Uint8Array(Array.from({ length: pick(200) }, () => pick(256))) }
      const answer = await server.call(endpoint, bad as never, as, { file })
      const said = `${JSON.stringify(bad).slice(0, 300)} -> ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`
      expect(answer.status, said).toBeLessThan(500)
      if (answer.status === 200) {
        done = true
        return
      }
      expect(ErrorAnswer.safeParse(answer.body).success, said).toBe(true)
      expect(declared[answer.error?.code ?? ''], said).toBe(answer.status)
      if (answer.status === 400) expect(answer.error?.fields?.length ?? 1, said).toBeGreaterThan(0)
    }
    // Past the schema comes the database: send these as a caller who gets that far.
    await Promise.all(edgeInputs(endpoint, sample).map((bad) => check(bad, scene.admin)))
    for (let n = 0; n < each; n++) {
      const bad = spoilInput(endpoint, sample, pick)
      await check(bad, people[pick(people.length)] ?? null)
    }
    expect(server.errors).toEqual([])
    if (endpoint.method === 'GET' || !done) scenes.giveBack(scene)
  })
})

test('an integer input only accepts values that fit an integer column', { meta: { shows: ['issue 2.12'] } }, () => {
  const unbounded = endpoints.flatMap((endpoint) =>
    leavesOf(endpoint)
      .filter(({ schema }) => schema.type === 'integer' && Number(schema.maximum) > 2_147_483_647)
      .map(({ path }) => `${endpoint.name}: ${path.join('.')}`),
  )
  expect(unbounded).toEqual([])
})
