import { listLatest } from '#features/department/notifications/contract.ts'
import { fillDatabase, refreshSessions, sizes } from '../data.ts'
import { option, quantile, startCluster, startServer } from '../ground.ts'
import { secretOf } from '../ids.ts'
import { makeAsker } from './ask.ts'

/**
 * Usage: npm run drills -- overload [--seconds 10]. Many more callers than can be served. Successful responses stay above 90 % of
 * the peak, the others are asked within 50 ms to retry, and 5 s later everything is back to normal.
 */
const seconds = Number(option('seconds') ?? 10)
const few = 32
const many = 1600
const people = sizes.small.organizations * sizes.small.officers

type Heard = { good: number[]; busy: number[]; other: Record<string, number> }

/**
 * Runs this many callers, each sending its next request right after the response; callers asked to retry wait a moment, like
 * browsers.
 */
const crowd = async (port: number, callers: number, forSeconds: number): Promise<Heard> => {
  const { ask, close } = makeAsker(callers)
  const heard: Heard = { good: [], busy: [], other: {} }
  const until = performance.now() + forSeconds * 1000
  const caller = async (n: number) => {
    while (performance.now() < until) {
      const answer = await ask(port, listLatest.path, `watchbill=${secretOf(n % people)}`).catch(
        (error: Error) => error,
      )
      if (!(answer instanceof Error) && answer.status === 200) heard.good.push(answer.ms)
      else if (!(answer instanceof Error) && answer.status === 503 && answer.retryAfter) {
        heard.busy.push(answer.ms)
        await new Promise((go) => setTimeout(go, 250))
      } else {
        const key = answer instanceof Error ? answer.message : String(answer.status)
        heard.other[key] = (heard.other[key] ?? 0) + 1
      }
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, n) => caller(n)))
  close()
  return heard
}

const ms = (values: readonly number[], part: number) => Math.round(quantile(values, part))

export const run = async (): Promise<boolean> => {
  const cluster = await startCluster()
  try {
    const url = await fillDatabase(cluster.url, 'bench_small', sizes.small)
    await refreshSessions(url)
    const server = await startServer(url)
    await crowd(server.port, few, 3)
    const peak = await crowd(server.port, few, seconds)
    const over = await crowd(server.port, many, seconds)
    await new Promise((go) => setTimeout(go, 5000))
    const after = await crowd(server.port, few, seconds)
    await server.stop()
    const goodput = over.good.length / peak.good.length
    const lines = [
      `Peak with ${few} callers: ${Math.round(peak.good.length / seconds)} a second, median ${ms(peak.good, 0.5)} ms`,
      `With ${many}: ${Math.round(over.good.length / seconds)} a second (${goodput.toFixed(2)} of the peak), ${over.busy.length} told to come back, median ${ms(over.busy, 0.5)} ms, 99 % within ${ms(over.busy, 0.99)} ms; other: ${JSON.stringify(over.other)}`,
      `5 s later: ${Math.round(after.good.length / seconds)} a second, median ${ms(after.good, 0.5)} ms`,
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    return goodput >= 0.9 && Object.keys(over.other).length === 0 && after.good.length >= peak.good.length * 0.9
  } finally {
    await cluster.stop()
  }
}
