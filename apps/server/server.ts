import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { auditJobs } from '#features/audit/jobs.ts'
import { logoCall, mountLogos } from '#features/branding/routes.files.ts'
import { keepVendorFacts, vendorTopic } from '#features/vendor-settings/store.kept.ts'
import { askWeatherOf } from '#features/weather/routes.provider.ts'
import { connectDatabase, type Database } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import { startJobs } from '#platform/server/jobs.ts'
import { setLetterOrigin } from '#platform/server/letter.ts'
import { startLive } from '#platform/server/live.ts'
import { mountOutboxPage } from '#platform/server/outbox-page.ts'
import { mountApiPages, mountApplication, mountHealth, readApplicationPage } from '#platform/server/pages.ts'
import { limitAnonymous } from '#platform/server/rate-limit.ts'
import { readVisitorPages, type Vendor } from '#platform/server/visitor-pages.ts'
import { type Config, isLoopback } from './config.ts'
import { routes } from './routes.ts'
import { sweepsOf } from './sweeps.ts'

export type Running = { app: FastifyInstance; database: Database; close: (noticeMs?: number) => Promise<void> }

const webFolder = join(import.meta.dirname, '../../dist/web')
/** Longest wait for what is under way when the server stops. */
const drainMs = 7_500

/** The whole server on a migrated database; the caller makes it listen. */
export const createServer = async (
  config: Config,
  /** Of the three unprivileged roles. */
  urls: { app: string; vendor: string; eraser: string },
  log: (line: Record<string, unknown>) => void,
): Promise<Running> => {
  const database = connectDatabase(urls.app, {
    vendorUrl: urls.vendor,
    eraserUrl: urls.eraser,
    size: config.poolSize,
    pipeline: config.pipeline,
    named: config.namedStatements,
  })
  askWeatherOf(config.weather)
  let draining = false
  const facts = await keepVendorFacts(database, {
    legal_name: config.legalName,
    address: config.legalAddress,
    support_email: config.supportEmail,
  })
  const vendorOf = (): Vendor => {
    const { legal_name: legalName, address: legalAddress, support_email: supportEmail } = facts.now()
    return { product: config.productName, origin: config.publicOrigin, legalName, legalAddress, supportEmail }
  }
  const app = createHttp({
    database,
    routes,
    publicOrigin: config.publicOrigin,
    otherOrigins: config.otherOrigins,
    trustProxy: config.trustProxy,
    supportEmail: () => facts.now().support_email,
    checkOutputs: config.checkOutputs,
    log,
    applicationPage: readApplicationPage(webFolder, config.productName),
    visitorPages: readVisitorPages(webFolder, vendorOf),
    draining: () => draining,
  })
  setLetterOrigin(config.publicOrigin)
  limitAnonymous(app, routes, config.anonymousPerMinute, [logoCall])
  mountLogos(app, database)
  const audit = auditJobs(config.auditAnchors, log)
  mountHealth(
    app,
    database,
    () => draining,
    () => ({ audit_unsealed: audit.late() }),
  )
  mountApiPages(
    app,
    routes.map((route) => route.endpoint),
    config.productName,
  )
  if (config.databaseUrl === null && isLoopback(config.host) && !config.smtpUrl) mountOutboxPage(app, database)
  await mountApplication(app, webFolder)
  const live = startLive(app, database, config.publicOrigin, log)
  const jobs = startJobs(database, sweepsOf(config, log, audit), log)
  live.onSystem((poke) => jobs.wake(poke.topic, poke.organization_id))
  live.onSystem(({ topic }) => {
    if (topic === vendorTopic) facts.renew().catch((error: unknown) => log({ level: 'warn', vendor: String(error) }))
  })
  await live.ready
  const close = async (noticeMs = 0) => {
    draining = true
    if (noticeMs > 0) await pause(noticeMs)
    const slow = setTimeout(() => app.server.closeAllConnections(), drainMs)
    // A connection becomes idle only after its last answer: looked for until none is left.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100)
    await live.close()
    await app.close()
    clearTimeout(slow)
    clearInterval(idle)
    await jobs.close()
    await database.close()
  }
  return { app, database, close }
}
