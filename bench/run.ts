import { type Call, calls, cheapest } from './calls.ts'
import { clearSignups, countSignups, fillDatabase, isScale, refreshSessions, type Size, sizes } from './data.ts'
import { runDriver } from './driver.ts'
import { median, option, startCluster, startServer, table } from './ground.ts'
import { idOf, idSql } from './ids.ts'
import { type Load, type Reached, runLoad } from './load.ts'
import { type Spent, spending } from './processor.ts'
import { type Recorded, record } from './record.ts'
import { findPgbench, type Rate, runPgbench, type Script, scriptOf } from './reference.ts'

/**
 * Usage: npm run bench -- [--scale small|full] [--only name] [--clients 1,8,32] [--runs 5] [--seconds 4]. Runs each call over
 * HTTP and the same statements as the same role in pgbench, alternating; prints the medians, their ratio, the processor time of each
 * call in the server and the database, and its price: how many of the cheapest reads it costs at 32 clients.
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

type Ground = { url: string; port: number; pid: number; pgbench: string | null }
type Measured = { ours: (Reached & { spent: Spent })[]; plain: Rate[]; pipelined: Rate[] }

const reference = (ground: Ground, script: Script, clients: number, pipelined: boolean): Promise<Rate> => {
  const run = { clients, warm, seconds, pipelined }
  return ground.pgbench ? runPgbench(ground.pgbench, ground.url, script, run) : runDriver(ground.url, script, run)
}

/** Each write measurement starts from the same state, and every request must have left its row. */
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

const runPriced = async (ground: Ground, load: Load) => {
  const { result, spent } = await spending(ground.url, [ground.pid], () => runLoad(load))
  return { ...result, spent }
}

const measure = async (ground: Ground, call: Call, script: Script, clients: number): Promise<Measured> => {
  const measured: Measured = { ours: [], plain: [], pipelined: [] }
  for (let seed = 1; seed <= runs; seed++) {
    const load = { port: ground.port, call: call.name, size, clients, warm, seconds, seed }
    measured.ours.push(await onCleanGround(ground, call, () => runPriced(ground, load)))
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
      return await measureAll({ url, port: server.port, pid: server.pid, pgbench })
    } finally {
      await server.stop()
      await clearSignups(url)
    }
  } finally {
    await cluster.stop()
  }
}

/** A part that is read once for a department names it; the recording was made in the first one. */
const withOrganization = (call: Call, recorded: Recorded): Recorded =>
  call.sets(size).some((set) => set.startsWith('o '))
    ? { ...recorded, values: new Map([...recorded.values, [idOf('organization', 0), idSql('organization', ':o')]]) }
    : recorded

const perCall = (ours: Measured['ours'], of: keyof Spent) =>
  median(ours.map(({ spent, requests }) => spent[of] / requests)).toFixed(2)

/** A tenth more than promised is noise. */
const slack = 1.1
/** Prices in cheapest reads of the same run; false if one is too high. */
const tellPrices = (rates: ReadonlyMap<string, number>): boolean => {
  const unit = rates.get(cheapest)
  if (unit === undefined) return true
  const prices = chosen.flatMap((call) => {
    const reached = rates.get(call.name)
    return reached === undefined ? [] : [{ call, reached, price: unit / reached }]
  })
  const isHigh = ({ call, price }: (typeof prices)[number]) => price > call.price * slack
  const lines = prices.map((one) => [
    one.call.name,
    whole(one.reached),
    one.price.toFixed(1),
    `${one.call.price}${isHigh(one) ? ' MISSED' : ''}`,
  ])
  process.stdout.write(
    `\nPrices in ${cheapest} at 32 clients\n${table(['call', 'ours/s', 'price', 'promise'], lines)}\n`,
  )
  return !prices.some(isHigh)
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
  'server ms',
  'database ms',
]
const lineOf = (call: Call, clients: number, { ours, plain, pipelined }: Measured, isShort: boolean): string[] => [
  call.name,
  String(clients),
  whole(rate(ours)),
  median(ours.map((one) => one.p50)).toFixed(2),
  median(ours.map((one) => one.p99)).toFixed(2),
  whole(rate(plain)),
  ratio(rate(ours), rate(plain)),
  clients === 32 ? `${call.promise}${isShort ? ' MISSED' : ''}` : '',
  whole(rate(pipelined)),
  ratio(rate(ours), rate(pipelined)),
  perCall(ours, 'server'),
  perCall(ours, 'database'),
]

const measureAll = async (ground: Ground): Promise<boolean> => {
  const rows: string[][] = []
  const rates = new Map<string, number>()
  let kept = true
  for (const call of chosen) {
    await clearSignups(ground.url)
    await refreshSessions(ground.url)
    const numbers = call.pick(size, { index: 0, random: (low) => low })
    const script = scriptOf(call, size, withOrganization(call, await record(ground.url, call, numbers)))
    for (const clients of clientCounts) {
      const measured = await measure(ground, call, script, clients)
      const isShort = clients === 32 && rate(measured.ours) / rate(measured.plain) < call.promise
      if (isShort) kept = false
      if (clients === 32) rates.set(call.name, rate(measured.ours))
      const line = lineOf(call, clients, measured, isShort)
      rows.push(line)
      process.stdout.write(`${line.join('  ')}\n`)
    }
  }
  process.stdout.write(`\nMedians of ${runs} runs in turns, ${seconds} s each, ${size.organizations} organizations\n`)
  process.stdout.write(`${table(head, rows)}\n`)
  return tellPrices(rates) && kept
}

process.exit((await main()) ? 0 : 1)
