import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAssignment } from '#features/shifts/assignment-editor/contract.ts'
import { signUp } from '#features/shifts/signups/contract.ts'
import { makeBrowser } from '#platform/server/testing.push.ts'
import { ADMINS, clearSignups, fillDatabase, refreshSessions } from './data.ts'
import { makeAsker } from './drills/ask.ts'
import { option, quantile, startCluster, startServer, table, withClient } from './ground.ts'
import { idOf, secretOf } from './ids.ts'
import type { PushArrivals, PushServiceReady } from './push-service.ts'

/**
 * Usage: node tools/run.mjs bench/pushes.ts [--officers 1000] [--seconds 10]. An admin posts a shift in a department whose officers have
 * all turned pushes on, while others sign up, 20 a second. Measures how long after the answer the last push arrives at the push
 * service, and the sign-ups with and without the pushes.
 */
const officers = Number(option('officers') ?? 1000)
const seconds = Number(option('seconds') ?? 10)
const perSecond = 20
const open = 40
const leavesWithinMs = 5000
/** How much slower the median of sign-ups may be while the pushes leave. */
const slowerMost = 2

const clock = () => Number(process.hrtime.bigint() / 1000n) / 1000
const said = async <T>(child: ChildProcess): Promise<T> => ((await once(child, 'message')) as [T])[0]

/** One device for each officer, all with the keys of one browser: the server's work is the same. */
const subscribeAll = (url: string, origin: string) =>
  withClient(url, async (client) => {
    const { p256dh, auth } = makeBrowser(origin).target
    await client.query(`set session_replication_role = replica`)
    await client.query(`truncate push_subscriptions, deliveries, tellings, notifications, mails`)
    await client.query(`update organizations set quiet_from = null, quiet_to = null`)
    await client.query(
      `insert into push_subscriptions (organization_id, officer_id, session_id, endpoint, p256dh, auth)
       select f.organization_id, f.id, s.id, $1 || '/send/' || f.id, $2, $3
       from officers f join sessions s on s.user_id = f.user_id where f.role = 'officer'`,
      [origin, p256dh, auth],
    )
    await client.query('analyze push_subscriptions')
  })

const { ask, close } = makeAsker(400)
type Write = { path: string; method: string; body: object; key: string }
const call = (port: number, person: number, { path, ...write }: Write) =>
  ask(port, path, `watchbill=${secretOf(person)}`, write)

/** Signs up at a steady pace, whether or not the ones before have been answered; the milliseconds of each. */
const signUps = async (port: number, round: string): Promise<{ took: number[]; refused: number }> => {
  const took: number[] = []
  let refused = 0
  const one = async (n: number) => {
    const path = signUp.path.replace(':assignment_id', idOf('open_assignment', n % open))
    const body = { post_id: idOf('open_post', n % open) }
    const answer = await call(port, ADMINS + n, { path, method: signUp.method, body, key: `pushes-${round}-${n}` })
    if (answer.status === 200) took.push(answer.ms)
    else refused += 1
  }
  const began = performance.now()
  const running: Promise<void>[] = []
  for (let n = 0; n < seconds * perSecond; n++) {
    await pause(Math.max(0, began + (n * 1000) / perSecond - performance.now()))
    running.push(one(n))
  }
  await Promise.all(running)
  return { took, refused }
}

/** Posts a shift, and resolves with the moment of the answer. */
const post = async (port: number): Promise<number> => {
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const body = {
    ...{ title: 'Night patrol', kind: 'overtime', signup_mode: 'first_come', publish: 'now' },
    ...{ starts: { date: day, time: '10:00' }, ends: { time: '18:00' }, posts: [{ name: 'North', required_count: 2 }] },
  }
  const { path, method } = createAssignment
  const answer = await call(port, 0, { path, method, body, key: 'pushes-post' })
  if (answer.status !== 200) throw new Error(`not posted: ${answer.status} ${answer.text}`)
  return clock()
}

/** Seconds of the processor that the server has used; not known outside Linux. */
const cpuOf = (pid: number): number => {
  try {
    const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = after.split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return Number.NaN
  }
}

/** The pushes that have arrived so far. */
const arrivalsAt = async (service: ChildProcess) => {
  const told = said<PushArrivals>(service)
  service.send('arrivals')
  return (await told).arrivals
}

const cluster = await startCluster()
const folder = mkdtempSync(join(tmpdir(), 'watchbill-pushes-'))
const service = fork(join(import.meta.dirname, 'push-service.ts'), [], { execArgv: [] })
let kept = false
try {
  const { origin, ca } = await said<PushServiceReady>(service)
  process.env.PUSH_SERVICE_URL = origin
  process.env.PUSH_SERVICE_CA = join(folder, 'service.pem')
  writeFileSync(process.env.PUSH_SERVICE_CA, ca)
  const size = { organizations: 1, officers: officers + ADMINS, assignments: 1, open, history: false }
  const url = await fillDatabase(cluster.url, `bench_pushes_${officers}`, size)
  await subscribeAll(url, origin)
  const server = await startServer(url)
  // The first seconds warm the server up.
  await signUps(server.port, 'warm')
  const round = async (name: string) => {
    await clearSignups(url)
    await refreshSessions(url)
    return signUps(server.port, name)
  }
  const before = cpuOf(server.pid)
  const alone = await round('alone')
  const between = cpuOf(server.pid)
  const beside = round('beside')
  await pause(1500)
  const posted = await post(server.port)
  const made = await beside
  let came = await arrivalsAt(service)
  for (let i = 0; i < 60 && came.length < officers; i++) {
    await pause(500)
    came = await arrivalsAt(service)
  }
  const end = cpuOf(server.pid)
  await server.stop()
  const devices = new Set(came.map(([path]) => path)).size
  const after = came.map(([, at]) => at - posted)
  const last = Math.max(...after)
  const [was, is] = [quantile(alone.took, 0.5), quantile(made.took, 0.5)]
  const refused = alone.refused + made.refused
  kept =
    devices === officers &&
    came.length === officers &&
    last <= leavesWithinMs &&
    refused === 0 &&
    is <= was * slowerMost
  const row = (what: string, { took, refused: no }: typeof made) => [
    ...[what, String(took.length), String(no)],
    ...[0.5, 0.95, 0.99, 1].map((part) => quantile(took, part).toFixed(1)),
  ]
  process.stdout.write(
    `${came.length} pushes to ${devices} devices: first ${Math.min(...after).toFixed(0)} ms, half ${quantile(after, 0.5).toFixed(0)} ms, ` +
      `last ${last.toFixed(0)} ms after the answer (${leavesWithinMs})\n` +
      `${table(['sign-ups', 'made', 'refused', 'p50 ms', 'p95', 'p99', 'longest'], [row('alone', alone), row('while pushes leave', made)])}\n` +
      `processor of the server: ${(between - before).toFixed(1)} s alone, ${(end - between).toFixed(1)} s with the pushes; ` +
      `load ${loadavg()[0]?.toFixed(1)} ${kept ? '' : 'MISSED'}\n`,
  )
} finally {
  close()
  service.disconnect()
  rmSync(folder, { recursive: true })
  await cluster.stop()
}
process.exit(kept ? 0 : 1)
