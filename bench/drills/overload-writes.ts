import { listLatest } from '#features/department/notifications/contract.ts'
import { signUp } from '#features/shifts/signups/contract.ts'
import { ADMINS, clearSignups, countSignups, fillDatabase, refreshSessions, sizes } from '../data.ts'
import { option, quantile, startCluster, startServer } from '../ground.ts'
import { idOf, secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'

/**
 * Usage: npm run drills -- overload-writes [--seconds 5]. Three times as many sign-ups as can be served arrive, and screens read besides.
 * Sign-ups keep 95 % of their peak with the 99th percentile under 500 ms, everything else is asked to come back, and 5 s later all is
 * normal again. Takes about four times the seconds and half a minute.
 */
const seconds = Number(option('seconds') ?? 5)
const size = sizes.small
const officers = size.officers - ADMINS
const readers = 400

type Heard = { good: number[]; busy: number; other: Record<string, number> }
const nothing = (): Heard => ({ good: [], busy: 0, other: {} })

type Ask = ReturnType<typeof makeAsker>['ask']
/** Every officer signs up for every open shift once: the department varies fastest, then the officer, then the shift. */
const signUpOnce = async (ask: Ask, port: number, index: number, heard: Heard) => {
  const o = index % size.organizations
  const n = Math.floor(index / size.organizations)
  const job = o * size.open + Math.floor(n / officers)
  const person = o * size.officers + ADMINS + (n % officers)
  const path = signUp.path.replace(':assignment_id', idOf('open_assignment', job))
  const body = { post_id: idOf('open_post', job) }
  const write = { method: signUp.method, body, key: `overload-${index}` }
  note(heard, await ask(port, path, `watchbill=${secretOf(person)}`, write).catch((error: Error) => error))
}
const note = (heard: Heard, answer: Awaited<ReturnType<Ask>> | Error) => {
  if (!(answer instanceof Error) && answer.status === 200) heard.good.push(answer.ms)
  else if (!(answer instanceof Error) && answer.status === 503 && answer.retryAfter) heard.busy += 1
  else {
    const key = answer instanceof Error ? answer.message : String(answer.status)
    heard.other[key] = (heard.other[key] ?? 0) + 1
  }
}

let next = 0
/** As many at a time as the server can take: each caller sends its next sign-up after the answer. */
const steady = async (port: number, callers: number, forSeconds: number): Promise<Heard> => {
  const { ask, close } = makeAsker(callers)
  const heard = nothing()
  const until = performance.now() + forSeconds * 1000
  const caller = async () => {
    while (performance.now() < until) await signUpOnce(ask, port, next++, heard)
  }
  await Promise.all(Array.from({ length: callers }, caller))
  close()
  return heard
}

/** This many sign-ups a second, whether or not those before were answered, while the screens read as fast as they may. */
const flood = async (port: number, perSecond: number, forSeconds: number) => {
  const writing = makeAsker(1000)
  const reading = makeAsker(readers)
  const [writes, reads] = [nothing(), nothing()]
  const began = performance.now()
  const until = began + forSeconds * 1000
  const reader = async (n: number) => {
    while (performance.now() < until) {
      const busy = reads.busy
      const cookie = `watchbill=${secretOf(n % (size.organizations * size.officers))}`
      note(reads, await reading.ask(port, listLatest.path, cookie).catch((error: Error) => error))
      if (reads.busy > busy) await new Promise((go) => setTimeout(go, 500))
    }
  }
  const reads_ = Array.from({ length: readers }, (_, n) => reader(n))
  const sent: Promise<void>[] = []
  while (performance.now() < until) {
    const due = Math.floor(((performance.now() - began) * perSecond) / 1000)
    while (sent.length < due) sent.push(signUpOnce(writing.ask, port, next++, writes))
    await new Promise((go) => setTimeout(go, 5))
  }
  await Promise.all([...sent, ...reads_])
  writing.close()
  reading.close()
  return { writes, reads }
}

const ms = (heard: Heard, part: number) => Math.round(quantile(heard.good, part))
const rate = (heard: Heard) => heard.good.length / seconds

export const run = async (): Promise<boolean> => {
  const cluster = await startCluster()
  try {
    const url = await fillDatabase(cluster.url, 'bench_small', size)
    await clearSignups(url)
    await refreshSessions(url)
    const server = await startServer(url)
    await steady(server.port, 32, 2)
    const peak = await steady(server.port, 32, seconds)
    const { writes, reads } = await flood(server.port, rate(peak) * 3, seconds)
    await new Promise((go) => setTimeout(go, 5000))
    const after = await steady(server.port, 32, seconds)
    await server.stop()
    const good = [peak, writes, after].reduce((sum, one) => sum + one.good.length, 0)
    const rows = await countSignups(url)
    await clearSignups(url)
    const goodput = writes.good.length / peak.good.length
    const other = { ...peak.other, ...writes.other, ...reads.other, ...after.other }
    process.stdout.write(
      `Peak: ${Math.round(rate(peak))} sign-ups a second, p99 ${ms(peak, 0.99)} ms
At three times that: ${Math.round(rate(writes))} a second (${goodput.toFixed(2)} of the peak), p50 ${ms(writes, 0.5)}, p99 ${ms(writes, 0.99)} ms, ${writes.busy} asked to come back
Reads meanwhile: ${Math.round(rate(reads))} a second, ${reads.busy} asked to come back; other answers: ${JSON.stringify(other)}
5 s later: ${Math.round(rate(after))} a second, p99 ${ms(after, 0.99)} ms; rows ${rows}, at least ${good} expected
`,
    )
    return (
      goodput >= 0.95 &&
      ms(writes, 0.99) < 500 &&
      reads.busy > 0 &&
      Object.keys(other).length === 0 &&
      rate(after) >= rate(peak) * 0.9 &&
      rows >= good
    )
  } finally {
    await cluster.stop()
  }
}
