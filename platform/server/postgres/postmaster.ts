import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { becauseOf } from '../start-error.ts'
import { bareEnv, placeOf, socketFolder } from './cluster-folder.ts'
import type { RunAs } from './run-as.ts'

export type Settings = Record<string, string>

/** Where a cluster is stored and how it runs. */
export type Site = {
  dataDir: string
  cluster: string
  native: string
  as: RunAs
  socketDir: string
  settings: Settings
  /** Added to the server's bare environment. */
  env: Readonly<Record<string, string>>
}

const LARGEST_LOG = 8_000_000

// For a small shared machine; operators can set any other option in postgresql.auto.conf.
const sensible: Settings = {
  listen_addresses: '',
  cluster_name: 'watchbill',
  max_connections: '100',
  shared_buffers: '256MB',
  work_mem: '16MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The caller reports refused statements, and their text may contain names.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

/** One run of PostgreSQL as our child. It leads its own session, so Ctrl-C reaches us first and it stops after we drain. */
export class Postmaster {
  readonly #child: ChildProcess
  readonly #log: string
  readonly #logStart: number
  #failure = ''

  constructor(site: Site) {
    // Recreated each time: a server that has just stopped removed its folder.
    socketFolder(site.cluster, site.as, site.socketDir)
    const { dir, options } = placeOf(site.cluster, site.as)
    const settings = { ...sensible, unix_socket_directories: `"${site.socketDir}"`, ...site.settings }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    this.#log = join(site.dataDir, 'postgres.log')
    if ((statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG)
      renameSync(this.#log, `${this.#log}.1`)
    const log = openSync(this.#log, 'a', 0o600)
    this.#logStart = statSync(this.#log).size
    this.#child = spawn(join(site.native, 'bin', 'postgres'), ['-D', dir, ...flags], {
      ...options,
      env: { ...bareEnv, ...site.env },
      detached: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    this.#child.on('error', (error) => {
      this.#failure = becauseOf(error)
    })
    this.#child.unref()
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get ended(): boolean {
    return this.#failure !== '' || this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** Why it ended, in PostgreSQL's words. */
  lastWords(): string {
    if (this.#failure) return this.#failure
    return causeIn(readFileSync(this.#log).subarray(this.#logStart).toString('utf8'))
  }
}

/** How a server that is starting or stopping refuses a connection. In the log, this may follow the error that ended it. */
const refusal =
  /FATAL:\s*the database system is (starting up|shutting down|in recovery mode|not (yet )?accepting connections)/

/** Why a server ended, from its log: the last fatal error, or the last line. */
export const causeIn = (log: string): string => {
  const lines = log.trim().split('\n')
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line) && !refusal.test(line)) ?? lines.at(-1) ?? ''
  return fatal.replace(/^.*?(FATAL|PANIC):\s*/, '')
}
