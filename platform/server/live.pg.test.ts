import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { readSinceHeader } from '#platform/shared/live.ts'
import { write } from './route.ts'
import { sql } from './sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from './testing.ts'

/** Changes one thing of the given kind, like a feature's handler would. */
const change = endpoint({
  name: 'test.change',
  summary: '',
  method: 'POST',
  path: '/api/test/change',
  who: 'officer',
  input: z.object({
    what: z.enum(['assignment', 'notify_officer', 'notify_admins', 'suspend', 'demote', 'sign_out', 'organization']),
    officer_id: z.uuid().optional(),
  }),
  output: z.object({ done: z.boolean() }),
  errors: {},
})
const statements = (officer: string | undefined) => ({
  assignment: sql`insert into assignments (organization_id, title, kind, time_zone, starts_at, ends_at, status)
    values ((select app.organization_id()), 'A', 'overtime', 'America/Chicago', now(), now() + interval '1 hour', 'published')`,
  notify_officer: sql`insert into notifications (organization_id, type, title, message, officer_id)
    values ((select app.organization_id()), 't', 'T', 'M', ${officer ?? null}::uuid)`,
  notify_admins: sql`insert into notifications (organization_id, type, title, message) values ((select app.organization_id()), 't', 'T', 'M')`,
  suspend: sql`update officers set suspended_at = now() where organization_id = (select app.organization_id()) and id = ${officer ?? null}::uuid`,
  demote: sql`update officers set role = 'officer' where organization_id = (select app.organization_id()) and id = ${officer ?? null}::uuid`,
  sign_out: sql`update sessions set ended_at = now(), ended_why = 'signed_out' where token_hash = (select app.token())`,
  organization: sql`update organizations set city = coalesce(city, '') || 'x' where id = (select app.organization_id())`,
})
const routes = [
  write(change, async ({ db, input }) => {
    await db.run(statements(input.officer_id)[input.what])
    return { done: true }
  }),
]

let here: TestServer
let there: TestServer
let organization: TestOrganization
let admin: TestPerson
let officer: TestPerson
const opened: AbortController[] = []

beforeAll(async () => {
  here = await startTestServer(routes, { live: true })
  there = await startTestServer(routes, { live: true, besides: here })
})
afterAll(async () => {
  for (const controller of opened) controller.abort()
  await there.close()
  await here.close()
})
beforeEach(async () => {
  organization = await here.makeOrganization()
  admin = await here.makePerson(organization, { role: 'admin' })
  officer = await here.makePerson(organization)
})

/** A stream on the second server; `until` resolves when the topic arrives, `ended` when the server closes it. */
const listen = async (person: { secret: string }, query = '', headers: Record<string, string> = {}) => {
  const controller = new AbortController()
  opened.push(controller)
  const response = await fetch(`${there.base}/api/live${query}`, {
    headers: { cookie: `watchbill=${person.secret}`, ...headers },
    signal: controller.signal,
  })
  const seen: { t: string; id: string | null }[] = []
  const waiting = new Map<string, () => void>()
  let close: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    close = resolve
  })
  if (response.ok && response.body) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    void (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        for (const match of next.value.matchAll(/^data: (.*)$/gm)) {
          const event = JSON.parse(match[1] ?? '')
          seen.push(event)
          waiting.get(event.t)?.()
        }
      }
      close()
    })().catch(() => close())
  }
  const until = (topic: string) =>
    seen.some((event) => event.t === topic)
      ? Promise.resolve()
      : new Promise<void>((resolve) => waiting.set(topic, resolve))
  return { response, seen, until, ended, close: () => controller.abort() }
}
/** Topics heard, without those caused by the setup. */
const heard = (stream: { seen: { t: string }[] }) =>
  stream.seen.map((event) => event.t).filter((topic) => topic === 'assignments' || topic === 'notifications')
const make = async (what: z.input<typeof change.input>['what'], as: TestPerson, officerId?: string) => {
  const answer = await here.call(change, officerId ? { what, officer_id: officerId } : { what }, as)
  // A failed change sends no poke: fail here instead of waiting forever.
  expect([answer.status, answer.error]).toEqual([200, null])
}

test('one person’s action on one server reaches screens on another, with only a topic and an id', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const stream = await listen(officer)
  await make('assignment', admin)
  await stream.until('assignments')
  expect(Object.keys(stream.seen.at(-1) ?? {}).sort()).toEqual(['id', 't'])
})

test('nobody hears about another department, other officers, or admin topics', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const foreign = await here.makePerson(await here.makeOrganization(), { role: 'admin' })
  const colleague = await here.makePerson(organization)
  const [theirs, colleagues, own, admins] = [
    await listen(foreign),
    await listen(colleague),
    await listen(officer),
    await listen(admin),
  ]
  await make('notify_officer', admin, officer.officer_id)
  await own.until('notifications')
  await admins.until('notifications')
  await make('notify_admins', admin)
  // The last poke everyone may hear: everything before it on the same streams has been delivered.
  await make('assignment', admin)
  await make('assignment', foreign)
  await Promise.all([theirs, colleagues, own, admins].map((s) => s.until('assignments')))
  expect(heard(colleagues)).toEqual(['assignments'])
  expect(heard(theirs)).toEqual(['assignments'])
  expect(heard(own)).toEqual(['notifications', 'assignments'])
  expect(heard(admins)).toEqual(['notifications', 'notifications', 'assignments'])
})

test('topics come from the session; query parameters and a hostile Last-Event-ID are ignored', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const foreign = await here.makePerson(await here.makeOrganization())
  const stream = await listen(
    foreign,
    `?organization_id=${organization.id}&topic=assignments&officer_id=${officer.officer_id}`,
    { 'last-event-id': "' OR 1" },
  )
  expect(stream.response.status).toBe(200)
  await make('assignment', admin)
  await here.call(
    change,
    { what: 'assignment' },
    await here.makePerson({ id: foreign.organization_id }, { role: 'admin' }),
  )
  await stream.until('assignments')
  expect(heard(stream)).toEqual(['assignments'])
})

test('a suspended officer loses the stream, as does an ended session', { meta: { shows: ['issue 2.9'] } }, async () => {
  const [first, second] = [await listen(officer), await listen(admin)]
  await make('suspend', admin, officer.officer_id)
  await first.ended
  await make('sign_out', admin)
  await second.ended
})

test('an admin demoted to officer stops receiving admin topics at the next event and keeps the rest', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const demoted = await here.makePerson(organization, { role: 'admin' })
  const stream = await listen(demoted)
  await make('notify_admins', admin)
  await stream.until('notifications')
  // Together, so that the admins' poke directly follows the demotion.
  await Promise.all([make('demote', admin, demoted.officer_id), make('organization', admin)])
  await make('notify_admins', admin)
  await make('assignment', admin)
  await stream.until('assignments')
  expect(heard(stream)).toEqual(['notifications', 'assignments'])
})

test('a failed session check for a stream is retried', { meta: { shows: ['issue 2.9'] } }, async () => {
  const stream = await listen(officer)
  const { read } = there.database
  let refused = 0
  there.database.read = async (entry, statement) => {
    if (refused++ < 2) throw new Error('the database is away')
    return read(entry, statement)
  }
  await make('suspend', admin, officer.officer_id)
  await stream.ended.finally(() => {
    there.database.read = read
  })
  expect(refused).toBeGreaterThan(2)
})

test('an idle session loses its stream, even though streams and heartbeats continue', {
  meta: { shows: ['issue 2.3'] },
}, async () => {
  const stream = await listen(officer)
  await here.rows(`update sessions set last_seen_at = now() - interval '30 minutes' where user_id = $1`, [
    officer.user_id,
  ])
  // The server notices an ended session when it checks; changing the organization triggers a check now.
  await make('organization', admin)
  await stream.ended
})

test('the seventh stream of one person gets 429, and an unknown session gets 401', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const streams = await Promise.all(Array.from({ length: 6 }, () => listen(officer)))
  expect(streams.map((s) => s.response.status)).toEqual([200, 200, 200, 200, 200, 200])
  expect((await listen(officer)).response.status).toBe(429)
  expect((await listen({ secret: 'x'.repeat(43) })).response.status).toBe(401)
  for (const stream of streams) stream.close()
})

/** Streams of earlier tests end when the server notices. */
const closeAll = async () => {
  for (const controller of opened) controller.abort()
  await expect.poll(there.streams).toBe(0)
}

/** While nobody can read a session. */
const withSessionsLocked = async <T>(work: () => Promise<T>): Promise<T> => {
  const holder = await there.admin.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table sessions')
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}
/** Other databases of the cluster have a table of the same number. */
const waitingForSessions = async () =>
  (
    await there.rows(`select 1 from pg_locks where not granted and relation = 'sessions'::regclass
      and database = (select oid from pg_database where datname = current_database())`)
  ).length

test('a stream that was lost comes back without the database, unless the session has ended meanwhile', async () => {
  const colleague = await here.makePerson(organization)
  await closeAll()
  const [own, theirs, chief] = [await listen(officer), await listen(colleague), await listen(admin)]
  own.close()
  theirs.close()
  await expect.poll(there.streams).toBe(1)
  await make('sign_out', colleague)
  await make('assignment', admin)
  // Events are delivered in order: the server has heard of the sign-out.
  await chief.until('assignments')
  const back = await withSessionsLocked(() => listen(officer))
  expect(back.response.status).toBe(200)
  expect((await listen(colleague)).response.status).toBe(401)
  await make('notify_officer', admin, officer.officer_id)
  await back.until('notifications')
})

test('a browser that goes before its stream has opened leaves none behind', async () => {
  await closeAll()
  const controller = new AbortController()
  await withSessionsLocked(async () => {
    const asked = fetch(`${there.base}/api/live`, {
      headers: { cookie: `watchbill=${officer.secret}` },
      signal: controller.signal,
    })
    await expect.poll(waitingForSessions).toBe(1)
    controller.abort()
    await expect(asked).rejects.toThrow()
  })
  // The server has answered whoever asked after it.
  const next = await listen(admin)
  await expect.poll(there.streams).toBe(1)
  next.close()
})

test('a stopping server ends its streams, and a new stream catches up from there', {
  meta: { shows: ['issue 2.9'] },
}, async () => {
  const third = await startTestServer(routes, { live: true, besides: here })
  const response = await fetch(`${third.base}/api/live`, { headers: { cookie: `watchbill=${officer.secret}` } })
  const text = response.text()
  await third.close()
  expect(await text).toContain(': ready')
  const again = await listen(officer)
  await make('assignment', admin)
  await again.until('assignments')
})

test('vendor staff hear that an organization changed, but not what happens inside', {
  meta: { shows: ['issue 4.3'] },
}, async () => {
  const vendor = await listen(await here.makeSuperAdmin())
  await make('assignment', admin)
  await make('notify_admins', admin)
  await make('organization', admin)
  await vendor.until('organization')
  expect(heard(vendor)).toEqual([])
  const chief = await listen(admin)
  await here.rows(
    `insert into outbox (organization_id, topic, audience) values ('00000000-0000-0000-0000-000000000000', 'requests', 'admins')`,
  )
  await vendor.until('requests')
  await make('organization', admin)
  await chief.until('organization')
  expect(chief.seen.map((event) => event.t)).not.toContain('requests')
})

test('a page’s first stream lists what this person would have heard since the page read, and nothing else', async () => {
  const colleague = await here.makePerson(organization)
  const foreign = await here.makePerson(await here.makeOrganization(), { role: 'admin' })
  // The setup is long past.
  await here.rows(`update outbox set at = at - interval '1 hour'`)
  const since = { [readSinceHeader]: new Date().toISOString() }
  await make('notify_officer', admin, officer.officer_id)
  await make('assignment', foreign)
  const [own, colleagues] = [await listen(officer, '', since), await listen(colleague, '', since)]
  expect(own.response.headers.has(readSinceHeader)).toBe(true)
  await own.until('notifications')
  // Whatever is listed comes before what changes now.
  await make('assignment', admin)
  await Promise.all([own, colleagues].map(({ until }) => until('assignments')))
  // What changed just before the stream opened can also come as an event of its own, before the list or after it.
  const topics = [own, colleagues].map((one) => [...new Set(heard(one))])
  expect(topics).toEqual([['notifications', 'assignments'], ['assignments']])
  const before = own.seen.slice(
    0,
    own.seen.findIndex(({ t }) => t === 'assignments'),
  )
  expect(before).toContainEqual({ t: 'notifications', id: null })
})

test('a page that read long ago, a time of its own making and the vendor’s staff read everything again', async () => {
  const vendor = await here.makeSuperAdmin()
  const now = new Date().toISOString()
  for (const [person, since] of [
    [officer, '2026-01-01T00:00:00Z'],
    [officer, 'yesterday'],
    [vendor, now],
  ] as const) {
    const { response } = await listen(person, '', { [readSinceHeader]: since })
    expect([response.status, response.headers.has(readSinceHeader)]).toEqual([200, false])
  }
})
