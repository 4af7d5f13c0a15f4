import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { copyCluster } from '#platform/server/backup/copy.ts'
import { listCopies, makeFolders, readManifest, sweepUnfinishedCopies } from '#platform/server/backup/folder.ts'
import { dropOutdated } from '#platform/server/backup/keep.ts'
import { shipLog } from '#platform/server/backup/log-shipper.ts'
import { restoreBackup } from '#platform/server/backup/restore.ts'
import { type BackupKey, backupKeyOf } from '#platform/server/backup/sealed-file.ts'
import { setBackupStatus } from '#platform/server/backup/status.ts'
import type { Log } from '#platform/server/log.ts'
import { appUrlOf } from '#platform/server/migrate.ts'
import { becauseOf, StartError } from '#platform/server/start-error.ts'
import { MINUTE } from '#platform/shared/time.ts'
import type { Config } from './config.ts'
import { readSecretKey } from './secret-key.ts'
import { verifyDatabase } from './verify-database.ts'

const everyMs = 24 * 60 * MINUTE
/** A day and what a copy may take. */
const lateMs = 27 * 60 * MINUTE
const lookEveryMs = 10 * MINUTE
/** The log leaves every 30 seconds; longer means that the backup folder takes nothing. */
const logWaitsMs = 5 * MINUTE
const stopsWithinMs = 2_000
/** A cluster that only its checker uses. */
const small = { shared_buffers: '64MB', max_connections: '20' }

/** The keys that open a backup: of the secret key, and of the other one while it is being replaced. */
export const backupKeysOf = (config: Config): [BackupKey, ...BackupKey[]] => [
  backupKeyOf(readSecretKey(config)),
  ...(config.otherSecretKey === null ? [] : [backupKeyOf(config.otherSecretKey)]),
]

export type Checked = { copy: string; last: string | null; organizations: number; entries: number; faults: string[] }

/** Reads every page of every table, whose checksums PostgreSQL then checks. */
const readAll = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(`select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'`)
    for (const { name } of rows) await client.query(`select count(*) from ${name}`)
  } finally {
    await client.end()
  }
}

type Ask = { from: string; into: string; to: Date | null; keys: readonly BackupKey[] }

/**
 * Restores a backup into a new data folder, reads every table and verifies the audit, then stops the server there. Throws
 * BackupError if the backup cannot be restored.
 */
export const restoreAndCheck = async (ask: Ask): Promise<Checked & { beyond: boolean; gap: string | null }> => {
  const { server, copy, last, beyond, gap } = await restoreBackup({ ...ask, settings: small })
  try {
    await readAll(server.url)
    // Without anchors: those of the last minute may be newer than what was restored.
    const { verdict, chains } = await verifyDatabase(appUrlOf(server.url), { organization: null, anchors: null })
    const { faults, entries } = verdict
    return { copy: copy.id, last: last?.toISOString() ?? null, organizations: chains, entries, faults, beyond, gap }
  } finally {
    await server.stop()
  }
}

/** The result of the last trial, kept beside the copies. */
type Trial = { at: string; copy: string; ok: boolean }
const trialFile = (folder: string) => join(folder, 'last-trial.json')
const trialFolder = (dataDir: string) => join(dataDir, 'restore-trial')
const readTrial = (folder: string): Trial | null =>
  existsSync(trialFile(folder)) ? JSON.parse(readFileSync(trialFile(folder), 'utf8')) : null
const writeTrial = (folder: string, trial: Trial): void => {
  writeFileSync(`${trialFile(folder)}.part`, JSON.stringify(trial))
  renameSync(`${trialFile(folder)}.part`, trialFile(folder))
}

export type Backups = {
  /** For `/readyz`: minutes since the newest copy and since a copy was last restored for a trial; null: never. */
  figures: () => { backup_minutes: number | null; restored_minutes: number | null }
  close: () => Promise<void>
}

const since = (instant: string | undefined): number | null =>
  instant === undefined ? null : Math.max(0, Math.floor((Date.now() - Date.parse(instant)) / MINUTE))

/** The copy of a cluster whose log is not kept would be of no use. */
const refuseWithoutLog = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ on: boolean }>(`select current_setting('archive_mode') = 'on' as on`)
    if (rows[0]?.on !== true)
      throw new StartError(
        'The database that runs in DATA_DIR was started without BACKUP_DIR. Stop it, then start Watchbill again.',
      )
  } finally {
    await client.end()
  }
}

type Scene = { url: string; cluster: string; folder: string; keepDays: number; dataDir: string; log: Log }

/** A trial as the runbook promises: restored, read whole and verified, in a folder that is removed again. */
const tryRestore = async ({ folder, dataDir, log }: Scene, keys: readonly BackupKey[]): Promise<void> => {
  const into = trialFolder(dataDir)
  rmSync(into, { recursive: true, force: true })
  const began = performance.now()
  try {
    const checked = await restoreAndCheck({ from: folder, into, to: null, keys })
    const { copy, last, organizations, entries, faults, gap } = checked
    const ok = faults.length === 0 && gap === null
    writeTrial(folder, { at: new Date().toISOString(), copy, ok })
    const seconds = Math.round((performance.now() - began) / 1000)
    if (ok) log({ level: 'info', backup: 'restored for a trial', copy, last, organizations, entries, seconds })
    else
      log({ level: 'error', alarm: 'backup', error: gap ? `segment ${gap} of the log is missing` : faults.join('; ') })
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

/**
 * Keeps the embedded database's backup: ships its log all the time, copies it once a day, restores each copy for a trial and
 * deletes what is outdated. What fails is logged with `alarm` and tried again within ten minutes.
 */
export const startBackups = async (
  config: Config & { backupDir: string },
  server: { url: string },
  log: Log,
): Promise<Backups> => {
  await refuseWithoutLog(server.url)
  const keys = backupKeysOf(config)
  const [key] = keys
  const { backupDir: folder, backupKeepDays: keepDays, dataDir } = config
  const scene: Scene = { url: server.url, cluster: join(dataDir, 'postgres'), folder, keepDays, dataDir, log }
  const alarm = (error: unknown) => log({ level: 'error', alarm: 'backup', error: becauseOf(error) })
  makeFolders(folder)
  sweepUnfinishedCopies(folder)
  rmSync(trialFolder(dataDir), { recursive: true, force: true })
  let refusedAt = 0
  const shipper = shipLog(scene.cluster, folder, key, (error) => {
    // Tried every second; said once a minute.
    if (Date.now() - refusedAt < MINUTE) return
    refusedAt = Date.now()
    alarm(error)
  })
  let newest = await newestOf(folder, keys)
  const stop = new AbortController()
  const stopping = () => stop.signal.aborted
  const turn = async () => {
    if (newest === null || Date.now() - Date.parse(newest) >= everyMs) {
      const copy = await copyCluster({ ...scene, key, shipper, stopping })
      newest = copy.stopped_at
      log({ level: 'info', backup: 'copied', copy: copy.id, bytes: copy.bytes })
      await dropOutdated(folder, keepDays, keys)
    }
    const [last] = listCopies(folder).slice(-1)
    if (!stopping() && last !== undefined && readTrial(folder)?.copy !== last) await tryRestore(scene, keys)
  }
  const look = () => {
    if (newest !== null && Date.now() - Date.parse(newest) > lateMs) alarm(new Error(`the newest copy is of ${newest}`))
    const waits = shipper.waitingSince()
    if (waits && Date.now() - waits.getTime() > logWaitsMs)
      alarm(new Error(`the log waits since ${waits.toISOString()}: the backup folder takes nothing`))
  }
  const running = (async () => {
    while (!stopping()) {
      await turn().catch((error: unknown) => stopping() || alarm(error))
      look()
      await pause(lookEveryMs, undefined, { signal: stop.signal }).catch(() => undefined)
    }
  })()
  setBackupStatus(() => ({ copied_at: newest, restored_at: goodTrial(folder)?.at ?? null }))
  return {
    figures: () => ({ backup_minutes: since(newest ?? undefined), restored_minutes: since(goodTrial(folder)?.at) }),
    close: async () => {
      stop.abort()
      // A trial is left unfinished: its server ends with this process.
      await Promise.race([running, pause(stopsWithinMs, undefined, { ref: false })])
      await shipper.close()
    },
  }
}

const goodTrial = (folder: string): Trial | null => {
  const trial = readTrial(folder)
  return trial?.ok === true ? trial : null
}

/** When the newest copy was complete. A copy under an unknown key counts as none. */
const newestOf = async (folder: string, keys: readonly BackupKey[]): Promise<string | null> => {
  const [id] = listCopies(folder).slice(-1)
  if (id === undefined) return null
  return readManifest(folder, id, keys).then(
    ({ stopped_at }) => stopped_at,
    () => null,
  )
}
