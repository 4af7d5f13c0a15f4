import { type Call, calls } from './calls.ts'
import { clearSignups, countSignups, fillDatabase, isScale, refreshSessions, type Size, sizes } from './data.ts'
import { runDriver } from './driver.ts'
import { median, option, quantile, startCluster, startServer, table } from './ground.ts'
import { type Reached, runLoad } from './load.ts'
import { record } from './record.ts'
import { findPgbench, type Rate, runPgbench, type Script, scriptOf } from './reference.ts'

/**
 * npm run bench -- [--scale small|full] [--only name] [--clients 1,8,32] [--runs 5] [--seconds 4]
 * Each call over HTTP, beside the same statements as the same role by pgbench, in turns; medians and their ratio.
 */
const scale = option('scale') ?? 'small'
if (!isScale(scale)) throw new Error(`--scale is small or full, not ${scale}`)
const size: Size = sizes[scale]
const only = option('only')
const clientCounts = (option('clients') ?? '1,8,32').split(',').map(Number)
const runs = Number(option('runs') ?? (scale === 'full' ? 5 : 2))
const seconds = Number(option('seconds') ?? (scale === 'full' ? 4 : 2))
const warm = scale === 'full' ? 2 : 1

const chosen = calls.filter((call) => only === undefined || call.name === only)
if (chosen.length === 0) throw new Error(`--only is one of ${calls.map((call) => call.name).join(', ')}`)

type Ground = { url: string; port: number; pgbench: string | null }
type Measured = { ours: Reached[]; plain: Rate[]; pipelined: Rate[] }

const reference = (ground: Ground, script: Script, clients: number, pipelined: boolean): Promise<Rate> => {
  const run = { clients, warm, seconds, pipelined }
  return ground.pgbench ? runPgbench(ground.pgbench, ground.url, script, run) : runDriver(ground.url, script, run)
}

/** A write is measured on the same ground each time, and every request must have left its row. */
const onCleanGround = async <T extends { requests: number }>(ground: Ground, call: Call, work: () => Promise<T>) => {
  if (call.route.kind === 'write') await clearSignups(ground.url)
  await refreshSessions(ground.url)
  const result = await work()
  if (call.route.kind === 'write') {
    const left = await countSignups(ground.url)
    if (left < result.requests) throw new Error(`${result.requests} requests left ${left} rows`)
  }
  return result
}

const measure = async (ground: Ground, call: Call, script: Script, clients: number): Promise<Measured> => {
  const measured: Measured = { ours: [], plain: [], pipelined: [] }
  for (let seed = 1; seed <= runs; seed++) {
    const load = { port: ground.port, call: call.name, size, clients, warm, seconds, seed }
    measured.ours.push(await onCleanGround(ground, call, () => runLoad(load)))
    measured.plain.push(await onCleanGround(ground, call, () => reference(ground, script, clients, false)))
    if (ground.pgbench)
      measured.pipelined.push(await onCleanGround(ground, call, () => reference(ground, script, clients, true)))
  }
  return measured
}

const rate = (all: readonly { perSecond: number }[]) => median(all.map((one) => one.perSecond))
const whole = (value: number) => (Number.isNaN(value) ? '' : String(Math.round(value)))
const ratio = (a: number, b: number) => (Number.isNaN(b) ? '' : (a / b).toFixed(2))

const main = async (): Promise<boolean> => {
  const cluster = await startCluster()
  try {
    process.stdout.write(`Filling ${size.organizations} organizations ...\n`)
    const url = await fillDatabase(cluster.url, `bench_${scale}`, size)
    await refreshSessions(url)
    const server = await startServer(url)
    const pgbench = findPgbench()
    process.stdout.write(`Reference: ${pgbench ?? 'pgbench is not here, so several processes with the driver pg'}\n`)
    try {
      return await measureAll({ url, port: server.port, pgbench })
    } finally {
      await server.stop()
      await clearSignups(url)
    }
  } finally {
    await cluster.stop()
  }
}

const measureAll = async (ground: Ground): Promise<boolean> => {
  const rows: string[][] = []
  let kept = true
  for (const call of chosen) {
    await clearSignups(ground.url)
    await refreshSessions(ground.url)
    const numbers = call.pick(size, { index: 0, random: (low) => low })
    const script = scriptOf(call, size, await record(ground.url, call, numbers))
    for (const clients of clientCounts) {
      const { ours, plain, pipelined } = await measure(ground, call, script, clients)
      const reached = rate(ours) / rate(plain)
      const short = clients === 32 && reached < call.promise
      if (short) kept = false
      rows.push([
        call.name,
        String(clients),
        whole(rate(ours)),
        median(ours.map((one) => one.p50)).toFixed(2),
        quantile(
          ours.map((one) => one.p99),
          0.5,
        ).toFixed(2),
        whole(rate(plain)),
        ratio(rate(ours), rate(plain)),
        clients === 32 ? `${call.promise}${short ? ' MISSED' : ''}` : '',
        whole(rate(pipelined)),
        ratio(rate(ours), rate(pipelined)),
      ])
      process.stdout.write(`${rows.at(-1)?.join('  ')}\n`)
    }
  }
  const head = [
    'call',
    'clients',
    'ours/s',
    'p50 ms',
    'p99 ms',
    'reference/s',
    'ratio',
    'promise',
    'pipelined/s',
    'ratio',
  ]
  process.stdout.write(`\nMedians of ${runs} runs in turns, ${seconds} s each, ${size.organizations} organizations\n`)
  process.stdout.write(`${table(head, rows)}\n`)
  return kept
}

process.exit((await main()) ? 0 : 1)
