import { setTimeout as pause } from 'node:timers/promises'
import { fillDatabase } from '../data.ts'
import { option, quantile, type RunningServer, startServer } from '../ground.ts'
import { settingsOf, verifyAudit } from './patroni.audit.ts'
import { checkLoad, type Load, makeScarce, size, startLoad } from './patroni.load.ts'
import { type Fault, type Node, type Nodes, startNodes } from './patroni.nodes.ts'
import { findPrograms, versionsOf } from './patroni.programs.ts'
import { longestGap } from './people.ts'

/**
 * Usage: npm run drills -- patroni [--kills 20] [--fault async|commit-off]. Two server processes on a database of three nodes that
 * Patroni runs, from the files in deploy/patroni. The primary is killed again and again under load, and each time comes back as a
 * standby. No acknowledged write may be lost or doubled, no spot sold twice, the audit log must be whole, and writes must be back
 * within ten seconds of each kill. A planted fault makes the drill lose what was acknowledged.
 */
const kills = Number(option('kills') ?? 20)
const backWithinMs = 10_000
/** After this, nothing will come back by itself. */
const hopelessMs = 60_000
const name = 'drill_patroni'

const sound: Fault = { settings: {}, waits: true }
const dcs = (changes: object) => ({ bootstrap: { dcs: changes } })
const faults: Readonly<Record<string, Fault>> = {
  async: { settings: dcs({ synchronous_mode: false, synchronous_mode_strict: false }), waits: false },
  'commit-off': { settings: dcs({ postgresql: { parameters: { synchronous_commit: 'off' } } }), waits: true },
}

type Kill = { name: string; run: (primary: Node, standbys: readonly Node[]) => Promise<void> | void }
const kinds: readonly Kill[] = [
  { name: 'PostgreSQL', run: (primary) => primary.killPostgres() },
  { name: 'Patroni', run: (primary) => primary.killPatroni() },
  { name: 'the whole node', run: (primary) => primary.killAll() },
  {
    name: 'the whole node, a second after its standbys went silent',
    run: async (primary, standbys) => {
      for (const standby of standbys) standby.deafen()
      await pause(1_000)
      primary.killAll()
      for (const standby of standbys) standby.hear()
    },
  },
]

type Killed = { kind: string; from: string; to: string; at: number; wholeMs: number }
type Ground = Nodes & { nodes: readonly Node[] }

const until = async (is: () => boolean | Promise<boolean>, what: string) => {
  const deadline = performance.now() + hopelessMs
  while (!(await is())) {
    if (performance.now() > deadline) throw new Error(`${what} not within ${hopelessMs / 1000} s`)
    await pause(20)
  }
}

/** Every series has an acknowledged write after the moment. */
const isBack = (load: Load, since: number) => load.series().every((at) => (at.at(-1) ?? 0) > since)

const killPrimary = async (ground: Ground, load: Load, kind: Kill): Promise<Killed> => {
  const primary = await ground.leader()
  if (!primary) throw new Error('no node leads')
  const at = performance.now()
  await kind.run(
    primary,
    ground.nodes.filter((node) => node !== primary),
  )
  let next: Node | null = null
  await until(async () => {
    next = await ground.leader()
    return next !== null && next !== primary
  }, 'another primary')
  const took = performance.now()
  await until(() => isBack(load, took), 'a write')
  primary.start()
  await ground.whole()
  const whole = performance.now()
  // What the return of the node itself disturbs shows in this time.
  await pause(3_000)
  await until(() => isBack(load, whole), 'a write')
  return { kind: kind.name, from: primary.name, to: (next as Node | null)?.name ?? '', at, wholeMs: whole - at }
}

/** The longest time without an acknowledged write, from each kill to the next, in whichever series it was longest. */
const gapsOf = (load: Load, killed: readonly Killed[]): number[] =>
  killed.map(({ at }, n) => {
    const next = killed[n + 1]?.at ?? Number.POSITIVE_INFINITY
    return Math.max(
      ...load.series().map((times) => {
        const [before = [], later = []] = [
          times.filter((one) => one < at),
          times.filter((one) => one >= at && one < next),
        ]
        return longestGap([...before.slice(-1), ...later], at)
      }),
    )
  })

const report = (load: Load, killed: readonly Killed[], gaps: readonly number[]) => {
  const lines = killed.map(
    ({ kind, from, to, wholeMs }, n) =>
      `  ${n + 1}. ${kind} (${from} to ${to}): ${Math.round(gaps[n] ?? 0)} ms, three nodes again after ${(wholeMs / 1000).toFixed(1)} s`,
  )
  const byKind = kinds.map((kind) => {
    const all = gaps.filter((_, n) => killed[n]?.kind === kind.name)
    return `  ${kind.name}: ${all.length} times, ${Math.round(quantile(all, 0.5))} ms (median), ${Math.round(Math.max(0, ...all))} ms (longest)`
  })
  const { rounds, acknowledged, refused, why } = load.contests
  process.stdout.write(
    `${lines.join('\n')}
Without an acknowledged write:
${byKind.join('\n')}
  all: ${killed.length} times, ${Math.round(quantile(gaps, 0.5))} ms (median), ${Math.round(Math.max(0, ...gaps))} ms (longest)
${load.people.signUps.length} sign-ups, ${load.added.length} officers added, ${load.people.reads.length} lists; ${rounds} shifts with two spots, ${acknowledged.length} signed up, ${refused.length} refused (${JSON.stringify(why)})
  tries that failed: ${JSON.stringify(load.people.tries)}
  seen by a person, who pressed again: ${JSON.stringify(load.people.seen)}\n`,
  )
}

const drill = async (ground: Ground, servers: RunningServer[]): Promise<boolean> => {
  const filled = await fillDatabase(await ground.primaryUrl(), name, size)
  await makeScarce(filled)
  const url = ground.urlOf(name)
  for (let n = 0; n < 2; n++)
    servers.push(await startServer(url, [], undefined, { ...settingsOf(url), LOG_LEVEL: 'silent' }))
  const load = startLoad(servers.map(({ port }) => port))
  await pause(3_000)
  const killed: Killed[] = []
  try {
    for (let n = 0; n < kills; n++) killed.push(await killPrimary(ground, load, kinds[n % kinds.length] as Kill))
  } catch (error) {
    report(load, killed, gapsOf(load, killed))
    throw error
  }
  await load.stop()
  const gaps = gapsOf(load, killed)
  report(load, killed, gaps)
  const primary = new URL(await ground.primaryUrl())
  primary.pathname = `/${name}`
  const { acknowledged, lost, doubled, oversold, refusedWithSpot } = await checkLoad(primary.href, load)
  const audit = verifyAudit(url)
  process.stdout.write(
    `${acknowledged} acknowledged writes: ${lost} lost, ${doubled} doubled; ${oversold} shifts oversold, ${refusedWithSpot} officers refused and signed up\n${audit.said}\n`,
  )
  return (
    lost === 0 &&
    doubled === 0 &&
    oversold === 0 &&
    refusedWithSpot === 0 &&
    audit.whole &&
    gaps.every((gap) => gap <= backWithinMs)
  )
}

export const run = async (): Promise<boolean | null> => {
  const programs = findPrograms()
  if (programs === null) {
    process.stdout.write(
      'Patroni, etcd or the programs of a PostgreSQL 15 or newer are not installed (Debian: apt-get install patroni etcd-server postgresql).\n',
    )
    return null
  }
  const planted = option('fault')
  const fault = planted === undefined ? sound : faults[planted]
  if (!fault) throw new Error(`--fault is one of ${Object.keys(faults).join(', ')}`)
  process.stdout.write(`${versionsOf(programs)}${planted ? `, planted fault: ${planted}` : ''}\n`)
  const ground = await startNodes(programs, fault)
  const servers: RunningServer[] = []
  try {
    return await drill(ground, servers)
  } finally {
    for (const server of servers) process.kill(server.pid, 'SIGKILL')
    ground.stop()
  }
}
