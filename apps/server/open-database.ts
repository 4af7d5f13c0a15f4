import { join } from 'node:path'
import pg from 'pg'
import { archiving } from '#platform/server/backup/log-shipper.ts'
import { connectDatabase, type Database } from '#platform/server/db.ts'
import { appUrlOf, migrate } from '#platform/server/migrate.ts'
import { lastServer, SUPERUSER, worksIn } from '#platform/server/postgres/cluster-folder.ts'
import { type EmbeddedOptions, startEmbedded } from '#platform/server/postgres/embedded.ts'
import type { Config } from './config.ts'

/** With a backup folder, whoever starts the cluster keeps its log for it: a log with a hole is of no use. */
export const embeddedOptions = (config: Config): EmbeddedOptions => ({
  dataDir: config.dataDir,
  ...(config.backupDir === null ? {} : { settings: archiving }),
})

/** The server for this data folder, if one is already running; it keeps running. */
const findRunning = async (dataDir: string): Promise<string | null> => {
  const cluster = join(dataDir, 'postgres')
  const last = lastServer(cluster)
  if (!last || (process.platform === 'linux' && !worksIn(last.pid, cluster))) return null
  const query = new URLSearchParams({ host: last.socketDir, port: '5432', user: SUPERUSER, sslmode: 'disable' })
  const url = `postgresql:///watchbill?${query}`
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return url
  } catch {
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * The database for a command: the configured one, the one of the server already running here, or an embedded one started for the
 * command.
 */
export const openDatabase = async (
  config: Config,
): Promise<{ url: string; started: boolean; close: () => Promise<void> }> => {
  const url = config.databaseUrl ?? (await findRunning(config.dataDir))
  if (url !== null) return { url, started: false, close: async () => undefined }
  const embedded = await startEmbedded(embeddedOptions(config))
  return { url: embedded.url, started: true, close: () => embedded.stop() }
}

/** Works with the URL of a command's database, migrated to this version, and closes it again. */
export const withMigrated = async <T>(config: Config, work: (url: string) => Promise<T>): Promise<T> => {
  const { url, close } = await openDatabase(config)
  try {
    await migrate(url, {
      app: config.databaseAppUrl,
      vendor: config.databaseVendorUrl,
      eraser: config.databaseEraserUrl,
    })
    return await work(url)
  } finally {
    await close()
  }
}

/** As `withMigrated`, with a connection that is fenced. */
export const withDatabase = <T>(config: Config, work: (database: Database, url: string) => Promise<T>): Promise<T> =>
  withMigrated(config, async (url) => {
    const database = connectDatabase(config.databaseAppUrl ?? appUrlOf(url), { size: 1, pipeline: true, named: false })
    try {
      return await work(database, url)
    } finally {
      await database.close()
    }
  })
