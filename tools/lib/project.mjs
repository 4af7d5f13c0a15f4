// Shared by all commands. Plain JavaScript for Node 20 and later: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const inRoot = (...parts) => join(root, ...parts)
const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
const hashOf = (...parts) =>
  parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256')).digest('hex')

/** An expected reason to stop, printed in one line. */
export class Stop extends Error {}

/** Runs a command's main function; an expected error prints one line and exits with code 1. */
export async function command(main) {
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** Installs if something is missing or the lockfile changed, using the committed lockfile unchanged. */
export function ensureInstalled() {
  const stamp = inRoot('node_modules', '.watchbill-installed')
  const lock = inRoot('package-lock.json')
  const before = read(lock)
  const wanted = hashOf(before, process.platform, process.arch)
  if (read(stamp) === wanted) return
  process.stdout.write('Installing what is missing ...\n')
  rmSync(stamp, { force: true })
  const npm = process.env.npm_execpath ?? ''
  const [file, args] = /\.[cm]?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []]
  // Regardless of NODE_ENV: the build needs the development packages too.
  const done = spawnSync(file, [...args, 'install', '--include=dev', '--include=optional', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (before && read(lock) !== before) {
    writeFileSync(lock, before)
    process.stdout.write('npm changed package-lock.json; it was put back as it was.\n')
  }
  if (done.error) throw new Stop(`npm could not be run: ${done.error.message}`)
  if (done.status !== 0) throw new Stop('npm install failed; its reason stands above.')
  try {
    writeFileSync(stamp, wanted)
  } catch {
    // A read-only folder that is already complete: the next start checks again.
  }
}

/** The Node for this project: its own package, else the running one if it is recent enough. */
export function ownNode() {
  const packaged = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(packaged) && spawnSync(packaged, ['--version']).status === 0) return packaged
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Stop(
    `Node 24 or newer is needed here: no package of it runs on ${process.platform}-${process.arch}, and this is ${process.version}.`,
  )
}

const notOfTheWeb = /(\.test\.tsx?|\/(store|routes|jobs|mail)(\.[a-z-]+)?\.ts)$/

function webSources() {
  const folders = ['apps/web', 'features', 'platform/shared', 'platform/web']
  const files = folders.flatMap((folder) =>
    existsSync(inRoot(folder))
      ? readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      : [],
  )
  const ground = [
    'index.html',
    'vite.config.ts',
    'tools/prerender.ts',
    'tools/budgets.ts',
    'package.json',
    'package-lock.json',
  ].map((name) => inRoot(name))
  return [...files.filter((file) => !notOfTheWeb.test(file)), ...ground].sort()
}

/** Builds the web application into dist/web if a source has changed since the last build. */
export function ensureBuilt() {
  const out = inRoot('dist', 'web')
  const stamp = inRoot('dist', 'web.stamp')
  const wanted = hashOf(...webSources().flatMap((file) => [relative(root, file), read(file)]))
  if (read(stamp) === wanted && existsSync(join(out, 'index.html'))) return
  process.stdout.write('Building the web application ...\n')
  // Built in a separate folder, so that a running server keeps its files and an interrupted build leaves nothing behind.
  const aside = inRoot('dist', `web.${process.pid}`)
  mkdirSync(inRoot('dist'), { recursive: true })
  try {
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
    const built = spawnSync(ownNode(), [vite, 'build', '--outDir', aside, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (built.status !== 0) throw new Stop('The web application could not be built; the reason stands above.')
    rmSync(out, { recursive: true, force: true })
    renameSync(aside, out)
    writeFileSync(stamp, wanted)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Runs a TypeScript file on the project's Node in our place: forwards our signals to it and exits with its code. */
export function runInOurPlace(file, args) {
  const options = [
    '--disable-warning=ExperimentalWarning',
    '--import',
    new URL('end-with-parent.mjs', import.meta.url).href,
  ]
  const child = spawn(ownNode(), [...options, file, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm killed with kill -9 notifies no one, so watch the parent and stop the child too; otherwise the next start finds the port
  // in use.
  const parent = process.ppid
  const watch = setInterval(
    () => process.env.npm_lifecycle_event && process.ppid !== parent && child.kill('SIGTERM'),
    500,
  )
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Stop(`${file} could not be run: ${error.message}`)))
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? 128 + (constants.signals[signal] ?? 0))
    })
  })
}

/** The first of these programs found on PATH. */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
