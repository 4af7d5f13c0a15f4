import { shareFields } from './openapi.groups.ts'

type Json = Record<string, unknown>
type Schemas = Record<string, Json>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const pascal = (name: string) => name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
const toRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** Every nested schema, with the name of the property that holds it. */
const inside = (schema: unknown, name: string, found: (schema: Json, name: string) => Json | null): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => inside(one, name, found))
  if (!isObject(schema)) return schema
  const walked = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'example' || key === 'enum' || key === 'required') return [key, value]
      if (key !== 'properties' || !isObject(value)) return [key, inside(value, name, found)]
      return [key, Object.fromEntries(Object.entries(value).map(([own, inner]) => [own, inside(inner, own, found)]))]
    }),
  )
  return found(walked, name) ?? walked
}

/** What sharing saves, in characters: each use becomes a reference, and the schema is written once with its name. */
const saved = (text: string, times: number, name: string) =>
  times * (text.length - JSON.stringify(toRef(name)).length) - text.length - name.length

/** Schemas that repeat word for word become one shared schema, named after the property that holds it. */
const shareRepeated = (schemas: Schemas): Schemas => {
  const counts = new Map<string, { count: number; name: string }>()
  const count = (schema: Json, name: string) => {
    const text = JSON.stringify(schema)
    if ('enum' in schema || 'properties' in schema || 'items' in schema || 'anyOf' in schema)
      counts.set(text, { count: (counts.get(text)?.count ?? 0) + 1, name: counts.get(text)?.name ?? name })
    return null
  }
  for (const [name, schema] of Object.entries(schemas)) inside(schema, name, count)
  const whole = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]))
  const shared: Schemas = {}
  const names = new Map<string, string>()
  // Largest first; what is inside of a shared schema is then left only once.
  for (const [text, found] of [...counts].toSorted(([a], [b]) => b.length - a.length)) {
    const standing = whole.get(text)
    let called = standing ?? pascal(found.name)
    if (standing === undefined)
      for (let n = 2; called in schemas || called in shared; n++) called = `${pascal(found.name)}${n}`
    if (found.count < 2 || (standing === undefined && saved(text, found.count, called) <= 0)) continue
    if (standing === undefined) shared[called] = JSON.parse(text) as Json
    names.set(text, called)
    inside(JSON.parse(text), '', (schema) => {
      const inner = JSON.stringify(schema) === text ? undefined : counts.get(JSON.stringify(schema))
      if (inner) inner.count -= found.count - 1
      return null
    })
  }
  // Outermost first: does not look inside a schema that is shared as a whole.
  const replace = (value: unknown, self: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => replace(one, self))
    if (!isObject(value)) return value
    const called = names.get(JSON.stringify(value))
    if (called && called !== self) return toRef(called)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === 'example' || key === 'enum' ? one : replace(one, '')]),
    )
  }
  return Object.fromEntries(
    Object.entries({ ...schemas, ...shared }).map(([name, schema]) => [name, replace(schema, name) as Json]),
  )
}

const answerWith = (field: string, type: Json): Json => ({
  type: 'object',
  properties: { [field]: type },
  required: [field],
})
/** Answers that many calls give; a name made from one of the calls would mislead. */
const common = new Map(
  Object.entries({
    Made: answerWith('id', { type: 'string', format: 'uuid' }),
    Version: answerWith('version', { type: 'integer' }),
    VersionInput: answerWith('version', { type: 'integer', minimum: 1 }),
  }).map(([name, schema]) => [JSON.stringify(schema), name]),
)

/** Merges names of identical schemas into the shortest one and drops the others. */
const dropTwins = (all: Schemas): { schemas: Schemas; twins: Map<string, string> } => {
  const schemas = { ...all }
  for (const schema of Object.values(all)) {
    const name = common.get(JSON.stringify(schema))
    if (name) schemas[name] ??= schema
  }
  const first = new Map(common)
  const twins = new Map<string, string>()
  const byLength = Object.entries(schemas).toSorted(([a], [b]) => a.length - b.length)
  for (const [name, schema] of byLength) {
    const text = JSON.stringify(schema)
    const known = first.get(text)
    if (known === name) continue
    if (known) twins.set(name, known)
    else first.set(text, name)
  }
  return { schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => !twins.has(name))), twins }
}

/** A refusal with several codes is named after the first only if repeating it costs more than the name explains. */
const long = 200
/** Answers and refusals of several calls become shared components; a refusal is named after its codes. */
const shareResponses = (paths: Json): { paths: Json; responses: Json } => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path as Record<string, Json>))
  const each = operations.flatMap((operation) => Object.values(operation.responses as Schemas))
  const responses: Schemas = {}
  const names = new Map<string, string>()
  for (const [text, same] of Map.groupBy(each, (response) => JSON.stringify(response))) {
    const response = JSON.parse(text) as Json
    const isRefusal = '$ref' in response
    const isShort = text.length < long && String(response.description).includes(',')
    if (same.length < 2 || (isRefusal && (response.description === undefined || isShort))) continue
    const [code = '', ...codes] = String(response.description).split(', ')
    const called = codes.length > 0 ? `${code}_or_${codes.length}_more` : code
    const base = isRefusal ? called : (/schemas\/(\w+)/.exec(text)?.[1] ?? 'File')
    let name = base
    for (let n = 2; name in responses; n++) name = `${base}${n}`
    names.set(text, name)
    responses[name] = response
  }
  const shared = ([status, response]: [string, Json]) => {
    const name = names.get(JSON.stringify(response))
    return [status, name ? { $ref: `#/components/responses/${name}` } : response]
  }
  for (const operation of operations)
    operation.responses = Object.fromEntries(Object.entries(operation.responses as Schemas).map(shared))
  return { paths, responses }
}

type Operation = { parameters?: Json[]; requestBody?: Json }

/** Parameters and bodies of several calls become shared components, named after the parameter or the schema. */
const shareInputs = (paths: Json, given: Schemas): { parameters: Schemas; requestBodies: Schemas } => {
  const operations = Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>))
  const share = (part: string, whole: Schemas, all: readonly Json[], nameOf: (one: Json) => string) => {
    const names = new Map<string, string>()
    const groups = [...Map.groupBy(all, (one) => JSON.stringify(one))]
    for (const [text, same] of groups.toSorted(([, a], [, b]) => b.length - a.length)) {
      const one = JSON.parse(text) as Json
      if (same.length < 2 || '$ref' in one) continue
      let name = nameOf(one)
      for (let n = 2; name in whole; n++) name = `${nameOf(one)}${n}`
      names.set(text, name)
      whole[name] = one
    }
    return (one: Json) => {
      const name = names.get(JSON.stringify(one))
      return name ? { $ref: `#/components/${part}/${name}` } : one
    }
  }
  const parameters = { ...given }
  const requestBodies: Schemas = {}
  const parameterOf = share(
    'parameters',
    parameters,
    operations.flatMap((one) => one.parameters ?? []),
    ({ name }) => (String(name) in given ? `${String(name)}_query` : String(name)),
  )
  const bodyOf = share(
    'requestBodies',
    requestBodies,
    operations.flatMap((one) => (one.requestBody ? [one.requestBody] : [])),
    (one) => /schemas\/(\w+)/.exec(JSON.stringify(one))?.[1] ?? 'Body',
  )
  for (const one of operations) {
    if (one.parameters) one.parameters = one.parameters.map(parameterOf)
    if (one.requestBody) one.requestBody = bodyOf(one.requestBody)
  }
  return { parameters, requestBodies }
}

/** Writes an input that one call alone has where it is used: its name says no more than the call's. */
const inlineInputs = <T extends { schemas: Schemas; paths: Json; requestBodies: Json }>(whole: T): T => {
  const uses = new Map<string, number>()
  for (const [, name = ''] of JSON.stringify(whole).matchAll(/#\/components\/schemas\/(\w+)/g))
    uses.set(name, (uses.get(name) ?? 0) + 1)
  const single = new Set(Object.keys(whole.schemas).filter((name) => name.endsWith('Input') && uses.get(name) === 1))
  const inlined = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlined)
    if (!isObject(value)) return value
    const name = typeof value.$ref === 'string' ? (value.$ref.split('/schemas/')[1] ?? '') : ''
    if (single.has(name)) return inlined(whole.schemas[name])
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key === 'example' ? one : inlined(one)]))
  }
  const schemas = Object.fromEntries(Object.entries(whole.schemas).filter(([name]) => !single.has(name)))
  return inlined({ ...whole, schemas }) as T
}

/** The same description without repetition. */
export const pack = <T extends { components: Json; paths: Json }>(openApi: T): T => {
  const { schemas, twins } = dropTwins(openApi.components.schemas as Schemas)
  const renamed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renamed)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        const name = key === '$ref' ? String(one).split('/schemas/')[1] : undefined
        return [key, name && twins.has(name) ? toRef(twins.get(name) ?? '').$ref : renamed(one)]
      }),
    )
  }
  const packed = shareFields(shareRepeated(renamed(schemas) as Schemas))
  const { paths, responses } = shareResponses(renamed(openApi.paths) as Json)
  const { parameters, requestBodies } = shareInputs(paths, openApi.components.parameters as Schemas)
  const whole = inlineInputs({ schemas: packed, paths, requestBodies })
  const components = {
    ...openApi.components,
    ...{ parameters, requestBodies: whole.requestBodies, schemas: whole.schemas },
    responses: { ...(openApi.components.responses as Json), ...responses },
  }
  return { ...openApi, components, paths: whole.paths }
}
