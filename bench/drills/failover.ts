import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  authenticator,
  badgesOf,
  demoPassword,
  officerOf,
  postTo,
  signInOn,
  type Written,
} from '#apps/server/testing.crash.ts'
import { type Embedded, startEmbedded } from '#platform/server/postgres/embedded.ts'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { asOwner, promote, startStandby } from '#platform/server/testing.standby.ts'
import { option, quantile } from '../ground.ts'

/**
 * Usage: npm run drills -- failover [--failovers 20]. Two server processes on a database of two hosts, the second a synchronous
 * standby; 8 people write, each retrying with the same key as a browser does. Each round kills the host that takes writes, promotes
 * the other one, and gives it a new standby. No acknowledged write may be lost or doubled, and writes must be back within ten
 * seconds of the kill.
 */
const failovers = Number(option('failovers') ?? 20)
const writers = 8
const backWithinMs = 10_000
const settings = { shared_buffers: '64MB', max_connections: '80' }
const main = join(import.meta.dirname, '../../apps/server/main.ts')

const startProcess = async (databaseUrl: string): Promise<{ child: ChildProcess; port: number }> => {
  const port = await freePort()
  const child = spawn(process.execPath, [main, '--demo'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      SECRET_KEY: 'a-secret-key-of-a-drill-that-nobody-keeps',
      DEMO_PASSWORD: demoPassword,
      DEMO_TOTP_SECRET: authenticator.secret.base32,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while ((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('a server process did not start')
    await pause(100)
  }
  return { child, port }
}

type Host = { server: Embedded; folder: string }
type Ground = { primary: Host; standby: Host; root: string }

const setUp = async (): Promise<Ground> => {
  const root = makeTestFolder('watchbill-failover-')
  const folder = join(root, 'a')
  const server = await startEmbedded({ dataDir: folder, settings, onLost: () => undefined })
  const other = join(root, 'b')
  return {
    primary: { server, folder },
    standby: { server: await startStandby(server, folder, other, settings), folder: other },
    root,
  }
}

/** Kills the host that takes writes and promotes the other, which then gets a standby in the first one's place. */
const failOver = async (ground: Ground, killed: () => void): Promise<void> => {
  const { primary, standby } = ground
  process.kill(primary.server.pid, 'SIGKILL')
  killed()
  await primary.server.stop()
  await promote(standby.server)
  ground.primary = standby
  ground.standby = {
    folder: primary.folder,
    server: await startStandby(standby.server, standby.folder, primary.folder, settings),
  }
}

type Load = { on: boolean; acknowledged: Written[]; at: number[]; retries: number }

/** One write after another; each is sent again, with its key, until a process answers. */
const writeAsBrowsers = (posts: readonly ReturnType<typeof postTo>[], cookie: string, load: Load) =>
  Array.from({ length: writers }, async (_, n) => {
    for (let turn = n; load.on; turn++) {
      const one = { key: randomUUID(), badge: `F${randomUUID().slice(0, 12)}` }
      for (let tries = 0; ; tries++) {
        const post = posts[(turn + tries) % posts.length]
        const answer = await post?.('/api/officers', officerOf(one.badge), one.key, cookie).catch(() => null)
        if (answer?.status === 200) break
        if (!load.on && tries > 100) return
        load.retries += 1
        await pause(50)
      }
      load.acknowledged.push(one)
      load.at.push(performance.now())
    }
  })

export const run = async (): Promise<boolean> => {
  const ground = await setUp()
  const hosts = [ground.primary, ground.standby].map(({ server }) => server.socketDir).join(',')
  const url = `postgresql:///watchbill?host=${hosts}&port=5432&user=postgres&sslmode=disable`
  const processes: ChildProcess[] = []
  const load: Load = { on: true, acknowledged: [], at: [], retries: 0 }
  try {
    const ports: number[] = []
    for (let n = 0; n < 2; n++) {
      const { child, port } = await startProcess(url)
      processes.push(child)
      ports.push(port)
    }
    const posts = ports.map((port) => postTo(`http://localhost:${port}`))
    const owner: Parameters<typeof badgesOf>[0] = (work) => asOwner(ground.primary.server.url, work)
    const [first] = posts
    if (!first) throw new Error('no process')
    const working = writeAsBrowsers(posts, await signInOn(first, owner), load)
    const gaps: number[] = []
    for (let n = 0; n < failovers; n++) {
      const before = load.acknowledged.length
      while (load.acknowledged.length < before + 200) await pause(20)
      let killedAt = 0
      await failOver(ground, () => {
        killedAt = performance.now()
      })
      while ((load.at.at(-1) ?? 0) < killedAt + backWithinMs / 100) await pause(20)
      gaps.push(longestGap(load.at, killedAt))
    }
    load.on = false
    await Promise.all(working)
    const { missing, doubled } = badgesOf(owner)
    const [lost, twice] = [(await missing(load.acknowledged)).length, (await doubled()).length]
    const worst = Math.max(...gaps)
    process.stdout.write(
      `${failovers} failovers, ${load.acknowledged.length} acknowledged writes: ${lost} lost, ${twice} doubled; without an acknowledged write for ${Math.round(quantile(gaps, 0.5))} ms (median), ${Math.round(worst)} ms (longest); ${load.retries} retries.\n`,
    )
    return lost === 0 && twice === 0 && worst <= backWithinMs
  } finally {
    load.on = false
    for (const child of processes) child.kill('SIGKILL')
    for (const { server } of [ground.standby, ground.primary]) await server.stop()
    rmSync(ground.root, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The longest time without an acknowledged write that ends after the kill. */
const longestGap = (at: readonly number[], killedAt: number): number =>
  Math.max(0, ...at.slice(1).map((later, n) => (later > killedAt ? later - (at[n] ?? later) : 0)))
