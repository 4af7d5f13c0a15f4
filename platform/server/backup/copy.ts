import { createReadStream, type Dirent, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { baseFolder, type CopiedFile, fileOf, idOf, type Manifest, writeManifest } from './folder.ts'
import type { Shipper } from './log-shipper.ts'
import { type BackupKey, writeSealed } from './sealed-file.ts'

/** Folders whose content PostgreSQL makes again, or that belong to the running server only (its manual, "Making a Base Backup Using the Low Level API"). */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const left =
  /^(postmaster\.(pid|opts)(\.damaged)?|pgsql_tmp.*|pg_internal\.init.*|backup_label(\.old)?|backup_manifest|recovery\.signal|standby\.signal|current_logfiles(\.tmp)?|watchbill_.*|knock-.*)$/
const control = 'global/pg_control'

/** Every folder (ending with a slash) and file to be copied, pg_control last, since it says from where to recover. */
const listCluster = (cluster: string): string[] => {
  const walk = (path: string): string[] =>
    readdirSync(join(cluster, path), { withFileTypes: true }).flatMap((entry) => look(path, entry))
  const look = (folder: string, entry: Dirent): string[] => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (left.test(entry.name)) return []
    if (entry.isDirectory()) return [`${path}/`, ...(emptied.has(path) ? [] : walk(path))]
    if (entry.isFile()) return [path]
    throw new Error(`"${path}" is neither a file nor a folder: tablespaces are not backed up`)
  }
  return [...walk('').filter((path) => path !== control), control]
}

type Place = { cluster: string; folder: string; id: string; key: BackupKey }

/** null: PostgreSQL deleted it meanwhile, which the log repeats. */
const copyFile = async ({ cluster, folder, id, key }: Place, path: string, n: number): Promise<CopiedFile | null> => {
  const from = join(cluster, path)
  const found = statSync(from, { throwIfNoEntry: false })
  if (!found) return null
  const mode = found.mode & 0o777
  if (found.isDirectory() || found.size === 0) return { path, size: 0, mode, n: null }
  // What is appended meanwhile is in the log.
  const source = createReadStream(from, { start: 0, end: found.size - 1 })
  try {
    await writeSealed(fileOf(folder, id, n), `${id}/${path}`, source, key)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error && error.path === from)
      return null
    throw error
  }
  return { path, size: found.size, mode, n }
}

const copyAll = async (place: Place, stopping: () => boolean): Promise<CopiedFile[]> => {
  const files: CopiedFile[] = []
  for (const [n, path] of listCluster(place.cluster).entries()) {
    if (stopping()) throw new Error('the server is being stopped')
    const file = await copyFile(place, path, n)
    if (file) files.push(file)
  }
  return files
}

export type CopyOptions = {
  /** A superuser's URL of the running cluster. */
  url: string
  cluster: string
  folder: string
  key: BackupKey
  shipper: Pick<Shipper, 'shipped'>
  stopping?: () => boolean
  now?: () => Date
}

/** How long the last segment of the log may take to arrive in the backup folder. */
const arrivesWithinMs = 300_000

/**
 * Copies the running cluster, encrypted, into the backup folder, while people go on working. Its log up to the copy's end is in the
 * folder as well when it resolves. A copy that fails leaves nothing behind.
 */
export const copyCluster = async (options: CopyOptions): Promise<Manifest> => {
  const { url, cluster, folder, key, shipper, stopping = () => false, now = () => new Date() } = options
  const client = new Client({ connectionString: url, application_name: 'watchbill backup' })
  client.on('error', () => undefined)
  await client.connect()
  const started = now()
  const id = idOf(started)
  mkdirSync(baseFolder(folder, id), { recursive: true, mode: 0o700 })
  try {
    // The session of the start must be the session of the stop; a lost one ends the backup.
    await client.query(`set statement_timeout = 0; set idle_session_timeout = 0`)
    await client.query(`select pg_backup_start($1, true)`, [`watchbill ${id}`])
    const files = await copyAll({ cluster, folder, id, key }, stopping)
    const { rows } = await client.query<{ lsn: string; label: string; tablespaces: string; version: string }>(
      `select lsn, labelfile as label, spcmapfile as tablespaces, current_setting('server_version') as version
      from pg_backup_stop(false)`,
    )
    const [end] = rows
    if (!end) throw new Error('PostgreSQL did not say where the backup ends')
    const last = await client.query<{ name: string }>('select pg_walfile_name($1) as name', [end.lsn])
    const manifest: Manifest = {
      id,
      started_at: started.toISOString(),
      stopped_at: now().toISOString(),
      first_segment: /\(file (\w{24})\)/.exec(end.label)?.[1] ?? '',
      last_segment: last.rows[0]?.name ?? '',
      server_version: end.version,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      label: end.label,
      files,
    }
    await shipper.shipped(manifest.last_segment, arrivesWithinMs)
    await writeManifest(folder, manifest, key)
    return manifest
  } catch (error) {
    rmSync(baseFolder(folder, id), { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
