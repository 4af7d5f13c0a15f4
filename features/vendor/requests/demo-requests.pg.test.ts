import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { sendDemoRequest } from './contract.demo.ts'
import { routes } from './routes.demo.ts'
import { PER_HOUR, PER_SOURCE_AN_HOUR } from './rules.demo.ts'

const vendor = '00000000-0000-0000-0000-000000000000'
const support = 'support@vendor.example'
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes, { supportEmail: support })
})
beforeEach(() => server.rows('delete from demo_request_counts'))
afterEach(() => server.rows('delete from feature_requests'))
afterAll(() => server.close())

/** Requests are counted by the clock's hour: if the next one began meanwhile, `work` starts over within it. */
const withinAnHour = (work: () => Promise<void>) => async () => {
  const hour = async () =>
    (await server.rows<{ hour: string }>(`select date_trunc('hour', now())::text as hour`))[0]?.hour
  const began = await hour()
  try {
    await work()
  } catch (failure) {
    if ((await hour()) === began) throw failure
    for (const table of ['demo_request_counts', 'feature_requests']) await server.rows(`delete from ${table}`)
    await work()
  }
}

const request = (over: object = {}) => ({
  id: randomUUID(),
  organizationName: 'Riverside Police',
  contactName: 'A. Chief',
  email: 'chief@riverside.example',
  teamSize: 48,
  ...over,
})
const stored = () => server.rows('select * from feature_requests order by created_at')
const mails = () =>
  server.rows<{ text_body: string; html_body: string }>('select * from mails where to_address = $1', [support])

test('stores a request for the vendor: without a user, pending, with its fields', {
  meta: { shows: ['issue 4.2', '5 demo form'] },
}, async () => {
  const sent = request({ phone: '555 0100', message: 'Two <b>watches</b>' })
  expect((await server.call(sendDemoRequest, sent, null)).status).toBe(200)
  const { id, ...fields } = sent
  expect(await stored()).toMatchObject([
    {
      organization_id: vendor,
      id,
      user_id: null,
      officer_id: null,
      status: 'pending',
      title: 'Trial request: Riverside Police',
      trial_data: fields,
    },
  ])
})

test('emails the vendor in the same transaction, with the request as plain text', {
  meta: { shows: ['7 send-notifications'] },
}, async () => {
  const before = (await mails()).length
  await server.call(sendDemoRequest, request({ contactName: 'Mr <img src=x>', message: 'On nights' }), null)
  const sent = await mails()
  expect(sent).toHaveLength(before + 1)
  expect(sent.at(-1)).toMatchObject({ subject: 'Trial request: Riverside Police (48 officers)' })
  expect(sent.at(-1)?.text_body).toContain('chief@riverside.example')
  expect(sent.at(-1)?.html_body).not.toContain('<img')
})

test('a failure to queue the email does not fail the request', {
  meta: { shows: ['7 send-notifications'] },
}, async () => {
  await server.rows(`create function refuse_mail() returns trigger language plpgsql as
    $$ begin raise exception 'no mail today'; end $$`)
  await server.rows('create trigger refuse_mail before insert on mails for each row execute function refuse_mail()')
  try {
    expect((await server.call(sendDemoRequest, request(), null)).status).toBe(200)
    expect(await stored()).toHaveLength(1)
  } finally {
    await server.rows('drop function refuse_mail cascade')
  }
})

test('the same request, repeated from another browser or twenty times at once, is one', {
  meta: { shows: ['issue 4.2'] },
}, async () => {
  const sent = request()
  await server.rows('delete from mails')
  const answers = []
  for (let n = 0; n < 5; n++) {
    answers.push(...(await Promise.all(Array.from({ length: 4 }, () => server.call(sendDemoRequest, sent, null)))))
    await server.rows('delete from demo_request_counts')
  }
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await stored()).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test(
  'limits one source per hour, even thirty at once, and resets the next hour',
  {
    meta: { shows: ['issue 4.2 trust'] },
  },
  withinAnHour(async () => {
    const at = () => server.call(sendDemoRequest, request(), null)
    const answers = await Promise.all(Array.from({ length: 30 }, at))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(PER_SOURCE_AN_HOUR)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]))
    expect(await stored()).toHaveLength(PER_SOURCE_AN_HOUR)
    await server.rows(`update demo_request_counts set hour = hour - interval '1 hour'`)
    expect((await at()).status).toBe(200)
    expect(await server.rows('select from demo_request_counts')).toHaveLength(2)
  }),
)

test(
  'enforces the overall cap across sources',
  { meta: { shows: ['issue 4.2 trust'] } },
  withinAnHour(async () => {
    await server.rows(
      `insert into demo_request_counts (organization_id, source, hour, made) values ($1, '', date_trunc('hour', now()), $2)`,
      [vendor, PER_HOUR - 1],
    )
    expect((await server.call(sendDemoRequest, request(), null)).status).toBe(200)
    expect((await server.call(sendDemoRequest, request(), null)).status).toBe(429)
  }),
)

test(
  'of a thousand a minute from one address, five are stored and the rest get 429',
  {
    meta: { shows: ['issue 4.2 trust'] },
  },
  withinAnHour(async () => {
    const answers: number[] = []
    for (let n = 0; n < 20; n++)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, async () => (await server.call(sendDemoRequest, request(), null)).status),
        )),
      )
    expect(answers.filter((status) => status === 200)).toHaveLength(PER_SOURCE_AN_HOUR)
    // Overload is reported as 503, never as a failure.
    expect(answers.filter((status) => ![200, 429, 503].includes(status))).toEqual([])
    expect(await stored()).toHaveLength(PER_SOURCE_AN_HOUR)
    // A refused request leaves nothing behind: no count, no email, no audit entry.
    expect(await server.rows<{ made: number }>('select distinct made from demo_request_counts')).toEqual([
      { made: PER_SOURCE_AN_HOUR },
    ])
  }),
)

test('filling in the hidden field gets the normal response, and the request is dropped', {
  meta: { shows: ['issue 4.2 trust'] },
}, async () => {
  const answer = await server.call(sendDemoRequest, request({ website: 'https://spam.example' }), null)
  const real = await server.call(sendDemoRequest, request(), null)
  expect([answer.status, answer.body]).toEqual([real.status, real.body])
  expect(await stored()).toHaveLength(1)
})

test.each([
  ['a second header in the address', { email: 'a@b.example\r\nBcc: c@d.example' }, 400, 'email'],
  ['two addresses', { email: 'a@b.example,c@d.example' }, 400, 'email'],
  ['a line break in a name', { organizationName: 'Riverside\r\nSubject: x' }, 400, 'organizationName'],
  ['no organization', { organizationName: ' ' }, 400, 'organizationName'],
  ['no contact', { contactName: '' }, 400, 'contactName'],
  ['no officers', { teamSize: 0 }, 400, 'teamSize'],
  ['half an officer', { teamSize: 1.5 }, 400, 'teamSize'],
  ['a message too long', { message: 'x'.repeat(2001) }, 400, 'message'],
  ['a status', { status: 'won' }, 400, 'status'],
  ['5 MB', { message: 'x'.repeat(5_000_000) }, 413, undefined],
])('refused: %s', { meta: { shows: ['issue 4.2 trust', '5 demo form'] } }, async (_, over, status, field) => {
  const answer = await server.call(sendDemoRequest, request(over) as never, null)
  expect([answer.status, answer.error?.fields?.[0]?.field]).toEqual([status, field])
  expect(await stored()).toEqual([])
})

test('the audit records the request without the person', { meta: { shows: ['issue 4.2'] } }, async () => {
  await server.call(sendDemoRequest, request({ email: 'unmistakable@riverside.example' }), null)
  const rows = await server.rows(`select * from audit_entries where thing_type = 'feature_requests'`)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('unmistakable')
})
