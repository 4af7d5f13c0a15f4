import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { z } from 'zod'
import type { Endpoint, ErrorBody } from '#platform/shared/endpoint.ts'
import { connectDatabase, type Database } from './db.ts'
import { createHttp } from './http.ts'
import { startLive } from './live.ts'
import { appUrlOf, eraserUrlOf, vendorUrlOf } from './migrate.ts'
import { createTestDatabase } from './postgres/testing.ts'
import type { Route } from './route.ts'
import { unzip } from './testing.zip.ts'
import { openVault } from './vault.ts'

export type TestOrganization = { id: string; name: string; subdomain: string; time_zone: string }
export type TestPerson = {
  user_id: string
  officer_id: string
  organization_id: string
  role: string
  secret: string
  email: string
}
/** An answer of a call: `ok` with the body of its schema, or the error's code and body. */
export type Answer<E extends Endpoint> = {
  status: number
  headers: Headers
  body: z.output<E['output']>
  error: ErrorBody['error'] | null
}

const textOf = (file: Buffer): string =>
  file.subarray(0, 2).toString() === 'PK' ? [...unzip(file).values()].join('\n') : file.toString()

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** What stands in no contract: a file, a stream. */
type Mount = (app: FastifyInstance, database: Database) => void

/** A real server with these routes on a database of its own, with every answer held against its schema. */
export const startTestServer = async (
  routes: readonly Route[],
  options: {
    poolSize?: number
    live?: boolean
    besides?: { databaseUrl: string }
    supportEmail?: string
    mount?: Mount
  } = {},
) => {
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
  })
  // A closed pool does not wait for its connections, and dropping the database cuts them: heard, it ends no test.
  admin.on('error', () => undefined)
  const errors: Record<string, unknown>[] = []
  const http = {
    database,
    routes,
    publicOrigin: 'http://localhost',
    trustProxy: false,
    supportEmail: () => options.supportEmail ?? null,
    checkOutputs: true,
    log: (line: Record<string, unknown>) => {
      if (line.level === 'error') errors.push(line)
    },
    draining: () => false,
  }
  openVault('the secret of an installation for tests')
  const app = createHttp(http)
  options.mount?.(app, database)
  const live = options.live ? startLive(app, database, 'http://localhost', http.log) : null
  await app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  http.publicOrigin = base

  const makeOrganization = async (over: Partial<Record<string, unknown>> = {}): Promise<TestOrganization> => {
    const name = `Department ${randomBytes(4).toString('hex')}`
    const row = {
      name,
      subdomain: name.toLowerCase().replaceAll(' ', '-'),
      time_zone: 'America/Chicago',
      subscription_tier: 'pro',
      ...over,
    }
    return insert('organizations', row) as Promise<TestOrganization>
  }
  /** Inserts as the owner, past the fence: for setting a scene only. */
  const insert = async (table: string, row: Record<string, unknown>): Promise<Record<string, unknown>> => {
    const names = Object.keys(row)
    const { rows } = await admin.query(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning *`,
      Object.values(row),
    )
    return rows[0]
  }
  /** An approved officer (or admin) with an account and a live session. */
  const makePerson = async (organization: { id: string }, over: Record<string, unknown> = {}): Promise<TestPerson> => {
    const email = `p${randomBytes(6).toString('hex')}@example.org`
    const account = await insert('accounts', { email, email_key: email, name: 'Test Person' })
    const officer = await insert('officers', {
      organization_id: organization.id,
      user_id: account.id,
      name: 'Test Person',
      email,
      email_key: email,
      badge_number: randomBytes(4).toString('hex'),
      approved: true,
      role: 'officer',
      ...over,
    })
    return {
      user_id: String(account.id),
      officer_id: String(officer.id),
      organization_id: organization.id,
      role: String(officer.role),
      email,
      secret: await signIn(String(account.id), organization.id),
    }
  }
  /** A finished session, the second factor given unless told. */
  const signIn = async (
    userId: string,
    organizationId: string | null,
    kind = 'department',
    secondFactor = true,
  ): Promise<string> => {
    const secret = randomBytes(32).toString('base64url')
    await insert('sessions', {
      token_hash: createHash('sha256').update(secret).digest(),
      user_id: userId,
      organization_id: organizationId,
      kind,
      ...(secondFactor ? { second_factor_at: new Date() } : {}),
    })
    return secret
  }
  const makeSuperAdmin = async () => {
    // One of the vendor's staff with a live session, the second factor given, and another session elsewhere.
    const email = `s${randomBytes(6).toString('hex')}@example.org`
    const account = await insert('accounts', { email, email_key: email, name: 'Vendor Person' })
    await insert('super_admin_users', { email, email_key: email, active: true, account_id: account.id })
    const user_id = String(account.id)
    await signIn(user_id, null, 'super_admin')
    const { rows } = await admin.query('select id from sessions where user_id = $1', [user_id])
    return { user_id, email, other_session_id: String(rows[0].id), secret: await signIn(user_id, null, 'super_admin') }
  }

  /** Makes the call over HTTP as the person (null: nobody), like a browser of this origin does. */
  const call = async <E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    as: { secret: string } | null,
    more: {
      key?: string
      headers?: Record<string, string>
      file?: { name: string; bytes: Uint8Array<ArrayBuffer> }
    } = {},
  ): Promise<Answer<E>> => {
    const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) }
    const path = endpoint.path.replace(/:([a-z_]+)/g, (_, name: string) => {
      const value = rest[name]
      delete rest[name]
      return encodeURIComponent(String(value).toWellFormed())
    })
    const headers: Record<string, string> = {
      origin: base,
      ...(as ? { cookie: `watchbill=${as.secret}` } : {}),
      ...more.headers,
    }
    let url = base + path
    let body: string | FormData | undefined
    if (endpoint.method === 'GET') {
      const query = Object.entries(rest)
        .filter(([, v]) => v !== undefined)
        .map(([k, v]): [string, string] => [k, String(v)])
      url += query.length > 0 ? `?${new URLSearchParams(query)}` : ''
    } else {
      headers['idempotency-key'] = more.key ?? randomUUID()
      if (endpoint.upload) {
        body = new FormData()
        for (const [k, v] of Object.entries(rest)) body.set(k, typeof v === 'string' ? v : JSON.stringify(v))
        if (more.file) body.set('file', new Blob([more.file.bytes]), more.file.name)
      } else {
        headers['content-type'] = 'application/json'
        body = JSON.stringify(rest)
      }
    }
    const response = await fetch(url, { method: endpoint.method, headers, ...(body === undefined ? {} : { body }) })
    const bytes = Buffer.from(await response.arrayBuffer())
    // A file's text stands in the answer, so that whoever looks through answers looks through it too.
    const answer = endpoint.file && response.ok ? { text: textOf(bytes) } : JSON.parse(bytes.toString())
    return {
      status: response.status,
      headers: response.headers,
      body: answer,
      error: response.ok ? null : answer.error,
    }
  }

  return {
    base,
    databaseUrl: testDatabase.url,
    app,
    database,
    admin,
    errors,
    insert,
    makeOrganization,
    makePerson,
    makeSuperAdmin,
    signIn,
    call,
    /** Rows straight from the database, past the fence. */
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
