import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { Words } from '#platform/shared/refusals.ts'
import { connectDatabase, type Database, type ReplicaHost } from './db.ts'
import { createHttp } from './http.ts'
import { startLive } from './live.ts'
import type { Figures } from './live-gather.ts'
import { appUrlOf, eraserUrlOf, vendorUrlOf } from './migrate.ts'
import { createTestDatabase } from './postgres/testing.ts'
import type { Route } from './route.ts'
import { type Call, callOf } from './testing.call.ts'
import { insertAs, peopleOf, signInWith } from './testing.people.ts'
import { logWithTraces } from './tracing.ts'
import { createTroubleLog, type TroubleLog } from './trouble.ts'

export type { Answer } from './testing.call.ts'
export type { TestOrganization, TestPerson } from './testing.people.ts'

import { openVault } from './vault.ts'

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** Something outside the contract: a file, a stream. */
type Mount = (app: FastifyInstance, database: Database) => void

type Options = {
  poolSize?: number
  /** How long a call waits for a connection; long by default, because a test's crowd may meet a busy machine. */
  waitMs?: number
  live?: boolean
  /** See `Figures` in live-gather.ts. */
  figures?: Figures
  /** Uses the database of another test server, which drops it. */
  besides?: { databaseUrl: string }
  supportEmail?: string
  words?: Readonly<Record<string, Words>>
  mount?: Mount
  /** Reads screens on these. */
  replicas?: readonly ReplicaHost[]
}

/** A separate database, connected as the owner and as the application. */
const openDatabases = async (options: Options, trouble: TroubleLog, log: (line: Record<string, unknown>) => void) => {
  const testDatabase = options.besides
    ? { url: options.besides.databaseUrl, drop: async () => undefined }
    : await createTestDatabase()
  const admin = new pg.Pool({ connectionString: testDatabase.url, max: 4 })
  const database = connectDatabase(appUrlOf(testDatabase.url), {
    vendorUrl: vendorUrlOf(testDatabase.url),
    eraserUrl: eraserUrlOf(testDatabase.url),
    size: options.poolSize ?? 6,
    pipeline: true,
    named: true,
    waitMs: options.waitMs ?? 60_000,
    trouble,
    ...(options.replicas ? { replicas: { hosts: options.replicas, log } } : {}),
  })
  // A closed pool does not wait for its connections, and dropping the database cuts them; the listener keeps that from failing a
  // test.
  admin.on('error', () => undefined)
  return { testDatabase, admin, database }
}

/** A real server with these routes on its own database; checks every response against its schema. */
export const startTestServer = async (routes: readonly Route[], options: Options = {}) => {
  const errors: Record<string, unknown>[] = []
  const troubles: Record<string, unknown>[] = []
  const trouble = createTroubleLog((line) => troubles.push(line))
  const lines: Record<string, unknown>[] = []
  const { testDatabase, admin, database } = await openDatabases(options, trouble, (line) => lines.push(line))
  const http = {
    database,
    routes,
    publicOrigin: 'http://localhost',
    trustProxy: false,
    ...(options.words ? { words: options.words } : {}),
    supportEmail: () => options.supportEmail ?? null,
    checkOutputs: true,
    log: logWithTraces((line) => {
      if (line.level === 'error') errors.push(line)
    }),
    trouble,
    draining: () => false,
  }
  openVault('the secret of an installation for tests')
  const app = createHttp(http)
  options.mount?.(app, database)
  const live = options.live ? startLive(app, database, 'http://localhost', http.log, options.figures) : null
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  http.publicOrigin = base

  const insert = insertAs(admin)
  const signIn = signInWith(insert)
  const call: Call = (endpoint, input, as, more) => callOf(base, endpoint, input, as, more)
  return {
    base,
    databaseUrl: testDatabase.url,
    app,
    database,
    admin,
    errors,
    /** The log's lines about trouble of the database. */
    troubles,
    /** The log's lines about replicas. */
    lines,
    streams: () => live?.count() ?? 0,
    insert,
    signIn,
    ...peopleOf(insert, signIn, admin),
    call,
    /** Rows straight from the database, bypassing the fence. */
    rows: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await admin.query<R>(text, values)).rows,
    close: async () => {
      await live?.close()
      app.server.closeAllConnections()
      await app.close()
      await database.close()
      await admin.end()
      await testDatabase.drop()
    },
  }
}
