import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, makeTestFolder, type TestDatabase } from '#platform/server/postgres/testing.ts'
import { type Collector, startCollector } from '#platform/server/testing.collector.ts'
import { freePort } from '#platform/server/testing.port.ts'

let database: TestDatabase
let folder: string
let collector: Collector
const running: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = makeTestFolder('watchbill-tracing-')
  collector = await startCollector()
})
afterEach(() => collector.clear())
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  await collector.close()
  await database.drop()
})

/** Tells at the end what the process had loaded, and what it waited for. */
const witness = `import Module from 'node:module'
  process.on('exit', () => {
    const files = Object.keys(Module._cache).filter((path) => path.includes('@opentelemetry'))
    process.stderr.write('LOADED ' + files.length + '\\n')
  })`

/** The real server in a process of its own. */
const start = async (env: Record<string, string>) => {
  const port = await freePort()
  const preload = `data:text/javascript,${encodeURIComponent(witness)}`
  const child = spawn(process.execPath, ['--import', preload, join(import.meta.dirname, 'main.ts')], {
    env: {
      ...{ PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
      ...{ DATABASE_URL: database.url, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'debug' },
      ...{ DRAIN_NOTICE_SECONDS: '0', WEATHER: 'off' },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const said = { out: '', err: '' }
  child.stderr?.on('data', (bytes) => {
    said.err += String(bytes)
  })
  await new Promise<void>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${said.err}`)))
    child.stdout?.on('data', (bytes) => {
      said.out += String(bytes)
      if (said.out.includes('is ready')) resolve()
    })
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    get: (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers }),
    /** The lines of its log. */
    lines: () =>
      said.out
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    stop: async () => {
      child.kill('SIGTERM')
      const code = await ended
      return { code, loaded: Number(/LOADED (\d+)/.exec(said.err)?.[1]) }
    },
  }
}
const session = '/api/session'

test('without an address, nothing of OpenTelemetry is loaded and nothing is sent', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  for (const env of [
    { OTEL_SERVICE_NAME: 'x', OTEL_TRACES_SAMPLER: 'always_on' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' },
  ]) {
    const server = await start(env)
    expect((await server.get(session)).status).toBe(401)
    expect(await server.stop()).toEqual({ code: 0, loaded: 0 })
    expect(server.lines().filter((line) => 'trace_id' in line)).toEqual([])
  }
  expect(collector.asked).toEqual([])
})

test('with the standard settings spans are sent at the latest when the process ends, under the names given', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const server = await start({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/of/my/own`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc',
    OTEL_SERVICE_NAME: 'shifts',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  })
  const id = (await server.get(session)).headers.get('x-request-id')
  const { code, loaded } = await server.stop()
  expect(code).toBe(0)
  expect(loaded).toBeGreaterThan(20)
  const span = collector.spans.find(({ labels }) => labels.request_id === id)
  expect(span).toMatchObject({ name: `GET ${session}`, parent: null, kind: 2 })
  expect(server.lines().find((line) => line.request_id === id)).toMatchObject({ trace_id: span?.trace })
  expect(collector.asked[0]).toMatchObject({ url: '/of/my/own', headers: { authorization: 'Bearer abc' } })
  expect(collector.resources()[0]).toMatchObject({
    'service.name': 'shifts',
    'deployment.environment.name': 'trial',
  })
})

test('the sampler says which traces are kept, each as a whole', { meta: { shows: ['issue 14 traces'] } }, async () => {
  const share = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.3' }
  const server = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...share })
  for (let n = 0; n < 100; n++) await server.get('/readyz')
  await server.stop()
  const roots = collector.spans.filter(({ name }) => name === 'GET /readyz')
  // Outside of this once in a hundred thousand runs.
  expect(roots.length).toBeGreaterThan(10)
  expect(roots.length).toBeLessThan(52)
  const ids = new Set(collector.spans.map(({ id }) => id))
  expect(collector.spans.filter(({ parent }) => parent !== null && !ids.has(parent))).toEqual([])
})

test('while the collector is away requests are answered, and it is told once', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    // Four tries of one second each are given up at once.
    ...{ OTEL_EXPORTER_OTLP_TIMEOUT: '200', OTEL_BSP_SCHEDULE_DELAY: '50' },
  })
  const told = () => server.lines().filter((line) => 'traces' in line)
  for (let n = 0; n < 20 || told().length === 0; n++) expect((await server.get(session)).status).toBe(401)
  for (let n = 0; n < 50; n++) expect((await server.get(session)).status).toBe(401)
  const began = performance.now()
  expect((await server.stop()).code).toBe(0)
  expect(performance.now() - began).toBeLessThan(15_000)
  expect(told()).toEqual([expect.objectContaining({ level: 'warn', error: expect.stringContaining('ECONNREFUSED') })])
})
