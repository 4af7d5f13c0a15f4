import { createServer } from 'node:net'
import { join } from 'node:path'
import { legalNote } from '#features/vendor/settings/rules.ts'
import type { ReplicaHost } from '#platform/server/db.ts'
import { asUserOf, hostUrls } from '#platform/server/db-hosts.ts'
import {
  type FenceLock,
  findDrift,
  inspectReplica,
  nameFaults,
  readLock,
  watchFence,
} from '#platform/server/fence-watch.ts'
import { createLog, type Log } from '#platform/server/log.ts'
import { appUrlOf, eraserUrlOf, migrate, vendorUrlOf } from '#platform/server/migrate.ts'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { StartError } from '#platform/server/start-error.ts'
import { logWithTraces, setTracing } from '#platform/server/tracing.ts'
import { openVault } from '#platform/server/vault.ts'
import { type Config, readConfig } from './config.ts'
import { explainStart } from './explain.ts'
import { embeddedOptions } from './open-database.ts'
import { readSecretKey } from './secret-key.ts'

const root = join(import.meta.dirname, '../..')

const start = async () => {
  const config = readConfig(process.env, process.argv.slice(2), root)
  const plainLog = createLog(config.logLevel)
  await tryPort(config)
  const tracing = await trace(config, plainLog)
  const log = logWithTraces(plainLog)
  const lock = readLock()
  const running = config.databaseUrl ?? config.embeddedUrl
  const embedded = running === null ? await startEmbedded(embeddedOptions(config)) : null
  const adminUrl = running ?? embedded?.url ?? ''
  try {
    openVault(readSecretKey(config), config.otherSecretKey)
    await migrate(adminUrl, {
      app: config.databaseAppUrl,
      vendor: config.databaseVendorUrl,
      eraser: config.databaseEraserUrl,
      mayGoBack: config.embeddedUrl !== null,
    })
    const findFaults = () => findDrift(adminUrl, lock, config.fenceAllows)
    refuseFaults(await findFaults(), log)
    // Loaded here, because they take most of a second: a setting that is wrong is told at once.
    const signIns = config.demo ? await (await import('./seed.ts')).seedDemo(adminUrl, config) : null
    const { createServer: make } = await import('./server.ts')
    const urls = {
      app: config.databaseAppUrl ?? appUrlOf(adminUrl),
      vendor: config.databaseVendorUrl ?? vendorUrlOf(adminUrl),
      eraser: config.databaseEraserUrl ?? eraserUrlOf(adminUrl),
    }
    const replicas = replicasOf(config, urls.app, lock)
    const backups = await backUp(config, embedded, log)
    const figures = () => backups?.figures() ?? {}
    const server = await make(config, { ...urls, replicas }, log, watchFence(findFaults, log), figures)
    await server.app.listen({ port: config.port, host: config.host, backlog })
    stopOnSignals(async (signal) => {
      // Ctrl-C does not wait for a load balancer.
      await server.close(signal === 'SIGTERM' ? config.drainNoticeSeconds * 1000 : 0)
      await backups?.close()
      await tracing?.close()
      await embedded?.stop()
    })
    log({ level: 'info', legal: legalNote })
    greet(config, signIns)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** Each host is read as the application's role, and looked at as the owner. */
const replicasOf = ({ databaseReplicaUrl, fenceAllows }: Config, appUrl: string, lock: FenceLock): ReplicaHost[] =>
  (databaseReplicaUrl === null ? [] : hostUrls(databaseReplicaUrl)).map((owner) => ({
    url: asUserOf(owner, appUrl),
    inspect: () => inspectReplica(owner, lock, fenceAllows),
  }))

/** Loaded only where it is wanted, as are its packages. */
const trace = async (config: Config, log: Log) => {
  if (!config.tracing) return null
  const tracing = (await import('#platform/server/tracing-export.ts')).startTracing(log)
  setTracing(tracing)
  return tracing
}

/** Loaded only where it is wanted. */
const backUp = async (config: Config, embedded: { url: string } | null, log: Log) => {
  const { backupDir } = config
  if (backupDir === null || embedded === null) return null
  return (await import('./backups.ts')).startBackups({ ...config, backupDir }, embedded, log)
}

/**
 * Connections that wait to be accepted. A department's screens come back in one instant when its uplink does; of Node's 511, the rest
 * would try again after 1, 3 and 7 seconds.
 */
const backlog = 4096

/** Tried before the database is made or migrated, which takes a while and would be for nothing. */
const tryPort = ({ port, host }: Config) =>
  new Promise<void>((resolve, reject) => {
    const trial = createServer().once('error', reject)
    trial.listen({ port, host, exclusive: true }, () => trial.close(() => resolve()))
  })

const refuseFaults = (faults: readonly string[], log: Log): void => {
  if (faults.length === 0) return
  log({ level: 'error', alarm: 'fence', faults: nameFaults(faults), count: faults.length })
  throw new StartError(
    `The database is not as this version laid it, so it is not served: ${nameFaults(faults).join('; ')}. See "The fence" in docs/runbook.md.`,
  )
}

const stopOnSignals = (stop: (signal: 'SIGINT' | 'SIGTERM') => Promise<void>) => {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      stop(signal).then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

const greet = (config: Config, signIns: string | null) => {
  const lines = [`${config.productName} is ready: ${config.publicOrigin}`]
  if (signIns) lines.push(signIns)
  if (config.databaseUrl && !config.smtpUrl)
    lines.push('Warning: SMTP_URL is not set, so mail waits and nobody receives it.')
  if (config.databaseUrl && !config.secretKey)
    lines.push(`Warning: SECRET_KEY is not set. The one in ${config.dataDir} is used; every process needs the same.`)
  process.stdout.write(`${lines.join('\n')}\n`)
}

try {
  await start()
} catch (error) {
  const port = Number(process.env.PORT ?? 3000)
  process.stderr.write(`${explainStart(error, Number.isInteger(port) ? port : null)}\n`)
  process.exit(1)
}
