import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as faq from '#features/department/faq/contract.ts'
import { routes as faqRoutes } from '#features/department/faq/routes.ts'
import { routes as exportRoutes } from '#features/home/full-export/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { sentenceOf } from './client.sentences.ts'
import { type AuditAct, type AuditItem, exportAudit, listActs, listAudit, readEntry } from './contract.ts'
import { routes } from './routes.ts'
import { LINES } from './rules.ts'
import * as store from './store.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let other: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...faqRoutes, ...exportRoutes])
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin One' })
  other = await server.makePerson(house, { role: 'admin', name: 'Admin Two' })
})
afterAll(() => server.close())

const list = async (input: Parameters<typeof server.call<typeof listAudit>>[1] = {}) =>
  (await server.call(listAudit, input, admin)).body.items

test('an entry shows who, what, before and after, with names for its ids', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  const made = await server.call(faq.createCategory, { name: 'Court' }, admin)
  const entry = await server.call(
    faq.createEntry,
    { category_id: made.body.id, question: 'Where?', answer: '<b>There</b>' },
    other,
  )
  await server.call(
    faq.editEntry,
    { id: entry.body.id, version: 1, category_id: made.body.id, question: 'Where?', answer: 'Here' },
    admin,
  )
  const [edit, create] = await list()
  expect(edit).toMatchObject({
    action: 'faq.edit',
    actor: { officer_id: admin.officer_id, name: 'Admin One', role: 'admin' },
    thing_type: 'faq_entries',
    thing_id: entry.body.id,
    change: 'changed',
    thing_name: 'Where?',
    fields: ['answer'],
    values: { answer: ['<b>There</b>', 'Here'] },
    sealed: false,
  })
  expect(create).toMatchObject({ action: 'faq.create', change: 'made', actor: { name: 'Admin Two' } })
  const detail = (await server.call(readEntry, { entry: edit?.id ?? '' }, admin)).body
  expect(detail.before).toMatchObject({ answer: '<b>There</b>' })
  expect(detail.after).toMatchObject({ answer: 'Here' })
  expect(detail.names).toEqual({ [made.body.id]: 'Court' })
  expect(detail).toMatchObject({ request_id: expect.any(String), ip: '127.0.0.1' })
})

test('an entry about an award rule names the rule, and the shift type that it decides', async () => {
  const by = { organization_id: house.id, created_by: admin.officer_id }
  const rule = await server.insert('award_rules', { ...by, name: 'Fewest hours' })
  const adopt = (rule_id: unknown, kind: string) =>
    server.insert('award_adoptions', { ...by, rule_id, kind, note: 'Agreed', effective_from: new Date() })
  await adopt(rule.id, 'special_event')
  await adopt(null, 'court')
  const entries = await list({ thing: 'award_adoptions' })
  expect(entries.map((one) => one.thing_name)).toEqual([
    'no rule for court shifts',
    'Fewest hours for special event shifts',
  ])
  const said = {
    ...entries[1],
    action: 'award_rules.adopt',
    actor: { officer_id: null, name: 'Admin One', role: 'admin' },
  }
  expect(sentenceOf(said as AuditItem, 'UTC')).toBe(
    'Admin One adopted the award rule Fewest hours for special event shifts',
  )
})

test('filters by person, action, object and day, alone and combined', { meta: { shows: ['issue 3.7'] } }, async () => {
  const mine = await list({ person: other.officer_id })
  expect(new Set(mine.map((item) => item.actor.name))).toEqual(new Set(['Admin Two']))
  expect(new Set((await list({ action: 'faq.edit' })).map((item) => item.action))).toEqual(new Set(['faq.edit']))
  expect((await list({ thing: 'faq_categories' })).map((item) => item.thing_type)).toEqual(['faq_categories'])
  expect(await list({ person: other.officer_id, action: 'faq.edit' })).toEqual([])
  expect((await list({ person: 'system' })).every((item) => item.actor.officer_id === null)).toBe(true)
  const [one] = await list({ thing: 'faq_entries' })
  expect((await list({ thing_id: one?.thing_id ?? '' })).length).toBe(2)
})

test('a day is the department’s: it includes its first and last microsecond and excludes their neighbors', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  const at = async (instant: string) =>
    server.rows(
      `insert into audit_entries (organization_id, at, action, actor_role, thing_type) values ($1, $2, 'edge', 'system', 'posts')`,
      [house.id, instant],
    )
  // Chicago, the day clocks go forward: 23 hours.
  for (const instant of [
    '2027-03-14T05:59:59.999999Z',
    '2027-03-14T06:00:00Z',
    '2027-03-15T04:59:59.999999Z',
    '2027-03-15T05:00:00Z',
  ])
    await at(instant)
  const found = await list({ action: 'edge', from: '2027-03-14', to: '2027-03-14' })
  expect(found.map((item) => new Date(item.at).toISOString())).toEqual([
    '2027-03-15T04:59:59.999Z',
    '2027-03-14T06:00:00.000Z',
  ])
})

test('the list pages by key, newest first, without gaps or duplicates', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  await server.rows(
    `insert into audit_entries (organization_id, action, actor_role, thing_type)
     select $1, 'many', 'system', 'posts' from generate_series(1, 123)`,
    [house.id],
  )
  const seen: string[] = []
  for (let after: string | undefined; ; ) {
    const { body } = await server.call(listAudit, { action: 'many', ...(after ? { after } : {}) }, admin)
    seen.push(...body.items.map((item) => item.id))
    if (body.next === null) break
    after = body.next
  }
  expect(seen).toHaveLength(123)
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => Number(b) - Number(a)))
})

const readActs = async (input: Parameters<typeof server.call<typeof listActs>>[1] = {}) => {
  const acts: AuditAct[] = []
  for (let after: string | undefined; ; ) {
    const { body } = await server.call(listActs, { ...input, ...(after ? { after } : {}) }, admin)
    acts.push(...body.items)
    if (body.next === null) return acts
    after = body.next
  }
}

test('the entries of one call are one act, which no page cuts and none has twice', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  // Two long acts written at once, entry by entry, between 60 short ones, and one of another call at the same instant.
  const write = (action: string, at: number, request: number, thing = 'posts') =>
    server.rows(
      `insert into audit_entries (organization_id, at, request_id, action, actor_role, thing_type)
       values ($1, to_timestamp($2), lpad($3, 32, '0')::uuid, $4, 'system', $5)`,
      [house.id, 1_900_000_000 + at, String(request), action, thing],
    )
  for (let n = 0; n < 30; n++) await write('acts', n, n)
  for (let n = 0; n < 70; n++) {
    await write('acts', 100, 1000)
    if (n < 60) await write('acts', 100, 1001, n === 27 ? 'platoons' : 'posts')
  }
  await write('acts', 100, 1002)
  for (let n = 30; n < 60; n++) await write('acts', 200 + n, n)
  // A request of two transactions, and two jobs without one.
  for (const at of [400, 400.02]) await write('acts', at, 2000)
  for (const at of [500, 500.02])
    await server.rows(
      `insert into audit_entries (organization_id, at, action, actor_role, thing_type)
       select $1, to_timestamp($2), 'acts', 'system', 'posts' from generate_series(1, 3)`,
      [house.id, 1_900_000_000 + at],
    )
  const acts = await readActs({ action: 'acts' })
  expect(acts.map(({ count }) => count)).toEqual([3, 3, 2, ...Array(30).fill(1), 1, 70, 60, ...Array(30).fill(1)])
  expect(acts.map(({ id }) => id)).toEqual(
    [...new Set(acts.map(({ id }) => id))].toSorted((a, b) => Number(b) - Number(a)),
  )
  const long = acts.find(({ count }) => count === 70)
  const ids = long?.entries.map(({ id }) => Number(id)) ?? []
  expect(ids).toHaveLength(LINES)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  // The whole act, by any of its entries.
  const whole: string[] = []
  for (let after: string | undefined; ; ) {
    const { body } = await server.call(listAudit, { act: String(ids[3]), ...(after ? { after } : {}) }, admin)
    whole.push(...body.items.map(({ id }) => id))
    if (body.next === null) break
    after = body.next
  }
  expect(new Set(whole).size).toBe(70)
  expect(whole).toContain(long?.id)
  // A filter finds the act by one of its entries, which is among the lines; the act stays whole.
  const narrowed = await readActs({ action: 'acts', thing: 'platoons' })
  expect(narrowed.map(({ count }) => count)).toEqual([60])
  expect(narrowed[0]?.entries.map(({ thing_type }) => thing_type)).toContain('platoons')
})

test('a call that took long loses no entry, and a filter finds the entries of two people', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  const write = (at: number, request: number, officer_id: string | null) =>
    server.rows(
      `insert into audit_entries (organization_id, at, request_id, action, actor_role, actor_officer_id, thing_type)
       values ($1, to_timestamp($2), lpad($3, 32, '0')::uuid, 'long', case when $4::uuid is null then 'system' else 'admin' end, $4, 'exports')`,
      [house.id, 1_950_000_000 + at, String(request), officer_id],
    )
  // An export that its admin begins and the system ends: at once, and after a minute.
  for (const [request, end] of [
    [3000, 3],
    [3001, 160],
  ] as const) {
    await write(end === 3 ? 0 : 100, request, other.officer_id)
    await write(end, request, null)
  }
  const counts = async (input: object) => (await readActs({ action: 'long', ...input })).map(({ count }) => count)
  expect(await counts({})).toEqual([1, 1, 2])
  expect(await counts({ person: other.officer_id ?? '' })).toEqual([1, 2])
  expect(await counts({ person: 'system' })).toEqual([1, 2])
})

test('refused without the feature, as an officer, or about another department', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  const basic = await server.makeOrganization({ subscription_tier: 'basic' })
  const theirs = await server.makePerson(basic, { role: 'admin' })
  expect((await server.call(listAudit, {}, theirs)).error?.code).toBe('feature_not_available')
  const officer = await server.makePerson(house)
  expect((await server.call(listAudit, {}, officer)).status).toBe(403)
  expect((await server.call(listActs, {}, theirs)).error?.code).toBe('feature_not_available')
  expect((await server.call(listActs, {}, officer)).status).toBe(403)
  const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
  const [entry] = await list()
  expect((await server.call(readEntry, { entry: entry?.id ?? '' }, stranger)).status).toBe(404)
  expect((await server.call(readEntry, { entry: '999999999999999999' }, admin)).status).toBe(404)
  const act = { act: entry?.id ?? '' }
  expect((await server.call(listAudit, act, admin)).body.items.length).toBeGreaterThan(0)
  expect((await server.call(listAudit, act, stranger)).body.items).toEqual([])
  const seen = (await server.call(listActs, {}, stranger)).body.items
  expect(seen.flatMap(({ entries }) => entries).map(({ id }) => id)).not.toContain(entry?.id)
})

test('exports the filtered entries, in words, oldest first, with formulas neutralized', {
  meta: { shows: ['issue 3.7'] },
}, async () => {
  const made = await server.call(faq.createCategory, { name: '=HYPERLINK("x")' }, admin)
  expect(made.status).toBe(200)
  const answer = await fetch(server.base + exportAudit.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.base, cookie: `watchbill=${admin.secret}` },
    body: JSON.stringify({ format: 'csv', thing: 'faq_categories' }),
  })
  expect(answer.status).toBe(200)
  const rows: Record<string, string>[] = parse(await answer.text(), { bom: true, columns: true })
  expect(rows.map((row) => [row.Person, row.Action, row.Object, row.Name])).toEqual([
    ['Admin One', 'FAQ category added', 'FAQ category', 'Court'],
    ['Admin One', 'FAQ category added', 'FAQ category', `'=HYPERLINK("x")`],
  ])
  expect(rows[0]?.After).toMatch(/name: Court/)
  expect(rows[0]?.Before).toBe('')
})

test('the list has the names of officers for their ids, and no other ids', async () => {
  const ids = { decided_by: admin.officer_id, offered_by: null, plan_id: '0b8f1c2e-4a5d-4e6f-8a9b-0c1d2e3f4a5b' }
  await server.rows(
    `insert into audit_entries (organization_id, at, action, actor_role, thing_type, before, after)
     values ($1, now(), 'test.named', 'system', 'swaps', $2, $3)`,
    [
      house.id,
      JSON.stringify({ decided_by: null, offered_by: other.officer_id, plan_id: null, status: 'asked' }),
      JSON.stringify({ ...ids, status: 'approved' }),
    ],
  )
  expect((await list({ action: 'test.named' }))[0]?.values).toEqual({
    decided_by: ['', 'Admin One'],
    offered_by: ['Admin Two', ''],
    status: ['asked', 'approved'],
  })
})

test('the list has short values before and after, and neither long ones nor ids', async () => {
  const [court, desk] = await Promise.all(
    ['Court fees', 'Desk'].map(async (name) => (await server.call(faq.createCategory, { name }, admin)).body.id),
  )
  const first = { category_id: court ?? '', question: 'When?', answer: 'Soon' }
  const { id } = (await server.call(faq.createEntry, first, admin)).body
  const next = { category_id: desk ?? '', question: 'How long?', answer: 'Long'.repeat(20) }
  await server.call(faq.editEntry, { id, version: 1, ...next }, admin)
  const [edit] = await list()
  expect(edit?.fields).toEqual(expect.arrayContaining(['answer', 'category_id', 'question']))
  expect(edit?.values).toEqual({ question: ['When?', 'How long?'] })
  expect((await list({ action: 'faq.create' }))[0]?.values).toEqual({})
})

test('an entry costs a look into the index for each name, however many officers and shifts there are', async () => {
  const { id } = await server.makeOrganization()
  await server.rows(
    `insert into officers (organization_id, name, approved) select $1, 'Officer ' || n, true from generate_series(1, 300) n`,
    [id],
  )
  await server.rows(
    `insert into assignments (organization_id, title, kind, time_zone, starts_at, ends_at, status, signup_mode)
      select $1, 'Shift ' || n, 'overtime', 'UTC', now(), now() + interval '1 hour', 'draft', 'approval' from generate_series(1, 300) n`,
    [id],
  )
  await server.rows('analyze officers, assignments, audit_entries')
  type Node = { 'Relation Name'?: string; Plans?: Node[] } & Record<
    'Actual Loops' | 'Actual Rows' | 'Rows Removed by Filter' | 'Rows Removed by Join Filter',
    number | undefined
  >
  const rowsRead = (node: Node, of: string): number =>
    (node['Relation Name'] === of
      ? (node['Actual Loops'] ?? 0) * ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0))
      : 0) + (node.Plans ?? []).reduce((sum, one) => sum + rowsRead(one, of), 0)
  const [last] = await server.rows<{ id: string }>(
    `select max(id)::text as id from audit_entries where organization_id = $1 and thing_type = 'assignments'`,
    [id],
  )
  for (const statement of [store.listAudit({}), store.listActs({}), store.findEntry(last?.id ?? '')]) {
    const [plan] = await server.database.transaction([enterSystem(id, 'job.test')], (db) =>
      db.rows<{ 'QUERY PLAN': { Plan: Node }[] }>(sql`explain (analyze, format json) ${statement}`),
    )
    const root = plan?.['QUERY PLAN'][0]?.Plan as Node
    // The list has 50 entries, of which each names two officers and a shift.
    for (const [table, most] of [
      ['officers', 150],
      ['assignments', 100],
    ] as const)
      expect(rowsRead(root, table)).toBeLessThan(most)
  }
})
