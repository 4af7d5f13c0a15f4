import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import pg from 'pg'
import { appUrlOf } from '#platform/server/migrate.ts'
import type { Rate, Script } from './reference.ts'

/** The reference when pgbench is not installed: the same statements through the `pg` driver, in one process per core. */
type Run = { clients: number; warm: number; seconds: number }
type Share = Run & { url: string; script: Script; first: number; own: number }

export const runDriver = async (adminUrl: string, script: Script, run: Run): Promise<Rate> => {
  const processes = Math.min(availableParallelism(), run.clients)
  const shares = Array.from({ length: processes }, (_, i) => {
    const first = Math.floor((i * run.clients) / processes)
    const own = Math.floor(((i + 1) * run.clients) / processes) - first
    return inChild({ ...run, url: appUrlOf(adminUrl), script, first, own })
  })
  const rates = await Promise.all(shares)
  return {
    perSecond: rates.reduce((sum, rate) => sum + rate.perSecond, 0),
    requests: rates.reduce((sum, rate) => sum + rate.requests, 0),
  }
}

const inChild = (share: Share): Promise<Rate> =>
  new Promise((resolve, reject) => {
    const child = fork(import.meta.filename, [], { execArgv: [] })
    child.once('message', (said: Rate | { failure: string }) =>
      'failure' in said ? reject(new Error(said.failure)) : resolve(said),
    )
    child.once('exit', (code) => reject(new Error(`the driver ended with ${code}`)))
    child.send(share)
  })

type Variables = Record<string, number>

/** Evaluates the subset of pgbench's `\set` that the scripts use: numbers, names, + - * / %, and random(low, high). */
export const evaluate = (expression: string, variables: Variables): number => {
  const words = expression.match(/:?[a-z_]+|\d+|[-+*/%(),]/g) ?? []
  let at = 0
  const take = () => words[at++] ?? ''
  const factor = (): number => {
    const word = take()
    if (word.startsWith(':')) return variables[word.slice(1)] ?? Number.NaN
    if (/^\d/.test(word)) return Number(word)
    if (word === 'random') take()
    const low = sum()
    const next = take()
    if (next === ')') return low
    const high = sum()
    take()
    return low + Math.floor(Math.random() * (high - low + 1))
  }
  const product = (): number => {
    let value = factor()
    while (['*', '/', '%'].includes(words[at] ?? '')) {
      const sign = take()
      const by = factor()
      value = sign === '*' ? value * by : sign === '/' ? Math.trunc(value / by) : value % by
    }
    return value
  }
  const sum = (): number => {
    let value = product()
    while (['+', '-'].includes(words[at] ?? '')) value = take() === '+' ? value + product() : value - product()
    return value
  }
  return sum()
}

/** Turns pgbench's `:name` into `$1`, as pgbench itself does; `::` is a cast. */
const numbered = (statement: string, i: number) => {
  const names: string[] = []
  const text = statement.replace(/(?<!:):([a-z_]\w*)/g, (_, name: string) => `$${names.push(name)}`)
  return { name: `s${i}`, text, names }
}

const client = async (share: Share, id: number, took: { all: number; counted: number }) => {
  const connection = new pg.Client({ connectionString: share.url })
  await connection.connect()
  const statements = share.script.trips.flat().map(numbered)
  const variables: Variables = { client_id: id, clients: share.clients, turn: -share.clients }
  const from = performance.now() + share.warm * 1000
  const until = from + share.seconds * 1000
  while (performance.now() < until) {
    for (const set of share.script.sets) {
      const [name = '', ...rest] = set.split(' ')
      variables[name] = evaluate(rest.join(' '), variables)
    }
    for (const { name, text, names } of statements) {
      const values = names.map((one) => variables[one]?.toString() ?? share.script.constants[one] ?? null)
      await connection.query(names.length === 0 ? { text } : { name, text, values })
    }
    took.all += 1
    const now = performance.now()
    if (now > from && now <= until) took.counted += 1
  }
  await connection.end()
}

const runShare = async (share: Share): Promise<Rate> => {
  const took = { all: 0, counted: 0 }
  await Promise.all(Array.from({ length: share.own }, (_, i) => client(share, share.first + i, took)))
  return { perSecond: took.counted / share.seconds, requests: took.all }
}

if (process.send) {
  process.once('message', async (share: Share) => {
    const said = await runShare(share).catch((error: Error) => ({ failure: error.message }))
    process.send?.(said, () => process.exit(0))
  })
}
