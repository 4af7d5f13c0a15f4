import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSent, reportProblem, requestFeature } from '#features/department/feedback/contract.ts'
import { routes as feedback } from '#features/department/feedback/routes.ts'
import { listLatest } from '#features/department/notifications/contract.ts'
import { sweepsOf } from '#features/department/notifications/jobs.ts'
import { routes as notifications } from '#features/department/notifications/routes.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  changeFeedback,
  listFeedback,
  mergeFeedback,
  noteFeedback,
  readFeedback,
  unmergeFeedback,
} from './contract.feedback.ts'
import { routes } from './routes.feedback.ts'

type Staff = Awaited<ReturnType<TestServer['makeSuperAdmin']>>
let server: TestServer
let anna: Staff
let ben: Staff
let riverside: TestOrganization
let lakeside: TestOrganization
let one: TestPerson
let two: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...feedback, ...notifications])
  anna = await server.makeSuperAdmin()
  ben = await server.makeSuperAdmin()
  riverside = await server.makeOrganization({ name: 'Riverside PD' })
  lakeside = await server.makeOrganization({ name: 'Lakeside PD', subscription_tier: 'basic' })
  one = await server.makePerson(riverside)
  two = await server.makePerson(lakeside)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

type Place = { kind: 'feature_request' | 'problem_report'; organization_id: string; id: string }
const wish = async (by: TestPerson, title: string, over: object = {}): Promise<Place> => {
  await server.rows(`update feature_requests set created_at = created_at - interval '2 hours'`)
  const { body } = await server.call(requestFeature, { title, description: `${title}, please.`, ...over }, by)
  return { kind: 'feature_request', organization_id: by.organization_id, id: body.id }
}
const look = async (it: Place) => (await server.call(readFeedback, { kind: it.kind, id: it.id }, anna)).body
const change = async (it: Place, over: object, by = anna) =>
  server.call(changeFeedback, { ...it, version: (await look(it)).version, status: 'in_progress', ...over } as never, by)
const merge = (from: Place, into: Place, by = anna) =>
  server.call(mergeFeedback, { ...from, into_organization_id: into.organization_id, into_id: into.id }, by)
const bell = async (person: TestPerson) => (await server.call(listLatest, {}, person)).body.items
const sent = async (person: TestPerson, it: Place) =>
  (await server.call(listSent, {}, person)).body.items.find((item) => item.id === it.id)

test('answering a feature request shows its sender the state and answer, with one in-app notification', {
  meta: { shows: ['issue 4.6', 'issue 4.6 notified'] },
}, async () => {
  const it = await wish(one, 'Swap shifts')
  const answered = await change(it, { status: 'declined', answer: 'Two <b>departments</b> forbid it.' })
  expect(answered.body).toEqual({ told: 1 })
  expect(await sent(one, it)).toMatchObject({
    status: 'declined',
    answer: 'Two <b>departments</b> forbid it.',
    merged: false,
  })
  const [told] = await bell(one)
  expect(told).toMatchObject({
    type: 'feedback_changed',
    title: 'Your feature request: Declined',
    officer_id: one.officer_id,
  })
  expect(told?.message).toBe('Swap shifts\nThe vendor answered: Two <b>departments</b> forbid it.')
  // Saving without a change notifies no one.
  expect((await change(it, { status: 'declined', answer: 'Two <b>departments</b> forbid it.' })).body).toEqual({
    told: 0,
  })
  expect(await bell(one)).toHaveLength(1)
  expect(await bell(two)).toEqual([])
  // The department's log shows an admin that it was answered, but not the answer.
  const log = await server.rows(
    `select actor_role, before, after from audit_entries where action = 'vendor_feedback.change'
      and organization_id = $1`,
    [riverside.id],
  )
  expect(log).toMatchObject([{ actor_role: 'super_admin', after: { status: 'declined' } }])
  expect(JSON.stringify(log)).not.toContain('forbid')
})

test('emails only senders who chose it', { meta: { shows: ['issue 4.6', 'issue 4.6 notified'] } }, async () => {
  await server.insert('notification_settings', {
    organization_id: lakeside.id,
    officer_id: two.officer_id,
    choices: JSON.stringify({ feedback_changed: { mail: true } }),
  })
  for (const person of [one, two]) await change(await wish(person, `By mail ${person.email}`), {})
  const letters = sweepsOf('http://x.example').find((sweep) => sweep.name === 'write_letters')
  for (const { id } of [riverside, lakeside])
    await server.database.transaction([enterSystem(id, 'job.write_letters')], async (db) => letters?.run(db))
  const mails = await server.rows<{ to_address: string }>(
    `select to_address from mails where subject like 'Your feature%'`,
  )
  expect(mails.map((mail) => mail.to_address)).toEqual([two.email])
})

test('done and declined require a note, and a stale save or a wrong id is refused', {
  meta: { shows: ['issue 4.6'] },
}, async () => {
  const it = await wish(one, 'Dark maps')
  const silent = await change(it, { status: 'done', answer: '  ' })
  expect([silent.status, silent.error?.fields?.[0]?.field]).toEqual([400, 'answer'])
  const { version } = await look(it)
  await change(it, {})
  const stale = await server.call(changeFeedback, { ...it, version, status: 'pending' }, ben)
  expect(stale.error?.code).toBe('changed_meanwhile')
  // Not found under another department.
  const elsewhere = await server.call(
    changeFeedback,
    { ...it, organization_id: lakeside.id, version: 2, status: 'pending' },
    anna,
  )
  expect(elsewhere.status).toBe(404)
})

test('merged feature requests act as one: votes by person, one state, and senders see only their own words', {
  meta: { shows: ['issue 4.6', 'issue 4.6 merged'] },
}, async () => {
  const [first, second, third] = [
    await wish(one, 'Swap with a colleague'),
    await wish(two, 'Trade shifts'),
    await wish(two, 'Trading of shifts'),
  ]
  const told = async (title: string, own: string) =>
    (await bell(two)).filter((it) => it.title === title && it.message.startsWith(`${own}\n`)).length
  const together = 'Your feature request was merged with others'
  expect((await merge(second, first)).body).toEqual({ votes: 2 })
  expect(await told(together, 'Trade shifts')).toBe(1)
  // Two requests from the same person count as one vote.
  expect((await merge(third, first)).body).toEqual({ votes: 2 })
  expect(await look(first)).toMatchObject({
    votes: 2,
    merged: [{ id: second.id }, { id: third.id }],
    merged_into: null,
  })
  expect(await look(second)).toMatchObject({ merged_into: { id: first.id, organization: { name: 'Riverside PD' } } })
  const { items } = (await server.call(listFeedback, { kind: 'feature_request', sort: 'votes' }, anna)).body
  expect(items[0]).toMatchObject({ id: first.id, votes: 2 })
  expect(items.map((item) => item.id)).not.toContain(second.id)
  expect((await change(first, { status: 'done', answer: 'From May on.' })).body).toEqual({ told: 3 })
  expect(await sent(two, second)).toMatchObject({ status: 'done', answer: 'From May on.', merged: true })
  const words = JSON.stringify([await bell(two), await server.call(listSent, {}, two)])
  expect(words).toContain('Trade shifts')
  expect(words).not.toContain('Swap with a colleague')
  expect(words).not.toContain('Riverside')
  // A merged request can only be changed through the one it was merged into.
  expect((await change(second, { status: 'pending' })).error?.code).toBe('merged_already')
  expect((await merge(first, second)).error?.code).toBe('merged_already')
  expect((await merge(first, first)).error?.code).toBe('same_request')
  const taken = await server.call(unmergeFeedback, second, anna)
  expect(taken.body).toEqual({ votes: 2 })
  expect(await told('Your feature request is separate again', 'Trade shifts')).toBe(1)
  expect(await sent(two, second)).toMatchObject({ status: 'done', merged: false })
  expect((await server.call(unmergeFeedback, third, ben)).body).toEqual({ votes: 1 })
  expect((await server.call(unmergeFeedback, third, ben)).error?.code).toBe('not_merged')
})

test('a group merges as a whole, and ten pairs merged both ways at once form no cycle', {
  meta: { shows: ['issue 4.6'] },
}, async () => {
  const [a, b, c] = [await wish(one, 'A'), await wish(two, 'B'), await wish(one, 'C')]
  await merge(b, a)
  expect((await merge(a, c)).body).toEqual({ votes: 2 })
  expect((await look(c)).merged.map(({ id }) => id).sort()).toEqual([a.id, b.id].sort())
  expect(await look(b)).toMatchObject({ merged_into: { id: c.id } })
  for (let n = 0; n < 10; n++) {
    const [left, right] = [await wish(one, `L${n}`), await wish(two, `R${n}`)]
    const answers = await Promise.all([merge(left, right), merge(right, left, ben)])
    expect(answers.map((answer) => answer.error?.code ?? answer.status).sort()).toEqual([200, 'merged_already'])
  }
  const deep = await server.rows('select from feedback_merges x join feedback_merges y on y.request_id = x.into_id')
  expect(deep).toEqual([])
})

test('an answer given during a merge reaches everyone who ends up in the group', {
  meta: { shows: ['issue 4.6'] },
}, async () => {
  for (let n = 0; n < 8; n++) {
    const [head, other] = [await wish(one, `H${n}`), await wish(two, `O${n}`)]
    const { version } = await look(head)
    const [, answered] = await Promise.all([
      merge(other, head, ben),
      server.call(changeFeedback, { ...head, version, status: 'done', answer: 'Built.' }, anna),
    ])
    // The merge bumps the head's version: a save based on the older version is refused and must be repeated.
    if (answered.status !== 200) await change(head, { status: 'done', answer: 'Built.' })
    expect((await sent(two, other))?.status).toBe('done')
  }
})

test('a deleted department takes its entries along, and requests merged under them are separate again', {
  meta: { shows: ['issue 4.6'] },
}, async () => {
  const gone = await server.makeOrganization({ name: 'Gone PD' })
  const leaver = await server.makePerson(gone)
  const [head, other] = [await wish(leaver, 'Head'), await wish(one, 'Other')]
  await server.call(noteFeedback, { ...head, body: 'Ask them again' }, anna)
  await merge(other, head)
  await server.rows('delete from feature_requests where organization_id = $1', [gone.id])
  expect(await server.rows('select from feedback_merges where into_id = $1', [head.id])).toEqual([])
  expect(await server.rows('select from request_notes where request_id = $1', [head.id])).toEqual([])
  expect((await look(other)).merged_into).toBeNull()
})

test('problems have a severity, browser details as text, and notes the sender never sees', {
  meta: { shows: ['issue 4.6'] },
}, async () => {
  const info = {
    user_agent: '<script>alert(1)</script>',
    url: 'https://x.example/officer/dashboard',
    timestamp: '2027-01-05T12:00:00.000Z',
    viewport_size: '390x844',
    screen_size: '390x844',
  }
  const { body } = await server.call(
    reportProblem,
    { title: '<img src=x onerror=alert(1)>', description: 'd', severity: 'critical', browser_info: info },
    two,
  )
  const it: Place = { kind: 'problem_report', organization_id: lakeside.id, id: body.id }
  await server.call(noteFeedback, { ...it, body: 'Seen before at another department' }, ben)
  expect(await look(it)).toMatchObject({
    title: '<img src=x onerror=alert(1)>',
    weight: 'critical',
    browser_info: info,
    sender: { email: two.email },
    organization: { name: 'Lakeside PD' },
    notes: [{ body: 'Seen before at another department', author: 'Vendor Person' }],
  })
  expect(JSON.stringify(await server.call(listSent, {}, two))).not.toContain('Seen before')
  const filtered = async (filter: object) =>
    (await server.call(listFeedback, { kind: 'problem_report', ...filter }, anna)).body.items.length
  expect(await filtered({ weight: 'critical' })).toBe(1)
  expect(await filtered({ weight: 'low' })).toBe(0)
  expect(await filtered({ category: 'data' })).toBe(0)
  expect(await filtered({ search: 'ONERROR' })).toBe(1)
  expect(await filtered({ organization_id: riverside.id })).toBe(0)
  expect((await merge(it, await wish(one, 'Z'))).status).toBe(404)
})

test('both sort orders page by key without gaps or duplicates, excluding trial requests', {
  meta: { shows: ['issue 4.6'] },
}, async () => {
  await server.rows('delete from feature_requests')
  const vendor = '00000000-0000-0000-0000-000000000000'
  const data = JSON.stringify({
    organizationName: 'V',
    contactName: 'C',
    email: 'c@d.example',
    phone: '',
    teamSize: 5,
    message: '',
  })
  const trial = { organization_id: vendor, title: 'Trial', description: 'd', trial_data: data, trial_state: 'new' }
  const { id } = await server.insert('feature_requests', trial)
  for (let n = 0; n < 120; n++)
    await server.insert('feature_requests', {
      organization_id: n % 2 ? riverside.id : lakeside.id,
      title: `T${n}`,
      description: 'd',
      votes: 1 + (n % 4),
      created_at: new Date(Date.UTC(2026, 0, 1 + Math.floor(n / 5))).toISOString(),
    })
  for (const sort of ['newest', 'votes'] as const) {
    const seen: { id: string; votes: number }[] = []
    let after: string | undefined
    do {
      const { body } = await server.call(
        listFeedback,
        { kind: 'feature_request', sort, ...(after ? { after } : {}) },
        anna,
      )
      expect(body.counts).toEqual({ pending: 120, in_progress: 0, done: 0, declined: 0 })
      seen.push(...body.items)
      after = body.next ?? undefined
    } while (after)
    expect([seen.length, new Set(seen.map((item) => item.id)).size]).toEqual([120, 120])
    if (sort === 'votes')
      expect(seen.map(({ votes }) => votes)).toEqual(seen.map(({ votes }) => votes).sort((a, b) => b - a))
  }
  expect((await server.call(readFeedback, { kind: 'feature_request', id: String(id) }, anna)).status).toBe(404)
  const place = { kind: 'feature_request', organization_id: vendor, id: String(id) } as const
  expect((await server.call(changeFeedback, { ...place, version: 1, status: 'pending' }, anna)).status).toBe(404)
})

test('nobody in a department can read or answer them, and a sender can’t answer their own', {
  meta: { shows: ['issue 4.6', 'issue 2.4'] },
}, async () => {
  const it = await wish(one, 'Mine')
  const admin = await server.makePerson(riverside, { role: 'admin' })
  for (const person of [one, admin]) {
    expect((await server.call(listFeedback, { kind: 'feature_request' }, person)).status).toBe(404)
    expect((await server.call(readFeedback, { kind: 'feature_request', id: it.id }, person)).status).toBe(404)
    expect((await server.call(changeFeedback, { ...it, version: 1, status: 'done', answer: 'x' }, person)).status).toBe(
      404,
    )
  }
  expect(await sent(one, it)).toMatchObject({ status: 'pending', answer: null })
})
