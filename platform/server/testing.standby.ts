import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import pg from 'pg'
import { type Embedded, startEmbedded } from './postgres/embedded.ts'
import type { Settings } from './postgres/postmaster.ts'

/** Two PostgreSQL servers on this machine, the second a standby of the first. */
const skipped = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', 'pg_replslot'])

export const asOwner = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const follows = (primary: Embedded): Settings => ({
  primary_conninfo: `host=${primary.socketDir} port=5432 user=postgres application_name=standby`,
})

/** Starts a standby that was stopped or killed. */
export const restartStandby = (primary: Embedded, dataDir: string, settings: Settings): Promise<Embedded> =>
  startEmbedded({ dataDir, settings: { ...settings, ...follows(primary) }, onLost: () => undefined })

/** Starts a standby of the running primary in the folder, and makes commits wait for it unless `waits` is false. */
export const startStandby = async (
  primary: Embedded,
  from: string,
  dataDir: string,
  settings: Settings,
  waits = true,
): Promise<Embedded> => {
  const source = join(from, 'postgres')
  const cluster = join(dataDir, 'postgres')
  rmSync(cluster, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  appendFileSync(join(source, 'pg_hba.conf'), 'local replication all trust\n')
  await asOwner(primary.url, async (client) => {
    await client.query('select pg_reload_conf()')
    await client.query(`select pg_backup_start('standby', true)`)
    cpSync(source, cluster, { recursive: true, filter: (path) => !skipped.has(basename(path)) })
    for (const name of ['pg_wal', 'pg_replslot']) mkdirSync(join(cluster, name))
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    writeFileSync(join(cluster, 'backup_label'), rows[0]?.label ?? '')
    writeFileSync(join(cluster, 'standby.signal'), '')
  })
  const standby = await restartStandby(primary, dataDir, settings)
  await asOwner(primary.url, async (client) => {
    if (waits) await client.query(`alter system set synchronous_standby_names = 'standby'`)
    await client.query('select pg_reload_conf()')
    const isFollowed = async () =>
      (
        await client.query(`select from pg_stat_replication where sync_state = $1 and state = 'streaming'`, [
          waits ? 'sync' : 'async',
        ])
      ).rowCount
    while ((await isFollowed()) !== 1);
  })
  return standby
}

/** Makes the standby take writes, which wait for no other. */
export const promote = (standby: Embedded): Promise<void> =>
  asOwner(standby.url, async (client) => {
    await client.query('alter system reset synchronous_standby_names').catch(() => undefined)
    await client.query('select pg_promote(true, 60)')
    await client.query(`alter system set synchronous_standby_names = ''`)
    await client.query('select pg_reload_conf()')
  })
