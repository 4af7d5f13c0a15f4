import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#platform/server/postgres/embedded.ts'
import { freePort } from '#platform/server/testing.port.ts'

const root = join(import.meta.dirname, '..')

/** The benchmarks' cluster: the embedded one with production settings, next to the data of `npm start`. */
export const startCluster = () => startEmbedded({ dataDir: join(root, 'data/bench') })

/** Runs `work` on a connection of its own, and closes the connection afterwards. */
export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  // The failing query reports a broken connection; without this listener the error event would hide the cause.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export type RunningServer = { port: number; pid: number; ended: Promise<void>; stop: () => Promise<void> }

/**
 * Starts the server as an operator would, in its own process. `flags` are passed to Node (for example to profile); `from` is the
 * folder of another version; `settings` go to its environment (`PORT`: instead of a free one); `log` is the file that it
 * writes to.
 */
export const startServer = async (
  databaseUrl: string,
  flags: readonly string[] = [],
  from = root,
  settings: Readonly<Record<string, string>> = {},
  log: number | 'inherit' = 'inherit',
): Promise<RunningServer> => {
  const port = settings.PORT ? Number(settings.PORT) : await freePort()
  const child = spawn(process.execPath, [...flags, join(from, 'apps/server/main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      TRUST_PROXY: 'on',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...settings,
    },
    stdio: ['ignore', log, log],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  await ready(port, child)
  return {
    port,
    pid: child.pid ?? 0,
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      process.removeListener('exit', kill)
    },
  }
}

const ready = async (port: number, child: ChildProcess) => {
  for (let i = 0; i < 1200; i++) {
    if (child.exitCode !== null) throw new Error('the server did not start')
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(100)
  }
  throw new Error('the server is not ready after two minutes')
}

/** Value of `--name value` from the command line. */
export const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)
/** The smallest value that is at least as large as the given fraction of all values. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

/** Formats rows as columns; numbers are right-aligned. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const draw = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  return [draw(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(draw)].join('\n')
}

/** Small and the same on every machine (mulberry32), so a run can be reproduced. */
export const randomOf = (seed: number) => {
  let state = seed
  return (low: number, high: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return low + (((t ^ (t >>> 14)) >>> 0) % (high - low + 1))
  }
}
