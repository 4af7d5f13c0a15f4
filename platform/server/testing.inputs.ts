import type { Endpoint } from '#platform/shared/endpoint.ts'
import { inputSchema } from './input.ts'

type Json = Record<string, unknown>
/** Ids by the name of the property that holds them: `assignment_id`, `post_id`, ... and `id` by the endpoint's noun. */
export type Ids = (property: string, endpoint: Endpoint) => string
/** Inserts a row for the scene's department and returns its id. */
export type Make = (table: string, row: Json) => Promise<string>

/** Generated once per endpoint: thousands of inputs are built from it. */
export const schemaOf = inputSchema

/** A plausible input built from the endpoint's own schema; ids are given, the rest is the smallest that fits. */
export const sampleInput = (endpoint: Endpoint, ids: Ids): Json =>
  sample(schemaOf(endpoint), 'input', endpoint, ids, {}) as Json

const sample = (schema: Json, name: string, endpoint: Endpoint, ids: Ids, defs: Json): unknown => {
  const known = { ...defs, ...(schema.$defs as Json | undefined) }
  if (typeof schema.$ref === 'string') {
    return sample(known[schema.$ref.split('/').at(-1) ?? ''] as Json, name, endpoint, ids, known)
  }
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return sample(choices.find((one) => one.type !== 'null') ?? {}, name, endpoint, ids, known)
  if (schema.type === 'object') return sampleObject(schema, endpoint, ids, known)
  if (schema.type === 'array') {
    const item = sample((schema.items as Json) ?? {}, name.replace(/s$/, ''), endpoint, ids, known)
    return Number(schema.maxItems ?? 1) > 0 ? [item] : []
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(Number(schema.minimum ?? 1), 1)
  if (schema.type === 'boolean') return false
  return sampleText(schema, name, endpoint, ids)
}

const sampleObject = (schema: Json, endpoint: Endpoint, ids: Ids, defs: Json): Json => {
  const required = new Set(schema.required as string[] | undefined)
  const entries = Object.entries((schema.properties ?? {}) as Record<string, Json>)
    // Fills optional ids too: an id that is not sent is not tested.
    .filter(([name, property]) => required.has(name) || property.format === 'uuid')
    .map(([name, property]) => [name, sample(property, name, endpoint, ids, defs)])
  return Object.fromEntries(entries)
}

/** A day that has not come, whenever the test runs. */
const ahead = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)

const sampleText = (schema: Json, name: string, endpoint: Endpoint, ids: Ids): string => {
  if (schema.format === 'uuid') return ids(name, endpoint)
  if (schema.format === 'date-time') return `${ahead}T12:00:00.000Z`
  if (schema.format === 'date' || /date|_on$/.test(name)) return ahead
  if (/time_zone|^zone$/.test(name)) return 'America/Chicago'
  if (/time$/.test(name)) return '09:00'
  if (/email/.test(name)) return 'person@example.org'
  return 'text'.padEnd(Number(schema.minLength ?? 0), 'x').slice(0, Number(schema.maxLength ?? 200))
}

/** List cursors that no page has returned. */
const cursors = (key: string): string[] =>
  ['00000000-0000-0000-0000-000000000001', '-'.repeat(36)].flatMap((id) => [`${key}_${id}`, `${key}~${id}`])

/** Dates that do not exist. */
const impossibleDays = ['2026-02-30', '0000-00-00']
/** Just beyond an integer column and JavaScript's safe integers. */
const largeNumbers = [2 ** 31, 2 ** 53 - 1]

/** Values that often cause errors. */
const hostile: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  ...largeNumbers,
  0.5,
  '',
  ' ',
  'x'.repeat(5000),
  '\u0000',
  "' or 1=1 --",
  '<img src=x onerror=alert(1)>',
  '\u202etxt',
  '\ud800',
  '../../etc/passwd',
  'NaN',
  '275760-09-13',
  '9999-12-31T23:59:60Z',
  '00000000-0000-0000-0000-000000000000',
  [],
  [[]],
  {},
  { $gt: '' },
  { length: -1 },
  ['x'],
  'not-a-uuid',
  '%00',
  '{{7*7}}',
  '\r\nBcc: x@example.org',
  '2027-02-30',
  '25:61',
  'Mars/Olympus',
  '0000-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  ...cursors('2026-01-01'),
  ...cursors('2026-02-30T00:00:00Z'),
  ...cursors('+275760-09-13T00:00:00Z'),
  ...cursors('Sat Nov 21 2026 (x)'),
  ...cursors('99999999999999999'),
  ...impossibleDays,
  ...impossibleDays.flatMap(cursors),
]

type Leaf = { path: (string | number)[]; schema: Json }
/** Every place of an input that takes a value, including optional ones and the first of each list. */
export const leavesOf = (endpoint: Endpoint): Leaf[] => leaves(schemaOf(endpoint), [], {})

const leaves = (schema: Json, path: Leaf['path'], defs: Json): Leaf[] => {
  const known = { ...defs, ...(schema.$defs as Json | undefined) }
  if (typeof schema.$ref === 'string')
    return path.length > 20 ? [] : leaves(known[schema.$ref.split('/').at(-1) ?? ''] as Json, path, known)
  const choices = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined
  if (choices) return choices.flatMap((one) => leaves(one, path, known))
  if (schema.type === 'object')
    return Object.entries((schema.properties ?? {}) as Record<string, Json>).flatMap(([name, inner]) =>
      leaves(inner, [...path, name], known),
    )
  if (schema.type === 'array') return leaves((schema.items as Json) ?? {}, [...path, 0], known)
  return [{ path, schema }]
}

const put = (into: unknown, [first, ...rest]: Leaf['path'], value: unknown): unknown => {
  if (first === undefined) return value
  const held = typeof into === 'object' && into !== null ? into : typeof first === 'number' ? [] : {}
  const inner = put((held as Json)[first], rest, value)
  return Array.isArray(held) ? [inner, ...held.slice(1)] : { ...held, [first]: inner }
}

const edgesOf = ({ path, schema }: Leaf): unknown[] => {
  const name = String(path.findLast((part) => typeof part === 'string') ?? '')
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === undefined) return largeNumbers
  if (schema.type !== 'string' || schema.format === 'uuid' || 'const' in schema || 'enum' in schema) return []
  if (name === 'after') return [...impossibleDays, ...impossibleDays.map((day) => `${day}T00:00:00Z`)].flatMap(cursors)
  const instants = impossibleDays.map((day) => `${day}T00:00:00.000Z`)
  if (schema.format === 'date-time') return instants
  return schema.format === 'date' || /date|_on$|_at$|day|^(from|to)$/.test(name) ? [...impossibleDays, ...instants] : []
}

/** Variants of the sample with one value (or an omitted one) set just beyond a column's range or to an impossible date. */
export const edgeInputs = (endpoint: Endpoint, input: Json): Json[] =>
  leavesOf(endpoint).flatMap((leaf) => edgesOf(leaf).map((value) => put(input, leaf.path, value) as Json))

/** The sample with one to three values replaced; `pick` returns an integer from 0 to below its argument. */
export const spoilInput = (endpoint: Endpoint, input: Json, pick: (below: number) => number): Json => {
  const spoilt: Json = structuredClone(input)
  // Optional fields are spoiled too: filters, cursors, reasons.
  const names = [...new Set([...Object.keys(spoilt), ...Object.keys((schemaOf(endpoint).properties ?? {}) as Json)])]
  for (let n = 0; n <= pick(3) && names.length > 0; n++) {
    const name = names[pick(names.length)] ?? ''
    if (pick(8) === 0) delete spoilt[name]
    else spoilt[name] = hostile[pick(hostile.length)]
  }
  if (pick(6) === 0) spoilt.organization_id = '00000000-0000-0000-0000-000000000001'
  return spoilt
}
