import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { messages } from '#apps/shared/messages.ts'
import { auditJobs } from '#features/department/audit/jobs.ts'
import { logoCall, mountLogos } from '#features/department/branding/routes.files.ts'
import { callsCalls, mountCalls } from '#features/department/channels/routes.calls.ts'
import { mountTexts, textsCalls } from '#features/department/channels/routes.incoming.ts'
import { listSentForOutbox } from '#features/department/channels/store.outbox.ts'
import { askWeatherOf } from '#features/department/weather/routes.provider.ts'
import { calendarCall, mountCalendars } from '#features/home/calendar/routes.feed.ts'
import { adminDashboard, officerDashboard } from '#features/home/dashboards/contract.ts'
import { manifestCall, mountManifest } from '#features/people/organizations/routes.manifest.ts'
import { makePublicDepartments } from '#features/people/organizations/store.there.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { demoRoutes } from '#features/people/sign-ins/routes.demo.ts'
import { answerOfferByPhone, noteOfferCall } from '#features/shifts/offers/routes.by-phone.ts'
import { isOfferAnswered } from '#features/shifts/offers/store.answered.ts'
import { isCallAnswered, isOrderAnswered } from '#features/shifts/order-ins/store.answered.ts'
import { acknowledgeByPhone, volunteerByPhone } from '#features/shifts/order-ins/store.by-phone.ts'
import { listChangedJobs, listSpots } from '#features/shifts/signups/store.jobs.ts'
import { keepVendorFacts, vendorTopic } from '#features/vendor/settings/store.kept.ts'
import { keepTestimonials } from '#features/vendor/testimonials/store.kept.ts'
import { mountAppLinks } from '#platform/server/app-links.ts'
import { readApplicationPage } from '#platform/server/application-page.ts'
import { setCalling } from '#platform/server/calling.ts'
import { connectDatabase, type Database, type ReplicaHost } from '#platform/server/db.ts'
import { isPooled } from '#platform/server/db-pooled.ts'
import { hostOf } from '#platform/server/db-replica.ts'
import { readEarlyPages } from '#platform/server/early-pages.ts'
import type { FenceWatch } from '#platform/server/fence-watch.ts'
import { createHttp } from '#platform/server/http.ts'
import { startJobs } from '#platform/server/jobs.ts'
import { setLetterOrigin } from '#platform/server/letter.ts'
import { type Live, startLive } from '#platform/server/live.ts'
import type { Log } from '#platform/server/log.ts'
import { setMapTiles } from '#platform/server/map-tiles.ts'
import { createMeter, type Meter, measureRequests } from '#platform/server/metrics.ts'
import { serveMetrics, watchFigures } from '#platform/server/metrics-page.ts'
import { admittedApps, setNativeOrigins } from '#platform/server/native-app.ts'
import { mountOutboxPage } from '#platform/server/outbox-page.ts'
import { type HealthFigures, mountApiPages, mountApplication, mountHealth } from '#platform/server/pages.ts'
import { setPushIdentity } from '#platform/server/push.ts'
import { setAppPush } from '#platform/server/push-app.ts'
import { limitAnonymous } from '#platform/server/rate-limit.ts'
import type { Route } from '#platform/server/route.ts'
import { setTexting } from '#platform/server/texting.ts'
import { createTroubleLog, type TroubleLog } from '#platform/server/trouble.ts'
import { readVisitorPages, type Vendor } from '#platform/server/visitor-pages.ts'
import { browserPaths } from '#platform/shared/native-app.ts'
import { paths } from '#platform/shared/paths.ts'
import { type Config, isLoopback } from './config.ts'
import { contracts } from './contracts.ts'
import { demoOf } from './demo.ts'
import { routes } from './routes.ts'
import { sweepsOf } from './sweeps.ts'

export type Running = { app: FastifyInstance; database: Database; close: (noticeMs?: number) => Promise<void> }

const webFolder = join(import.meta.dirname, '../../dist/web')
/** What pokes bring along, by topic. */
const pokedFigures = { assignments: listChangedJobs, spots: listSpots }
/** Under lasting overload, writes that are let in wait at most about this long for a connection. */
const writesWaitMs = 300
/** Longest wait for work in progress when the server stops. */
const drainMs = 7_500

/** The vendor's names: from the vendor's settings, else from the configuration. */
const keepFacts = (database: Database, config: Config) =>
  keepVendorFacts(database, {
    legal_name: config.legalName,
    address: config.legalAddress,
    support_email: config.supportEmail,
  })

type Facts = ReturnType<Awaited<ReturnType<typeof keepFacts>>['now']>

const vendorOf = (config: Config, facts: Facts, testimonials: Vendor['testimonials']): Vendor => ({
  product: config.productName,
  origin: config.publicOrigin,
  legalName: facts.legal_name,
  legalAddress: facts.address,
  supportEmail: facts.support_email,
  demo: demoOf(config) !== null,
  testimonials,
})

/** Answers by text and by key, and the reports of the providers. */
const mountPhones = (app: FastifyInstance, database: Database, config: Config): void => {
  const origin = () => config.publicOrigin
  const takers = [acknowledgeByPhone, volunteerByPhone, answerOfferByPhone]
  mountTexts(app, database, { config: config.texting, origin, takers })
  const answered = [isOrderAnswered, isCallAnswered, isOfferAnswered]
  mountCalls(app, database, { config: config.calling, origin, takers, answered, noters: [noteOfferCall] })
}

/** Everything the server serves besides the calls: logos, health, the API's pages, the outbox, the application. */
const mountPages = async (
  app: FastifyInstance,
  database: Database,
  config: Config,
  state: { all: readonly Route[]; draining: () => boolean; more: () => HealthFigures; page: string; fence: FenceWatch },
): Promise<void> => {
  setLetterOrigin(config.publicOrigin)
  limitAnonymous(app, state.all, config.anonymousPerMinute, [
    logoCall,
    manifestCall,
    calendarCall,
    ...textsCalls,
    ...callsCalls,
  ])
  mountLogos(app, database)
  mountManifest(app, database, config.productName)
  mountCalendars(app, database, () => config.publicOrigin)
  mountPhones(app, database, config)
  mountAppLinks(app, config.native, browserPaths)
  mountHealth(app, database, {
    draining: state.draining,
    faults: state.fence.faults,
    more: state.more,
  })
  mountApiPages(
    app,
    routes.map((route) => route.endpoint),
    config.productName,
    contracts,
  )
  if (config.databaseUrl === null && isLoopback(config.host) && !config.smtpUrl)
    mountOutboxPage(app, database, [listSentForOutbox])
  await mountApplication(app, webFolder, state.page)
}

/** Ends the streams, then lets calls in progress finish, for at most `drainMs`. */
const closeHttp = async (app: FastifyInstance, live: Live): Promise<void> => {
  const slow = setTimeout(() => app.server.closeAllConnections(), drainMs)
  // A connection becomes idle only after its last response, so check until none is left.
  const idle = setInterval(() => app.server.closeIdleConnections(), 100)
  await live.close()
  await app.close()
  clearTimeout(slow)
  clearInterval(idle)
}

/** Connection URLs of the three unprivileged roles, and the hosts for reading. */
type Urls = { app: string; vendor: string; eraser: string; replicas?: readonly ReplicaHost[] }

const connect = async (
  config: Config,
  urls: Urls,
  meter: Meter | null,
  { trouble, log }: { trouble: TroubleLog; log: Log },
): Promise<Database> =>
  connectDatabase(urls.app, {
    vendorUrl: urls.vendor,
    eraserUrl: urls.eraser,
    size: config.poolSize,
    pipeline: config.pipeline,
    named: config.namedStatements ?? !(await isPooled(urls.app)),
    waited: meter?.waited,
    writesWaitMs,
    trouble,
    olderHost: ({ url, timeline }, newest) =>
      log({ level: 'error', alarm: 'older_timeline', host: hostOf(url), timeline, newest }),
    ...(urls.replicas?.length ? { replicas: { hosts: urls.replicas, log } } : {}),
  })

type Kept = { renew: () => Promise<unknown> }

/** What the vendor's pages show is read again when it changes. */
const renewOnPoke = (live: Live, all: readonly Kept[], log: (line: Record<string, unknown>) => void): void => {
  const warn = (error: unknown) => log({ level: 'warn', vendor: String(error) })
  live.onSystem(({ topic }) => {
    if (topic === vendorTopic) for (const kept of all) kept.renew().catch(warn)
  })
}

/** How many hosts there are for reading, and how many of them are not read from although they should be. */
const replicasOf = (database: Database): HealthFigures => {
  const found = database.replicas()?.replicas
  if (!found) return {}
  const degraded = found.filter(({ state }) => state !== 'reading' && state !== 'primary')
  return { replicas: found.length, replicas_degraded: degraded.length }
}

/** Other servers that this one calls, and the origins of the native app. */
const setProviders = (config: Config): void => {
  askWeatherOf(config.weather)
  setPushIdentity(config.push)
  setTexting(config.texting)
  setCalling(config.calling)
  setNativeOrigins(config.native.origins)
  setAppPush(config.appPush, admittedApps(config.native.origins))
  setMapTiles(config.mapTiles)
}

/** The application's page (`plain` is what the worker stores), and what of it is sent before anybody has signed in. */
const readPages = (database: Database, config: Config, demoRoles: readonly string[]) => {
  const { plain, at } = readApplicationPage(webFolder, config.productName, demoRoles)
  const { isThere, publicOf } = makePublicDepartments(database)
  const earlyPages = readEarlyPages(webFolder, { product: config.productName, demoRoles, page: at, publicOf })
  const firstReads = {
    [paths.officerDashboard()]: [getSession.path, officerDashboard.path],
    [paths.adminDashboard()]: [getSession.path, adminDashboard.path],
  }
  return { plain, applicationPage: at, isDepartment: isThere, earlyPages, firstReads }
}

/** The whole server on a migrated database; the caller makes it listen. */
export const createServer = async (
  config: Config,
  urls: Urls,
  log: (line: Record<string, unknown>) => void,
  fence: FenceWatch,
  figures: () => HealthFigures = () => ({}),
): Promise<Running> => {
  const trouble = createTroubleLog(log)
  const isClosed = () => fence.faults().length > 0
  const meter = config.metricsPort === null ? null : createMeter()
  const database = await connect(config, urls, meter, { trouble, log })
  setProviders(config)
  const demo = demoOf(config)
  const all = demo ? [...routes, ...demoRoutes(demo)] : routes
  let draining = false
  const facts = await keepFacts(database, config)
  const quoted = await keepTestimonials(database)
  const { plain, ...pages } = readPages(database, config, Object.keys(demo?.addresses ?? {}))
  const app = createHttp({
    database,
    routes: all,
    publicOrigin: config.publicOrigin,
    otherOrigins: config.otherOrigins,
    trustProxy: config.trustProxy,
    supportEmail: () => facts.now().support_email,
    checkOutputs: config.checkOutputs,
    log,
    trouble,
    closed: isClosed,
    words: messages,
    ...pages,
    visitorPages: readVisitorPages(webFolder, () => vendorOf(config, facts.now(), quoted.now())),
    draining: () => draining,
  })
  if (meter) measureRequests(app, meter)
  const audit = auditJobs(config.auditAnchors, log)
  const more = () => ({ audit_unsealed: audit.late(), ...replicasOf(database), ...figures() })
  await mountPages(app, database, config, { all, draining: () => draining, more, page: plain, fence })
  const live = startLive(app, database, config.publicOrigin, log, pokedFigures)
  const watched = watchFigures()
  const jobs = startJobs(database, [...sweepsOf(config, log, audit), ...(meter ? [watched.sweep] : [])], log, isClosed)
  fence.onFaults(live.endAll)
  live.onSystem((poke) => jobs.wake(poke.topic, poke.organization_id))
  renewOnPoke(live, [facts, quoted], log)
  const sources = { database, live, jobs, figures: watched, late: audit.late }
  const metrics = meter && config.metricsPort ? await serveMetrics(config.metricsPort, meter, sources) : null
  await live.ready
  const close = async (noticeMs = 0) => {
    draining = true
    if (noticeMs > 0) await pause(noticeMs)
    await closeHttp(app, live)
    metrics?.close()
    await jobs.close()
    await fence.close()
    await database.close()
  }
  return { app, database, close }
}
