import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { createTestDatabase } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { launchBrowser } from './browser.ts'

const root = join(import.meta.dirname, '..')
const endWithParent = join(root, 'tools/lib/end-with-parent.mjs')

/** Everyone's password. */
export const password = 'a long enough pass phrase 42'
/** The authenticator of every admin on a stage. */
export const authenticator = new TOTP({ secret: Secret.fromBase32('KRUGS4ZANFZSA3TPOQQGC3RAMV4GC3LQ') })
export const secretKey = 'the-secret-of-an-installation-for-journeys'

/** Additional command line arguments (`--demo`) and environment for a server. */
type More = { words?: readonly string[]; env?: Readonly<Record<string, string>> }

/** Starts the real server in its own process on this database; it ends with this process at the latest. */
const spawnServer = async (databaseUrl: string, more: More, port: number) => {
  const child = spawn(
    process.execPath,
    ['--import', endWithParent, join(root, 'apps/server/main.ts'), ...(more.words ?? [])],
    {
      cwd: root,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: '',
        DEMO_PASSWORD: password,
        DEMO_TOTP_SECRET: authenticator.secret.base32,
        SECRET_KEY: secretKey,
        CHECK_OUTPUTS: 'on',
        LOG_LEVEL: 'warn',
        // No load balancer needs notice.
        DRAIN_NOTICE_SECONDS: '0',
        // No journey may depend on an external server.
        WEATHER: 'off',
        WEATHER_URL: '',
        ...more.env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (bytes: Buffer) => {
      said += String(bytes)
      if (said.includes('is ready')) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
  return { base: `http://localhost:${port}`, child, said: () => said }
}
type Server = Awaited<ReturnType<typeof spawnServer>>

const endServer = async ({ child }: Server) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** What a stage needs: a database, a server on it and a browser. */
const buildGround = async (more: More) => {
  const database = await createTestDatabase()
  const owner = new pg.Pool({ connectionString: database.url, max: 2 })
  // When the database goes away under an idle connection, the journey is ending; that is not an error.
  owner.on('error', () => undefined)
  const [first, browser] = await Promise.all([
    freePort().then((port) => spawnServer(database.url, more, port)),
    launchBrowser(),
  ])
  const close = async () => {
    await browser.close()
    await endServer(first)
    await owner.end()
    await database.drop()
  }
  return { database, owner, first, browser, close }
}

/** Renames this journey's departments and people, so that later journeys can reuse the names. */
const freeNames = async (owner: pg.Pool) => {
  await owner.query(`update organizations set subdomain = left(subdomain, 50) || '-' || left(id::text, 8)
    where state <> 'vendor' and subdomain !~ '-[0-9a-f]{8}$'`)
  await owner.query(`update accounts set email = left(id::text, 8) || '-' || email, email_key = left(id::text, 8) || '-' || email_key
    where email_key !~ '^[0-9a-f]{8}-'`)
}

let shared: ReturnType<typeof buildGround> | null = null

/** A stage on this ground. Closing it ends its servers and pages, and the ground only if the stage owns it. */
const stageOn = (ground: Awaited<ReturnType<typeof buildGround>>, settings: More, own: boolean) => {
  const { database, owner, first, browser } = ground
  const more: Server[] = []
  /** On a free port, or on the port of a server that has ended. */
  const startServer = async (had?: string) => {
    const server = await spawnServer(database.url, settings, had ? Number(new URL(had).port) : await freePort())
    more.push(server)
    return server
  }
  return {
    base: first.base,
    databaseUrl: database.url,
    first,
    startServer,
    browser,
    rows: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owner.query<R>(text, values)).rows,
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await Promise.all(more.map(endServer))
      if (own) await ground.close()
      else await freeNames(owner)
    },
  }
}
export type Stage = ReturnType<typeof stageOn>

/**
 * The stage shared by the journeys of one worker: one server, database and browser; each journey creates its own departments and
 * looks only at those. It ends with the worker.
 */
export const startStage = async (): Promise<Stage> => {
  shared ??= buildGround({})
  return stageOn(await shared, {}, false)
}

/** A stage for a single journey that counts or changes something in the whole installation. */
export const startOwnStage = async (settings: More = {}): Promise<Stage> =>
  stageOn(await buildGround(settings), settings, true)
