import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { lastServer } from '#platform/server/postgres/cluster-folder.ts'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'

/** Runs the product as `npm start` does so that it can be killed under load: every acknowledged write must survive. */
const main = join(import.meta.dirname, 'main.ts')
export const demoPassword = 'seven quiet herons 19'
export const authenticator = new TOTP({ secret: new Secret({ size: 20 }) })
const writers = 8

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** Starts the server and resolves when it reports ready. */
const startServer = async (dataDir: string, port: number): Promise<ChildProcess> => {
  const server = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO_PASSWORD: demoPassword,
      DEMO_TOTP_SECRET: authenticator.secret.base32,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    const hear = (bytes: Buffer) => {
      said += String(bytes)
      if (said.includes('is ready')) resolve()
    }
    server.stdout?.on('data', hear)
    server.stderr?.on('data', hear)
    server.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
  return server
}

/** Kills every process of the embedded cluster at once, like a power cut: anything not yet written is lost. */
export const killCluster = (dataDir: string) => {
  const postmaster = lastServer(join(dataDir, 'postgres'))?.pid ?? 0
  // 0 would be this process and its group.
  if (postmaster <= 1) return
  const children = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster)
    } catch {
      return false
    }
  })
  for (const pid of [postmaster, ...children.map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // Gone in the meantime.
    }
  }
}

export const officerOf = (badge: string) => ({
  name: `Officer ${badge}`,
  badge_number: badge,
  email: '',
  rank: '',
  unit: '',
  hired_on: '',
  phone: '',
  hourly_rate: '',
})
export type Written = { key: string; badge: string }

type Owner = <T>(work: (client: pg.Client) => Promise<T>) => Promise<T>

/** Runs one task on the owner's own connection to the embedded cluster. */
const ownerOf =
  (dataDir: string): Owner =>
  async (work) => {
    const host = lastServer(join(dataDir, 'postgres'))?.socketDir ?? ''
    const client = new pg.Client({ host, user: 'postgres', database: 'watchbill' })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

export const postTo =
  (base: string) =>
  async (path: string, body: object, key: string, cookie: string, cut = AbortSignal.timeout(20_000)) => {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: cut,
      headers: { origin: base, 'content-type': 'application/json', 'idempotency-key': key, cookie },
    })
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0])
    return { status: response.status, cookie: cookies.join('; '), text: await response.text() }
  }

/** Signs the demo admin in with both factors; returns the cookie. */
export const signInOn = async (post: ReturnType<typeof postTo>, owner: Owner) => {
  const asked = { email: 'admin@demo.example', password: demoPassword, agency: 'demo' }
  const { status, cookie, text } = await post('/api/accounts/sign-in', asked, randomUUID(), '')
  if (status !== 200) throw new Error(`sign-in was answered ${status}: ${text.slice(0, 200)}`)
  // A code works only once; this avoids waiting for the next one.
  await owner((client) => client.query('update factors set last_step = null'))
  return (await post('/api/multi-factor/code', { code: authenticator.generate() }, randomUUID(), cookie)).cookie
}

type Send = (one: Written, cut: AbortSignal) => ReturnType<ReturnType<typeof postTo>>

/** Writes until stopped; returns the acknowledged writes and the ones sent without a response. */
const writeOn = async (send: Send, going: { on: boolean; cut: AbortController }, onAck: () => void) => {
  const acknowledged: Written[] = []
  const unanswered: Written[] = []
  while (going.on) {
    const one = { key: randomUUID(), badge: `K${randomUUID().slice(0, 12)}` }
    const answer = await send(one, going.cut.signal).catch(() => null)
    if (answer?.status === 200) {
      acknowledged.push(one)
      onAck()
    } else unanswered.push(one)
  }
  return { acknowledged, unanswered }
}

const together = (results: Awaited<ReturnType<typeof writeOn>>[]) => ({
  acknowledged: results.flatMap((r) => r.acknowledged),
  unanswered: results.flatMap((r) => r.unanswered),
})

/** Checks the database for the badges that were written. */
export const badgesOf = (owner: Owner) => ({
  /** Badges of acknowledged writes that no officer has. */
  missing: (acknowledged: readonly Written[]) =>
    owner(async (client) => {
      const { rows } = await client.query<{ badge: string }>(
        'select unnest($1::text[]) as badge except select badge_number from officers',
        [acknowledged.map((one) => one.badge)],
      )
      return rows.map((row) => row.badge)
    }),
  /** Badges that occur twice in one organization. */
  doubled: () =>
    owner(async (client) => {
      const { rows } = await client.query<{ badge: string }>(
        'select badge_number as badge from officers where badge_number is not null group by organization_id, badge_number having count(*) > 1',
      )
      return rows.map((row) => row.badge)
    }),
})

const untilReady = async (base: string) => {
  while ((await fetch(`${base}/readyz`).catch(() => null))?.status !== 200) await new Promise((go) => setImmediate(go))
}

/** A server on a data folder of its own. */
export const startCrashGround = async () => {
  const dataDir = makeTestFolder('watchbill-kill-')
  const port = await freePort()
  const base = `http://localhost:${port}`
  let server = await startServer(dataDir, port)

  const post = postTo(base)
  const owner = ownerOf(dataDir)
  const signIn = () => signInOn(post, owner)
  const writeOfficer = (one: Written, cookie: string, cut?: AbortSignal) =>
    post('/api/officers', officerOf(one.badge), one.key, cookie, cut)

  /** Generates load and kills after `after` acknowledged writes; `cut` aborts every call in progress, like a client that dies. */
  const round = async (kill: (cut: () => void) => Promise<void>, after = 150) => {
    const cookie = await signIn()
    const send: Send = (one, cut) => writeOfficer(one, cookie, cut)
    const going = { on: true, cut: new AbortController() }
    let acks = 0
    let reached: () => void = () => undefined
    const enough = new Promise<void>((resolve) => {
      reached = resolve
    })
    const working = Array.from({ length: writers }, () =>
      writeOn(send, going, () => {
        if (++acks === after) reached()
      }),
    )
    await enough
    await kill(() => {
      going.on = false
      going.cut.abort()
    })
    going.on = false
    return { cookie, ...together(await Promise.all(working)) }
  }

  return {
    owner,
    round,
    writeOfficer,
    killDatabase: async () => killCluster(dataDir),
    killServer: async () => {
      server.kill('SIGKILL')
      await ended(server)
    },
    startServer: async () => {
      server = await startServer(dataDir, port)
    },
    ready: () => untilReady(base),
    ...badgesOf(owner),
    stop: async () => {
      server.kill('SIGTERM')
      await ended(server)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type CrashGround = Awaited<ReturnType<typeof startCrashGround>>
