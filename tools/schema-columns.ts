import type { Catalog } from '#tools/schema-catalog.ts'

/** The TypeScript type of a column in JSON; instants and dates are strings, unlisted types are unknown. */
const typescript: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  date: 'string',
  'timestamp with time zone': 'string',
  'time without time zone': 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  numeric: 'number',
}

const typeOf = (pg: string): string => {
  if (pg.endsWith('[]')) return `${typeOf(pg.slice(0, -2))}[]`
  return typescript[pg.replace(/\(.*\)$/, '')] ?? 'unknown'
}

const column = /^(\S+) (.+?)(?: (not null))?(?: (?:default|generated) .*)?$/s

/**
 * platform/server/tables.gen.ts: each table's columns with their PostgreSQL type, and its row type in TypeScript. Stores take
 * their column lists from it, so that each column is named once.
 */
export function columnsText({ tables }: Catalog): string {
  const parsed = tables.map(({ name, columns }) => ({
    name,
    columns: columns.map((line) => {
      const [, own = '', pg = '', filled] = column.exec(line) ?? []
      return { own, pg, ts: `${typeOf(pg)}${filled || typeOf(pg) === 'unknown' ? '' : ' | null'}` }
    }),
  }))
  return [
    '// Made by: node tools/run.mjs tools/schema.ts',
    '',
    '/** The columns of every table, each with its type in PostgreSQL. */',
    'export const tables = {',
    ...parsed.flatMap(({ name, columns }) => [
      `  ${name}: {`,
      ...columns.map(({ own, pg }) => `    ${own}: '${pg}',`),
      '  },',
    ]),
    '} as const',
    '',
    '/** The row of every table as JSON carries it. */',
    'export type Rows = {',
    ...parsed.flatMap(({ name, columns }) => [
      `  ${name}: {`,
      ...columns.map(({ own, ts }) => `    ${own}: ${ts}`),
      '  }',
    ]),
    '}',
    '',
  ].join('\n')
}
