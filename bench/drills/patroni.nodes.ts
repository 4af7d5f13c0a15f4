import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunAs } from '#platform/server/postgres/run-as.ts'
import { makeFolder } from './folder.ts'
import type { Host, Network } from './network.ts'
import type { Programs } from './patroni.programs.ts'
import { childrenOf, isThere, killTree, signal } from './processes.ts'

/**
 * Three nodes on this machine, each with etcd, Patroni and PostgreSQL, from the files in deploy/patroni: `patroni.yml` as it is, and the
 * two `.env` files with other addresses. Everything runs as an account without rights, because PostgreSQL refuses root.
 */
const root = join(import.meta.dirname, '../..')
const delivered = join(root, 'deploy/patroni')
const names = ['a', 'b', 'c'] as const
const settleMs = 120_000

/** A delivered file of settings with other values. Each name has to be there already, so that the file lists all that must be changed. */
const changed = (file: string, values: Readonly<Record<string, string>>): Record<string, string> => {
  const lines = readFileSync(join(delivered, file), 'utf8').split('\n')
  const settings = Object.fromEntries(
    lines.flatMap((line) => {
      const found = /^([A-Z][A-Z0-9_]+)=(.*)$/.exec(line)
      return found ? [[found[1] ?? '', (found[2] ?? '').replace(/^"(.*)"$/, '$1')]] : []
    }),
  )
  for (const name of Object.keys(values)) if (!(name in settings)) throw new Error(`${file} does not have ${name}`)
  return { ...settings, ...values }
}

type Ports = { postgres: number; rest: number; client: number; peer: number }
type Site = {
  name: string
  folder: string
  ports: Ports
  /** null: on this machine's own loopback and disk. */
  host: Host | null
  etcd: ChildProcess | null
  patroni: ChildProcess | null
}
export type Node = {
  name: string
  host: Host | null
  address: string
  port: number
  /** Its postmaster alone. */
  killPostgres: () => void
  /** Patroni alone; PostgreSQL goes on. */
  killPatroni: () => void
  killEtcd: () => void
  /** All processes of the node at once, etcd included. */
  killAll: () => void
  /** PostgreSQL's processes are stopped, or all of the node's, and go on. */
  freeze: (all?: boolean) => void
  thaw: () => void
  /** A standby hears its primary no more. */
  deafen: () => void
  /** Its connection breaks, with all that was on the way, and it may make another. */
  hear: () => void
  /** Starts Patroni and etcd where they do not run. */
  start: () => void
  /** Whether its PostgreSQL answers, as Patroni sees it. */
  runs: () => Promise<boolean>
  /** As `patronictl reinit`: drops its data and copies the primary's. */
  reinit: () => Promise<void>
}
export type Nodes = {
  /** Of the owner, naming all three hosts. */
  urlOf: (database: string) => string
  primaryUrl: () => Promise<string>
  /** The node that has the leader's key; null if none says so. */
  leader: () => Promise<Node | null>
  /** Resolves once a node leads and the other two are its synchronous standbys, all on one timeline. */
  whole: () => Promise<void>
  /** null: no hosts of their own. */
  network: Network | null
  stop: () => void
}

/** 0 if it does not run. */
const postmasterOf = ({ folder }: Site): number => {
  try {
    const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    return pid > 1 && isThere(pid) ? pid : 0
  } catch {
    return 0
  }
}
/** Postmasters whose data is in the folder. */
const startedIn = (folder: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 1 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`-D\0${folder}/`)
      } catch {
        return false
      }
    })
const receiversOf = (site: Site): number[] =>
  childrenOf(postmasterOf(site)).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver')
    } catch {
      return false
    }
  })

/** Settings that differ from the delivered ones, and whether commits still wait for a standby. */
export type Fault = { settings: object; waits: boolean }
type Ground = {
  programs: Programs
  as: RunAs
  folder: string
  sites: readonly Site[]
  secret: string
  fault: Fault
  network: Network | null
}
type MakeNetwork = (folders: readonly string[]) => Network
const addressOf = (site: Site): string => site.host?.address ?? '127.0.0.1'
const at = (site: Site, port: keyof Ports) => `${addressOf(site)}:${site.ports[port]}`

/**
 * Writes to the node's own log. As root, before everything else here: a node is a machine of its own, which the load and the server
 * processes do not share. What the program starts has the same priority.
 */
const run = ({ as }: Ground, site: Site, program: string, args: string[], env: Record<string, string>) => {
  const log = openSync(join(site.folder, `${program.split('/').at(-1)}.log`), 'a')
  const all = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: site.folder, ...env }
  const child = site.host
    ? site.host.spawn(program, args, { cwd: site.folder, env: all, log, as })
    : spawn(program, args, {
        cwd: site.folder,
        env: all,
        stdio: ['ignore', log, log],
        // An interrupted drill ends them itself.
        detached: true,
        ...(as.switched ? { uid: as.uid, gid: as.gid } : {}),
      })
  if (as.switched && child.pid) setPriority(child.pid, -10)
  return child
}

const startEtcd = (ground: Ground, site: Site) => {
  const urls = { client: `http://${at(site, 'client')}`, peer: `http://${at(site, 'peer')}` }
  const env = changed('etcd.env', {
    ETCD_NAME: site.name,
    ETCD_DATA_DIR: join(site.folder, 'etcd'),
    ETCD_LISTEN_CLIENT_URLS: urls.client,
    ETCD_ADVERTISE_CLIENT_URLS: urls.client,
    ETCD_LISTEN_PEER_URLS: urls.peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: urls.peer,
    ETCD_INITIAL_CLUSTER: ground.sites.map((one) => `${one.name}=http://${at(one, 'peer')}`).join(','),
  })
  return run(ground, site, ground.programs.etcd, [], env)
}

const startPatroni = (ground: Ground, site: Site) => {
  const env = changed('patroni.env', {
    PATRONI_NAME: site.name,
    PATRONI_ETCD_HOSTS: ground.sites.map((one) => `'${at(one, 'client')}'`).join(','),
    PATRONI_RESTAPI_LISTEN: at(site, 'rest'),
    PATRONI_RESTAPI_CONNECT_ADDRESS: at(site, 'rest'),
    PATRONI_POSTGRESQL_LISTEN: at(site, 'postgres'),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(site, 'postgres'),
    PATRONI_POSTGRESQL_DATA_DIR: join(site.folder, 'data'),
    PATRONI_POSTGRESQL_BIN_DIR: ground.programs.postgres,
    PATRONI_SUPERUSER_PASSWORD: ground.secret,
    PATRONI_REPLICATION_PASSWORD: ground.secret,
  })
  return run(ground, site, ground.programs.patroni, [join(site.folder, 'settings')], env)
}

const ended = (child: ChildProcess | null) => child === null || child.exitCode !== null || child.signalCode !== null
const startMissing = (ground: Ground, site: Site) => {
  if (ended(site.etcd)) site.etcd = startEtcd(ground, site)
  if (ended(site.patroni)) site.patroni = startPatroni(ground, site)
}
const killAll = (site: Site) => {
  site.patroni?.kill('SIGKILL')
  killTree(postmasterOf(site))
  site.etcd?.kill('SIGKILL')
}
const signalNode = (site: Site, with_: NodeJS.Signals, all: boolean) => {
  const postmaster = postmasterOf(site)
  const postgres = postmaster > 1 ? [postmaster, ...childrenOf(postmaster)] : []
  const others = all ? [site.patroni?.pid, site.etcd?.pid] : []
  for (const pid of [...postgres, ...others]) if (pid) signal(pid, with_)
}

/**
 * The delivered file, and beside it what three nodes on one machine need: passwords in a folder of their own, and no sockets (one in
 * the data folder makes pg_rewind fail). Patroni reads a folder's files in their order.
 */
const writeSettings = ({ as, fault }: Ground, { folder }: Site) => {
  const settings = join(folder, 'settings')
  mkdirSync(settings, { recursive: true })
  copyFileSync(join(delivered, 'patroni.yml'), join(settings, '1-delivered.yml'))
  const here = { postgresql: { pgpass: join(folder, 'pgpass'), parameters: { unix_socket_directories: '' } } }
  writeFileSync(join(settings, '2-here.yml'), JSON.stringify({ ...here, ...fault.settings }))
  for (const name of readdirSync(settings)) chmodSync(join(settings, name), 0o644)
  if (as.switched) chownSync(folder, as.uid, as.gid)
}

type Member = { name: string; role: string; state: string; timeline?: number }
const ask = async (site: Site, path: string): Promise<Response | null> =>
  fetch(`http://${at(site, 'rest')}${path}`, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
const leads = async (site: Site): Promise<boolean> => (await ask(site, '/leader'))?.status === 200

/** Standbys that commits wait for are recorded as such a moment after they follow; before, they could not replace the primary. */
const isWhole = async ({ sites, fault }: Ground): Promise<boolean> => {
  const answer = await ask(sites[0] as Site, '/cluster')
  const { members = [] } = ((await answer?.json().catch(() => null)) ?? {}) as { members?: Member[] }
  const count = (...roles: string[]) => members.filter(({ role }) => roles.includes(role)).length
  return (
    members.length === sites.length &&
    count('leader') === 1 &&
    count('sync_standby', 'replica') === sites.length - 1 &&
    (count('sync_standby') === sites.length - 1 || fault.waits === false) &&
    members.every(({ state }) => state === 'running' || state === 'streaming') &&
    new Set(members.map(({ timeline }) => timeline)).size === 1
  )
}

const lastWords = (sites: readonly Site[]) =>
  sites
    .map(({ name, folder }) => {
      const log = join(folder, 'patroni.log')
      return `-- ${name}\n${existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-25).join('\n') : ''}`
    })
    .join('\n')

const nodeOf = (ground: Ground, site: Site): Node => ({
  name: site.name,
  host: site.host,
  address: addressOf(site),
  port: site.ports.postgres,
  killPostgres: () => signal(postmasterOf(site), 'SIGKILL'),
  killPatroni: () => void site.patroni?.kill('SIGKILL'),
  killEtcd: () => void site.etcd?.kill('SIGKILL'),
  killAll: () => killAll(site),
  freeze: (all = false) => signalNode(site, 'SIGSTOP', all),
  thaw: () => signalNode(site, 'SIGCONT', true),
  deafen: () => {
    for (const pid of receiversOf(site)) signal(pid, 'SIGSTOP')
  },
  hear: () => {
    // Without the first signal it would still read what waits in the socket, as if the network had kept it.
    for (const pid of receiversOf(site)) for (const one of ['SIGTERM', 'SIGCONT'] as const) signal(pid, one)
  },
  start: () => startMissing(ground, site),
  runs: async () => (await ask(site, '/health'))?.status === 200,
  reinit: async () => {
    const body = JSON.stringify({ force: true })
    await fetch(`http://${at(site, 'rest')}/reinitialize`, { method: 'POST', body }).catch(() => null)
  },
})

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
/** Below those that the system gives to outgoing connections, because a node that was killed needs its port again. */
const lastingPorts = async (count: number): Promise<number[]> => {
  const found: number[] = []
  for (let port = 20_000 + Math.floor(Math.random() * 10_000); found.length < count; port++)
    if (await isFree(port)) found.push(port)
  return found
}

const makeGround = async (programs: Programs, fault: Fault, network: MakeNetwork | null): Promise<Ground> => {
  const { folder, as } = makeFolder('patroni')
  const folders = names.map((name) => join(folder, name))
  if (network) for (const one of folders) mkdirSync(one)
  const made = network?.(folders) ?? null
  const ports = await lastingPorts(4 * names.length)
  const sites = names.map((name, n): Site => {
    const [postgres = 0, rest = 0, client = 0, peer = 0] = ports.slice(4 * n)
    const host = made?.hosts[n] ?? null
    return {
      name,
      folder: join(folder, name),
      ports: { postgres, rest, client, peer },
      host,
      etcd: null,
      patroni: null,
    }
  })
  const ground = { programs, as, folder, sites, secret: 'a-secret-of-a-drill', fault, network: made }
  for (const site of sites) writeSettings(ground, site)
  return ground
}

export const startNodes = async (
  programs: Programs,
  fault: Fault,
  network: MakeNetwork | null = null,
): Promise<Nodes & { nodes: readonly Node[] }> => {
  const ground = await makeGround(programs, fault, network)
  const { sites, secret, folder } = ground
  const stop = () => {
    process.removeListener('exit', stop)
    // Again for what Patroni had just started.
    for (let n = 0; n < 3; n++) for (const site of sites) killAll(site)
    for (const pid of startedIn(folder)) killTree(pid)
    ground.network?.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  // Also after an error, and when the drill is interrupted.
  process.on('exit', stop)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
  const nodes = sites.map((site) => nodeOf(ground, site))
  for (const node of nodes) node.start()
  const until = async (what: string, is: () => Promise<boolean>) => {
    const deadline = performance.now() + settleMs
    while (!(await is())) {
      if (performance.now() > deadline) throw new Error(`${what} not within two minutes\n${lastWords(sites)}`)
      await pause(100)
    }
  }
  const whole = () => until('three nodes together again:', () => isWhole(ground))
  const urlOn = (hosts: string, database: string) =>
    `postgres://postgres:${secret}@${hosts}/${database}?sslmode=disable`
  const leading = async () => {
    const led = await Promise.all(sites.map(leads))
    return led.indexOf(true)
  }
  await whole()
  return {
    nodes,
    urlOf: (database) => urlOn(sites.map((site) => at(site, 'postgres')).join(','), database),
    primaryUrl: async () => {
      await until('a leader:', async () => (await leading()) >= 0)
      return urlOn(at(sites[await leading()] as Site, 'postgres'), 'postgres')
    },
    leader: async () => nodes[await leading()] ?? null,
    whole,
    network: ground.network,
    stop,
  }
}
