import { createHash } from 'node:crypto'

/** A statement and its values; values never enter the text. Compose with `${another}`. */
export type Sql = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && made.has(value)
const made = new WeakSet<object>()

/** Tagged template: `sql\`select ${id}::uuid\``. Another Sql inside is spliced in, anything else becomes a parameter. */
export const sql = (strings: TemplateStringsArray, ...inserts: unknown[]): Sql => {
  const parts: string[] = [strings[0] ?? '']
  const values: unknown[] = []
  inserts.forEach((insert, i) => {
    // A piece that is a function is easily named and not called; as a parameter it would fail only when the statement runs.
    if (typeof insert === 'function') throw new TypeError('sql takes no function; call it')
    const after = strings[i + 1] ?? ''
    if (isSql(insert)) {
      parts[parts.length - 1] += insert.parts[0] ?? ''
      for (let k = 0; k < insert.values.length; k++) {
        values.push(insert.values[k])
        parts.push(insert.parts[k + 1] ?? '')
      }
      parts[parts.length - 1] += after
    } else {
      values.push(insert)
      parts.push(after)
    }
  })
  const result = { parts, values }
  made.add(result)
  return result
}

export const nothing = sql``

/** One of our own names (a table, a column, a cursor), unquoted; throws on anything but lowercase letters, digits and `_`. */
export const named = (name: string): Sql => {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`not a name: ${name}`)
  return sql(Object.assign([name], { raw: [name] }))
}

/** Joins statement pieces, such as lists of conditions. */
export const join = (pieces: readonly Sql[], between: Sql): Sql =>
  pieces.reduce((all, piece, i) => (i === 0 ? piece : sql`${all}${between}${piece}`), nothing)

/** One of our lists as literals, for `in`: a partial index with the same literals can then be used. */
export const oneOf = (words: readonly string[]): Sql => {
  const strange = words.find((word) => !/^[a-z][a-z0-9_]*$/.test(word))
  if (strange !== undefined || words.length === 0) throw new Error(`not a list of words: ${words.join()}`)
  const text = `('${words.join("', '")}')`
  return sql(Object.assign([text], { raw: [text] }))
}

const names = new Map<string, string>()
/** The wire form. The name lets the server cache the parsed statement; unnamed where a pooler cannot. */
export const toQuery = (statement: Sql, named: boolean): { text: string; values: unknown[]; name?: string } => {
  let text = statement.parts[0] ?? ''
  for (let i = 1; i < statement.parts.length; i++) text += `$${i}${statement.parts[i]}`
  const values = [...statement.values]
  if (!named) return { text, values }
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    // There are few texts (one per store call); the limit keeps a mistake from growing without bound.
    if (names.size < 2000) names.set(text, name)
  }
  return { text, values, name }
}
