import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditJobs } from '#features/department/audit/jobs.ts'
import { addPhone } from '#features/department/channels/contract.phones.ts'
import { getSession } from '#features/people/sessions/contract.ts'
import { updateMyProfile } from '#features/roster/officers/contract.ts'
import { createHttp } from '#platform/server/http.ts'
import { startJobs } from '#platform/server/jobs.ts'
import { sql } from '#platform/server/sql.ts'
import { type CollectedSpan, type Collector, startCollector, withSettings } from '#platform/server/testing.collector.ts'
import { sampleInput } from '#platform/server/testing.inputs.ts'
import { startTwilio } from '#platform/server/testing.phones.ts'
import { startSmtp } from '#platform/server/testing.smtp.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { setTexting } from '#platform/server/texting.ts'
import { setTracing, type Tracing } from '#platform/server/tracing.ts'
import { startTracing } from '#platform/server/tracing-export.ts'
import { readConfig } from './config.ts'
import { routes } from './routes.ts'
import { sweepsOf } from './sweeps.ts'
import { makeScene, overrides, type Scene } from './testing.scene.ts'

let collector: Collector
let tracing: Tracing
let server: TestServer
let organization: TestOrganization
let officer: TestPerson

beforeAll(async () => {
  collector = await startCollector()
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '20' }
  tracing = withSettings(settings, () => startTracing(() => undefined))
  setTracing(tracing)
  server = await startTestServer(routes, {
    live: true,
    mount: (app, database) => app.get('/broken/:secret', () => database.plain(sql`select 1/0`)),
  })
  organization = await server.makeOrganization({ name: 'Telltale Falls PD', subdomain: 'telltale-falls-pd' })
  officer = await server.makePerson(organization, { name: 'Telltale Person' })
})
afterEach(() => collector.clear())
afterAll(async () => {
  setTracing(null)
  await tracing.close()
  await server.close()
  await collector.close()
})

/** Waits for the span that ends its trace, and for those within it. */
const traceOf = async (found: (span: CollectedSpan) => boolean) => {
  await expect.poll(() => collector.spans.some(found)).toBe(true)
  const root = collector.spans.find(found) as CollectedSpan
  const spans = collector.spans.filter((one) => one.trace === root.trace)
  const under = (name: string, parent = root) =>
    spans.find((one) => one.name === name && one.parent === parent.id) ?? expect.fail(`no ${name} under ${parent.name}`)
  return { root, spans, under }
}
const ofRequest = (id: string | null) => traceOf(({ labels }) => labels.request_id === id)
const idOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id')

test('a write is one trace: the request, its wait for a connection, its transaction, the statements, the commit', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const answer = await server.call(updateMyProfile, { phone: '+1 312 555 0199' }, officer)
  const { root, spans, under } = await ofRequest(idOf(answer))
  expect(root).toEqual({
    ...{ trace: expect.stringMatching(/^[0-9a-f]{32}$/), id: expect.stringMatching(/^[0-9a-f]{16}$/), parent: null },
    name: `${updateMyProfile.method} ${updateMyProfile.path}`,
    kind: 2,
    failed: false,
    labels: {
      'http.request.method': updateMyProfile.method,
      'http.route': updateMyProfile.path,
      'http.response.status_code': 200,
      call: updateMyProfile.name,
      request_id: idOf(answer),
    },
  })
  under('wait for a connection')
  const transaction = under('transaction')
  expect(transaction).toMatchObject({ kind: 3, labels: { 'db.system.name': 'postgresql' } })
  for (const name of ['select app.enter', 'insert idempotency_keys', 'update officers', 'commit'])
    expect(under(name, transaction).kind).toBe(3)
  expect(under('update officers', transaction).labels).toEqual({
    'db.system.name': 'postgresql',
    'db.query.summary': 'update officers',
  })
  expect(spans.filter(({ parent }) => parent === null)).toEqual([root])
  expect(collector.asked[0]).toMatchObject({ url: '/v1/traces', headers: { 'content-type': 'application/json' } })
  expect(collector.resources()[0]).toMatchObject({ 'service.name': 'watchbill' })
})

test('calls at the same time keep to their own traces', { meta: { shows: ['issue 14 traces'] } }, async () => {
  const phones = Array.from({ length: 12 }, (_, n) => `+1 312 555 02${10 + n}`)
  const answers = await Promise.all([
    ...phones.map((phone) => server.call(updateMyProfile, { phone }, officer)),
    ...phones.map(() => server.call(getSession, {}, officer)),
  ])
  for (const answer of answers) {
    const { root, spans } = await ofRequest(idOf(answer))
    const ids = new Set(spans.map(({ id }) => id))
    expect(spans.filter(({ parent }) => parent === null)).toEqual([root])
    expect(spans.filter(({ parent }) => parent !== null && !ids.has(parent))).toEqual([])
    expect(spans.filter(({ name }) => name === 'transaction').length).toBe(root.name.startsWith('GET') ? 0 : 1)
    expect(spans.length).toBeGreaterThan(2)
  }
})

test('an error fails its span without its message, and the line in the log names the trace', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const response = await fetch(`${server.base}/broken/telltale`)
  expect(response.status).toBe(500)
  const { root, under } = await ofRequest(idOf(response))
  expect(root).toMatchObject({ name: 'GET /broken/:secret', failed: true })
  expect(root.labels).toMatchObject({ 'error.type': '22012', 'http.response.status_code': 500 })
  under('wait for a connection')
  expect(server.errors).toMatchObject([{ request_id: idOf(response), trace_id: root.trace }])
  server.errors.length = 0
  const missing = await ofRequest(idOf(await fetch(`${server.base}/telltale-falls-pd/nowhere.png?email=x@example.org`)))
  expect(missing.root).toMatchObject({ name: 'GET', failed: false, labels: { 'http.response.status_code': 404 } })
  expect(collector.strings().filter((text) => /telltale|division|example/.test(text))).toEqual([])
})

test('a traceparent counts only from the proxy in front, and its sampling decision with it', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const headers = { traceparent: `00-${trace}-${span}-01`, tracestate: 'vendor=telltale', baggage: 'who=telltale' }
  const alone = await ofRequest(idOf(await server.call(getSession, {}, officer, { headers })))
  expect(alone.root).toMatchObject({ parent: null })
  expect(alone.root.trace).not.toBe(trace)
  const app = createHttp({
    ...{ database: server.database, routes, publicOrigin: 'https://shifts.example.org', trustProxy: true },
    ...{ checkOutputs: true, log: () => undefined, draining: () => false },
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const get = (more: Record<string, string>) => fetch(`${address}${getSession.path}`, { headers: more })
  const behind = await ofRequest(idOf(await get(headers)))
  expect(behind.root).toMatchObject({ trace, parent: span })
  const unwanted = idOf(await get({ traceparent: `00-${trace}-${span}-00` }))
  await ofRequest(idOf(await get({ traceparent: 'telltale' })))
  expect(collector.spans.filter(({ labels }) => labels.request_id === unwanted)).toEqual([])
  expect(collector.strings().filter((text) => text.includes('telltale'))).toEqual([])
  await app.close()
})

test('a stream has no span, and neither has what the server does for itself', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const ending = new AbortController()
  const stream = await fetch(`${server.base}/api/live`, {
    headers: { cookie: `watchbill=${officer.secret}` },
    signal: ending.signal,
  })
  expect(stream.status).toBe(200)
  await ofRequest(idOf(await server.call(getSession, {}, officer)))
  ending.abort()
  const roots = collector.spans.filter(({ parent }) => parent === null)
  expect(roots.map(({ name }) => name)).toEqual([`GET ${getSession.path}`])
})

/** Those that send, as the server makes them. */
const sweepsWith = (env: Record<string, string>) =>
  sweepsOf(
    readConfig(env, [], '/'),
    () => undefined,
    auditJobs(null, () => undefined),
  ).filter(({ name }) => name.startsWith('send_'))

test('a job in one department is a trace, with what it sends through providers', {
  meta: { shows: ['issue 14 traces'] },
}, async () => {
  const twilio = await startTwilio('https://shifts.example.org')
  const smtp = await startSmtp(() => 'take')
  setTexting(twilio.config)
  const { account, token, from, url } = twilio.config
  const provider = { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token.replaceAll(' ', '-'), TWILIO_FROM: from }
  const sweeps = sweepsWith({ ...provider, TWILIO_URL: url, SMTP_URL: smtp.url })
  const jobs = startJobs(server.database, sweeps, () => undefined)
  try {
    const number = '+13125557788'
    expect((await server.call(addPhone, { number, consent: true }, officer)).status).toBe(200)
    jobs.wake('delivery', organization.id)
    const letter = { subject: 'Telltale', text_body: 'Telltale', html_body: 'Telltale', state: 'waiting' }
    await server.insert('mails', { organization_id: organization.id, to_address: officer.email, ...letter })
    jobs.wake('mail', organization.id)
    const deliveries = await traceOf(({ name }) => name === 'job send_deliveries')
    expect(deliveries.root).toMatchObject({ parent: null, labels: { job: 'send_deliveries' } })
    // The password is another one: Twilio refuses it.
    expect(deliveries.under('send text')).toMatchObject({
      failed: true,
      labels: { 'error.type': 'refused', 'http.response.status_code': 401 },
    })
    expect(deliveries.under('transaction').kind).toBe(3)
    const mails = await traceOf(({ name }) => name === 'job send_mails')
    expect(mails.under('send email')).toMatchObject({ failed: false, labels: {} })
    expect(smtp.received).toHaveLength(1)
    const told = [number, officer.email, organization.id, officer.officer_id, account, from, '127.0.0.1', 'elltale']
    for (const text of collector.strings()) for (const one of told) expect(text).not.toContain(one)
  } finally {
    setTexting({ kind: 'off' })
    await jobs.close()
    twilio.close()
    smtp.close()
  }
})

/** Names that a span may have, besides those of calls. */
const own =
  /^(GET|wait for a connection|wait for a shared read|shared read|transaction|commit|snapshot|savepoint|rollback|set|declare|select|(select|insert|update|delete) [a-z_]+(\.[a-z_]+)?|job [a-z_]+)$/
const labelNames =
  /^(http\.request\.method|http\.route|http\.response\.status_code|call|request_id|db\.system\.name|db\.query\.summary|error\.type|job|readers)$/

const secretsOf = (scene: Scene) => [
  ...scene.marks,
  scene.organization.id,
  ...[scene.admin, scene.officer, scene.pending, scene.vendor].flatMap((one) => [one.user_id, one.email, one.secret]),
]

test('nothing that is exported of any call names a department, a person, an id, a value or a secret', {
  meta: { shows: ['issue 14 traces'] },
  timeout: 300_000,
}, async () => {
  const endpoints = routes.map(({ endpoint }) => endpoint)
  const names = new Set(endpoints.map(({ method, path }) => `${method} ${path}`))
  const scenes = [await makeScene(server)]
  const ids: (string | null)[] = []
  let writes = 1
  const file = { name: 'telltale.csv', bytes: new TextEncoder().encode('badge,name\n1,Telltale Person\n') }
  for (const endpoint of endpoints) {
    // Some calls end sessions and change what the next one needs.
    if (endpoint.method !== 'GET' && writes++ % 20 === 0) scenes.unshift(await makeScene(server))
    const scene = scenes[0] as Scene
    const input = { ...sampleInput(endpoint, scene.ids), ...overrides[endpoint.name]?.(scene.ids, scene, endpoint) }
    const person = { super_admin: scene.vendor, officer: scene.officer }[String(endpoint.who)] ?? scene.admin
    ids.push(idOf(await server.call(endpoint, input as never, person, { file })))
  }
  for (const id of ids) await ofRequest(id)
  // What fails is exported too.
  server.errors.length = 0
  const called = new Set(collector.spans.map(({ name }) => name))
  for (const name of names) expect(called).toContain(name)
  expect([...called].filter((name) => !names.has(name) && !own.test(name))).toEqual([])
  const keys = new Set(collector.spans.flatMap(({ labels }) => Object.keys(labels)))
  expect([...keys].filter((key) => !labelNames.test(key))).toEqual([])
  const strings = [...new Set(collector.strings())]
  const secrets = scenes.flatMap(secretsOf)
  expect(secrets.length).toBeGreaterThan(100)
  expect(strings.filter((text) => secrets.some((one) => text.includes(one)))).toEqual([])
  // The only ids are those of the requests and of this process.
  const known = new Set([...ids, ...collector.resources().map((one) => one['service.instance.id'])])
  const personal = /@|telltale|\d{3}-\d{4}|127\.0\.0\.1|[0-9a-f]{8}-[0-9a-f]{4}/i
  expect(strings.filter((text) => !known.has(text) && personal.test(text))).toEqual([])
})
