import { join, named, type Sql, sql } from './sql.ts'
import { type Rows, tables } from './tables.gen.ts'

type Tables = typeof tables
export type TableName = keyof Tables & keyof Rows

/** A table's columns by name, defined once; all lists that statements need are built from it. */
export type Columns<Row> = {
  readonly names: readonly (keyof Row & string)[]
  /** `(id uuid, title text)`: for `jsonb_to_recordset`. */
  readonly typed: Sql
  /** `id, title` */
  readonly list: Sql
  /** `r.id, r.title` */
  of(alias: string): Sql
  /** `id = r.id, title = r.title` */
  set(alias: string): Sql
  /** `'id', a.id, 'title', a.title`: for `jsonb_build_object`. */
  json(alias: string): Sql
}

/** The row type of these columns. */
export type RowOf<C> = C extends Columns<infer Row> ? Row : never

const comma = sql`, `
const quoted = (name: string): Sql => sql`'${named(name)}'`

/** Lists of the given columns of a table, in this order. Throws on a name the table does not have. */
export const columnsOf = <T extends TableName, K extends keyof Rows[T] & keyof Tables[T] & string>(
  table: T,
  names: readonly K[],
): Columns<Pick<Rows[T], K>> => {
  const types: Readonly<Record<string, string>> = tables[table]
  const each = (write: (name: string) => Sql): Sql => join(names.map(write), comma)
  const typed = each((name) => {
    const type = types[name]
    if (type === undefined) throw new Error(`${table} has no column ${name}`)
    const words = join(type.replace(/\[\]$/, '').split(' ').map(named), sql` `)
    return type.endsWith('[]') ? sql`${named(name)} ${words}[]` : sql`${named(name)} ${words}`
  })
  return {
    names,
    typed: sql`(${typed})`,
    list: each((name) => named(name)),
    of: (alias) => each((name) => sql`${named(alias)}.${named(name)}`),
    set: (alias) => each((name) => sql`${named(name)} = ${named(alias)}.${named(name)}`),
    json: (alias) => each((name) => sql`${quoted(name)}, ${named(alias)}.${named(name)}`),
  }
}

/** All columns of a table except these; columns added later are included automatically. */
export const columnsBut = <T extends TableName, K extends keyof Rows[T] & keyof Tables[T] & string>(
  table: T,
  left: readonly K[],
) => {
  type Kept = Exclude<keyof Rows[T] & keyof Tables[T] & string, K>
  const names = Object.keys(tables[table]).filter((name): name is Kept => !left.some((one) => one === name))
  return columnsOf(table, names)
}
