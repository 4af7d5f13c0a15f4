import { ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { afterEach, expect, test } from 'vitest'
import type { Sql } from './sql.ts'
import { named, sql } from './sql.ts'
import { startCollector, withSettings } from './testing.collector.ts'
import { inOwnTrace, inSpan, inStatement, logWithTraces, sending, setTracing, summaryOf } from './tracing.ts'
import { startTracing } from './tracing-export.ts'
import { parentOf } from './tracing-requests.ts'

afterEach(() => setTracing(null))

const start = (url: string, more: Record<string, string> = {}) => {
  const lines: Record<string, unknown>[] = []
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '20', ...more }
  const tracing = withSettings(settings, () => startTracing((line) => lines.push(line)))
  setTracing(tracing)
  return { tracing, lines }
}
const patient = { timeout: 15_000 }

test('a statement is named by what it does to which table, from its text alone', {
  meta: { shows: ['issue 14 traces'] },
}, () => {
  const cases: readonly [Sql, string][] = [
    [sql`insert into swaps (a) select b from posts where c = ${'x from accounts'}`, 'insert swaps'],
    [sql`with due as (select id from mails for update skip locked) update mails m set a = ${1}`, 'update mails'],
    [sql`select a from officers f where f.email = ${'a@example.org'} for update`, 'select officers'],
    [sql`select 1 where a is distinct from b`, 'select'],
    [sql`delete from ${named('outbox')} where at < ${new Date()}`, 'delete outbox'],
    [sql`insert into a_b values (1) on conflict (x) do update set y = 1`, 'insert a_b'],
    [sql`select app.enter_system(${'id'}::uuid, ${'job'})`, 'select app.enter_system'],
    [sql`savepoint work`, 'savepoint'],
    [sql`(select a from posts) union all (select 1)`, 'select posts'],
  ]
  for (const [statement, name] of cases) expect(summaryOf(statement)).toBe(name)
})

test('only a whole traceparent counts, and nothing else that came with it', {
  meta: { shows: ['issue 14 traces'] },
}, () => {
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const found = (text: string | string[] | undefined) => trace.getSpanContext(parentOf(text))
  expect(found(`00-${traceId}-${spanId}-03`)).toEqual({ traceId, spanId, traceFlags: 1, isRemote: true })
  expect(found(`00-${traceId}-${spanId}-00`)?.traceFlags).toBe(0)
  for (const bad of [
    undefined,
    '',
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01-officer@example.org`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`],
  ])
    expect(parentOf(bad)).toBe(ROOT_CONTEXT)
})

test('without tracing the work runs as it is, and the log stays the same function', {
  meta: { shows: ['issue 14 traces'] },
}, () => {
  const [work, log] = [Promise.resolve(1), () => undefined]
  expect(inSpan('x', {}, () => work)).toBe(work)
  expect(inOwnTrace('x', {}, () => work)).toBe(work)
  expect(inStatement(sql`select 1`, () => work)).toBe(work)
  expect(logWithTraces(log)).toBe(log)
})

test('an error is exported by its kind, never by its message, and the log names the trace', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const collector = await startCollector()
  const { tracing, lines } = start(collector.url)
  const log = logWithTraces((line) => lines.push(line))
  const secret = 'Key (email)=(a@example.org) exists'
  const failing = inOwnTrace('job x', { job: 'x' }, () =>
    inSpan('inner', {}, async () => {
      log({ level: 'error', job: 'x' })
      throw Object.assign(new Error(secret), { code: '23505' })
    }),
  )
  await expect(failing).rejects.toThrow(secret)
  await expect(inOwnTrace('plain', {}, () => Promise.reject(new TypeError(secret)))).rejects.toThrow(secret)
  const sent = sending('send text', async (_to: string) => ({ kind: 'again', status: 503 }))
  await inOwnTrace('job y', {}, () => sent('+13125550100'))
  log({ level: 'info' })
  await tracing.close()
  await collector.close()
  const { spans } = collector
  const named = (name: string) => spans.find((one) => one.name === name)
  expect(named('inner')).toMatchObject({ failed: true, labels: { 'error.type': '23505' }, parent: named('job x')?.id })
  expect(named('job x')).toMatchObject({ failed: true, parent: null })
  expect(named('plain')?.labels).toEqual({ 'error.type': 'TypeError' })
  expect(named('send text')?.labels).toEqual({ 'http.response.status_code': 503, 'error.type': 'again' })
  expect(lines).toEqual([{ level: 'error', job: 'x', trace_id: named('job x')?.trace }, { level: 'info' }])
  expect(collector.strings().filter((text) => /example|Key|\+1312/.test(text))).toEqual([])
})

test('a collector that fails is told once, and once when it takes spans again', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const collector = await startCollector()
  // A status after which the SDK does not try again.
  collector.answer.status = 400
  const { tracing, lines } = start(collector.url)
  const refused = async (times: number) => {
    await inOwnTrace('x', {}, async () => 1)
    await expect.poll(() => collector.asked.length, patient).toBe(times)
  }
  await refused(1)
  await refused(2)
  await expect.poll(() => lines, patient).toHaveLength(1)
  expect(lines[0]).toMatchObject({ level: 'warn', traces: 'could not be sent; requests are served as before' })
  collector.answer.status = 200
  await refused(3)
  await expect.poll(() => lines, patient).toHaveLength(2)
  expect(lines[1]).toEqual({ level: 'warn', traces: 'are sent again', lost_spans: 2 })
  await tracing.close()
  await collector.close()
})

test('what waits to be sent is bounded, and the rest is dropped', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const collector = await startCollector()
  const { tracing } = start(collector.url, { OTEL_BSP_MAX_QUEUE_SIZE: '50', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '10' })
  collector.hold()
  for (let n = 0; n < 2_000; n++) await inOwnTrace('x', {}, async () => n)
  await expect.poll(() => collector.asked.length, patient).toBe(1)
  for (let n = 0; n < 2_000; n++) await inOwnTrace('x', {}, async () => n)
  collector.release()
  // Those that were under way, and the queue.
  await expect.poll(() => collector.spans.length, patient).toBe(60)
  await tracing.close()
  expect(collector.spans).toHaveLength(60)
  await collector.close()
})

test('the end sends what is left, and does not wait long for a collector that is silent', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const collector = await startCollector()
  const slow = { OTEL_BSP_SCHEDULE_DELAY: '60000' }
  const first = start(collector.url, slow)
  await inOwnTrace('x', {}, async () => 1)
  await first.tracing.close()
  expect(collector.spans.map(({ name }) => name)).toEqual(['x'])
  const second = start(collector.url, slow)
  await inOwnTrace('y', {}, async () => 1)
  collector.hold()
  const began = performance.now()
  await second.tracing.close()
  expect(performance.now() - began).toBeGreaterThan(1_900)
  expect(performance.now() - began).toBeLessThan(6_000)
  await collector.close()
})
