import type pg from 'pg'
import type { BackupKey } from '#platform/server/backup/sealed-file.ts'
import { enterSystem } from '#platform/server/db.ts'
import { expectedVersion } from '#platform/server/migrate.ts'
import { StartError } from '#platform/server/start-error.ts'
import { keyedHash, seal } from '#platform/server/vault.ts'
import { MOVED_OUT } from '#platform/shared/moved.ts'
import { type Checked, checkArchive, differing, type Head, type Row, readArchive, type Tail } from './move.archive.ts'
import { connectMover, record, run, sumTable, verifyChain, within } from './move.database.ts'
import { findLooseEnd, type MovedTable, sortTables } from './move.tables.ts'

const namedMost = 5
const listed = (names: readonly string[]) =>
  names.length > namedMost
    ? `${names.slice(0, namedMost).join(', ')} and ${names.length - namedMost} more`
    : names.join(', ')

const refuseClash = async (client: pg.ClientBase, { head, accounts }: Checked): Promise<void> => {
  const { id, name, subdomain } = head.organization
  const { rows: there } = await client.query<{ id: string; name: string }>(
    'select id::text as id, name from organizations where id = $1 or subdomain = $2',
    [id, subdomain],
  )
  const same = there.find((row) => row.id === id)
  if (same) throw new StartError(`The organization ${name} (${id}) is already here. Nothing was imported.`)
  if (there[0])
    throw new StartError(
      `The address "${subdomain}" belongs to ${there[0].name} here. Rename one of them. Nothing was imported.`,
    )
  const { rows: people } = await client.query<{ name: string }>(
    `select email || ' (' || id || ')' as name from accounts where id = any ($1::uuid[]) or email_key = any ($2)
      union select email from super_admin_users where email_key = any ($2) order by name`,
    [accounts.map((account) => account.id), accounts.map((account) => account.email_key)],
  )
  if (people.length > 0)
    throw new StartError(
      `These accounts are already here: ${listed(people.map((row) => row.name))}. Nothing was imported.`,
    )
}

/** What a row needs of this installation's key. */
const keyRow = (table: MovedTable, row: Row): Row => {
  const at = (name: string) => table.columns.findIndex((column) => column.name === name)
  const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
  if (table.name === 'phones') return row.with(at('number_hash'), hex(keyedHash(row[at('number')] ?? '', 'phone')))
  if (table.name !== 'factors') return row
  const plain = Buffer.from((row[at('secret')] ?? '').slice(2), 'hex')
  return row.with(at('secret'), hex(seal(plain, row[at('account_id')] ?? '')))
}

const rowsAtOnce = 500
const charactersAtOnce = 4_000_000

/** Collects rows of one table and inserts them in batches of bounded size. */
const createInserter = (client: pg.ClientBase, table: MovedTable) => {
  let batch: string[] = []
  let characters = 0
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ')
  const values = table.columns.map(({ type }, i) => `(r ->> ${i})::${type}`).join(', ')
  const text = `insert into "${table.name}" (${names}) overriding system value select ${values} from json_array_elements($1::json) as x (r)`
  const flush = async () => {
    if (batch.length > 0) await client.query(text, [`[${batch.join(',')}]`])
    batch = []
    characters = 0
  }
  return {
    add: async (row: Row) => {
      const line = JSON.stringify(keyRow(table, row))
      if (batch.length >= rowsAtOnce || characters + line.length > charactersAtOnce) await flush()
      batch.push(line)
      characters += line.length
    },
    flush,
  }
}

const insertAll = async (
  client: pg.ClientBase,
  { file, key }: Ask,
  moved: readonly MovedTable[],
  id: string,
): Promise<void> => {
  const tables = new Map(moved.map((table) => [table.name, table]))
  let inserter: ReturnType<typeof createInserter> | null = null
  await readArchive(file, key, {
    head: (head) => {
      if (head.organization.id !== id) throw new StartError('The archive was replaced meanwhile. Nothing was imported.')
    },
    table: async (name, columns) => {
      await inserter?.flush()
      const table = tables.get(name)
      if (!table || table.columns.map((column) => column.name).join() !== columns.join())
        throw new StartError(`The archive has a table ${name} that this version does not know. Nothing was imported.`)
      inserter = createInserter(client, table)
    },
    row: (row) => inserter?.add(row),
    tail: () => inserter?.flush(),
  })
}

/** Ids that the database counts up go on above those that came, or a later entry would have one below the seals. */
const raiseSequences = async (client: pg.ClientBase, moved: readonly MovedTable[], id: string): Promise<void> => {
  for (const { name, sequences } of moved)
    for (const column of sequences)
      await client.query(
        `select setval(s.name, greatest(m.most + 1000, nextval(s.name))) from
          (select pg_get_serial_sequence($2, $3)::regclass as name) s,
          (select max("${column}") as most from "${name}" where organization_id = $1) m
        where m.most is not null`,
        [id, name, column],
      )
}

const checkArrived = async (
  client: pg.ClientBase,
  tail: Tail,
  moved: readonly MovedTable[],
  head: Head,
): Promise<void> => {
  const { id } = head.organization
  const arrived = Object.fromEntries(
    await moved.reduce(
      async (before, table) => [...(await before), [table.name, await sumTable(client, table, id)] as const],
      Promise.resolve<(readonly [string, Tail['tables'][string]])[]>([]),
    ),
  )
  const wrong = differing(arrived, tail.tables)
  if (wrong !== null) throw new StartError(`The rows of ${wrong} did not arrive as they were. Nothing was imported.`)
  const loose = await findLooseEnd(client, moved, id)
  if (loose !== null)
    throw new StartError(`Rows refer to others that are not in the archive (${loose}). Nothing was imported.`)
  const verdict = await verifyChain(client, head.organization)
  if (verdict.faults.length > 0)
    throw new StartError(`The audit log is not whole: ${verdict.faults.join('; ')}. Nothing was imported.`)
  if (verdict.seals !== tail.audit.seals || verdict.entries + verdict.waiting !== tail.audit.entries)
    throw new StartError('The audit log is not the one that was exported. Nothing was imported.')
}

type Ask = { url: string; file: string; key: BackupKey; version?: string }
export type MovedIn = { head: Head; tail: Tail; state: string }

const importAll = async (client: pg.Client, ask: Ask, checked: Checked): Promise<MovedIn> => {
  const { head, tail } = checked
  const { id } = head.organization
  const { moved } = await sortTables(client)
  await refuseClash(client, checked)
  // Rows arrive as they were: no trigger counts, records or notifies again. References are checked below.
  await client.query(`set local session_replication_role = 'replica'`)
  await insertAll(client, ask, moved, id)
  await checkArrived(client, tail, moved, head)
  await client.query(`set local session_replication_role = 'origin'`)
  await raiseSequences(client, moved, id)
  await run(client, enterSystem(id, 'admin.move_in'))
  await client.query(
    `update organizations set state = 'active', state_reason = null, state_since = now(), updated_at = now(),
      version = version + 1 where id = $1 and state = 'suspended' and state_reason = $2`,
    [id, MOVED_OUT],
  )
  const { seals, entries, last_seal } = tail.audit
  await record(client, id, 'admin.move_in', { exported_at: head.exported_at, seals, entries, last_seal })
  const { rows } = await client.query<{ state: string }>('select state from organizations where id = $1', [id])
  return { head, tail, state: rows[0]?.state ?? '' }
}

/**
 * Puts the organization of an archive into this installation, with its ids, in one transaction; refused with nothing written if
 * anything differs from what was exported. The vault must be open with this installation's key.
 */
export const moveIn = async (ask: Ask): Promise<MovedIn> => {
  const checked = await checkArchive(ask.file, ask.key)
  const version = ask.version ?? expectedVersion()
  if (checked.head.schema !== version)
    throw new StartError(
      'The archive was made by another version of Watchbill. Run the same version in both installations. Nothing was imported.',
    )
  const client = await connectMover(ask.url)
  try {
    return await within(client, 'begin', () => importAll(client, ask, checked))
  } finally {
    await client.end()
  }
}
