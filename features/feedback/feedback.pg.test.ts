import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listSent, reportProblem, requestFeature } from './contract.ts'
import { routes } from './routes.ts'
import { SENT_PER_HOUR } from './rules.ts'

let server: TestServer
let organization: TestOrganization
let officer: TestPerson
beforeAll(async () => {
  server = await startTestServer(routes)
  organization = await server.makeOrganization()
  officer = await server.makePerson(organization)
})
afterAll(() => server.close())

const wish = { title: 'Swap shifts', description: 'Two officers trade places.' } as const
const info = {
  user_agent: 'Test',
  url: 'https://x.example/officer/dashboard',
  timestamp: '2027-01-05T12:00:00.000Z',
  viewport_size: '390x844',
  screen_size: '390x844',
}
const trouble = { title: 'The list is empty', description: 'Since noon.', browser_info: info } as const

test('[5 feature request] a wish and a problem are kept with their defaults, and the sender reads them back', async () => {
  const sent = await server.call(requestFeature, { ...wish, title: '  Swap shifts  ' }, officer)
  expect(sent.status).toBe(200)
  const reported = await server.call(reportProblem, trouble, officer)
  expect(reported.status).toBe(200)
  const [request] = await server.rows('select * from feature_requests where id = $1', [sent.body.id])
  expect(request).toMatchObject({
    organization_id: organization.id,
    officer_id: officer.officer_id,
    user_id: officer.user_id,
    title: 'Swap shifts',
    category: 'general',
    priority: 'medium',
    status: 'pending',
  })
  const [report] = await server.rows('select * from problem_reports where id = $1', [reported.body.id])
  expect(report).toMatchObject({ category: 'bug', severity: 'medium', status: 'pending', browser_info: info })
  const list = await server.call(listSent, {}, officer)
  expect(list.body.items.map((item) => [item.kind, item.title, item.weight, item.status])).toEqual([
    ['problem_report', 'The list is empty', 'medium', 'pending'],
    ['feature_request', 'Swap shifts', 'medium', 'pending'],
  ])
})

test.each([
  ['a blank title', { ...wish, title: '   ' }, 'title'],
  ['a blank description', { ...wish, description: '\n' }, 'description'],
  ['another category', { ...wish, category: 'bug' }, 'category'],
  ['another priority', { ...wish, priority: 'critical' }, 'priority'],
  ['an officer of one’s choice', { ...wish, officer_id: '00000000-0000-0000-0000-000000000001' }, 'body'],
  ['a status of one’s choice', { ...wish, status: 'done' }, 'body'],
])('[5 feature request] refused: %s', async (_, input, field) => {
  const answer = await server.call(requestFeature, input as never, officer)
  expect(answer.status).toBe(400)
  expect(answer.error?.fields?.[0]?.field).toBe(field)
})

test('[3 browser_info] a report carries its five facts and nothing besides', async () => {
  const more = { ...trouble, browser_info: { ...info, cookies: 'watchbill=secret' } }
  expect((await server.call(reportProblem, more as never, officer)).status).toBe(400)
  const [field] = await server.rows<{ keys: string[] }>(
    `select array_agg(k order by k) as keys from problem_reports p, jsonb_object_keys(p.browser_info) k
     where p.organization_id = $1`,
    [organization.id],
  )
  expect(field?.keys).toEqual(['screen_size', 'timestamp', 'url', 'user_agent', 'viewport_size'])
})

test('[issue 3.12] nobody reads what another one sent, and the audit names it without its text', async () => {
  const admin = await server.makePerson(organization, { role: 'admin' })
  expect((await server.call(listSent, {}, admin)).body.items).toEqual([])
  const rows = await server.rows<{ after: Record<string, unknown> }>(
    `select after from audit_entries where organization_id = $1 and thing_type in ('feature_requests', 'problem_reports')`,
    [organization.id],
  )
  expect(rows.length).toBeGreaterThan(1)
  for (const row of rows) {
    expect(row.after).toHaveProperty('title')
    expect(Object.keys(row.after)).not.toEqual(expect.arrayContaining(['description']))
    expect(Object.keys(row.after)).not.toEqual(expect.arrayContaining(['browser_info']))
  }
})

test('[issue 3.12] ten an hour, both kinds together, thirty at once included', async () => {
  const busy = await server.makePerson(organization)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      n % 2 ? server.call(requestFeature, wish, busy) : server.call(reportProblem, trouble, busy),
    ),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(SENT_PER_HOUR)
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 429]))
  expect((await server.call(requestFeature, wish, officer)).status).toBe(200)
})

test('[issue 3.12] the list goes on by key, without a gap and without a twin', async () => {
  const writer = await server.makePerson(organization)
  for (let n = 0; n < 47; n++) {
    const kind = n % 3 ? 'feature_requests' : 'problem_reports'
    await server.insert(kind, {
      organization_id: organization.id,
      officer_id: writer.officer_id,
      title: `T${n}`,
      description: 'd',
      // Some at the same instant: the id decides.
      created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 5))).toISOString(),
    })
  }
  const seen: string[] = []
  let after: string | undefined
  for (;;) {
    const { body } = await server.call(listSent, after ? { after } : {}, writer)
    seen.push(...body.items.map((item) => item.id))
    if (body.next === null) break
    after = body.next
  }
  expect(seen).toHaveLength(47)
  expect(new Set(seen).size).toBe(47)
})
