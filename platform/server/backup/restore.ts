import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { DAY } from '#platform/shared/time.ts'
import { type Embedded, startEmbedded } from '../postgres/embedded.ts'
import type { Settings } from '../postgres/postmaster.ts'
import { listCopies, listSegments, type Manifest, readCopied, readManifest, readSegment } from './folder.ts'
import { placeInLog } from './keep.ts'
import { BackupError, type BackupKey } from './sealed-file.ts'

/** Inside the cluster's folder; gone when the cluster has recovered. */
const inbox = 'watchbill_restore'

export type RestoreOptions = {
  /** The backup folder. */
  from: string
  /** The data folder to make; it must not hold a cluster. */
  into: string
  /** The instant to return to; null: everything. */
  to: Date | null
  keys: readonly BackupKey[]
  settings?: Settings
}
export type Restored = {
  copy: Manifest
  /** When the last change that was restored was committed; null: none since the copy. */
  last: Date | null
  /** The instant asked for is later than anything in the backup. */
  beyond: boolean
  /** The first segment of the log that is missing before later ones; what came after is not restored. */
  gap: string | null
  server: Embedded
}

/** The newest copy that was complete at the instant. */
const chooseCopy = async ({ from, to, keys }: RestoreOptions): Promise<Manifest> => {
  const ids = listCopies(from)
  if (ids.length === 0) throw new BackupError(`There is no complete copy in "${from}".`)
  for (const id of ids.toReversed()) {
    const copy = await readManifest(from, id, keys)
    if (to === null || Date.parse(copy.stopped_at) <= to.getTime()) return copy
  }
  const oldest = await readManifest(from, ids[0] ?? '', keys)
  throw new BackupError(
    `The oldest copy in "${from}" was complete at ${oldest.stopped_at}. Choose that instant or a later one.`,
  )
}

const segmentsPerFile = 256n
/** The segment after this one, with the 16 MB segments that initdb sets up. */
export const segmentAfter = (name: string): string => {
  const at = BigInt(`0x${name.slice(8, 16)}`) * segmentsPerFile + BigInt(`0x${name.slice(16)}`) + 1n
  const hex = (n: bigint) => n.toString(16).toUpperCase().padStart(8, '0')
  return `${name.slice(0, 8)}${hex(at / segmentsPerFile)}${hex(at % segmentsPerFile)}`
}

/** What the recovery reads: the log from the copy's start, and the histories. Refused if the copy's own part is not whole. */
const chooseLog = (copy: Manifest, names: readonly string[]): { wanted: string[]; gap: string | null } => {
  const from = placeInLog(copy.first_segment) ?? ''
  const wanted = names.filter((name) => {
    const place = placeInLog(name)
    return place === null ? name.endsWith('.history') : place >= from
  })
  const there = new Set(wanted)
  let name = copy.first_segment
  while (there.has(name)) name = segmentAfter(name)
  if (name <= copy.last_segment)
    throw new BackupError(
      `The log's segment ${name} is missing, without which the copy of ${copy.started_at} is not usable.`,
    )
  // A newer timeline goes on at the same place.
  const isLater = wanted.some((one) => (placeInLog(one) ?? '') > (placeInLog(name) ?? ''))
  const goesOn = wanted.some((one) => placeInLog(one) === placeInLog(name))
  return { wanted, gap: isLater && !goesOn ? name : null }
}

const layOut = async (options: RestoreOptions, copy: Manifest, wanted: readonly string[]): Promise<void> => {
  const { from, into, keys } = options
  mkdirSync(into, { recursive: true })
  const cluster = join(into, 'postgres')
  const aside = mkdtempSync(join(into, 'postgres.new-'))
  try {
    for (const file of copy.files) {
      const path = join(aside, file.path)
      if (file.path.endsWith('/')) mkdirSync(path, { recursive: true, mode: 0o700 })
      else {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        await readCopied(from, copy.id, file, keys, path)
      }
    }
    writeFileSync(join(aside, 'backup_label'), copy.label, { mode: 0o600 })
    writeFileSync(join(aside, 'recovery.signal'), '', { mode: 0o600 })
    mkdirSync(join(aside, inbox), { mode: 0o700 })
    for (const name of wanted) await readSegment(from, name, keys, join(aside, inbox, name))
    chmodSync(aside, 0o700)
    renameSync(aside, cluster)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw error
  }
}

const recovering: Settings = {
  restore_command: `cp "${inbox}/%f" "%p"`,
  recovery_target_action: 'promote',
  // Nobody reads before it is whole, so that whoever connects finds the end of the recovery.
  hot_standby: 'off',
  archive_mode: 'off',
}

const recover = async (options: RestoreOptions): Promise<{ server: Embedded; beyond: boolean }> => {
  const { into, to, settings } = options
  const start = (target: Settings) =>
    startEmbedded({ dataDir: into, settings: { ...settings, ...recovering, ...target }, startLimitMs: DAY })
  if (to === null) return { server: await start({}), beyond: false }
  try {
    const target = {
      recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
      recovery_target_inclusive: 'on',
    }
    return { server: await start(target), beyond: false }
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('recovery ended before configured recovery target')))
      throw error
    return { server: await start({}), beyond: true }
  }
}

/**
 * Restores a backup into a new data folder, as the database was at an instant, and leaves it running for checks; the caller stops
 * it. Throws BackupError with what is wrong: no copy that old, a wrong key, a damaged, swapped or missing file. A folder that could
 * not be filled is left empty.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<Restored> => {
  const { into } = options
  if (existsSync(join(into, 'postgres')))
    throw new BackupError(`"${into}" holds a database already. Restore into a new folder, or move that one away.`)
  const copy = await chooseCopy(options)
  const { wanted, gap } = chooseLog(copy, listSegments(options.from))
  await layOut(options, copy, wanted)
  const { server, beyond } = await recover(options)
  try {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    try {
      const { rows } = await client.query<{ last: Date | null }>('select pg_last_xact_replay_timestamp() as last')
      await client.query('checkpoint')
      rmSync(join(options.into, 'postgres', inbox), { recursive: true, force: true })
      return { copy, last: rows[0]?.last ?? null, beyond, gap, server }
    } finally {
      await client.end()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}
