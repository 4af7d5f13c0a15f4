import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const waitBuckets = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5]

type Histogram = { counts: number[]; sum: number; count: number }
/** Label values are names from the code (calls, jobs, statuses): never a department, an address or a person. */
type Labels = Readonly<Record<string, string>>
export type Series = {
  name: string
  kind: 'counter' | 'gauge'
  help: string
  values: readonly (readonly [Labels, number])[]
}

const newHistogram = (buckets: readonly number[]): Histogram => ({ counts: buckets.map(() => 0), sum: 0, count: 0 })
const observe = (into: Histogram, buckets: readonly number[], seconds: number): void => {
  into.sum += seconds
  into.count += 1
  const at = buckets.findIndex((limit) => seconds <= limit)
  if (at >= 0) into.counts[at] = (into.counts[at] ?? 0) + 1
}

export type Meter = ReturnType<typeof createMeter>

/** Counts what happens in this process. Made only where the figures are read; without one nothing is measured. */
export const createMeter = () => {
  const requests = new Map<string, Map<number, number>>()
  const latency = new Map<string, Histogram>()
  const waits = newHistogram(waitBuckets)
  const loop = monitorEventLoopDelay({ resolution: 20 })
  loop.enable()
  return {
    answered: (call: string, status: number, seconds: number): void => {
      const byStatus = requests.get(call) ?? new Map<number, number>()
      requests.set(call, byStatus.set(status, (byStatus.get(status) ?? 0) + 1))
      const histogram = latency.get(call) ?? newHistogram(requestBuckets)
      latency.set(call, histogram)
      observe(histogram, requestBuckets, seconds)
    },
    /** How long a transaction waited for its connection. */
    waited: (seconds: number): void => observe(waits, waitBuckets, seconds),
    requests,
    latency,
    waits,
    /** Seconds, since the last reading. */
    loopDelay: (): number => {
      const seconds = loop.percentile(99) / 1e9
      loop.reset()
      return seconds
    },
    close: () => loop.disable(),
  }
}

/** Calls of the contract have their name in the route's configuration; pages and files are counted as one. */
export const measureRequests = (app: FastifyInstance, meter: Meter): void => {
  app.addHook('onResponse', async (request, reply) => {
    // A stream lasts for hours, which is not how long an answer takes.
    if (request.routeOptions.url === '/api/live') return
    const { call } = request.routeOptions.config as { call?: string }
    meter.answered(call ?? 'page', reply.statusCode, reply.elapsedTime / 1000)
  })
}

const labelsOf = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const headOf = (name: string, kind: string, help: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`]

const histogramLines = (name: string, buckets: readonly number[], labels: Labels, histogram: Histogram): string[] => {
  let below = 0
  return [
    ...buckets.map((limit, at) => {
      below += histogram.counts[at] ?? 0
      return `${name}_bucket${labelsOf({ ...labels, le: String(limit) })} ${below}`
    }),
    `${name}_bucket${labelsOf({ ...labels, le: '+Inf' })} ${histogram.count}`,
    `${name}_sum${labelsOf(labels)} ${histogram.sum}`,
    `${name}_count${labelsOf(labels)} ${histogram.count}`,
  ]
}

/** The text format of Prometheus, version 0.0.4. */
export const metricsText = (meter: Meter, more: readonly Series[]): string => {
  const requests: Series = {
    name: 'watchbill_requests_total',
    kind: 'counter',
    help: 'Answered requests by call and status.',
    values: [...meter.requests].flatMap(([call, byStatus]) =>
      [...byStatus].map(([status, count]) => [{ call, status: String(status) }, count] as const),
    ),
  }
  const lines = [requests, ...more].flatMap(({ name, kind, help, values }) => [
    ...headOf(name, kind, help),
    ...values.map(([labels, value]) => `${name}${labelsOf(labels)} ${value}`),
  ])
  const seconds = 'watchbill_request_seconds'
  const wait = 'watchbill_db_wait_seconds'
  return [
    ...lines,
    ...headOf(seconds, 'histogram', 'Time to answer by call.'),
    ...[...meter.latency].flatMap(([call, histogram]) => histogramLines(seconds, requestBuckets, { call }, histogram)),
    ...headOf(wait, 'histogram', 'Time that transactions waited for a connection.'),
    ...histogramLines(wait, waitBuckets, {}, meter.waits),
    '',
  ].join('\n')
}
