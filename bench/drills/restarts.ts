import { listLatest } from '#features/department/notifications/contract.ts'
import { fillDatabase, refreshSessions, sizes } from '../data.ts'
import { option, type RunningServer, startCluster, startServer } from '../ground.ts'
import { secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'

/**
 * Usage: npm run drills -- restarts [--restarts 100]. Stops and starts two processes on one database in turn under load, behind a
 * round-robin balancer that follows `/readyz`. No request may fail, and each process must exit within 10 s.
 */
const restarts = Number(option('restarts') ?? 100)
const workers = 8
const longest = 10_000

type Pool = { servers: RunningServer[]; ready: Set<number>; on: boolean }

/** Polls every process for readiness ten times a second, like a load balancer. */
const follow = async (pool: Pool) => {
  while (pool.on) {
    await Promise.all(
      pool.servers.map(async ({ port }) => {
        const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
        if (answer?.ok) pool.ready.add(port)
        else pool.ready.delete(port)
      }),
    )
    await new Promise((go) => setTimeout(go, 100))
  }
}

const work = async (pool: Pool, person: number, told: Record<string, number>) => {
  const asker = makeAsker(4)
  for (let turn = 0; pool.on; turn++) {
    const ports = [...pool.ready]
    const port = ports[turn % ports.length]
    if (port === undefined) {
      await new Promise((go) => setTimeout(go, 10))
      continue
    }
    const answer = await asker
      .ask(port, listLatest.path, `watchbill=${secretOf(person)}`)
      .catch((error: Error) => error)
    const key = answer instanceof Error ? answer.message : String(answer.status)
    told[key] = (told[key] ?? 0) + 1
  }
  asker.close()
}

export const run = async (): Promise<boolean> => {
  const cluster = await startCluster()
  try {
    const url = await fillDatabase(cluster.url, 'bench_small', sizes.small)
    await refreshSessions(url)
    const pool: Pool = { servers: [await startServer(url), await startServer(url)], ready: new Set(), on: true }
    const following = follow(pool)
    const told: Record<string, number> = {}
    const working = Array.from({ length: workers }, (_, n) => work(pool, n + 2, told))
    let slowest = 0
    for (let n = 0; n < restarts; n++) {
      if (n % 50 === 49) await refreshSessions(url)
      const old = pool.servers[0]
      if (!old) throw new Error('no server')
      const began = performance.now()
      await old.stop()
      slowest = Math.max(slowest, performance.now() - began)
      pool.ready.delete(old.port)
      const fresh = await startServer(url)
      pool.servers = [...pool.servers.slice(1), fresh]
    }
    pool.on = false
    await Promise.all([following, ...working])
    await Promise.all(pool.servers.map((server) => server.stop()))
    process.stdout.write(
      `${restarts} restarts: ${JSON.stringify(told)}; the slowest end took ${Math.round(slowest)} ms.\n`,
    )
    return Object.keys(told).join() === '200' && slowest <= longest
  } finally {
    await cluster.stop()
  }
}
