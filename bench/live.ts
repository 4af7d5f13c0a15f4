import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { fillDatabase, refreshSessions, type Size } from './data.ts'
import { option, quantile, randomOf, startCluster, startServer, table, withClient } from './ground.ts'
import { idOf } from './ids.ts'
import type { Listening, ToListeners } from './listeners.ts'
import { spending } from './processor.ts'

/**
 * Usage: node tools/run.mjs bench/live.ts [--streams 10000] [--seconds 30]. Opens that many streams on one server process, for
 * 200 organizations and then for one. Measures the memory per stream, the time from a change's commit until the last affected
 * screen receives it, and the server's processor time for each event on each stream.
 */
const streams = Number(option('streams') ?? 1000)
const seconds = Number(option('seconds') ?? 10)
const bytesPromised = 32 * 1024
/** Listening processes, each on its own loopback address so that no address runs out of ports. */
const listeners = 4

type Shape = { name: string; organizations: number; promise: number; pause: number }
const shapes: readonly Shape[] = [
  { name: 'many', organizations: Math.max(1, streams / 50), promise: 150, pause: 20 },
  { name: 'one', organizations: 1, promise: 400, pause: 400 },
]

const sizeOf = (shape: Shape): Size => ({
  organizations: shape.organizations,
  officers: Math.round(streams / shape.organizations),
  assignments: 1,
  open: 1,
  history: false,
})

const residentBytes = (pid: number): number =>
  Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) * 1024

type Heard = Extract<Listening, { heard: string }>
type Ears = {
  tell: (message: ToListeners) => void
  onHeard: (listener: (heard: Heard) => void) => void
  close: () => void
}

/** Opens every stream, spread over the processes, and resolves when the last one is ready. */
const openStreams = async (port: number, size: Size): Promise<Ears> => {
  let listen: (heard: Heard) => void = () => undefined
  const children = Array.from({ length: listeners }, (_, i) => {
    const child = fork(new URL('./listeners.ts', import.meta.url).pathname, [], { execArgv: [] })
    child.on('message', (said: Listening) => {
      if ('heard' in said) listen(said)
      if ('failure' in said) throw new Error(said.failure)
    })
    const people = Array.from({ length: size.organizations * size.officers }, (_, n) => n).filter(
      (n) => n % listeners === i,
    )
    child.send({ port, address: `127.0.0.${i + 2}`, people, officers: size.officers } satisfies ToListeners)
    return child
  })
  await Promise.all(
    children.map(async (child) => {
      for (;;) {
        const [said] = await once(child, 'message')
        if ('ready' in said) return
      }
    }),
  )
  return {
    tell: (message) => {
      for (const child of children) child.send(message)
    },
    onHeard: (listener) => {
      listen = listener
    },
    close: () => {
      for (const child of children) child.kill()
    },
  }
}

/** Changes an assignment in one organization after another, and records when the last stream of each has received it. */
const changeAndListen = async (client: pg.Client, ears: Ears, size: Size, shape: Shape): Promise<number[]> => {
  const random = randomOf(5)
  const took: number[] = []
  const under: Map<string, { left: number; last: number; done: () => void }> = new Map()
  ears.onHeard(({ heard, count, at }) => {
    const change = under.get(heard)
    if (!change) return
    change.left -= count
    change.last = Math.max(change.last, at)
    if (change.left === 0) change.done()
  })
  const until = Date.now() + seconds * 1000
  const waiting = new Set<Promise<void>>()
  while (Date.now() < until) {
    const o = random(0, size.organizations - 1)
    const thing = idOf('assignment', o * size.assignments)
    if (!under.has(thing)) {
      const all = new Promise<void>((done) => under.set(thing, { left: size.officers, last: 0, done }))
      await client.query('update assignments set title = $2 where id = $1 and organization_id = $3', [
        thing,
        `Shift ${Date.now()}`,
        idOf('organization', o),
      ])
      const committed = Number(process.hrtime.bigint() / 1000n) / 1000
      const noted = all.then(() => {
        took.push((under.get(thing)?.last ?? Number.NaN) - committed)
        under.delete(thing)
        waiting.delete(noted)
      })
      waiting.add(noted)
    }
    await pause(shape.pause)
  }
  const late = pause(10_000).then(() => {
    throw new Error(`${waiting.size} changes were not heard by everybody within 10 s`)
  })
  await Promise.race([Promise.all(waiting), late])
  return took
}

const run = async (clusterUrl: string, shape: Shape): Promise<{ row: string[]; kept: boolean }> => {
  const size = sizeOf(shape)
  const url = await fillDatabase(clusterUrl, `bench_live_${shape.name}`, size)
  await refreshSessions(url)
  const server = await startServer(url)
  const before = residentBytes(server.pid)
  const ears = await openStreams(server.port, size)
  await pause(2000)
  const bytes = (residentBytes(server.pid) - before) / (size.organizations * size.officers)
  const changing = () => withClient(url, (client) => changeAndListen(client, ears, size, shape))
  const { result: took, spent } = await spending(url, [server.pid], changing)
  ears.close()
  await server.stop()
  const p99 = quantile(took, 0.99)
  const kept = p99 <= shape.promise && bytes <= bytesPromised
  const row = [
    `${size.organizations} of ${size.officers}`,
    (bytes / 1024).toFixed(1),
    String(bytesPromised / 1024),
    String(took.length),
    quantile(took, 0.5).toFixed(0),
    p99.toFixed(0),
    String(shape.promise),
    ((spent.server * 1000) / (took.length * size.officers)).toFixed(1),
    kept ? '' : 'MISSED',
  ]
  return { row, kept }
}

const cluster = await startCluster()
let kept = true
try {
  const rows: string[][] = []
  for (const shape of shapes) {
    const done = await run(cluster.url, shape)
    rows.push(done.row)
    kept &&= done.kept
  }
  const head = ['organizations', 'kB a stream', 'promise', 'changes', 'p50 ms', 'p99 ms', 'promise', 'µs an event', '']
  process.stdout.write(`${table(head, rows)}\n`)
} finally {
  await cluster.stop()
}
process.exit(kept ? 0 : 1)
