import { setPriority } from 'node:os'
import { listLatest } from '#features/department/notifications/contract.ts'
import { signUp } from '#features/shifts/signups/contract.ts'
import { readAgainAfter } from '#platform/web/read-again.ts'
import { ADMINS, clearSignups, countSignups, fillDatabase, refreshSessions, sizes } from '../data.ts'
import { option, quantile, startCluster, startServer } from '../ground.ts'
import { idOf, secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'

/**
 * Usage: npm run drills -- overload-writes [--seconds 10]. Three times as many sign-ups as can be served arrive, and screens read besides.
 * Once the burst at the beginning is served, sign-ups keep 95 % of their peak with the 99th percentile under 500 ms, everything else is
 * asked to come back, and 5 s later all is normal again. Takes about four times the seconds and half a minute.
 */
const seconds = Number(option('seconds') ?? 10)
/** At first, 400 may wait for as long as they take: a department that presses at once is served whole (docs/decisions/0240). */
const burstMs = 3000
const size = sizes.small
const officers = size.officers - ADMINS
const readers = 400

/** `good`: milliseconds until the answer, and when it was sent. */
type Heard = { good: number[]; sentAt: number[]; busy: number; other: Record<string, number> }
const nothing = (): Heard => ({ good: [], sentAt: [], busy: 0, other: {} })

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
  if (!(answer instanceof Error) && answer.status === 200) {
    heard.good.push(answer.ms)
    heard.sentAt.push(performance.now() - answer.ms)
  } else if (!(answer instanceof Error) && answer.status === 503 && answer.retryAfter) heard.busy += 1
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
    let failures = 0
    while (performance.now() < until) {
      const cookie = `watchbill=${secretOf(n % (size.organizations * size.officers))}`
      const answer = await reading.ask(port, listLatest.path, cookie).catch((error: Error) => error)
      note(reads, answer)
      failures = !(answer instanceof Error) && answer.status === 503 ? failures + 1 : 0
      if (failures > 0) await new Promise((go) => setTimeout(go, readAgainAfter(failures - 1, Math.random())))
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
  const lasting = writes.good.filter((_, n) => (writes.sentAt[n] ?? 0) > began + burstMs)
  return { writes, reads, lasting }
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
    // Callers take no processor time from the server.
    setPriority(19)
    await steady(server.port, 32, 2)
    const peak = await steady(server.port, 32, seconds)
    const { writes, reads, lasting } = await flood(server.port, rate(peak) * 3, seconds)
    await new Promise((go) => setTimeout(go, 5000))
    const after = await steady(server.port, 32, seconds)
    await server.stop()
    const good = [peak, writes, after].reduce((sum, one) => sum + one.good.length, 0)
    const rows = await countSignups(url)
    await clearSignups(url)
    const served = lasting.length / (seconds - burstMs / 1000)
    const goodput = served / rate(peak)
    const [p50, p99] = [quantile(lasting, 0.5), quantile(lasting, 0.99)].map(Math.round)
    const other = { ...peak.other, ...writes.other, ...reads.other, ...after.other }
    process.stdout.write(
      `Peak: ${Math.round(rate(peak))} sign-ups a second, p99 ${ms(peak, 0.99)} ms
At three times that: ${Math.round(served)} a second (${goodput.toFixed(2)} of the peak), p50 ${p50}, p99 ${p99} ms, with the burst at the beginning ${Math.round(rate(writes))} a second and ${ms(writes, 0.99)} ms; ${writes.busy} asked to come back
Reads meanwhile: ${Math.round(rate(reads))} a second, ${reads.busy} asked to come back; other answers: ${JSON.stringify(other)}
5 s later: ${Math.round(rate(after))} a second, p99 ${ms(after, 0.99)} ms; rows ${rows}, at least ${good} expected
`,
    )
    return (
      goodput >= 0.95 &&
      (p99 ?? 0) < 500 &&
      reads.busy > 0 &&
      Object.keys(other).length === 0 &&
      rate(after) >= rate(peak) * 0.9 &&
      rows >= good
    )
  } finally {
    await cluster.stop()
  }
}
