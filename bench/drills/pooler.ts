import { setTimeout as pause } from 'node:timers/promises'
import { exportReport } from '#features/hours/reports/contract.ts'
import { ADMINS, clearSignups, fillDatabase, refreshSessions, sizes } from '../data.ts'
import { option, quantile, type RunningServer, startCluster, startServer, withClient } from '../ground.ts'
import { secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'
import { checkSignUps, type People, startPeople } from './people.ts'
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

/** Returns the moment from which calls have to come back. */
type Trial = { name: string; run: (pooler: Pooler, restartDatabase: () => Promise<void>) => Promise<number> }
const gone = (signal: NodeJS.Signals) => async (pooler: Pooler) => {
  const began = performance.now()
  pooler.kill(signal)
  await pause(1_000 * Math.random())
  await pooler.start()
  return began
}
const trials: readonly Trial[] = [
  { name: 'stopped', run: gone('SIGTERM') },
  { name: 'killed', run: gone('SIGKILL') },
  {
    name: 'frozen for 6 s',
    run: async (pooler) => {
      const began = performance.now()
      pooler.kill('SIGSTOP')
      await pause(6_000)
      pooler.kill('SIGCONT')
      return began
    },
  },
  {
    name: 'database killed behind it, since it recovered',
    run: async (_pooler, restartDatabase) => {
      await restartDatabase()
      return performance.now()
    },
  },
]

/** Kills PostgreSQL and waits until it takes connections again, which depends on the disk. */
const restartOf = (pid: number, url: string) => async () => {
  process.kill(pid, 'SIGKILL')
  await pause(100)
  while (!(await withClient(url, (client) => client.query('select 1')).catch(() => null))) await pause(20)
}

/** The longest time without one of these since the moment. */
const away = (at: readonly number[], since: number): number => {
  const later = [since, ...at.filter((one) => one > since).toSorted((a, b) => a - b), performance.now()]
  return Math.max(...later.slice(1).map((one, n) => one - (later[n] ?? one)))
}

/** How long sign-ups and lists stayed away, whichever was longer. */
const provoke = async (people: People, trial: () => Promise<number>): Promise<number> => {
  const since = await trial()
  const began = performance.now()
  const isBack = (at: number | undefined) => (at ?? 0) > began
  while (
    performance.now() < began + 3 * backWithinMs &&
    !(isBack(people.signUps.at(-1)?.at) && isBack(people.reads.at(-1)))
  )
    await pause(20)
  // What hangs elsewhere shows in this time.
  await pause(3_000)
  const signUps = people.signUps.map(({ at }) => at)
  return Math.max(away(signUps, since), away(people.reads, since))
}

/** An export reads through a cursor, in a transaction of many statements. */
const exportsReport = async (port: number): Promise<boolean> => {
  const { ask, close } = makeAsker(1)
  const path = exportReport.path.replace(':report', 'hours')
  const write = { method: exportReport.method, body: { format: 'csv' }, key: 'pooler-export' }
  const { status, text } = await ask(port, path, `watchbill=${secretOf(0)}`, write)
  close()
  // A line for each officer who worked, and the head.
  return status === 200 && text.trim().split('\n').length > size.officers - ADMINS
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
    pooler = await startPooler(program, { host: cluster.socketDir, port: 5432 }, { name: 'postgres', secret })
    const url = `postgres://postgres:${secret}@127.0.0.1:${pooler.port}/bench_small?sslmode=disable`
    for (let n = 0; n < 2; n++) servers.push(await startServer(url))
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
      const ms = await provoke(people, () => trial.run(ground, restartOf(cluster.pid, direct)))
      gaps.push({ name, ms })
    }
    const isExported = await exportsReport(route() ?? 0)
    await people.stop()
    const { lost, doubled } = await checkSignUps(direct, size, people)
    const lines = trials.map(({ name }) => {
      const all = gaps.filter((gap) => gap.name === name).map(({ ms }) => ms)
      return `  ${name}: ${all.length} times, away for ${Math.round(quantile(all, 0.5))} ms (median), ${Math.round(Math.max(0, ...all))} ms (longest)`
    })
    process.stdout.write(
      `PgBouncer ${pooler.version}: ${people.signUps.length} acknowledged sign-ups, ${lost} lost, ${doubled} doubled; ${people.reads.length} lists; an export ${isExported ? 'came whole' : 'FAILED'}
${lines.join('\n')}
  tries that failed: ${JSON.stringify(people.tries)}
  seen by a person, who pressed again: ${JSON.stringify(people.seen)}\n`,
    )
    const isUnknown = (answer: string) => !/^(503 |ECONN|socket hang up)/.test(answer)
    return (
      lost === 0 &&
      doubled === 0 &&
      isExported &&
      gaps.every(({ ms }) => ms <= backWithinMs) &&
      !Object.keys(people.tries).some(isUnknown)
    )
  } finally {
    for (const server of servers) await server.stop()
    await pooler?.stop()
    await cluster.stop()
  }
}
