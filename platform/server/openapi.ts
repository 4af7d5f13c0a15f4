import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { exampleOf, smallExample } from './openapi.examples.ts'
import { pack } from './openapi.pack.ts'
import { commonResponses, errorSchema, examples, headers, ownPaths, refusal } from './openapi.parts.ts'

export type Json = Record<string, unknown>
export type Schemas = Record<string, Json>

/** Schemas keep their export names, such as `Assignment`, in the description. */
const namesOf = (contracts: readonly object[]) => {
  const names = z.registry<{ id: string }>()
  const taken = new Set(['Error'])
  for (const [name, value] of contracts.flatMap((one) => Object.entries(one))) {
    if (!(value instanceof z.ZodObject || value instanceof z.ZodEnum) || !/^[A-Z]/.test(name)) continue
    if (taken.has(name) || names.has(value)) continue
    taken.add(name)
    names.add(value, { id: name })
  }
  return names
}
type Names = ReturnType<typeof namesOf>

const isNoLimit = (name: string, value: unknown) =>
  (name === 'minLength' && value === 0) ||
  (/^(min|max)imum$/.test(name) && [Number.MAX_SAFE_INTEGER, 2 ** 31 - 1].includes(Math.abs(Number(value))))

/** Drops limits of the type itself, and patterns that `format` already implies: repeated a thousand times, they add nothing. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const found = Object.entries(value as Json).filter(
    ([name, inner]) =>
      !(name === 'pattern' && ('format' in value || String(inner).length > 60)) &&
      name !== 'readOnly' &&
      !(name === 'additionalProperties' && inner === false) &&
      !isNoLimit(name, inner),
  )
  return orNull(Object.fromEntries(found.map(([name, inner]) => [name, plain(inner)])))
}
/** Turns `anyOf` of a plain type and null into one type list. */
const orNull = (schema: Json): Json => {
  const [one, none, ...more] = (schema.anyOf ?? []) as Json[]
  const isPlain = typeof one?.type === 'string' && !one.properties && !one.items && !one.enum && !('const' in one)
  if (!isPlain || none?.type !== 'null' || more.length > 0) return schema
  const { anyOf: _, ...rest } = schema
  return { ...one, type: [one.type, 'null'], ...rest }
}

/** One schema as JSON; puts its named parts into `schemas`. */
const toSchema = (schema: z.ZodType, io: 'input' | 'output', names: Names, schemas: Schemas, name: string): Json => {
  const known = names.get(schema)?.id
  const {
    $schema: _,
    $defs,
    ...rest
  } = plain(z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12', metadata: names })) as Json
  const defs = ($defs ?? {}) as Schemas
  const called = new Map(Object.keys(defs).map((id) => [id, /^[A-Z]/.test(id) ? id : `${name}Part`]))
  // Input may have fewer fields than output: a name with two forms gets two names.
  for (const [id, inner] of Object.entries(defs)) {
    const one = called.get(id) ?? id
    const isSame = schemas[one] === undefined || JSON.stringify(schemas[one]) === JSON.stringify(pointed(inner, called))
    if (!isSame) called.set(id, `${one}${io === 'input' ? 'Input' : 'Answer'}`)
  }
  for (const [id, inner] of Object.entries(defs)) schemas[called.get(id) ?? id] = pointed(inner, called) as Json
  const whole = pointed(rest, called) as Json
  if (typeof whole.$ref === 'string') return { $ref: whole.$ref }
  schemas[known ?? name] = whole
  return { $ref: toRef(known ?? name) }
}
/** Rewrites references within one schema to the names used in the description. */
const pointed = (value: unknown, called: ReadonlyMap<string, string>): unknown => {
  if (Array.isArray(value)) return value.map((one) => pointed(one, called))
  if (typeof value !== 'object' || value === null) return value
  const found = Object.entries(value as Json).filter(([key, inner]) => !(key === 'id' && typeof inner === 'string'))
  return Object.fromEntries(
    found.map(([key, inner]) =>
      key === '$ref'
        ? [key, toRef(called.get(String(inner).split('/').at(-1) ?? '') ?? '')]
        : [key, pointed(inner, called)],
    ),
  )
}
const toRef = (name: string) => (name.startsWith('#') ? name : `#/components/schemas/${name}`)

const pascal = (name: string) => name.replace(/(^|[._])([a-z])/g, (_, __, letter: string) => letter.toUpperCase())

/**
 * The three descriptions: what departments call, how they give out shifts and keep their numbers (staffing), and what only the
 * vendor's staff calls. All together are the contract; hardly anybody needs the types of all.
 */
export type Side = 'departments' | 'vendor' | 'staffing'
export const sides: readonly Side[] = ['departments', 'vendor', 'staffing']
export const pathOf: Readonly<Record<Side, string>> = {
  departments: '/api',
  vendor: '/api/vendor',
  staffing: '/api/staffing',
}
/** First parts of the paths of calls about staffing. */
const staffing =
  /^\/api\/(award-|awards|escalation|fill-plan|platoon|tour|order-|coming-orders|force-|staffing-minimums|swaps|leave-requests|leaves|work-rules|opportunities|prior-counts|offers|my-)/
export const sideOf = (path: string): Side =>
  path.startsWith(`${pathOf.vendor}/`) ? 'vendor' : staffing.test(path) ? 'staffing' : 'departments'
export const callsOf = (side: Side, endpoints: readonly Endpoint[]) =>
  endpoints.filter(({ path }) => sideOf(path) === side)

export const titles: Readonly<Record<Side, string>> = {
  departments: 'API',
  vendor: 'API for the vendor',
  staffing: 'API for staffing',
}

/** OpenAPI 3.1 for one side of the contract, from the same data the server mounts. */
export const makeOpenApi = (
  endpoints: readonly Endpoint[],
  product: string,
  version: string,
  contracts: readonly object[],
  side: Side,
): Json => {
  const other: Side = side === 'departments' ? 'staffing' : 'departments'
  const paths: Record<string, Json> = {}
  const schemas: Schemas = { Error: errorSchema }
  const shared: Schemas = {}
  const names = namesOf(contracts)
  for (const endpoint of callsOf(side, endpoints)) {
    const path = endpoint.path.replace(/:([a-z_]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, names, schemas, shared) }
  }
  return pack({
    openapi: '3.1.0',
    info: {
      title: `${product} ${titles[side]}`,
      version,
      description:
        'An operationId is the noun and the verb. Every write carries the header Idempotency-Key; the same key and body answer the same for seven days. Every answer carries X-Request-Id. Each call names its own refusals; any call may also be refused with a common code: those are the responses of `components`, `default` has all of them.',
    },
    externalDocs: { description: `${product} ${titles[other]}`, url: `${pathOf[other]}/openapi.json` },
    servers: [{ url: '/' }],
    security: [{ session: [] }, { bearer: [] }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'watchbill' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      parameters: {
        ...shared,
        key: {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          schema: { type: 'string', minLength: 8, maxLength: 100 },
          example: '0190a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
        },
      },
      headers,
      examples,
      responses: commonResponses,
      schemas,
    },
    paths: side === 'departments' ? { ...paths, ...ownPaths } : paths,
  })
}

const deref = (schema: Json, schemas: Schemas): Json =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

const operation = (endpoint: Endpoint, names: Names, schemas: Schemas, shared: Schemas): Json => {
  const type = pascal(endpoint.name)
  // Split into path, query and body; kept as one schema only if all of it is the body.
  const aside: Schemas = {}
  const input = deref(toSchema(endpoint.input, 'input', names, aside, `${type}Input`), aside)
  for (const [name, schema] of Object.entries(aside)) if (schema !== input) schemas[name] ??= schema
  const properties = (input.properties ?? {}) as Schemas
  const required = new Set((input.required as string[] | undefined) ?? [])
  const inPath = [...endpoint.path.matchAll(/:([a-z_]+)/g)].map((match) => String(match[1]))
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name))
  const parameterOf = (name: string, place: string): Json => ({
    name,
    in: place,
    ...(place === 'path' || required.has(name) ? { required: true } : {}),
    schema: properties[name] ?? { type: 'string' },
    ...(place === 'path' || required.has(name) ? { example: exampleOf(properties[name] ?? {}, schemas, name) } : {}),
  })
  const parameters: Json[] = inPath.map((name) =>
    properties[name]?.format === 'uuid' ? pathId(name, shared) : parameterOf(name, 'path'),
  )
  if (endpoint.method === 'GET') parameters.push(...rest.map((name) => parameterOf(name, 'query')))
  else if (!endpoint.bookkeeping && !endpoint.file) parameters.push({ $ref: '#/components/parameters/key' })
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    'x-who': endpoint.who,
    ...(endpoint.feature ? { 'x-feature': endpoint.feature } : {}),
    ...(endpoint.who === 'anyone' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.method === 'GET' || (rest.length === 0 && !endpoint.upload)
      ? {}
      : { requestBody: bodyOf(endpoint, rest, properties, required, schemas) }),
    responses: responses(endpoint, names, schemas),
  }
}

/** An id in a path is one shared parameter for all calls that use its name. */
const pathId = (name: string, shared: Schemas): Json => {
  const schema = { type: 'string', format: 'uuid' }
  shared[name] = { name, in: 'path', required: true, schema, example: exampleOf(schema, {}, name) }
  return { $ref: `#/components/parameters/${name}` }
}

const bodyOf = (
  endpoint: Endpoint,
  rest: readonly string[],
  properties: Schemas,
  required: ReadonlySet<string>,
  schemas: Schemas,
): Json => {
  const name = `${pascal(endpoint.name)}Input`
  const needed = rest.filter((one) => required.has(one))
  schemas[name] = {
    type: 'object',
    properties: {
      ...Object.fromEntries(rest.map((one) => [one, properties[one]])),
      ...(endpoint.upload ? { file: { type: 'string', format: 'binary' } } : {}),
    },
    ...(needed.length > 0 ? { required: needed } : {}),
  }
  const schema = { $ref: toRef(name) }
  if (endpoint.upload) return { required: true, content: { 'multipart/form-data': { schema } } }
  return { required: true, content: { 'application/json': { schema, example: exampleOf(schema, schemas, name) } } }
}

const responses = (endpoint: Endpoint, names: Names, schemas: Schemas): Json => {
  const byStatus = new Map<number, string[]>()
  for (const [code, status] of Object.entries(endpoint.errors))
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  const own = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, codes]) => [String(status), refusal(status, codes)] as const)
  // All refusals have one shape: one of them gives a client its type.
  const refusals = own.length > 0 ? Object.fromEntries(own) : { default: refusal('default') }
  return { 200: answerOf(endpoint, names, schemas), ...refusals }
}

const answerOf = (endpoint: Endpoint, names: Names, schemas: Schemas): Json => {
  const sent =
    endpoint.method === 'GET' || endpoint.bookkeeping || endpoint.file || endpoint.secret
      ? {}
      : { headers: { 'Idempotent-Replay': { $ref: '#/components/headers/replay' } } }
  if (endpoint.file)
    return {
      description: 'The file, streamed.',
      ...sent,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    }
  const schema = toSchema(endpoint.output, 'output', names, schemas, `${pascal(endpoint.name)}Answer`)
  const isGiven = endpoint.method === 'GET' || endpoint.upload
  const example = isGiven ? { example: smallExample(schema, schemas) } : {}
  return { description: 'OK', ...sent, content: { 'application/json': { schema, ...example } } }
}
