import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '#platform/server/postgres/embedded.ts'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { asOwner, restartStandby, startStandby } from '#platform/server/testing.standby.ts'
import { fillDatabase, type Size } from '../data.ts'
import { option, quantile, type RunningServer, startServer } from '../ground.ts'
import { type Load, startLoad } from './replicas.load.ts'

/**
 * Usage: npm run drills -- replicas [--rounds 2]. Two server processes on a primary and a streaming replica, under load. The replica is
 * frozen, killed, restarted, and its replay paused and delayed. Nobody may see a read fail, and no read after one's own sign-up, or
 * after a poke, may be older than it.
 */
const rounds = Number(option('rounds') ?? 2)
const size: Size = { organizations: 20, officers: 40, assignments: 100, open: 40, history: true }
const settings = { shared_buffers: '64MB', max_connections: '80' }
const name = 'drill_replicas'

type Ground = { primary: Embedded; standby: Embedded; folder: string; servers: RunningServer[]; told: boolean }

/** The server and its processes. */
const signalAll = (pid: number, signal: NodeJS.Signals) => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  for (const one of [pid, ...children.map(Number)]) process.kill(one, signal)
}
const onStandby = ({ standby }: Ground, ...statements: string[]) =>
  asOwner(standby.url, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
/** Ready, and says that a replica is missing. */
const isDegraded = async (port: number): Promise<boolean> => {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  return answer.status === 200 && ((await answer.json()) as { replicas_degraded: number }).replicas_degraded === 1
}
const startAgain = async (ground: Ground) => {
  await ground.standby.stop()
  ground.standby = await restartStandby(ground.primary, ground.folder, settings)
}

type Trial = { name: string; run: (ground: Ground) => Promise<void> }
const trials: readonly Trial[] = [
  { name: 'undisturbed', run: () => pause(4_000) },
  {
    name: 'frozen for 4 s',
    run: async (ground) => {
      const { pid } = ground.standby
      signalAll(pid, 'SIGSTOP')
      await pause(4_000)
      for (const { port } of ground.servers) if (!(await isDegraded(port))) ground.told = false
      signalAll(pid, 'SIGCONT')
    },
  },
  {
    name: 'killed',
    run: async (ground) => {
      process.kill(ground.standby.pid, 'SIGKILL')
      await pause(500)
      await startAgain(ground)
    },
  },
  { name: 'restarted', run: startAgain },
  {
    name: 'replay paused for 5 s',
    run: async (ground) => {
      await onStandby(ground, 'select pg_wal_replay_pause()')
      await pause(5_000)
      await onStandby(ground, 'select pg_wal_replay_resume()')
    },
  },
  {
    name: 'replay delayed by 100 ms for 5 s',
    run: async (ground) => {
      await onStandby(ground, `alter system set recovery_min_apply_delay = '100ms'`, 'select pg_reload_conf()')
      await pause(5_000)
      await onStandby(ground, 'alter system reset recovery_min_apply_delay', 'select pg_reload_conf()')
    },
  },
]

/** Figures of both processes, by name and label. */
const figuresOf = async (ports: readonly number[]) => {
  const sums: Record<string, number> = {}
  for (const port of ports) {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const [, series = '', value] of text.matchAll(/^watchbill_((?:screen|replica)_[^ ]*) (.*)$/gm))
      sums[series] = (sums[series] ?? 0) + Number(value)
  }
  return sums
}
const answers = ['replica', 'away', 'late', 'failed'] as const
const countsOf = async (ports: readonly number[]) => {
  const figures = await figuresOf(ports)
  return answers.map((answer) => figures[`screen_reads_total{answer="${answer}"}`] ?? 0)
}
const untilReading = async (ports: readonly number[]) => {
  while ((await figuresOf(ports))['replica_reading{replica="1"}'] !== ports.length) await pause(50)
}

type Result = { name: string; counts: number[]; ms: number[]; backMs: number }
const provoke = async (trial: Trial, ground: Ground, load: Load, ports: readonly number[]): Promise<Result> => {
  const before = await countsOf(ports)
  const began = performance.now()
  await trial.run(ground)
  const over = performance.now()
  await untilReading(ports)
  const backMs = performance.now() - over
  await pause(2_000)
  const after = await countsOf(ports)
  const ms = load.reads.filter(({ at }) => at > began).map((read) => read.ms)
  return { name: trial.name, counts: after.map((count, n) => count - (before[n] ?? 0)), ms, backMs }
}

const lineOf = (results: readonly Result[]): string => {
  const counts = answers.map((_, n) => results.reduce((sum, result) => sum + (result.counts[n] ?? 0), 0))
  const all = counts.reduce((sum, count) => sum + count, 0)
  const shares = counts.map((count, n) => `${answers[n]} ${((100 * count) / Math.max(1, all)).toFixed(1)} %`)
  const ms = results.flatMap((result) => result.ms)
  const back = Math.round(Math.max(...results.map(({ backMs }) => backMs)))
  const times = [0.5, 0.99, 1].map((part) => Math.round(quantile(ms, part)))
  return `  ${results[0]?.name}: ${all} reads (${shares.join(', ')}); ${times.join(', ')} ms (median, 99th percentile, longest); read from again after ${back} ms`
}

const setUp = async (root: string): Promise<Ground & { url: string }> => {
  const dataDir = join(root, 'a')
  const primary = await startEmbedded({ dataDir, settings, onLost: () => undefined })
  const url = await fillDatabase(primary.url, name, size)
  const folder = join(root, 'b')
  const standby = await startStandby(primary, dataDir, folder, settings, false)
  return { primary, url, folder, standby, servers: [], told: true }
}

const onDatabase = (url: string) => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export const run = async (): Promise<boolean> => {
  const root = makeTestFolder('watchbill-replicas-')
  const ground = await setUp(root)
  const { servers } = ground
  try {
    const metrics = [await freePort(), await freePort()]
    for (const port of metrics) {
      const more = { DATABASE_REPLICA_URL: onDatabase(ground.standby.url), METRICS_PORT: String(port) }
      servers.push(await startServer(ground.url, [], undefined, more))
    }
    await untilReading(metrics)
    const load = startLoad(size, [servers[0]?.port ?? 0, servers[1]?.port ?? 0])
    await pause(1_000)
    const results: Result[] = []
    for (let n = 0; n < rounds; n++)
      for (const trial of trials) results.push(await provoke(trial, ground, load, metrics))
    await load.stop()
    const { own, poked } = load
    process.stdout.write(
      `${load.signUps} sign-ups; read after one's own: ${own.checked} checked, ${own.stale} stale; after a poke: ${poked.checked} checked, ${poked.stale} stale
${trials.map((trial) => lineOf(results.filter((result) => result.name === trial.name))).join('\n')}
  reads tried again: ${JSON.stringify(load.tries)}; failed for a person: ${JSON.stringify(load.seen)}; /readyz ${ground.told ? 'named' : 'MISSED'} the frozen replica\n`,
    )
    const isFresh = own.stale === 0 && poked.stale === 0 && own.checked > 100 && poked.checked > 100
    return isFresh && ground.told && Object.keys(load.seen).length === 0
  } finally {
    for (const server of servers) await server.stop()
    for (const server of [ground.standby, ground.primary]) await server.stop()
    rmSync(root, { recursive: true, force: true, maxRetries: 3 })
  }
}
