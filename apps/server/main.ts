import { join } from 'node:path'
import { createLog } from '#platform/server/log.ts'
import { appUrlOf, eraserUrlOf, migrate, vendorUrlOf } from '#platform/server/migrate.ts'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { openVault } from '#platform/server/vault.ts'
import { type Config, readConfig } from './config.ts'
import { explainStart } from './explain.ts'
import { readSecretKey } from './secret-key.ts'
import { seedDemo } from './seed.ts'
import { createServer } from './server.ts'

const root = join(import.meta.dirname, '../..')

const start = async () => {
  const config = readConfig(process.env, process.argv.slice(2), root)
  const log = createLog(config.logLevel)
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir }) : null
  const adminUrl = config.databaseUrl ?? embedded?.url ?? ''
  try {
    openVault(readSecretKey(config))
    const given = { app: config.databaseAppUrl, vendor: config.databaseVendorUrl, eraser: config.databaseEraserUrl }
    await migrate(adminUrl, given)
    const signIns = config.demo ? await seedDemo(adminUrl, config) : null
    const urls = {
      app: config.databaseAppUrl ?? appUrlOf(adminUrl),
      vendor: config.databaseVendorUrl ?? vendorUrlOf(adminUrl),
      eraser: config.databaseEraserUrl ?? eraserUrlOf(adminUrl),
    }
    const server = await createServer(config, urls, log)
    await server.app.listen({ port: config.port, host: config.host })
    stopOnSignals(async (signal) => {
      // Who presses Ctrl-C waits for no balancer.
      await server.close(signal === 'SIGTERM' ? config.drainNoticeSeconds * 1000 : 0)
      await embedded?.stop()
    })
    greet(config, signIns)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
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
