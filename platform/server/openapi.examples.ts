type Json = Record<string, unknown>

const id = '0190a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const texts: readonly (readonly [RegExp, string])[] = [
  [/email/, 'pat.doe@example.gov'],
  [/zone/, 'America/Chicago'],
  [/color/, '#0f766e'],
  [/(^|_)(date|day|from|to|first)$|_on$/, '2027-01-05'],
  [/time$|^at$/, '09:00'],
  [/title/, 'Harbor patrol'],
  [/badge/, '4711'],
  [/name$/, 'Pat Doe'],
]

const textFor = (schema: Json, name: string): string => {
  if (schema.format === 'uuid') return id
  if (schema.format === 'date-time') return '2027-01-05T15:00:00Z'
  if (schema.format === 'date') return '2027-01-05'
  const known = texts.find(([pattern]) => pattern.test(name))?.[1] ?? 'Text'
  return known.padEnd(Number(schema.minLength ?? 0), 'x').slice(0, Number(schema.maxLength ?? 200))
}

/** A small value that fits the schema: required fields, one entry per list, nothing deeply nested. */
export const exampleOf = (schema: Json, schemas: Readonly<Record<string, Json>>, name: string, depth = 0): unknown => {
  if (typeof schema.$ref === 'string')
    return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas, name, depth)
  if ('const' in schema) return schema.const
  if ('default' in schema) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const forms = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (forms) {
    const isNullable = forms.some((one) => one.type === 'null')
    return depth > 1 && isNullable
      ? null
      : exampleOf(forms.find((one) => one.type !== 'null') ?? {}, schemas, name, depth)
  }
  if (Array.isArray(schema.type))
    return depth > 1 ? null : exampleOf({ ...schema, type: schema.type[0] }, schemas, name, depth)
  if (schema.type === 'array')
    return depth > 1 && !schema.minItems ? [] : [exampleOf((schema.items ?? {}) as Json, schemas, name, depth + 1)]
  if (schema.type === 'object') {
    const required = (schema.required ?? []) as string[]
    const properties = (schema.properties ?? {}) as Record<string, Json>
    return Object.fromEntries(required.map((one) => [one, exampleOf(properties[one] ?? {}, schemas, one, depth + 1)]))
  }
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(Number(schema.minimum ?? 1), 1)
  if (schema.type === 'boolean') return true
  return schema.type === 'string' ? textFor(schema, name) : null
}

const most = 106
/** Example of a response; a large one has its lists emptied. */
export const smallExample = (schema: Json, schemas: Readonly<Record<string, Json>>): unknown => {
  const whole = exampleOf(schema, schemas, '')
  return JSON.stringify(whole).length > most ? exampleOf(schema, schemas, '', 2) : whole
}
