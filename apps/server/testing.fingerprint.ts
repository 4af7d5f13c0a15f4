import type { TestServer } from '#platform/server/testing.ts'

/** Tables that record visits and requests rather than the department's data: making a request changes them. */
const ofAsking = ['sessions', 'idempotency_keys', 'outbox', 'feature_uses', 'vendor_reads', 'exports', 'figure_marks']

const asked = new WeakMap<TestServer, Promise<string>>()
/** One statement over every table that holds a department's rows. */
const statementOf = async (server: TestServer) => {
  const tables = await server.rows<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
       and not c.table_name = any ($1) order by 1`,
    [ofAsking],
  )
  const texts = tables.map(
    ({ name }) =>
      `(select '${name} ' || string_agg(t::text, '|' order by t::text) from ${name} t where organization_id = $1)`,
  )
  // An array: a function takes at most 100 arguments, and there are more tables.
  return `select array_to_string(array[${texts.join(', ')}], chr(10)) as text`
}

/** All of the department's data, as one text. */
export const fingerprintOf = async (server: TestServer, organization_id: string): Promise<string> => {
  const statement = asked.get(server) ?? statementOf(server)
  asked.set(server, statement)
  const { rows } = await server.admin.query<{ text: string }>({
    name: 'fingerprint',
    text: await statement,
    values: [organization_id],
  })
  return rows[0]?.text ?? ''
}
