import { createHash } from 'node:crypto'

/** A statement and its values; values never enter the text. Compose with `${another}`. */
export type Sql = { readonly parts: readonly string[]; readonly values: readonly unknown[] }

/** There are few texts (one per store call); the limit keeps a mistake from growing without bound. */
const textsAtMost = 2000

const isSql = (value: unknown): value is Sql => typeof value === 'object' && value !== null && made.has(value)
const made = new WeakSet<object>()

/** A composed text: the texts that were spliced in, null for a parameter, and what they made. */
type Composed = { spliced: readonly (readonly string[] | null)[]; parts: readonly string[] }
/** Of each template, the texts it was composed to lately: most have one, and those with optional pieces a few. */
const composed = new WeakMap<TemplateStringsArray, Composed[]>()
const composedAtMost = 8

const compose = (strings: TemplateStringsArray, spliced: Composed['spliced']): Composed => {
  const parts: string[] = [strings[0] ?? '']
  spliced.forEach((piece, i) => {
    const after = strings[i + 1] ?? ''
    if (piece === null) parts.push(after)
    else {
      parts[parts.length - 1] += piece[0] ?? ''
      for (let k = 1; k < piece.length; k++) parts.push(piece[k] ?? '')
      parts[parts.length - 1] += after
    }
  })
  return { spliced, parts }
}

/** Thousands of characters are put together once, not for every call: the same template with the same pieces gives the same text. */
const composeOnce = (strings: TemplateStringsArray, spliced: Composed['spliced']): Composed['parts'] => {
  const known = composed.get(strings) ?? []
  const found = known.find((one) => one.spliced.every((piece, i) => piece === spliced[i]))
  if (found) return found.parts
  const made = compose(strings, spliced)
  composed.set(strings, [made, ...known.slice(0, composedAtMost - 1)])
  return made.parts
}

/** Tagged template: `sql\`select ${id}::uuid\``. Another Sql inside is spliced in, anything else becomes a parameter. */
export const sql = (strings: TemplateStringsArray, ...inserts: unknown[]): Sql => {
  const spliced: (readonly string[] | null)[] = []
  const values: unknown[] = []
  for (const insert of inserts) {
    // A piece that is a function is easily named and not called; as a parameter it would fail only when the statement runs.
    if (typeof insert === 'function') throw new TypeError('sql takes no function; call it')
    if (isSql(insert)) {
      spliced.push(insert.parts)
      for (const value of insert.values) values.push(value)
    } else {
      spliced.push(null)
      values.push(insert)
    }
  }
  const result = { parts: composeOnce(strings, spliced), values }
  made.add(result)
  return result
}

export const nothing = sql``

const constants = new Map<string, Sql>()
/** A text without parameters; the same object each time, so that what it is spliced into is composed once. */
const constant = (text: string): Sql => {
  const known = constants.get(text)
  if (known) return known
  const result = sql(Object.assign([text], { raw: [text] }))
  if (constants.size < textsAtMost) constants.set(text, result)
  return result
}

/** One of our own names (a table, a column, a cursor), unquoted; throws on anything but lowercase letters, digits and `_`. */
export const named = (name: string): Sql => {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`not a name: ${name}`)
  return constant(name)
}

/** Joins statement pieces, such as lists of conditions. */
export const join = (pieces: readonly Sql[], between: Sql): Sql =>
  pieces.reduce((all, piece, i) => (i === 0 ? piece : sql`${all}${between}${piece}`), nothing)

/** One of our lists as literals, for `in`: a partial index with the same literals can then be used. */
export const oneOf = (words: readonly string[]): Sql => {
  const strange = words.find((word) => !/^[a-z][a-z0-9_]*$/.test(word))
  if (strange !== undefined || words.length === 0) throw new Error(`not a list of words: ${words.join()}`)
  return constant(`('${words.join("', '")}')`)
}

/** The pattern of `like` for texts that contain this one: its own `%`, `_` and `\` stand for themselves. */
export const likeText = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

type Named = { text: string; name: string }
const names = new Map<string, string>()
const nameOf = (text: string): string => {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    if (names.size < textsAtMost) names.set(text, name)
  }
  return name
}

const written = new WeakMap<Sql['parts'], Named>()
const write = (parts: Sql['parts']): Named => {
  let text = parts[0] ?? ''
  for (let i = 1; i < parts.length; i++) text += `$${i}${parts[i]}`
  const result = { text, name: nameOf(text) }
  written.set(parts, result)
  return result
}

/** The wire form. The name lets the server cache the parsed statement; unnamed where a pooler cannot. */
export const toQuery = (statement: Sql, named: boolean): { text: string; values: unknown[]; name?: string } => {
  const { text, name } = written.get(statement.parts) ?? write(statement.parts)
  const values = [...statement.values]
  return named ? { text, values, name } : { text, values }
}
