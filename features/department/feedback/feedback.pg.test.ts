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

test('a feature request and a problem report are stored with their defaults, and the sender can read them back', {
  meta: { shows: ['5 feature request'] },
}, async () => {
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
  ['an unknown category', { ...wish, category: 'bug' }, 'category'],
  ['an unknown priority', { ...wish, priority: 'critical' }, 'priority'],
  ["another officer's id", { ...wish, officer_id: '00000000-0000-0000-0000-000000000001' }, 'officer_id'],
  ['a status', { ...wish, status: 'done' }, 'status'],
])('refused: %s', { meta: { shows: ['5 feature request'] } }, async (_, input, field) => {
  const answer = await server.call(requestFeature, input as never, officer)
  expect(answer.status).toBe(400)
  expect(answer.error?.fields?.[0]?.field).toBe(field)
})

test('a report carries its five fields and nothing else', { meta: { shows: ['3 browser_info'] } }, async () => {
  const more = { ...trouble, browser_info: { ...info, cookies: 'watchbill=secret' } }
  expect((await server.call(reportProblem, more as never, officer)).status).toBe(400)
  const [field] = await server.rows<{ keys: string[] }>(
    `select array_agg(k order by k) as keys from problem_reports p, jsonb_object_keys(p.browser_info) k
     where p.organization_id = $1`,
    [organization.id],
  )
  expect(field?.keys).toEqual(['screen_size', 'timestamp', 'url', 'user_agent', 'viewport_size'])
})

test('the server takes secrets out of the address of a report, whoever sends it', {
  meta: { shows: ['issue 14.8'] },
}, async () => {
  const sent = async (url: string) => {
    const { body } = await server.call(reportProblem, { ...trouble, browser_info: { ...info, url } }, officer)
    const [row] = await server.rows<{ url: string }>(
      `select browser_info ->> 'url' as url from problem_reports where id = $1`,
      [body.id],
    )
    return row?.url
  }
  expect(await sent('https://x.example/auth/link?token=abc123&view=board#secret')).toBe(
    'https://x.example/auth/link?token=removed&view=board',
  )
  expect(await sent('javascript:alert(1)')).toBe('')
})

test('nobody reads what another person sent, and the audit names it without its text', {
  meta: { shows: ['issue 3.12'] },
}, async () => {
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

test('allows ten an hour across both kinds, even with thirty at once', {
  meta: { shows: ['issue 3.12'] },
}, async () => {
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

test('the list pages by key, without gaps or duplicates', { meta: { shows: ['issue 3.12'] } }, async () => {
  const writer = await server.makePerson(organization)
  for (let n = 0; n < 47; n++) {
    const kind = n % 3 ? 'feature_requests' : 'problem_reports'
    await server.insert(kind, {
      organization_id: organization.id,
      officer_id: writer.officer_id,
      title: `T${n}`,
      description: 'd',
      // Some have the same instant: the id breaks the tie.
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
