import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeTestFolder } from '#platform/server/postgres/testing.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { fillDatabase } from '../data.ts'
import { type RunningServer, startServer } from '../ground.ts'
import { canMakeHosts, makeNetwork } from './network.ts'
import { settingsOf } from './patroni.audit.ts'
import { makeScarce, size } from './patroni.load.ts'
import { type Fault as DatabaseFault, type Node, type Nodes, startNodes } from './patroni.nodes.ts'
import { findPrograms } from './patroni.programs.ts'
import { findPgBouncer, type Pooler, startPooler } from './pgbouncer.ts'
import { addSoakShifts } from './soak.load.ts'

/**
 * What the soak runs on: three nodes of Patroni, on hosts of their own if this is root, and two server processes. The second process
 * reaches each node through a PgBouncer of its own, if that is installed; each has a clock that can be moved, if libfaketime is.
 */
export type Process = {
  port: number
  isUp: () => boolean
  kill: () => void
  freeze: () => void
  thaw: () => void
  start: () => Promise<void>
  /** How often it ended by itself. */
  crashes: () => number
  /** Moves its clock by this many hours; null without libfaketime. */
  moveClock: ((hours: number) => void) | null
}
export type Ground = Nodes & {
  nodes: readonly Node[]
  processes: readonly Process[]
  poolers: readonly Pooler[]
  /** Of the owner, to whichever node takes writes. */
  url: string
  /** The same, naming the node that leads now: for clients that know one host. */
  leaderUrl: () => Promise<string>
  logs: () => string
  stop: () => void
}

const name = 'drill_soak'
const owner = { name: 'postgres', secret: 'a-secret-of-a-drill' }
const clockLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

const exists = (path: string): boolean => {
  try {
    return readFileSync(path).length > 0
  } catch {
    return false
  }
}

const makeProcess = async (url: string, folder: string, n: number): Promise<Process> => {
  const port = await freePort()
  const clock = join(folder, `clock-${n}`)
  const moves = exists(clockLibrary)
  writeFileSync(clock, '+0')
  const clockSettings = {
    LD_PRELOAD: clockLibrary,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const path = join(folder, `log-${n}`)
  const log = openSync(path, 'a')
  let server: RunningServer | null = null
  let crashes = 0
  const start = async () => {
    const settings = { ...settingsOf(url), PORT: String(port), ...(moves ? clockSettings : {}) }
    const started = await startServer(url, [], undefined, settings, log)
    server = started
    void started.ended.then(() => {
      if (server !== started) return
      server = null
      crashes += 1
      process.stdout.write(`A server process ended by itself:\n${readFileSync(path, 'utf8').slice(-2_000)}\n`)
      // As systemd does.
      setTimeout(() => void start().catch(() => undefined), 1_000)
    })
  }
  const tell = (signal: NodeJS.Signals) => void (server && process.kill(server.pid, signal))
  return {
    port,
    isUp: () => server !== null,
    kill: () => {
      const pid = server?.pid
      server = null
      if (pid) process.kill(pid, 'SIGKILL')
    },
    freeze: () => tell('SIGSTOP'),
    thaw: () => tell('SIGCONT'),
    start,
    crashes: () => crashes,
    moveClock: moves ? (hours) => writeFileSync(clock, `${hours < 0 ? '' : '+'}${hours * 3_600}`) : null,
  }
}

const startPoolers = async (nodes: readonly Node[]): Promise<Pooler[]> => {
  const program = findPgBouncer()
  if (program === null) return []
  return await Promise.all(nodes.map(({ address, port }) => startPooler(program, { host: address, port }, owner)))
}

/** null: a program is missing. */
export const startGround = async (fault: DatabaseFault): Promise<Ground | null> => {
  const programs = findPrograms()
  if (programs === null) return null
  const nodes = await startNodes(programs, fault, canMakeHosts() ? makeNetwork : null)
  const folder = makeTestFolder('watchbill-soak-')
  const poolers: Pooler[] = []
  const processes: Process[] = []
  const stop = () => {
    for (const one of processes) one.kill()
    for (const one of poolers) void one.stop()
    nodes.stop()
  }
  try {
    const filled = await fillDatabase(await nodes.primaryUrl(), name, size)
    await makeScarce(filled)
    await addSoakShifts(filled)
    poolers.push(...(await startPoolers(nodes.nodes)))
    const url = nodes.urlOf(name)
    const hosts = poolers.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const pooled =
      poolers.length > 0 ? `postgres://${owner.name}:${owner.secret}@${hosts}/${name}?sslmode=disable` : url
    for (const [n, its] of [url, pooled].entries()) processes.push(await makeProcess(its, folder, n))
    for (const one of processes) await one.start()
    await pause(3_000)
    const logs = () => processes.map((_, n) => readFileSync(join(folder, `log-${n}`), 'utf8')).join('')
    const leaderUrl = async () => (await nodes.primaryUrl()).replace(/\/postgres\?/, `/${name}?`)
    return { ...nodes, processes, poolers, url, leaderUrl, logs, stop }
  } catch (error) {
    stop()
    throw error
  }
}
