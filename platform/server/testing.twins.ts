import type pg from 'pg'
import { join, named, type Sql, sql, toQuery } from './sql.ts'

type Database = { admin: pg.Pool }

/**
 * What a piece of SQL answers for each case, past the fence. `rows` names aliases and the tables whose columns they have: `a` is filled
 * from what the case has under `a`, and what it does not name is null. Anything else of a case is asked for with `given`.
 */
export const askEach = async <T>(
  { admin }: Database,
  rows: Readonly<Record<string, string>>,
  cases: readonly object[],
  piece: Sql,
): Promise<T[]> => {
  const records = Object.entries(rows).map(
    ([alias, table]) =>
      sql` cross join lateral jsonb_populate_record(null::${named(table)}, e.one -> ${alias}::text) ${named(alias)}`,
  )
  const statement = sql`select to_jsonb(${piece}) as answer
    from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality e (one, n)${join(records, sql``)} order by e.n`
  return (await admin.query<{ answer: T }>(toQuery(statement, false))).rows.map(({ answer }) => answer)
}

/** A value of the case that is asked about. */
export const given = (name: string, type: 'date' | 'int' | 'timestamptz' | 'text'): Sql =>
  sql`(e.one ->> ${name}::text)::${named(type)}`

const insertOf = (table: string, names: readonly string[], rows: readonly object[]) => {
  const columns = join(names.map(named), sql`, `)
  return toQuery(
    sql`insert into ${named(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${named(table)}, ${JSON.stringify(rows)}::jsonb)`,
    false,
  )
}

/** What a piece answers for temporary rows of these tables: no constraint or trigger checks them, and they are rolled back. */
export const askBeside = async <T>(
  { admin }: Database,
  rows: Readonly<Record<string, readonly object[]>>,
  piece: Sql,
): Promise<T> => {
  const client = await admin.connect()
  try {
    await client.query(`begin; set local session_replication_role = 'replica'`)
    for (const [table, some] of Object.entries(rows))
      if (some[0]) await client.query(insertOf(table, Object.keys(some[0]), some))
    const asked = await client.query<{ answer: T }>(toQuery(sql`select to_jsonb(${piece}) as answer`, false))
    return asked.rows[0]?.answer as T
  } finally {
    await client.query('rollback')
    client.release()
  }
}
