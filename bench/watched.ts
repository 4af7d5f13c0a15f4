import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { loadavg, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { publishAssignment } from '#features/shifts/assignments/contract.ts'
import { listOpenJobs, signUp } from '#features/shifts/signups/contract.ts'
import { ADMINS, clearSignups, fillDatabase, refreshSessions, type Size } from './data.ts'
import { makeAsker } from './drills/ask.ts'
import { option, quantile, type RunningServer, startCluster, startServer, table, withClient } from './ground.ts'
import { idOf, secretOf } from './ids.ts'
import { drawPlot, type Series } from './plot.ts'
import { spending } from './processor.ts'
import type { Looked, Saying, ToWatchers } from './watchers.ts'

/**
 * Usage: node tools/run.mjs bench/watched.ts [--row 300|1000|5000|back|posted] [--seconds 10] [--settle 1000] [--before yes] [--servers 1] [--plot <file>]. A department watches its open
 * shifts while officers sign up, 20 a second: one server process or several, with the screens on the same machine, at the lowest priority. Measures the sign-ups, and how
 * long after the commit each screen shows it; at the end each screen is compared with the database. `--before yes` measures screens
 * that read the whole list after every change; `--plot` measures both with 1 to 1,000 screens and draws them. The processor times are those of all servers and of the database, per second.
 */
const seconds = Number(option('seconds') ?? 10)
const perSecond = 20
const everybodyReads = option('before') === 'yes'
const open = 40
const serverCount = Number(option('servers') ?? 1)
/** Processes of screens, each on its own loopback address. */
const processes = 2

type Row = {
  name: string
  watchers: number
  p50: number
  p99: number
  screens: number
  returns: boolean
  /** Shifts are posted, one every two seconds, each with a notification to everybody, and nobody signs up. */
  posts?: true
  /** Screens read the whole list after every change. */
  before: boolean
}
const rows: readonly Omit<Row, 'before'>[] = [
  { name: '300', watchers: 300, p50: 12, p99: 60, screens: 400, returns: false },
  { name: '1000', watchers: 1000, p50: 15, p99: 75, screens: 700, returns: false },
  { name: '5000', watchers: 5000, p50: 25, p99: 150, screens: 1500, returns: false },
  { name: 'back', watchers: 1000, p50: 40, p99: 200, screens: 5000, returns: true },
  // The figures of p50 and p99 are those of publishing.
  { name: 'posted', watchers: 5000, p50: 2000, p99: 4000, screens: 2000, returns: false, posts: true },
]

/** Those who sign up: enough that nobody asks for a shift twice. */
const officersOf = (row: Row) => Math.max(row.watchers, 300)
const sizeOf = (row: Row): Size => ({
  organizations: 1,
  officers: officersOf(row) + ADMINS,
  assignments: 1,
  open,
  history: false,
})

const clock = () => Number(process.hrtime.bigint() / 1000n) / 1000

const answerOf = <K extends 'ready' | 'looked'>(child: ChildProcess, key: K) =>
  new Promise<Extract<Saying, Record<K, unknown>>[K]>((resolve, reject) => {
    const hear = (said: Saying) => {
      if ('failure' in said) reject(new Error(said.failure))
      else if (key in said) {
        child.off('message', hear)
        resolve((said as unknown as Record<K, never>)[key])
      }
    }
    child.on('message', hear)
  })

/** Opens every screen, and resolves when each has its list and its stream. */
const openScreens = async (servers: readonly RunningServer[], row: Row): Promise<ChildProcess[]> => {
  const path = `${listOpenJobs.path}?days=100&limit=100`
  const people = Array.from({ length: row.watchers }, (_, n) => ADMINS + n)
  const children = Array.from({ length: processes }, () =>
    fork(new URL('./watchers.ts', import.meta.url).pathname, [], { execArgv: [] }),
  )
  // Phones take no processor time from the server.
  for (const { pid } of children) if (pid !== undefined) setPriority(pid, 19)
  await Promise.all(
    children.map((child, i) => {
      const own = people.filter((n) => n % processes === i)
      const ports = servers.map(({ port }) => port)
      const start = { ports, address: `127.0.0.${i + 2}`, people: own, path, everybodyReads: row.before }
      child.send({ start } satisfies ToWatchers)
      return answerOf(child, 'ready')
    }),
  )
  return children
}

type Made = { took: number[]; refused: Record<string, number>; commits: Map<string, number> }

/** Signs up at a steady pace, whether or not the ones before have been answered. */
const signUps = async (servers: readonly RunningServer[], row: Row): Promise<Made> => {
  const { ask, close } = makeAsker(400)
  const made: Made = { took: [], refused: {}, commits: new Map() }
  const counts = new Map<string, number>()
  const one = async (n: number) => {
    const job = n % open
    const person = ADMINS + ((n * 7) % officersOf(row))
    const path = signUp.path.replace(':assignment_id', idOf('open_assignment', job))
    const post = idOf('open_post', job)
    const write = { method: signUp.method, body: { post_id: post }, key: `watched-${row.name}-${n}` }
    const { port } = servers[n % servers.length] as RunningServer
    const answer = await ask(port, path, `watchbill=${secretOf(person)}`, write)
    if (answer.status !== 200) {
      made.refused[answer.status] = (made.refused[answer.status] ?? 0) + 1
      return
    }
    made.took.push(answer.ms)
    const count = (counts.get(post) ?? 0) + 1
    counts.set(post, count)
    made.commits.set(`${post} ${count}`, clock())
  }
  const began = performance.now()
  const running: Promise<void>[] = []
  for (let n = 0; n < seconds * perSecond; n++) {
    await pause(Math.max(0, began + (n * 1000) / perSecond - performance.now()))
    running.push(one(n))
  }
  await Promise.all(running)
  close()
  return made
}

const drafts = 5
const everyMs = 2000

/** Drafts like the open shifts, the day after them; triggers are on, as when an admin writes them. */
const makeDrafts = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    await client.query(`select app.enter_system($1, 'bench')`, [idOf('organization', 0)])
    await client.query(`select set_config('app.organization_id', $1, false), set_config('app.role', 'system', false)`, [
      idOf('organization', 0),
    ])
    const { rows: made } = await client.query<{ id: string }>(
      `insert into assignments (organization_id, title, kind, time_zone, starts_at, ends_at, signup_mode, status)
        select $1, 'Late parade', 'special_event', 'America/Chicago', at, at + interval '1 hour', 'first_come', 'draft'
        from (select date_trunc('hour', now()) + interval '80 days' + n * interval '2 hours' as at
          from generate_series(1, $2::int) n) days returning id`,
      [idOf('organization', 0), drafts],
    )
    await client.query(
      `insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
        select organization_id, id, 'Route', 500, starts_at, ends_at from assignments where id = any($1)`,
      [made.map(({ id }) => id)],
    )
    return made.map(({ id }) => id)
  })

/** Publishes them one after another; every officer of the department gets a notification of each. */
const publishAll = async (server: RunningServer, ids: readonly string[]): Promise<Made> => {
  const { ask, close } = makeAsker(4)
  const made: Made = { took: [], refused: {}, commits: new Map() }
  for (const id of ids) {
    const path = publishAssignment.path.replace(':id', id)
    const write = { method: publishAssignment.method, body: { scope: 'this' }, key: `watched-${id}` }
    const began = performance.now()
    const answer = await ask(server.port, path, `watchbill=${secretOf(0)}`, write)
    if (answer.status === 200) {
      made.took.push(answer.ms)
      made.commits.set(`posted ${id}`, clock())
    } else made.refused[answer.status] = (made.refused[answer.status] ?? 0) + 1
    await pause(Math.max(0, began + everyMs - performance.now()))
  }
  close()
  return made
}

/** What every screen should show. */
const truth = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const { rows: posts } = await client.query<{ text: string }>(
      `select p.id || '=' || count(s.id) filter (where app.holds_place(s.status)) as text from posts p
        left join officer_assignments s on s.organization_id = p.organization_id and s.post_id = p.id
        where p.starts_at > now() + interval '65 days' group by p.id`,
    )
    return posts
      .map(({ text }) => text)
      .toSorted()
      .join()
  })

/** Milliseconds from the answer of each sign-up until each screen showed it; before the answer counts as none. */
const lagsOf = (made: Made, looks: readonly Looked[]): number[] =>
  looks.flatMap(({ arrivals }) =>
    arrivals.flatMap(([key, times]) => {
      const commit = made.commits.get(key)
      return commit === undefined ? [] : times.map((at) => Math.max(0, at - commit))
    }),
  )

const look = (children: readonly ChildProcess[]) =>
  Promise.all(
    children.map((child) => {
      const looked = answerOf(child, 'looked')
      child.send({ look: true } satisfies ToWatchers)
      return looked
    }),
  )

const wrongIn = (looks: readonly Looked[], right: string): number =>
  looks.flatMap(({ texts }) => texts).reduce((sum, { text, screens }) => sum + (text === right ? 0 : screens), 0)

const residentOf = ({ pid }: RunningServer) =>
  Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024

const measure = async (servers: readonly [RunningServer, ...RunningServer[]], url: string, row: Row) => {
  const late = row.posts ? await makeDrafts(url) : []
  const children = await openScreens(servers, row)
  // Longer than the server counts those who have just come, who are not those who come back.
  await pause(row.returns ? 6000 : 1000)
  if (row.returns) for (const child of children) child.send({ drop: true } satisfies ToWatchers)
  const work = () => (row.posts ? publishAll(servers[0], late) : signUps(servers, row))
  const began = performance.now()
  const { result: made, spent } = await spending(
    url,
    servers.map(({ pid }) => pid),
    work,
  )
  const lasted = (performance.now() - began) / 1000
  await pause(row.screens + Number(option('settle') ?? 1000))
  const looks = await look(children)
  const wrong = wrongIn(looks, await truth(url))
  const memory = Math.max(...servers.map(residentOf))
  for (const child of children) child.kill()
  const sum = (of: (one: Looked) => number) => looks.reduce((all, one) => all + of(one), 0)
  const lags = row.returns ? looks.flatMap(({ late }) => late) : lagsOf(made, looks)
  const refused = Object.values(made.refused).reduce((all, n) => all + n, 0)
  const heard = row.returns ? row.watchers : made.commits.size * row.watchers
  return {
    made,
    lags,
    refused,
    wrong,
    memory,
    spent: { server: spent.server / lasted, database: spent.database / lasted },
    missing: heard - lags.length,
    reads: sum((one) => one.reads),
    readsRefused: sum((one) => one.refused),
    backwards: sum((one) => one.backwards),
  }
}

const run = async (clusterUrl: string, row: Row) => {
  const url = await fillDatabase(clusterUrl, `bench_watched_${row.watchers}`, sizeOf(row))
  await clearSignups(url)
  await refreshSessions(url)
  const first = await startServer(url)
  const others = await Promise.all(Array.from({ length: serverCount - 1 }, () => startServer(url)))
  const found = await measure([first, ...others], url, row)
  await Promise.all([first, ...others].map((server) => server.stop()))
  const { made, lags, refused, wrong, missing, backwards } = found
  const [p50, p99, screens] = [quantile(made.took, 0.5), quantile(made.took, 0.99), quantile(lags, 0.99)]
  const right = refused === 0 && wrong === 0 && missing === 0 && backwards === 0
  const kept = right && p50 <= row.p50 && p99 <= row.p99 && screens <= row.screens
  const cells = [
    `${row.watchers}${row.returns ? ', all back at once' : row.posts ? ', a shift posted' : ''}`,
    `${p50.toFixed(1)} (${row.p50})`,
    `${p99.toFixed(0)} (${row.p99})`,
    String(refused),
    `${screens.toFixed(0)} (${row.screens})`,
    String(wrong + missing),
    `${found.reads} (${found.readsRefused})`,
    found.memory.toFixed(0),
    `${found.spent.server.toFixed(0)} + ${found.spent.database.toFixed(0)}`,
    loadavg()[0]?.toFixed(1) ?? '',
    kept ? '' : 'MISSED',
  ]
  return { cells, kept, p99, refused }
}

/** The 99th percentile of sign-ups over the number of screens, as they are and as they were. */
const plot = async (clusterUrl: string, file: string) => {
  const counts = [1, 10, 30, 100, 300, 1000]
  const series: Series[] = []
  for (const [name, before, color] of [
    ['screens read everything', true, '#b42318'],
    ['now', false, '#175cd3'],
  ] as const) {
    const points: { x: number; y: number; note?: string }[] = []
    for (const watchers of counts) {
      const limits = { p50: 0, p99: 0, screens: 1500 }
      const { p99, refused } = await run(clusterUrl, {
        name: `plot-${watchers}`,
        watchers,
        ...limits,
        returns: false,
        before,
      })
      process.stdout.write(
        `${watchers}, ${name}: ${p99.toFixed(0)} ms, ${refused} refused, load ${loadavg()[0]?.toFixed(1)}\n`,
      )
      const note = refused > 0 ? { note: `${refused} of ${seconds * perSecond} refused` } : {}
      // If all were refused, none took any time.
      if (p99 > 0) points.push({ x: watchers, y: p99, ...note })
    }
    series.push({ name, color, points })
  }
  const [title, x] = [`Sign-ups at ${perSecond} a second on one process`, 'screens that watch the open shifts']
  writeFileSync(file, drawPlot({ title, x, y: '99th percentile, ms', series }))
}

const cluster = await startCluster()
let kept = true
try {
  const lines: string[][] = []
  const chosen = rows.filter(({ name }) => option('row') === undefined || option('row') === name)
  const drawn = option('plot')
  if (drawn) await plot(cluster.url, drawn)
  for (const row of drawn ? [] : chosen) {
    const done = await run(cluster.url, { ...row, before: everybodyReads })
    lines.push(done.cells)
    kept &&= done.kept
  }
  const head = [
    'watching',
    'p50 ms',
    'p99 ms',
    'refused',
    'screens p99 ms',
    'wrong',
    'reads (refused)',
    'MB',
    'processor ms/s',
    'load',
    '',
  ]
  if (!drawn) process.stdout.write(`${table(head, lines)}\n`)
} finally {
  await cluster.stop()
}
process.exit(kept ? 0 : 1)
