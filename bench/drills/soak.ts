import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { option, quantile, randomOf } from '../ground.ts'
import { verifyAudit } from './patroni.audit.ts'
import { checkLoad, type Load, startLoad } from './patroni.load.ts'
import { longestGap } from './people.ts'
import { type Fault, faults } from './soak.faults.ts'
import { type Ground, startGround } from './soak.ground.ts'
import { checkSoak, countDeaf, type Soak, startSoak } from './soak.load.ts'

/**
 * Usage: npm run drills -- soak [--minutes 60] [--seed N] [--only <name>] [--fault async|commit-off|no-keys]. Two processes on three
 * nodes of Patroni serve sign-ups, requests and approvals, check-ins and check-outs, new officers, lists and streams, while a fault of
 * soak.faults.ts begins every 30 seconds, or later if the three nodes are not together again. People try again as the browser does; one
 * action in 10,000 may fail before their eyes. Nothing acknowledged may be lost or doubled, no spot sold twice, every screen must hear
 * again, no process may end by itself, and each fault must raise one of the alarms promised for it.
 */
const minutes = Number(option('minutes') ?? 60)
const seed = Number(option('seed') ?? Date.now() % 1_000_000)
/** Only faults with this in their name. */
const only = option('only') ?? ''
const everyMs = 30_000
const failedAtMost = 1 / 10_000
/** Between two actions of one person: the open shifts last for an hour. */
const restMs = 250

const planted: Readonly<Record<string, object>> = {
  async: { synchronous_mode: false, synchronous_mode_strict: false },
  'no-keys': {},
  'commit-off': { postgresql: { parameters: { synchronous_commit: 'off' } } },
}

type Told = {
  fault: Fault
  at: number
  longestMs: number
  seen: number
  /** `seen` in words. */
  what: string
  alarms: string[]
  wholeMs: number
}
const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((all, n) => all + n, 0)
const seenBy = (load: Load, soak: Soak): number => sum(load.people.seen) + sum(soak.seen)
/** What people saw fail since `before`, in words. */
const newlySeen = (load: Load, soak: Soak, before: Readonly<Record<string, number>>): string =>
  Object.entries({ ...load.people.seen, ...soak.seen })
    .filter(([what, count]) => count > (before[what] ?? 0))
    .map(([what, count]) => `${count - (before[what] ?? 0)} × ${what}`)
    .join(', ')
/** The alarms in this part of the processes' log. */
const alarmsIn = (log: string): string[] => [
  ...new Set([...log.matchAll(/"alarm":"(\w+)"/g)].map(([, one]) => one ?? '')),
]

/**
 * What the runbook tells an operator to do when the nodes stay apart. Before 3.1, Patroni can be left with an old copy of its keys after it
 * was starved, and never chooses a standby again (patroni pull request 2783). A standby that had received more than the one that took
 * over can't follow it, and Patroni does not always notice.
 */
const helpAfterMs = 45_000
let helped = 0
const help = async (ground: Ground) => {
  helped += 1
  const leader = await ground.leader()
  for (const node of ground.nodes) {
    if (await node.runs()) continue
    process.stdout.write(`[${node.name} reinitialized by hand] `)
    return node.reinit()
  }
  process.stdout.write(`[Patroni of ${leader?.name ?? 'nobody'} restarted by hand] `)
  leader?.killPatroni()
  await pause(1_000)
  for (const node of ground.nodes) node.start()
}

const provoke = async (ground: Ground, load: Load, soak: Soak, fault: Fault, chance: () => number): Promise<Told> => {
  const [at, log, seen] = [performance.now(), ground.logs().length, seenBy(load, soak)]
  const before = { ...load.people.seen, ...soak.seen }
  await fault.run(ground, chance)
  for (const node of ground.nodes) node.start()
  const asksForHelp = setTimeout(() => void help(ground), helpAfterMs)
  await ground.whole()
  clearTimeout(asksForHelp)
  const wholeMs = performance.now() - at
  await pause(Math.max(5_000, everyMs - wholeMs))
  // Sign-ups go to whichever process is there; a process that was killed itself takes some seconds to come back.
  const longestMs = longestGap(
    load.people.signUps.map((one) => one.at),
    at,
  )
  const what = newlySeen(load, soak, before)
  const alarms = alarmsIn(ground.logs().slice(log))
  return { fault, at, longestMs, seen: seenBy(load, soak) - seen, what, alarms, wholeMs }
}

/** Every fault once, in a new order each time, until the time is over. */
const runFaults = async (ground: Ground, load: Load, soak: Soak): Promise<Told[]> => {
  const random = randomOf(seed)
  const chance = () => random(0, 999_999) / 1_000_000
  const possible = faults.filter((fault) => !fault.lacks?.(ground) && fault.name.includes(only))
  for (const fault of faults) {
    const lacks = fault.lacks?.(ground)
    if (lacks) process.stdout.write(`  not run, without ${lacks}: ${fault.name}\n`)
  }
  const done: Told[] = []
  const until = performance.now() + minutes * 60_000
  while (performance.now() < until) {
    const order = possible.map((fault) => ({ fault, at: chance() })).toSorted((a, b) => a.at - b.at)
    for (const { fault } of order) {
      if (performance.now() >= until) break
      process.stdout.write(`  ${done.length + 1}. ${fault.name}: `)
      const told = await provoke(ground, load, soak, fault, chance)
      done.push(told)
      process.stdout.write(
        `${(told.longestMs / 1000).toFixed(1)} s without a write, ${told.seen} seen by people${told.what && ` (${told.what})`}, ` +
          `whole after ${(told.wholeMs / 1000).toFixed(1)} s${told.alarms.length > 0 ? `, alarms ${told.alarms.join(' ')}` : ''}\n`,
      )
    }
  }
  return done
}

const report = (load: Load, soak: Soak, done: readonly Told[]) => {
  const lines = faults.flatMap(({ name }) => {
    const all = done.filter(({ fault }) => fault.name === name)
    if (all.length === 0) return []
    const gaps = all.map(({ longestMs }) => longestMs / 1000)
    return `  ${name}: ${all.length} times, ${quantile(gaps, 0.5).toFixed(1)} s (median), ${Math.max(...gaps).toFixed(1)} s (longest); ${all.reduce((n, { seen }) => n + seen, 0)} seen`
  })
  process.stdout.write(
    `Without an acknowledged write, and what people saw fail:
${lines.join('\n')}
${load.people.signUps.length} sign-ups, ${soak.approved.length} requests approved, ${soak.checkedIn.length} check-ins, ${soak.checkedOut.length} check-outs, ${load.added.length} officers added, ${load.people.reads.length} lists, ${load.contests.rounds} contested shifts; streams opened ${soak.streams.opened} times
  tries that failed: ${JSON.stringify(load.people.tries)} ${JSON.stringify(soak.tries)}
  seen by a person, who pressed again: ${JSON.stringify(load.people.seen)} ${JSON.stringify(soak.seen)}\n`,
  )
}

const judge = async (ground: Ground, load: Load, soak: Soak, done: readonly Told[], deaf: number): Promise<boolean> => {
  const url = await ground.leaderUrl()
  const [people, more, audit] = [await checkLoad(url, load), await checkSoak(url, soak), verifyAudit(ground.url)]
  const actions =
    load.people.signUps.length +
    load.people.reads.length +
    2 * soak.approved.length +
    soak.checkedIn.length +
    soak.checkedOut.length
  const seen = seenBy(load, soak)
  const silent = faults.filter(
    ({ name, alarms }) =>
      alarms &&
      done.some(({ fault }) => fault.name === name) &&
      !done.some((one) => one.fault.name === name && one.alarms.some((alarm) => alarms.includes(alarm))),
  )
  const crashes = ground.processes.reduce((all, one) => all + one.crashes(), 0)
  const [lost, doubled] = [people.lost + more.lost, people.doubled + more.doubled]
  process.stdout.write(
    `${(100 * (1 - seen / (actions + seen))).toFixed(4)} % of ${actions} actions without a failure that a person saw (${seen})
${people.acknowledged + 2 * soak.approved.length + soak.checkedIn.length + soak.checkedOut.length} acknowledged writes: ${lost} lost, ${doubled} doubled; ${people.oversold} shifts oversold, ${people.refusedWithSpot} officers refused and signed up; ${deaf} screens deaf; ${crashes} times a process ended by itself; ${helped} times a node helped by hand
${silent.map(({ name }) => `no alarm: ${name}\n`).join('')}${audit.said}\n`,
  )
  return (
    lost === 0 &&
    doubled === 0 &&
    people.oversold === 0 &&
    people.refusedWithSpot === 0 &&
    deaf === 0 &&
    crashes === 0 &&
    audit.whole &&
    silent.length === 0 &&
    seen / (actions + seen) <= failedAtMost
  )
}

export const run = async (): Promise<boolean | null> => {
  const fault = option('fault')
  const changes = fault === undefined ? {} : planted[fault]
  if (!changes) throw new Error(`--fault is one of ${Object.keys(planted).join(', ')}`)
  const ground = await startGround({ settings: { bootstrap: { dcs: changes } }, waits: fault !== 'async' })
  if (ground === null) {
    process.stdout.write('Patroni, etcd or the programs of a PostgreSQL 15 or newer are not installed.\n')
    return null
  }
  process.stdout.write(`${minutes} minutes, seed ${seed}${fault ? `, planted fault: ${fault}` : ''}\n`)
  try {
    const ports = ground.processes.map(({ port }) => port)
    const load = startLoad(ports, restMs, (port) => ground.processes.some((one) => one.port === port && one.isUp()))
    const soak = startSoak(load.route, restMs, fault === 'no-keys' ? () => randomUUID() : undefined)
    await pause(5_000)
    const done = await runFaults(ground, load, soak)
    report(load, soak, done)
    const deaf = await countDeaf(await ground.leaderUrl(), soak)
    await Promise.all([load.stop(), soak.stop()])
    return await judge(ground, load, soak, done, deaf)
  } finally {
    ground.stop()
  }
}
