import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify from 'fastify'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { makeOpenApi, sideOf, sides } from '#platform/server/openapi.ts'
import { mountApiPages } from '#platform/server/pages.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { contracts } from './contracts.ts'
import { routes } from './routes.ts'

type Ref = { $ref?: string; description?: string }
type Body = { content?: Record<string, { example?: unknown }> }
type Call = {
  operationId: string
  parameters?: (Ref & { example?: unknown })[]
  requestBody?: Ref & Body
  responses: Record<string, Ref & Body>
}
type OpenApi = {
  openapi: string
  components: Record<string, Record<string, unknown>>
  paths: Record<string, Record<string, Call>>
}
const endpoints = routes.map((route) => route.endpoint)
const descriptions = sides.map((side) => makeOpenApi(endpoints, 'Watchbill', '1', contracts, side) as OpenApi)
const [openApi = descriptions[0] as OpenApi] = descriptions
const callsIn = (one: OpenApi) => Object.values(one.paths).flatMap((path) => Object.values(path))
const calls = descriptions.flatMap(callsIn)
const texts = descriptions.map((one) => JSON.stringify(one))
const resolve = <T extends Ref>(whole: OpenApi, one: T): T => {
  const [, part = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(one.$ref ?? '') ?? []
  return part === '' ? one : resolve(whole, { ...(whole.components[part]?.[name] as T) })
}

test('the contract is OpenAPI 3.1: every call with its parameters, body, responses and errors', {
  meta: { shows: ['issue 2.12'] },
}, () => {
  for (const { openapi } of descriptions) expect(openapi).toBe('3.1.0')
  const beside = ['live.open', 'health.alive', 'health.ready']
  expect(calls.map((call) => call.operationId).sort()).toEqual([...endpoints.map(({ name }) => name), ...beside].sort())
  for (const text of texts) {
    expect(text).toContain('"Retry-After"')
    expect(text).toContain('"Idempotent-Replay"')
  }
})

test('each call names its own refusals by status and code, and every refusal has the shape of an error', () => {
  const refusals = new Map(calls.map((call) => [call.operationId, call.responses]))
  for (const whole of descriptions)
    for (const call of callsIn(whole)) {
      expect(Object.keys(call.responses), call.operationId).toContain('200')
      for (const [status, response] of Object.entries(call.responses))
        if (status !== '200' && !call.operationId.startsWith('health.'))
          expect(JSON.stringify(resolve(whole, response)), `${call.operationId} ${status}`).toContain('schemas/Error"')
    }
  for (const { name, path, errors } of endpoints) {
    const whole = descriptions[sides.indexOf(sideOf(path))] ?? openApi
    const given = refusals.get(name) ?? {}
    if (Object.keys(errors).length === 0) expect(Object.keys(given), name).toEqual(['200', 'default'])
    for (const [code, status] of Object.entries(errors)) {
      const refusal = given[status] ?? {}
      const shared = /responses\/(\w+)$/.exec(refusal.$ref ?? '')?.[1] ?? ''
      const described =
        refusal.description ?? (whole.components.responses?.[shared] as Ref | undefined)?.description ?? ''
      expect(described.split(', '), `${name} ${status}`).toContain(code)
    }
  }
})

test("calls that only the vendor's staff can make have a description of their own", () => {
  const [departments = [], vendor = [], staffing = []] = descriptions.map((one) => Object.keys(one.paths))
  expect(vendor.length).toBeGreaterThan(50)
  for (const path of vendor) expect(path).toMatch(/^\/api\/vendor\//)
  expect([...departments, ...staffing].filter((path) => path.startsWith('/api/vendor/'))).toEqual([])
  expect(staffing).toEqual(expect.arrayContaining(['/api/swaps', '/api/award-rules', '/api/force-list']))
  expect(departments.filter((path) => staffing.includes(path))).toEqual([])
  expect(departments).toEqual(expect.arrayContaining(['/api/live', '/healthz', '/readyz', '/api/session']))
})

test('everything in the contract is named, and every reference resolves', async () => {
  const schemas = Object.keys(openApi.components.schemas ?? {})
  for (const name of ['Assignment', 'AssignmentItem', 'OfficerItem', 'Notification', 'Weather', 'Session', 'Done'])
    expect(schemas).toContain(name)
  for (const [at, text] of texts.entries())
    for (const [, part = '', name = ''] of text.matchAll(/#\/components\/(\w+)\/(\w+)/g))
      expect(Object.keys(descriptions[at]?.components[part] ?? {}), `${part}/${name}`).toContain(name)
  const files = readdirSync(join(import.meta.dirname, '../../features'), { recursive: true })
    .map(String)
    .filter((path) => /\/contract(\.[a-z0-9-]+)?\.ts$/.test(path))
  // Plus one for the shapes that all contracts share.
  // The demo's call is not part of the API.
  const demo = files.filter((path) => path.endsWith('contract.demo.ts') && path.includes('sign-ins'))
  expect(contracts.length, 'a contract is missing in contracts.ts').toBe(files.length + 1 - demo.length)
})

type Shape = { [name: string]: Shape }
/** The names of all fields at any depth, those that must be there marked. */
const shapeOf = (schema: z.core.JSONSchema._JSONSchema | undefined, find: (ref: string) => unknown): Shape => {
  if (typeof schema !== 'object') return {}
  const next = (one: unknown) => shapeOf(one as z.core.JSONSchema.JSONSchema, find)
  if (schema.$ref) return next(find(schema.$ref))
  const parts = [
    schema.items,
    schema.additionalProperties,
    ...(schema.allOf ?? []),
    ...(schema.oneOf ?? schema.anyOf ?? []),
  ]
  const required = new Set(schema.required)
  const own = Object.entries(schema.properties ?? {}).map(([name, one]) => [
    `${name}${required.has(name) ? '!' : ''}`,
    next(one),
  ])
  return Object.assign({}, ...parts.map(next), Object.fromEntries(own)) as Shape
}

test('sharing schemas loses no field of any answer', () => {
  for (const { name, path, method, output, file } of endpoints) {
    const whole = descriptions[sides.indexOf(sideOf(path))] ?? openApi
    const call = whole.paths[path.replace(/:([a-z_]+)/g, '{$1}')]?.[method.toLowerCase()]
    const given = resolve(whole, call?.responses['200'] ?? {}).content?.['application/json'] as
      | { schema?: object }
      | undefined
    if (file) continue
    const raw = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' })
    const inRaw = (ref: string) => (ref === '#' ? {} : raw.$defs?.[ref.split('/').at(-1) ?? ''])
    const shared = shapeOf(
      given?.schema as z.core.JSONSchema.JSONSchema,
      (ref) => whole.components.schemas?.[ref.split('/').at(-1) ?? ''],
    )
    expect(shared, name).toEqual(shapeOf(raw, inRaw))
  }
})

test('every request body and every answer that is read has an example', () => {
  for (const whole of descriptions) {
    for (const call of callsIn(whole))
      for (const [type, body] of Object.entries(resolve(whole, call.requestBody ?? {}).content ?? {}))
        if (type === 'application/json') expect(body.example, call.operationId).toBeDefined()
    for (const [path, { get }] of Object.entries(whole.paths)) {
      const response = JSON.stringify(resolve(whole, get?.responses['200'] ?? {}))
      if (get && !response.includes('octet-stream')) expect(response, path).toContain('"example"')
    }
  }
})

test('openapi-typescript generates named types from it', async () => {
  const [types = '', vendor = ''] = await Promise.all(
    descriptions.map(async (one) => astToString(await openapiTS(structuredClone(one) as never))),
  )
  expect(types).toMatch(/Assignment: \{|Assignment: components/)
  expect(types).toContain('"assignments.list"')
  expect(types).not.toContain('unknown;\n        };\n        AssignmentItem')
  expect(vendor).toContain('"invoices.create"')
  expect(vendor).toMatch(/VendorOrganization: \{|VendorOrganization: components/)
}, 60_000)

test('it is small, sent compressed and not sent twice', async () => {
  for (const text of texts) {
    // A kB is 1,024 bytes, as in tools/budgets.ts.
    expect(Buffer.byteLength(text)).toBeLessThan(400 * 1024)
    expect(brotliCompressSync(text).length).toBeLessThan(50_000)
  }
  const app = Fastify()
  mountApiPages(app, endpoints, 'Watchbill', contracts)
  for (const url of ['/api', '/api/vendor', '/api/staffing'].flatMap((path) => [
    `${path}/openapi.json`,
    `${path}/docs`,
  ])) {
    const sent = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
    expect([sent.statusCode, sent.headers['content-encoding']]).toEqual([200, 'br'])
    expect(sent.headers['cache-control']).toContain('max-age')
    const again = await app.inject({ url, headers: { 'if-none-match': String(sent.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  await app.close()
})

test('devices store only reads that an officer makes as an officer', { meta: { shows: ['issue 12 at rest'] } }, () => {
  const stored = endpoints.filter((one: Endpoint) => one.stored !== undefined)
  expect(stored.length).toBeGreaterThan(0)
  expect(stored.filter(({ who, method }) => who !== 'officer' || method !== 'GET').map(({ name }) => name)).toEqual([])
})
