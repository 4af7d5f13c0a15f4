import { existsSync, rmSync } from 'node:fs'
import type pg from 'pg'
import type { BackupKey } from '#platform/server/backup/sealed-file.ts'
import { enterSystem } from '#platform/server/db.ts'
import { expectedVersion } from '#platform/server/migrate.ts'
import { appRole } from '#platform/server/roles.ts'
import { StartError } from '#platform/server/start-error.ts'
import { MOVED_OUT } from '#platform/shared/moved.ts'
import { MINUTE } from '#platform/shared/time.ts'
import { createSum, type Head, type TableSum, type Tail, writeArchive } from './move.archive.ts'
import { connectMover, readRows, record, run, verifyChain, within } from './move.database.ts'
import { countResets, type MovedTable, type Resets, sortTables } from './move.tables.ts'

type Organization = Head['organization'] & { state: string }

const findOrganization = async (client: pg.ClientBase, given: string): Promise<Organization> => {
  const { rows } = await client.query<Organization>(
    `select id::text as id, name, subdomain, state from organizations
      where (id::text = lower($1) or subdomain = $1) and state not in ('vendor', 'erased') for no key update`,
    [given],
  )
  const [found] = rows
  if (!found) throw new StartError(`There is no organization "${given}".`)
  if (found.state === 'closing')
    throw new StartError(`${found.name} is being deleted. Cancel the deletion first. Nothing was changed.`)
  return found
}

/** Suspends the organization, so that nothing changes after the export, and writes the move to both audits. */
const suspend = (client: pg.Client, given: string): Promise<Organization & { at: Date }> =>
  within(client, 'begin', async () => {
    const found = await findOrganization(client, given)
    const { id, state } = found
    await run(client, enterSystem(id, 'admin.move_out'))
    if (state === 'active')
      await client.query(
        `update organizations set state = 'suspended', state_reason = $2, state_since = now(), updated_at = now(),
          version = version + 1 where id = $1`,
        [id, MOVED_OUT],
      )
    await record(client, id, 'admin.move_out', { state_before: state })
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    return { ...found, at: rows[0]?.at ?? new Date() }
  })

const resume = (client: pg.Client, id: string) =>
  within(client, 'begin', async () => {
    await run(client, enterSystem(id, 'admin.move_undone'))
    await client.query(
      `update organizations set state = 'active', state_reason = null, state_since = now(), updated_at = now(),
        version = version + 1 where id = $1 and state = 'suspended' and state_reason = $2`,
      [id, MOVED_OUT],
    )
  })

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/** A call that began before the suspension may still write; the longest lasts a quarter of a minute. */
const calmWithin = async (client: pg.Client, since: Date, ms: number): Promise<void> => {
  for (const until = Date.now() + ms; ; await pause(50)) {
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and usename = $1 and xact_start < clock_timestamp()
        and xact_start <= $2 limit 1`,
      [appRole, new Date(since.getTime() + 1)],
    )
    if (rows.length === 0) return
    if (Date.now() > until) throw new StartError('A call that began before the move does not end. Try again.')
  }
}

const sumAudit = async (client: pg.Client, id: string): Promise<Tail['audit']> => {
  const { rows } = await client.query<Tail['audit']>(
    `select (select count(*)::int from audit_entries where organization_id = $1) as entries,
      (select max(id)::text from audit_entries where organization_id = $1) as last_entry,
      (select count(*)::int from audit_seals where organization_id = $1) as seals,
      (select encode(hash, 'hex') from audit_seals where organization_id = $1 order by number limit 1) as first_seal,
      (select encode(hash, 'hex') from audit_seals where organization_id = $1 order by number desc limit 1) as last_seal`,
    [id],
  )
  const [sums] = rows
  if (!sums) throw new Error('the audit could not be counted')
  return sums
}

type Ask = { url: string; organization: string; out: string; key: BackupKey; version?: string; calmMs?: number }
export type MovedOut = { organization: Organization; tail: Tail; reset: Resets }

const write = async (
  client: pg.Client,
  ask: Ask,
  found: Organization,
  moved: readonly MovedTable[],
): Promise<MovedOut> => {
  const organization = { id: found.id, name: found.name, subdomain: found.subdomain }
  const { faults } = await verifyChain(client, organization)
  if (faults.length > 0) throw new StartError(`The audit log is not whole: ${faults.join('; ')}`)
  const tables: Record<string, TableSum> = {}
  const tail: Tail = { tables, audit: await sumAudit(client, found.id) }
  const lines = async function* () {
    const schema = ask.version ?? expectedVersion()
    yield { head: { format: 1, schema, exported_at: new Date().toISOString(), organization } satisfies Head }
    for (const table of moved) {
      yield { table: table.name, columns: table.columns.map(({ name }) => name) }
      const sum = createSum()
      for await (const row of readRows(client, table, found.id)) {
        sum.add(row)
        yield row
      }
      tables[table.name] = sum.end()
    }
    yield { tail }
  }
  await writeArchive(ask.out, lines(), ask.key)
  return { organization: found, tail, reset: await countResets(client, found.id) }
}

/**
 * Suspends an organization and writes everything that belongs to it into one encrypted archive, from one snapshot. If that fails,
 * the organization is active again and there is no archive. The vault must be open with the installation's key.
 */
export const moveOut = async (ask: Ask): Promise<MovedOut> => {
  if (existsSync(ask.out)) throw new StartError(`"${ask.out}" already exists. Choose another file.`)
  const client = await connectMover(ask.url)
  try {
    const { moved, unknown } = await sortTables(client)
    if (unknown.length > 0) throw new StartError(`Nothing says whether these tables move: ${unknown.join(', ')}.`)
    const found = await suspend(client, ask.organization)
    try {
      await calmWithin(client, found.at, ask.calmMs ?? MINUTE)
      return await within(client, 'begin isolation level repeatable read', () => write(client, ask, found, moved))
    } catch (error) {
      rmSync(`${ask.out}.part`, { force: true })
      if (found.state === 'active') await resume(client, found.id)
      throw error
    }
  } finally {
    await client.end()
  }
}
