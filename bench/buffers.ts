import pg from 'pg'
import { appUrlOf } from '#platform/server/migrate.ts'
import type { Sql } from '#platform/server/sql.ts'
import { type Call, calls, type Numbers } from './calls.ts'
import {
  clearSignups,
  deleteSignups,
  fillDatabase,
  isScale,
  refreshSessions,
  type Size,
  sizes,
  tenfold,
} from './data.ts'
import { option, randomOf, startCluster, table } from './ground.ts'
import { record } from './record.ts'
import { wire } from './reference.ts'

/**
 * Usage: node tools/run.mjs bench/buffers.ts [--scale small|full] [--only name] [--plans]. Counts the pages a call touches with
 * the given number of organizations and with ten times as many: at most a tenth more.
 */
const scale = option('scale') ?? 'small'
if (!isScale(scale)) throw new Error(`--scale is small or full, not ${scale}`)
const only = option('only')
const showPlans = process.argv.includes('--plans')
const bound = 1.1
const samples = 20
/** Generic plans and plans for the specific value: the server's named statements may end up using either. */
const modes = ['force_generic_plan', 'force_custom_plan'] as const

type Explained = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }

/** Runs statements whose triggers are deferred inside a function, where EXPLAIN counts the triggers too. */
const runner = `create or replace function pg_temp.run(statement text) returns void language plpgsql as
  $$ begin execute statement; end $$`

const execution = (name: string, { values }: Sql) => {
  const literals = values.map((value) =>
    value === null || value === undefined ? 'null' : pg.escapeLiteral(wire(value)),
  )
  return `execute ${name}${literals.length > 0 ? `(${literals.join(', ')})` : ''}`
}
const textOf = ({ parts }: Sql) => parts.reduce((text, part, i) => `${text}$${i}${part}`)

const isPlain = (text: string) => /^(begin|commit|savepoint)/.test(text)

/** Pages touched by all statements of one call, in a transaction that is rolled back. */
const pagesOf = async (client: pg.Client, call: Call, statements: readonly Sql[]): Promise<number> => {
  let pages = 0
  for (const statement of statements) {
    const text = textOf(statement)
    if (text === 'commit') {
      await client.query('rollback')
      continue
    }
    if (isPlain(text)) {
      await client.query(text)
      continue
    }
    await client.query(`prepare one as ${text}`)
    const run = execution('one', statement)
    const asked = call.route.kind === 'read' ? run : `select pg_temp.run(${pg.escapeLiteral(run)})`
    const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>(
      `explain (analyze, buffers, timing off, format json) ${asked}`,
    )
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
    pages += (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)
    await client.query('deallocate one')
  }
  return pages
}

const printPlan = async (client: pg.Client, statements: readonly Sql[]) => {
  for (const statement of statements) {
    const text = textOf(statement)
    if (text === 'commit') await client.query('rollback')
    else if (isPlain(text)) await client.query(text)
    else {
      await client.query(`prepare one as ${text}`)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, buffers) ${execution('one', statement)}`,
      )
      process.stdout.write(`${rows.map((row) => row['QUERY PLAN']).join('\n')}\n\n`)
      await client.query('deallocate one')
    }
  }
}

/** Mean pages touched by a call over several people and records; each call runs twice, and the second run has warm catalogs. */
const measure = async (url: string, size: Size, call: Call): Promise<Record<string, number>> => {
  const random = randomOf(7)
  const pages: Record<string, number> = {}
  const client = new pg.Client({ connectionString: appUrlOf(url) })
  await client.connect()
  try {
    await client.query(runner)
    for (let i = 0; i < samples; i++) {
      const numbers: Numbers = call.pick(size, { index: random(0, size.organizations * 50), random })
      const statements = (await record(url, call, numbers)).trips.flat()
      if (call.route.kind === 'write') await deleteSignups(url)
      for (const mode of modes) {
        await client.query(`set plan_cache_mode = ${mode}`)
        await pagesOf(client, call, statements)
        pages[mode] = (pages[mode] ?? 0) + (await pagesOf(client, call, statements)) / samples
        if (showPlans && i === samples - 1) await printPlan(client, statements)
      }
    }
    return pages
  } finally {
    await client.end()
  }
}

const main = async (): Promise<boolean> => {
  const cluster = await startCluster()
  try {
    const one = sizes[scale]
    const ten = tenfold(one)
    process.stdout.write(`Filling ${one.organizations} and ${ten.organizations} organizations ...\n`)
    const urls = [
      await fillDatabase(cluster.url, `bench_${scale}`, one),
      await fillDatabase(cluster.url, `bench_${scale}_tenfold`, ten),
    ] as const
    for (const url of urls) {
      await clearSignups(url)
      await refreshSessions(url)
    }
    const rows: string[][] = []
    let kept = true
    for (const call of calls.filter(({ name }) => only === undefined || name === only)) {
      const few = await measure(urls[0], one, call)
      const many = await measure(urls[1], ten, call)
      for (const mode of modes) {
        const growth = (many[mode] ?? 0) / (few[mode] ?? 0)
        if (!(growth <= bound)) kept = false
        rows.push([
          call.name,
          mode === 'force_generic_plan' ? 'any value' : 'this value',
          (few[mode] ?? 0).toFixed(1),
          (many[mode] ?? 0).toFixed(1),
          growth.toFixed(3),
          growth <= bound ? '' : 'MISSED',
        ])
      }
    }
    const head = ['call', 'plan for', `pages, ${one.organizations}`, `pages, ${ten.organizations}`, 'growth', '']
    process.stdout.write(`${table(head, rows)}\n`)
    return kept
  } finally {
    await cluster.stop()
  }
}

process.exit((await main()) ? 0 : 1)
