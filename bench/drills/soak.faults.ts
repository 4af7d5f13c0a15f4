import { setTimeout as pause } from 'node:timers/promises'
import type { Node } from './patroni.nodes.ts'
import type { Ground, Process } from './soak.ground.ts'

/**
 * What the soak does to its parts. Each fault ends by itself: what was stopped goes on, and what was killed is started again, as systemd
 * would. `alarms`: what the runbook promises to appear in the log of a process that has calls meanwhile; one of them must.
 */
export type Fault = {
  name: string
  run: (ground: Ground, chance: () => number) => Promise<void>
  alarms?: readonly string[]
  /** What is missing here, if it cannot be run. */
  lacks?: (ground: Ground) => string | null
}

const pick = <T>(all: readonly T[], chance: () => number): T => all[Math.floor(chance() * all.length)] as T
const leaderOf = async (ground: Ground): Promise<Node> => {
  for (;;) {
    const found = await ground.leader()
    if (found) return found
    await pause(50)
  }
}
const standbyOf = async (ground: Ground, chance: () => number): Promise<Node> => {
  const leader = await leaderOf(ground)
  return pick(
    ground.nodes.filter((node) => node !== leader),
    chance,
  )
}
const noHosts = ({ nodes }: Ground) => (nodes.some(({ host }) => host === null) ? 'root and iproute2' : null)
const noSlowDisk = ({ nodes }: Ground) =>
  nodes.every(({ host }) => host?.slowDisk) ? null : 'root and control group 1 of block devices'
const noPoolers = ({ poolers }: Ground) => (poolers.length === 0 ? 'PgBouncer' : null)
const noClock = ({ processes }: Ground) => (processes.some(({ moveClock }) => !moveClock) ? 'libfaketime' : null)

const killed =
  (kill: (node: Node) => void, which: 'leader' | 'any') => async (ground: Ground, chance: () => number) => {
    const node = which === 'leader' ? await leaderOf(ground) : pick(ground.nodes, chance)
    kill(node)
    await pause(10_000)
    node.start()
  }
const held = (begin: (one: Process) => void, end: (one: Process) => unknown, ms: number) => {
  return async (ground: Ground, chance: () => number) => {
    const one = pick(ground.processes, chance)
    begin(one)
    await pause(ms)
    await end(one)
  }
}
const cut = (which: 'leader' | 'standby') => async (ground: Ground, chance: () => number) => {
  const node = which === 'leader' ? await leaderOf(ground) : await standbyOf(ground, chance)
  node.host?.cut()
  await pause(12_000)
  node.host?.join()
}
/** Its processes run for a quarter of the time, as on a machine that is far too slow. */
const slowed = async (ground: Ground) => {
  const node = await leaderOf(ground)
  for (const until = performance.now() + 12_000; performance.now() < until; ) {
    node.freeze()
    await pause(150)
    node.thaw()
    await pause(50)
  }
}

export const faults: readonly Fault[] = [
  {
    name: 'PostgreSQL of the primary killed',
    run: killed((node) => node.killPostgres(), 'leader'),
    alarms: ['unreachable'],
  },
  { name: 'Patroni of the primary killed', run: killed((node) => node.killPatroni(), 'leader') },
  { name: 'etcd of a node killed', run: killed((node) => node.killEtcd(), 'any') },
  {
    name: "the primary's whole node killed",
    run: killed((node) => node.killAll(), 'leader'),
    alarms: ['unreachable', 'frozen'],
  },
  { name: 'any whole node killed', run: killed((node) => node.killAll(), 'any') },
  {
    name: 'PostgreSQL of the primary frozen for 12 s',
    run: async (ground) => {
      const node = await leaderOf(ground)
      node.freeze()
      await pause(12_000)
      node.thaw()
    },
    alarms: ['frozen', 'unreachable'],
  },
  {
    name: "a standby's whole node frozen for 12 s",
    run: async (ground, chance) => {
      const node = await standbyOf(ground, chance)
      node.freeze(true)
      await pause(12_000)
      node.thaw()
    },
  },
  { name: 'the primary slowed to a quarter for 12 s', run: slowed },
  {
    name: "the primary's disk full for 12 s",
    lacks: noHosts,
    run: async (ground) => {
      const node = await leaderOf(ground)
      node.host?.fillDisk()
      await pause(12_000)
      node.host?.emptyDisk()
      node.start()
    },
    alarms: ['storage_full', 'unreachable'],
  },
  {
    name: "the primary's disk slowed to 25 writes a second for 12 s",
    lacks: noSlowDisk,
    run: async (ground) => {
      const node = await leaderOf(ground)
      node.host?.slowDisk?.(25)
      await pause(12_000)
      node.host?.slowDisk?.(null)
    },
  },
  {
    name: 'the processes cut off from all nodes for 8 s',
    lacks: noHosts,
    run: async ({ network }) => {
      network?.cut()
      await pause(8_000)
      network?.join()
    },
    alarms: ['frozen', 'unreachable'],
  },
  { name: 'the primary cut off for 12 s', lacks: noHosts, run: cut('leader'), alarms: ['frozen', 'unreachable'] },
  { name: 'a standby cut off for 12 s', lacks: noHosts, run: cut('standby') },
  {
    name: 'the poolers restarted',
    lacks: noPoolers,
    run: async ({ poolers }) => {
      for (const pooler of poolers) pooler.kill('SIGKILL')
      await pause(1_000)
      await Promise.all(poolers.map((pooler) => pooler.start()))
    },
    alarms: ['unreachable'],
  },
  {
    name: 'a server process killed',
    run: held(
      (one) => one.kill(),
      (one) => one.start(),
      2_000,
    ),
  },
  {
    name: 'a server process frozen for 5 s',
    run: held(
      (one) => one.freeze(),
      (one) => one.thaw(),
      5_000,
    ),
  },
  {
    name: "a process's clock an hour ahead",
    lacks: noClock,
    run: held(
      (one) => one.moveClock?.(1),
      (one) => one.moveClock?.(0),
      15_000,
    ),
  },
  {
    name: "a process's clock an hour behind",
    lacks: noClock,
    run: held(
      (one) => one.moveClock?.(-1),
      (one) => one.moveClock?.(0),
      15_000,
    ),
  },
]
