import { setTimeout as pause } from 'node:timers/promises'
import { clearSignups, fillDatabase, refreshSessions, sizes } from '../data.ts'
import { option, quantile, type RunningServer, startCluster, startServer, withClient } from '../ground.ts'
import { checkSignUps, longestGap, type People, startPeople } from './people.ts'
import { findPgBouncer, type Pooler, startPooler } from './pgbouncer.ts'

/**
 * Usage: npm run drills -- pooler [--restarts 12]. Two server processes whose every connection goes through PgBouncer in transaction
 * mode; officers sign up and read. The pooler is stopped, killed and frozen in turn, and the database behind it killed. No
 * acknowledged sign-up may be lost or doubled, and both sign-ups and lists must be back within ten seconds.
 */
const restarts = Number(option('restarts') ?? 12)
const size = sizes.small
const backWithinMs = 10_000
const secret = 'a-secret-of-a-drill'

type Trial = { name: string; run: (pooler: Pooler, killDatabase: () => void) => Promise<void> }
const gone = (signal: NodeJS.Signals) => async (pooler: Pooler) => {
  pooler.kill(signal)
  await pause(1_000 * Math.random())
  await pooler.start()
}
const trials: readonly Trial[] = [
  { name: 'stopped', run: gone('SIGTERM') },
  { name: 'killed', run: gone('SIGKILL') },
  {
    name: 'frozen for 6 s',
    run: async (pooler) => {
      pooler.kill('SIGSTOP')
      await pause(6_000)
      pooler.kill('SIGCONT')
    },
  },
  { name: 'database killed behind it', run: async (_pooler, killDatabase) => killDatabase() },
]

/** How long sign-ups and lists stayed away, whichever was longer. */
const provoke = async (people: People, work: () => Promise<void>): Promise<number> => {
  const began = performance.now()
  await work()
  const until = performance.now() + 3 * backWithinMs
  const isBack = (at: number | undefined) => (at ?? 0) > began + 500
  while (performance.now() < until && !(isBack(people.signUps.at(-1)?.at) && isBack(people.reads.at(-1))))
    await pause(20)
  // What hangs elsewhere shows in this time.
  await pause(3_000)
  const now = performance.now()
  const signUps = [...people.signUps.map(({ at }) => at), now]
  return Math.max(longestGap(signUps, began), longestGap([...people.reads, now], began))
}

export const run = async (): Promise<boolean | null> => {
  const program = findPgBouncer()
  if (program === null) {
    process.stdout.write('PgBouncer is not installed (Debian: apt-get install pgbouncer).\n')
    return null
  }
  const cluster = await startCluster()
  const servers: RunningServer[] = []
  let pooler: Pooler | null = null
  try {
    const direct = await fillDatabase(cluster.url, 'bench_small', size)
    await clearSignups(direct)
    await refreshSessions(direct)
    await withClient(direct, (client) => client.query(`alter role postgres password '${secret}'`))
    pooler = await startPooler(program, cluster.socketDir, { name: 'postgres', secret })
    const url = `postgres://postgres:${secret}@127.0.0.1:${pooler.port}/bench_small?sslmode=disable`
    for (let n = 0; n < 2; n++)
      servers.push(await startServer(url, [], { DB_NAMED_STATEMENTS: process.env.NAMED_TRIAL ?? 'off' }))
    let turn = 0
    const route = () => servers[turn++ % servers.length]?.port ?? null
    const people = startPeople(size, route, { writers: 8, readers: 8 })
    await pause(2_000)
    const gaps: { name: string; ms: number }[] = []
    for (let n = 0; n < restarts; n++) {
      const trial = trials[n % trials.length]
      if (!trial) continue
      const { name } = trial
      const ground = pooler
      const ms = await provoke(people, () => trial.run(ground, () => process.kill(cluster.pid, 'SIGKILL')))
      gaps.push({ name, ms })
    }
    await people.stop()
    const { lost, doubled } = await checkSignUps(direct, size, people)
    const lines = trials.map(({ name }) => {
      const all = gaps.filter((gap) => gap.name === name).map(({ ms }) => ms)
      return `  ${name}: ${all.length} times, away for ${Math.round(quantile(all, 0.5))} ms (median), ${Math.round(Math.max(0, ...all))} ms (longest)`
    })
    process.stdout.write(
      `PgBouncer ${pooler.version}: ${people.signUps.length} acknowledged sign-ups, ${lost} lost, ${doubled} doubled; ${people.reads.length} lists
${lines.join('\n')}
  tries that failed: ${JSON.stringify(people.tries)}
  seen by a person, who pressed again: ${JSON.stringify(people.seen)}\n`,
    )
    const isUnknown = (answer: string) => !/^(503 |ECONN|socket hang up)/.test(answer)
    return (
      lost === 0 &&
      doubled === 0 &&
      gaps.every(({ ms }) => ms <= backWithinMs) &&
      !Object.keys(people.tries).some(isUnknown)
    )
  } finally {
    for (const server of servers) await server.stop()
    await pooler?.stop()
    await cluster.stop()
  }
}
