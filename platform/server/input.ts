import { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { fieldWords, unknownField } from '#platform/shared/field-words.ts'
import { Refusal } from './route.ts'

export type Json = Record<string, unknown>
const schemas = new WeakMap<Endpoint, Json>()
/** A call's input as JSON Schema, generated once. */
export const inputSchema = (endpoint: Endpoint): Json => {
  const written = schemas.get(endpoint)
  if (written) return written
  const schema = z.toJSONSchema(endpoint.input, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json
  schemas.set(endpoint, schema)
  return schema
}

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the value belongs to another form of a union with a tag, such as `kind: 'weekly'`. */
const isAnother = (form: Json, value: unknown): boolean =>
  isRecord(value) &&
  Object.entries((form.properties ?? {}) as Record<string, Json>).some(
    ([name, { const: known }]) => known !== undefined && value[name] !== undefined && value[name] !== known,
  )

/** Paths of fields the schema does not define, at any depth. */
const unknownIn = (schema: Json, value: unknown, path: string, defs: Json): string[] => {
  const known = { ...defs, ...(schema.$defs as Json | undefined) }
  if (typeof schema.$ref === 'string')
    return unknownIn((known[schema.$ref.split('/').at(-1) ?? ''] ?? {}) as Json, value, path, known)
  const forms = ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).filter((form) => !isAnother(form, value))
  if (forms.length > 0) {
    const found = forms.filter((form) => fits(form, value, known)).map((form) => unknownIn(form, value, path, known))
    return found.toSorted((a, b) => a.length - b.length)[0] ?? []
  }
  if (Array.isArray(value)) {
    const items = schema.items as Json | undefined
    return items ? value.flatMap((one, i) => unknownIn(items, one, `${path}${i}.`, known)) : []
  }
  const properties = schema.properties as Record<string, Json> | undefined
  if (!isRecord(value) || !properties) return []
  const rest = schema.additionalProperties
  return Object.entries(value).flatMap(([name, inner]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (own) return unknownIn(own, inner, `${path}${name}.`, known)
    return rest === undefined || rest === false ? [`${path}${name}`] : []
  })
}

/** Whether a value has this union form's basic type: object, array or scalar. */
const fits = (schema: Json, value: unknown, defs: Json): boolean => {
  if (typeof schema.$ref === 'string')
    return fits((defs[schema.$ref.split('/').at(-1) ?? ''] ?? {}) as Json, value, defs)
  if (schema.type === 'object') return isRecord(value)
  if (schema.type === 'array') return Array.isArray(value)
  return schema.type === undefined || !(isRecord(value) || Array.isArray(value))
}

type Wrong = { field: string; message: string }
const wrongOf = (issue: z.core.$ZodIssue): Wrong[] => {
  if (issue.code !== 'unrecognized_keys') return [{ field: issue.path.join('.') || 'body', message: issue.message }]
  return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: unknownField }))
}

const deepest = 40
/** Path of text that the database cannot store (a NUL byte, a lone surrogate) or of excessive nesting; null if there is none. */
const findUnstorable = (value: unknown, path: string, depth: number): string | null => {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null) return null
  if (depth > deepest) return path
  for (const [name, inner] of Object.entries(value)) {
    const found = findUnstorable(inner, path === '' ? name : `${path}.${name}`, depth + 1)
    if (found !== null) return found
  }
  return null
}

/** One message per field: the first is enough. */
const refuseFields = (wrong: Wrong[]) => {
  const fields = [...new Map(wrong.toReversed().map((one) => [one.field, one])).values()].toReversed()
  return new Refusal('invalid_input', undefined, fields.slice(0, 50))
}

/** All errors in an input, each under its field name; unknown fields are refused, never dropped. */
export const readInput = (endpoint: Endpoint, input: unknown): { data: unknown } | Refusal => {
  const unstorable = findUnstorable(input, '', 0)
  if (unstorable !== null)
    return refuseFields([{ field: unstorable || 'body', message: "Contains characters that can't be stored." }])
  const parsed = endpoint.input.safeParse(input, { error: fieldWords })
  const wrong = parsed.success ? [] : parsed.error.issues.flatMap(wrongOf)
  const unknown = unknownIn(inputSchema(endpoint), input, '', {})
  if (unknown.some((name) => endpoint.others?.includes(name))) return new Refusal('not_allowed')
  wrong.push(...unknown.map((field) => ({ field, message: unknownField })))
  if (wrong.length > 0 || !parsed.success) return refuseFields(wrong)
  return { data: parsed.data }
}
