import type { Catalog, Routine, Table } from '#tools/schema-catalog.ts'
import { ownedTables, owners } from '#tools/schema-owners.ts'

const made = 'Made by: node tools/run.mjs tools/schema.ts'
const statement = (text: string) => `${text.trimEnd()};`
/** PostgreSQL names the column of every subselect; the statements in `db/` do not. */
const policyText = (text: string) => statement(text.replace(/\( SELECT (app\.\w+\([^()]*\)) AS \w+\)/g, '(select $1)'))
const heading = (text: string) => `-- ${'='.repeat(text.length)}\n-- ${text}\n-- ${'='.repeat(text.length)}`

/** Breaks a list after a comma if a line would exceed 120 characters. */
function wrapped(text: string): string {
  let line = ''
  const lines: string[] = []
  for (const part of text.split(/(?<=,) /)) {
    if (line.length + part.length > 118) {
      lines.push(line)
      line = `  ${part}`
    } else line = line ? `${line} ${part}` : part
  }
  return [...lines, line].join('\n')
}

const createTable = ({ name, columns, constraints }: Table): string => {
  const rows = [...columns, ...constraints.map((one) => `constraint ${one.name} ${one.definition}`)]
  return statement(`create table ${name} (\n${rows.map((row) => `  ${row}`).join(',\n')}\n)`)
}

const routineText = ({ definition, grants }: Routine): string =>
  [statement(definition), ...grants.map((grant) => statement(wrapped(grant)))].join('\n')

function tableText(table: Table, noun: string, own: readonly Routine[]): string {
  const security = [
    table.secured ? `alter table ${table.name} enable row level security` : '',
    table.forced ? `alter table ${table.name} force row level security` : '',
  ].filter(Boolean)
  const groups = [
    [`-- ${table.name} (${noun})`, createTable(table)],
    table.indexes.map(statement),
    [...security.map(statement), ...table.policies.map(policyText)],
    table.grants.map((grant) => statement(wrapped(grant))),
    ...own.map((routine) => [routineText(routine)]),
    table.triggers.map(({ definition }) => statement(definition)),
  ]
  return groups
    .filter((group) => group.length > 0)
    .map((group) => group.join('\n'))
    .join('\n\n')
}

/** Trigger functions used by exactly one table, by that table. */
function ownRoutines({ tables, routines }: Catalog): Map<string, Routine[]> {
  const callers = new Map<string, Set<string>>()
  for (const table of tables)
    for (const trigger of table.triggers)
      callers.set(trigger.function, (callers.get(trigger.function) ?? new Set()).add(table.name))
  const own = new Map<string, Routine[]>()
  for (const routine of routines) {
    const [table, ...others] = callers.get(routine.name) ?? []
    if (table && others.length === 0) own.set(table, [...(own.get(table) ?? []), routine])
  }
  return own
}

/** Tables without an owner, owned tables that do not exist, and tables with two owners. */
export function ownerFaults({ tables }: Catalog): string[] {
  const there = new Set(tables.map(({ name }) => name))
  const owned = ownedTables.map(({ table }) => table)
  return [
    ...[...there].filter((name) => !owned.includes(name)).map((name) => `${name} has no owner`),
    ...owned.filter((name) => !there.has(name)).map((name) => `${name} does not exist`),
    ...owned.filter((name, index) => owned.indexOf(name) !== index).map((name) => `${name} has two owners`),
  ]
}

/** db/schema.sql: the current database, shared functions first, then table by table in area order. */
export function schemaText(catalog: Catalog): string {
  const own = ownRoutines(catalog)
  const placed = new Set([...own.values()].flat())
  const shared = catalog.routines.filter((routine) => !placed.has(routine))
  const byName = new Map(catalog.tables.map((table) => [table.name, table]))
  const areas = Object.keys(owners).flatMap((area) => {
    const texts = ownedTables
      .filter((one) => one.area === area)
      .flatMap(({ noun, table: name }) => {
        const table = byName.get(name)
        return table ? [tableText(table, `${area}/${noun}`, own.get(name) ?? [])] : []
      })
    return [heading(`${area}: tables`), ...texts]
  })
  const owned = new Set(ownedTables.map(({ table }) => table))
  const strays = catalog.tables.filter(({ name }) => !owned.has(name))
  return `${[
    `-- ${made}\n-- The database after every migration and the fence, for reading. Nothing runs this file.`,
    ['create schema app;', ...catalog.extensions.map((name) => `create extension ${name};`)].join('\n'),
    heading('Functions that several tables or statements use'),
    ...shared.map(routineText),
    ...areas,
    ...strays.map((table) => tableText(table, 'no owner', own.get(table.name) ?? [])),
  ].join('\n\n')}\n`
}

const wordsOf = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')

function areaPage(area: string, byName: ReadonlyMap<string, Table>): string[] {
  const owned = ownedTables.filter((one) => one.area === area && byName.has(one.table))
  const inside = new Set(owned.map(({ table }) => table))
  const links = owned.flatMap(({ table }) =>
    (byName.get(table)?.constraints ?? [])
      .filter(({ references }) => references !== null && (references !== 'organizations' || table === 'organizations'))
      .map(({ references, columns }) => ({
        table,
        to: references ?? '',
        by: columns.filter((name) => name !== 'organization_id').join(' ') || 'organization_id',
      })),
  )
  const drawn = links
    .filter(({ to }) => inside.has(to))
    .map(({ table, to, by }) => `  ${to} ||--o{ ${table} : "${by}"`)
    .sort()
  const lists = Object.keys(owners[area] ?? {}).flatMap((noun) => [
    `### ${area}/${noun}`,
    '',
    ...owned
      .filter((one) => one.noun === noun)
      .flatMap(({ table }) => {
        const to = [...new Set(links.filter((link) => link.table === table).map((link) => link.to))].sort()
        return wrapped(`- \`${table}\`${to.length > 0 ? `: references ${wordsOf(to)}` : ''}`)
      }),
    '',
  ])
  const picture = drawn.length > 0 ? ['```mermaid', 'erDiagram', ...new Set(drawn), '```', ''] : []
  return [`## ${area}`, '', ...picture, ...lists]
}

/** docs/tables.md: each area's tables, how they reference each other, and what they reference in other areas. */
export function tablesPage(catalog: Catalog): string {
  const byName = new Map(catalog.tables.map((table) => [table.name, table]))
  return [
    `<!-- ${made} -->`,
    '',
    '# Tables',
    '',
    `${catalog.tables.length} tables by area, the lowest area first. \`db/schema.sql\` has every column, policy and trigger;`,
    '`tools/schema-owners.ts` says which noun owns a table.',
    '',
    'A picture shows the references inside one area; the lists add references to other areas. Nearly every table',
    'also references `organizations` through `organization_id`; those references are left out.',
    '',
    ...Object.keys(owners).flatMap((area) => areaPage(area, byName)),
  ].join('\n')
}
