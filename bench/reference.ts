import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { appUrlOf } from '#platform/server/migrate.ts'
import type { Call } from './calls.ts'
import type { Size } from './data.ts'
import { median } from './ground.ts'
import type { Recorded } from './record.ts'

/** Statements in pgbench format: the values that vary per request, and the constants, by name. */
export type Script = {
  sets: readonly string[]
  trips: readonly (readonly string[])[]
  /** Parameters that never change. A name missing here is sent as null. */
  constants: Readonly<Record<string, string>>
}

/** A parameter as the driver sends it. */
export const wire = (value: unknown): string => {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(wire(item))).join(',')}}`
  return String(value)
}

/**
 * Writes a literal that contains a colon so that pgbench sees no variable in it. PostgreSQL parses both spellings to the same
 * constant.
 */
const hideColons = (text: string): string =>
  text.replace(/'(?:[^']|'')*'/g, (literal) =>
    literal.includes(':') ? `E${literal.replaceAll('\\', '\\\\').replaceAll(':', '\\x3a')}` : literal,
  )

export const scriptOf = (call: Call, size: Size, recorded: Recorded): Script => {
  const constants: Record<string, string> = {}
  let named = 0
  const place = (value: unknown): string => {
    const varying = recorded.values.get(Buffer.isBuffer(value) ? value.toString('hex') : String(value))
    if (varying !== undefined) return `(${varying})`
    // pgbench accepts no empty values.
    if (value === '') return `''`
    const name = `v${named++}`
    if (value !== null && value !== undefined) constants[name] = wire(value)
    return `:${name}`
  }
  const trips = recorded.trips.map((trip) =>
    trip.map(({ parts, values }) =>
      values.reduce<string>(
        (text, value, i) => `${text}${place(value)}${hideColons(parts[i + 1] ?? '')}`,
        hideColons(parts[0] ?? ''),
      ),
    ),
  )
  return { sets: call.sets(size), trips, constants }
}

/** The newest pgbench on this machine, or null. */
export const findPgbench = (): string | null => {
  const installed = '/usr/lib/postgresql'
  const versions = spawnSync('ls', [installed], { encoding: 'utf8' }).status === 0 ? readdirSync(installed) : []
  const folders = [
    ...versions.toSorted((a, b) => Number(b) - Number(a)).map((version) => join(installed, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  for (const folder of folders) {
    const path = join(folder, 'pgbench')
    if (spawnSync(path, ['--version']).status === 0) return path
  }
  return null
}

export type Rate = { perSecond: number; requests: number }

/** Runs the script with this many clients and returns the rate after the warm-up seconds. */
export const runPgbench = async (
  pgbench: string,
  adminUrl: string,
  script: Script,
  run: { clients: number; warm: number; seconds: number; pipelined: boolean },
): Promise<Rate> => {
  const folder = mkdtempSync(join(tmpdir(), 'watchbill-bench-'))
  const file = join(folder, 'call.sql')
  const lines = [
    ...script.sets.map((set) => `\\set ${set}`),
    ...script.trips.flatMap((trip) => {
      const statements = trip.map((statement) => `${statement};`)
      return run.pipelined ? ['\\startpipeline', ...statements, '\\endpipeline'] : statements
    }),
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const constants = { ...script.constants, clients: String(run.clients), turn: String(-run.clients) }
  const length = run.warm + run.seconds
  try {
    const said = await output(
      spawn(
        pgbench,
        [
          ...['-n', '-M', 'prepared', '-f', file, '-c', String(run.clients), '-j', String(Math.min(2, run.clients))],
          ...['-T', String(length), '-P', '1'],
          ...Object.entries(constants).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
        ],
        { env: { ...process.env, ...libpqEnv(appUrlOf(adminUrl)) }, stdio: ['ignore', 'pipe', 'pipe'] },
      ),
    )
    return readPgbench(said, run.warm)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const libpqEnv = (text: string): Record<string, string> => {
  const url = new URL(text)
  const query = url.searchParams
  return {
    PGHOST: query.get('host') ?? url.hostname,
    PGPORT: query.get('port') ?? (url.port || '5432'),
    PGUSER: query.get('user') ?? decodeURIComponent(url.username),
    PGPASSWORD: query.get('password') ?? decodeURIComponent(url.password),
    PGDATABASE: url.pathname.slice(1),
    PGSSLMODE: query.get('sslmode') ?? 'disable',
  }
}

const output = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`pgbench failed: ${text}`))))
  })

/** The rate of each second after the warm-up, and their median. */
const readPgbench = (said: string, warm: number): Rate => {
  const seconds = [...said.matchAll(/^progress: ([\d.]+) s, ([\d.]+) tps/gm)].map(([, at, rate]) => [
    +(at ?? 0),
    +(rate ?? 0),
  ])
  const counted = seconds.filter(([at = 0]) => at > warm + 0.5).map(([, rate = 0]) => rate)
  const requests = Number(/number of transactions actually processed: (\d+)/.exec(said)?.[1] ?? 0)
  const failed = Number(/number of failed transactions: (\d+)/.exec(said)?.[1] ?? 0)
  if (requests === 0 || failed > 0 || counted.length === 0) throw new Error(`pgbench did not run well: ${said}`)
  return { perSecond: median(counted), requests }
}
