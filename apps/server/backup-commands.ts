import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyCluster } from '#platform/server/backup/copy.ts'
import { makeFolders } from '#platform/server/backup/folder.ts'
import { shipLog } from '#platform/server/backup/log-shipper.ts'
import { BackupError } from '#platform/server/backup/sealed-file.ts'
import { StartError } from '#platform/server/start-error.ts'
import { backupKeysOf, restoreAndCheck } from './backups.ts'
import type { Config } from './config.ts'
import { openDatabase } from './open-database.ts'

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`

/** A new secret would open no backup, so none is made here. */
const refuseWithoutSecret = (config: Config): void => {
  if (!config.secretKey && !existsSync(join(config.dataDir, 'secret-key.txt')))
    throw new StartError(
      'Set SECRET_KEY to the secret key of the installation that was backed up. No backup contains it.',
    )
}

/** `backup`: copies the embedded database now, next to a running server or without one. */
export const backUpNow = async (config: Config): Promise<string> => {
  const folder = config.backupDir
  if (folder === null) throw new StartError('Set BACKUP_DIR to the folder for backups.')
  refuseWithoutSecret(config)
  makeFolders(folder)
  const { url, started, close } = await openDatabase(config)
  const [key] = backupKeysOf(config)
  const cluster = join(config.dataDir, 'postgres')
  // A running server ships its log itself; this process only waits for it.
  const shipper = shipLog(cluster, folder, key, () => undefined, { watchOnly: !started })
  try {
    const copy = await copyCluster({ url, cluster, folder, key, shipper })
    return `Backed up to "${folder}": copy ${copy.id}, ${copy.files.length} files, ${megabytes(copy.bytes)} before compression.`
  } finally {
    await shipper.close()
    await close()
  }
}

export type RestoreAsk = { from?: string | undefined; into?: string | undefined; to?: string | undefined }

const instantOf = (text: string | undefined): Date | null => {
  if (text === undefined) return null
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text))
    throw new StartError('Give the instant in UTC, such as 2027-01-31T14:00Z.')
  return new Date(text)
}

/** `restore`: fills a new data folder from a backup, as of an instant, and checks what it restored. */
export const restoreInto = async (config: Config, ask: RestoreAsk, usage: string): Promise<string> => {
  const from = ask.from === undefined ? config.backupDir : resolve(ask.from)
  if (from === null || ask.into === undefined) throw new StartError(`Enter the source and the target folder.\n${usage}`)
  refuseWithoutSecret(config)
  const into = resolve(ask.into)
  try {
    const done = await restoreAndCheck({ from, into, to: instantOf(ask.to), keys: backupKeysOf(config) })
    const { copy, last, organizations, entries, faults, beyond, gap } = done
    return [
      `Restored into "${into}" from the copy ${copy}${last === null ? '' : `, with every change up to ${last}`}.`,
      ...(beyond ? ['The backup contains nothing later, so everything in it was restored.'] : []),
      ...(gap === null ? [] : [`Segment ${gap} of the log is missing; what came after it could not be restored.`]),
      faults.length === 0
        ? `Every table was read. The audit log is whole: ${organizations} organizations, ${entries} entries.`
        : `The audit log is not whole:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
      `To serve it, start Watchbill with DATA_DIR="${into}" and the same SECRET_KEY.`,
    ].join('\n')
  } catch (error) {
    if (error instanceof BackupError) throw new StartError(error.message)
    throw error
  }
}
