import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { becauseOf, StartError } from '../start-error.ts'
import type { RunAs } from './run-as.ts'

const MAJOR = '18'
// A socket path holds 107 bytes (103 on macOS); "/.s.PGSQL.5432" takes 14 of them.
const LONGEST_SOCKET_DIR = 88

export const SUPERUSER = 'postgres'

/** Fixes the locale and time zone, and drops PG* settings meant for other servers. */
export const bareEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * PostgreSQL's account may lack access to parent folders (a project under /root). The link /proc/self/cwd reaches the working
 * directory without traversing them.
 */
export function placeOf(
  cluster: string,
  as: RunAs,
): { dir: string; options: { cwd: string; uid?: number; gid?: number } } {
  if (!as.switched) return { dir: cluster, options: { cwd: cluster } }
  const dir = process.platform === 'linux' ? '/proc/self/cwd' : cluster
  return { dir, options: { cwd: cluster, uid: as.uid, gid: as.gid } }
}

export function makeDataDir(dataDir: string): string {
  try {
    makeFolders(resolve(dataDir))
    const trial = join(dataDir, `.trial-${randomUUID()}`)
    writeFileSync(trial, '')
    rmSync(trial)
    return realpathSync(dataDir)
  } catch (error) {
    throw new StartError(`Cannot write to the data folder "${resolve(dataDir)}": ${becauseOf(error)}`)
  }
}

/** One level at a time: node's recursive form never returns if a level cannot be created, as under /proc. */
function makeFolders(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return
  makeFolders(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })) throw error
  }
}

/** Creates the cluster in a temporary folder and renames it, so that an interrupted initdb leaves nothing in the way. */
export function ensureCluster(cluster: string, dataDir: string, native: string, as: RunAs): void {
  if (!statSync(cluster, { throwIfNoEntry: false })) {
    const aside = mkdtempSync(join(dataDir, 'postgres.new-'))
    try {
      initdb(aside, native, as)
      renameSync(aside, cluster)
    } catch (error) {
      // Another start was faster; the lock decides which of the two continues.
      if (!statSync(cluster, { throwIfNoEntry: false })) throw error
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  }
  claim(cluster, as)
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR) {
    throw new StartError(`"${cluster}" was made by PostgreSQL ${version}; this version of Watchbill runs ${MAJOR}`)
  }
}

function initdb(cluster: string, native: string, as: RunAs): void {
  if (as.switched) chownSync(cluster, as.uid, as.gid)
  const { dir, options } = placeOf(cluster, as)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const made = spawnSync(
    join(native, 'bin', 'initdb'),
    ['-D', dir, `--username=${SUPERUSER}`, ...locale, '--data-checksums', '--auth=trust', '--no-instructions'],
    { ...options, env: bareEnv, encoding: 'utf8' },
  )
  if (made.status !== 0) {
    const lines = (made.error ? becauseOf(made.error) : made.stderr).trim().split('\n')
    const said = lines.find((line) => line.includes('error:')) ?? lines.at(-1) ?? ''
    throw new StartError(`Cannot make the database in "${cluster}": ${said.replace(/^initdb: (error: )?/, '')}`)
  }
  // The socket is in a folder only its owner can enter; anyone who can open it could read the data files as well.
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n')
}

/** Restores the owner and mode PostgreSQL insists on after a copy, a restore or a manual chown. */
function claim(cluster: string, as: RunAs): void {
  try {
    if (as.switched && statSync(cluster).uid !== as.uid) chownAll(cluster, as)
    if (statSync(cluster).uid !== as.uid) throw new StartError(`"${cluster}" belongs to another account`)
    chmodSync(cluster, 0o700)
    readFileSync(join(cluster, 'PG_VERSION'))
  } catch (error) {
    throw new StartError(`Cannot use the database in "${cluster}": ${becauseOf(error)}`)
  }
}

function chownAll(path: string, as: RunAs): void {
  lchownSync(path, as.uid, as.gid)
  if (!lstatSync(path).isDirectory()) return
  for (const name of readdirSync(path)) chownAll(join(path, name), as)
}

export function sweepUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

/** A short private folder for the socket, the same at every start of a cluster; created if missing. */
export function socketFolder(cluster: string, as: RunAs, dir = shortFolder(cluster, as)): string {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const found = lstatSync(dir)
    if (!found.isDirectory() || (found.uid !== as.uid && found.uid !== process.getuid?.())) {
      throw new StartError('it belongs to another account')
    }
    if (as.switched) chownSync(dir, as.uid, as.gid)
    chmodSync(dir, 0o700)
    return dir
  } catch (error) {
    throw new StartError(`Cannot use "${dir}" for the database's socket: ${becauseOf(error)}`)
  }
}

function shortFolder(cluster: string, as: RunAs): string {
  const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const temp = Buffer.byteLength(tmpdir()) <= LONGEST_SOCKET_DIR - 40 ? tmpdir() : '/tmp'
  return join(temp, `watchbill-${as.uid}-${hash}`)
}

/** What the last server here recorded; only a hint, since that server may be long dead. */
export function lastServer(cluster: string): { pid: number; socketDir: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '' }
  } catch {
    return undefined
  }
}

/**
 * After a crash the recorded pid may belong to any other process (often in containers), and PostgreSQL then refuses to start.
 * Linux can tell: a postmaster's working directory is its cluster's folder. Clears only the pid, because PostgreSQL needs the
 * rest of the file to recognize the dead server's orphans.
 */
export function forgetDeadServer(cluster: string): void {
  const last = lastServer(cluster)
  if (!last || process.platform !== 'linux') return
  if (worksIn(last.pid, cluster)) return
  const path = join(cluster, 'postmaster.pid')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^-?\d+/, '2147483646'))
}

/**
 * After a power cut or on a full disk, the lock file can be empty or cut off, and PostgreSQL then refuses to start. Moves it aside if
 * certainly no server works in this folder; otherwise throws what to do.
 */
export function setAsideDamagedLock(cluster: string): void {
  const path = join(cluster, 'postmaster.pid')
  const isServer = (pid: string) =>
    readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' && worksIn(Number(pid), cluster)
  const mayWork = (pid: string) => {
    try {
      return isServer(pid)
    } catch {
      return false
    }
  }
  if (process.platform !== 'linux' || readdirSync('/proc').some((name) => /^\d+$/.test(name) && mayWork(name))) {
    throw new StartError(
      `"${path}" is damaged, as after a power cut. Stop any PostgreSQL that runs in this folder, delete the file and start again`,
    )
  }
  renameSync(path, `${path}.damaged`)
}

/** Whether the process is the postmaster of this cluster. */
export function worksIn(pid: number, cluster: string): boolean {
  const home = statSync(cluster)
  try {
    const works = statSync(`/proc/${pid}/cwd`)
    return works.dev === home.dev && works.ino === home.ino
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // It has ended, perhaps this moment.
    if (code === 'ENOENT' || code === 'ESRCH') return false
    // Root in a container may not be allowed to read it; matching the name is cautious enough.
    const name = `/proc/${pid}/comm`
    return Boolean(statSync(name, { throwIfNoEntry: false })) && readFileSync(name, 'utf8').trim() === 'postgres'
  }
}

/** Sends the signal; with 0, only checks. False if we have no such process. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
