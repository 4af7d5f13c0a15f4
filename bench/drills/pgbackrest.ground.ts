import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, copyFileSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunAs } from '#platform/server/postgres/run-as.ts'
import { freePort } from '#platform/server/testing.port.ts'
import { withClient } from '../ground.ts'
import { makeFolder } from './folder.ts'
import { findPostgres, findProgram } from './patroni.programs.ts'
import { childrenOf, signal } from './processes.ts'

/**
 * Debian's PostgreSQL with pgBackRest as deploy/pgbackrest and docs/runbook.md say: both files of settings as they are, the commands of
 * the cron file and of the runbook. What differs on this machine (folders, port) is in the environment, which pgBackRest reads first.
 */
const root = join(import.meta.dirname, '../..')
const delivered = (file: string) => join(root, 'deploy/pgbackrest', file)
const text = (path: string) => readFileSync(path, 'utf8')

type Programs = { pgbackrest: string; postgres: string }
export const findBackupPrograms = (): Programs | null => {
  const [pgbackrest, postgres] = [findProgram('pgbackrest'), findPostgres()]
  return pgbackrest && postgres ? { pgbackrest, postgres } : null
}

const only = (found: readonly string[], what: string): string => {
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} commands for ${what}`)
  return found[0]
}
/** What cron and an operator run. */
export const readCommands = () => {
  const cron = [...text(delivered('cron')).matchAll(/^[\d*].* postgres (pgbackrest .*)$/gm)].map(([, one]) => one ?? '')
  const byHand = [...text(join(root, 'docs/runbook.md')).matchAll(/sudo -u postgres (pgbackrest [^`]+?)`/g)].map(
    ([, one]) => (one ?? '').replace(/\s+/g, ' '),
  )
  const restores = byHand.filter((one) => one.endsWith(' restore'))
  return {
    create: only(
      byHand.filter((one) => one.endsWith(' stanza-create')),
      'the first step',
    ),
    full: only(
      cron.filter((one) => one.includes('--type=full')),
      'a full backup',
    ),
    diff: only(
      cron.filter((one) => one.includes('--type=diff')),
      'a differential backup',
    ),
    check: only(
      cron.filter((one) => one.endsWith(' check')),
      'the check',
    ),
    restore: only(
      restores.filter((one) => !one.includes('--target')),
      'restoring the newest state',
    ),
    restoreTo: only(
      restores.filter((one) => one.includes('--target')),
      'restoring to a time',
    ),
  }
}

export type Ran = { status: number | null; said: string }
type Place = { folder: string; as: RunAs; programs: Programs; port: number; fault: Readonly<Record<string, string>> }

/** Everything that the installation has in folders of its own. */
const environment = ({ folder, programs, port, fault }: Place) => ({
  PATH: `${programs.postgres}:${process.env.PATH}`,
  LANG: 'C.UTF-8',
  HOME: folder,
  PGBACKREST_CONFIG_PATH: join(folder, 'settings'),
  PGBACKREST_REPO1_PATH: join(folder, 'repository'),
  PGBACKREST_PG1_PATH: join(folder, 'data'),
  PGBACKREST_PG1_PORT: String(port),
  PGBACKREST_PG1_SOCKET_PATH: folder,
  PGBACKREST_PG1_USER: 'postgres',
  PGBACKREST_LOG_PATH: join(folder, 'log'),
  PGBACKREST_LOCK_PATH: join(folder, 'lock'),
  PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
  ...fault,
})

const start = (place: Place, command: string, args: readonly string[], more: object, log: 'pipe' | number) =>
  spawn(command, args, {
    cwd: place.folder,
    env: { ...environment(place), ...more },
    stdio: ['ignore', log, log],
    detached: true,
    ...(place.as.switched ? { uid: place.as.uid, gid: place.as.gid } : {}),
  })

/** As cron runs a line, or as an operator does. */
const runOn = async (place: Place, command: string, more: object = {}): Promise<Ran> => {
  const child = start(place, 'sh', ['-c', command], more, 'pipe')
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes) => {
      said += String(bytes)
    })
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, said: said.trim() }
}
const must = async (ran: Promise<Ran>, what: string): Promise<Ran> => {
  const { status, said } = await ran
  if (status !== 0) throw new Error(`${what} ended with ${status}: ${said}`)
  return { status, said }
}

const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
/** Nothing is left running, as when the machine is gone: also what PostgreSQL started to archive a part of the log. */
const killAll = (pid: number) => {
  for (const child of childrenOf(pid)) killAll(child)
  if (pid > 1) signal(pid, 'SIGKILL')
}
const killPostgres = (postmaster: ChildProcess) => {
  if (!postmaster.pid || ended(postmaster)) return
  // Before the others, because it would start them again.
  postmaster.kill('SIGSTOP')
  killAll(postmaster.pid)
}

export type Postgres = { url: (database: string) => string; kill: () => Promise<void> }

/** Resolves when it takes writes: after a restore, when it has recovered. */
const startPostgres = async (place: Place, data: string, port: number): Promise<Postgres> => {
  const log = join(place.folder, `postgres-${port}.log`)
  const args = ['-D', data, '-p', String(port), '-k', place.folder, '-c', 'listen_addresses=127.0.0.1']
  const postmaster = start(place, join(place.programs.postgres, 'postgres'), args, {}, openSync(log, 'a'))
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}?sslmode=disable`
  process.prependOnceListener('exit', () => killPostgres(postmaster))
  const kill = async () => {
    killPostgres(postmaster)
    while (!ended(postmaster)) await pause(5)
  }
  const takesWrites = () =>
    withClient(url('postgres'), async (client) => {
      const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is')
      return rows[0]?.is === true
    }).catch(() => false)
  while (!(await takesWrites())) {
    if (ended(postmaster)) throw new Error(`PostgreSQL did not start:\n${text(log).slice(-2_000)}`)
    await pause(50)
  }
  return { url, kill }
}

export type BackupGround = {
  folder: string
  repository: string
  run: (command: string, more?: object) => Promise<Ran>
  must: (command: string) => Promise<Ran>
  start: (data: string) => Promise<Postgres>
  stop: () => void
}

/** A new cluster, archiving from its first start. */
export const makeBackupGround = async (
  programs: Programs,
  fault: Readonly<Record<string, string>>,
): Promise<BackupGround> => {
  const { folder, as } = makeFolder('pgbackrest')
  const stop = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  // Also after an error, and when the drill is interrupted; PostgreSQL ends before, by the listener of its start.
  process.prependOnceListener('exit', stop)
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
  const place: Place = { folder, as, programs, port: await freePort(), fault }
  const conf = join(folder, 'settings')
  for (const name of ['settings', 'settings/conf.d', 'postgresql', 'repository', 'log', 'lock', 'spool'])
    mkdirSync(join(folder, name))
  copyFileSync(delivered('pgbackrest.conf'), join(conf, 'pgbackrest.conf'))
  copyFileSync(delivered('postgresql.conf'), join(folder, 'postgresql/pgbackrest.conf'))
  const secret = randomBytes(36).toString('base64')
  writeFileSync(join(conf, 'conf.d/passphrase.conf'), `[global]\nrepo1-cipher-pass=${secret}\n`)
  if (as.switched)
    for (const name of ['repository', 'log', 'lock', 'spool']) chownSync(join(folder, name), as.uid, as.gid)
  await must(runOn(place, 'initdb -D data -U postgres -A trust -E UTF8 --locale=C.UTF-8 -k'), 'initdb')
  writeFileSync(join(folder, 'data/postgresql.conf'), `include_dir = '${join(folder, 'postgresql')}'\n`, { flag: 'a' })
  const postgresOf = (data: string) => startPostgres(place, join(folder, data), place.port)
  return {
    folder,
    repository: join(folder, 'repository'),
    run: (command, more) => runOn(place, command, more),
    must: (command) => must(runOn(place, command), command),
    start: postgresOf,
    stop,
  }
}
