import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listOpenJobs, signUp } from './contract.ts'
import { routes } from './routes.ts'
import { patchPosted } from './rules.posted.ts'
import { patchOpenJobs } from './rules.spots.ts'
import { listChangedJobs, listSpots } from './store.jobs.ts'

let server: TestServer
let organization: TestOrganization
let watcher: TestPerson
let officer: TestPerson
const opened: AbortController[] = []

beforeAll(async () => {
  server = await startTestServer(routes, { live: true, figures: { assignments: listChangedJobs, spots: listSpots } })
})
afterAll(async () => {
  for (const controller of opened) controller.abort()
  await server.close()
})
beforeEach(async () => {
  organization = await server.makeOrganization()
  watcher = await server.makePerson(organization)
  officer = await server.makePerson(organization)
})

/** A first-come shift with one post, in so many hours. */
const makeShift = async (given: { status?: string; hours?: number; in?: { id: string } } = {}) => {
  const organization_id = (given.in ?? organization).id
  const from = new Date(Date.now() + (given.hours ?? 48) * 3_600_000)
  const times = { starts_at: from, ends_at: new Date(from.getTime() + 3_600_000) }
  const made = await server.insert('assignments', {
    organization_id,
    title: 'Parade',
    kind: 'special_event',
    time_zone: 'America/Chicago',
    signup_mode: 'first_come',
    status: given.status ?? 'published',
    ...times,
  })
  const post = await server.insert('posts', {
    organization_id,
    assignment_id: made.id,
    name: 'Route',
    required_count: 3,
    ...times,
  })
  return { assignment_id: String(made.id), post_id: String(post.id) }
}

type Event = { t: string; id: string | null; d?: unknown }
const listen = async (person: TestPerson) => {
  const controller = new AbortController()
  opened.push(controller)
  const response = await fetch(`${server.base}/api/live`, {
    headers: { cookie: `watchbill=${person.secret}` },
    signal: controller.signal,
  })
  const seen: Event[] = []
  let heard: () => void = () => undefined
  const reader = (response.body as NonNullable<typeof response.body>).pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  void (async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = (rest + next.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.startsWith('data: ')) seen.push(JSON.parse(line.slice(6)))
      heard()
    }
  })().catch(() => undefined)
  const until = async (found: (event: Event) => boolean) => {
    while (!seen.some(found))
      await new Promise<void>((go) => {
        heard = go
      })
    return seen.find(found) as Event
  }
  return { seen, until }
}
const names = (text: string) => (event: Event) => event.t === 'spots' && JSON.stringify(event.d).includes(text)

test('a sign-up reaches a watching screen with the figures that the list would show', async () => {
  const { assignment_id, post_id } = await makeShift()
  const before = (await server.call(listOpenJobs, { days: 30 }, watcher)).body
  const stream = await listen(watcher)
  expect((await server.call(signUp, { assignment_id, post_id }, officer)).status).toBe(200)
  const event = await stream.until(names(post_id))
  const patched = patchOpenJobs.apply(before, patchOpenJobs.keep(undefined, event.d))
  const after = (await server.call(listOpenJobs, { days: 30 }, watcher)).body
  expect(patched.again).toBe(false)
  expect((patched.response as typeof after).items).toEqual(after.items)
  expect(after.items[0]?.posts[0]?.confirmed_count).toBe(1)
  expect(after.as_of).toBeGreaterThan(before.as_of)
})

test('changes of several shifts at once arrive together', async () => {
  const made = [await makeShift({ hours: 50 }), await makeShift({ hours: 55 }), await makeShift({ hours: 60 })]
  const before = (await server.call(listOpenJobs, { days: 30 }, watcher)).body
  const stream = await listen(watcher)
  await server.rows(`update posts set confirmed_count = 2 where organization_id = $1`, [organization.id])
  const event = await stream.until(({ t }) => t === 'spots')
  for (const { post_id } of made) expect(JSON.stringify(event.d)).toContain(post_id)
  const { response } = patchOpenJobs.apply(before, patchOpenJobs.keep(undefined, event.d))
  expect((response as typeof before).items.map(({ posts }) => posts[0]?.confirmed_count)).toEqual([2, 2, 2])
})

test('the figures hold nothing about a person, and no id but the post’s', async () => {
  const { assignment_id, post_id } = await makeShift()
  const stream = await listen(watcher)
  await server.call(signUp, { assignment_id, post_id }, officer)
  const event = await stream.until(names(post_id))
  expect(event.d).toEqual({
    as_of: expect.any(Number),
    posts: [{ id: post_id, confirmed_count: 1, held_count: 1, waiting_count: 0, holds: [] }],
  })
  expect(JSON.stringify(stream.seen)).not.toContain(officer.officer_id)
})

test('figures stay in their department, and ids of drafts reach no officer', {
  meta: { shows: ['issue 13 posted'] },
}, async () => {
  const foreign = await server.makeOrganization()
  const other = await server.makePerson(foreign)
  const admin = await server.makePerson(organization, { role: 'admin' })
  const [theirs, own, admins] = [await listen(other), await listen(watcher), await listen(admin)]
  const draft = await makeShift({ status: 'draft' })
  await server.rows(`update assignments set title = 'Later' where id = $1`, [draft.assignment_id])
  await server.rows(`update posts set required_count = 4 where id = $1`, [draft.post_id])
  // As a mistake elsewhere might do: a poke to everybody that names a draft.
  for (const id of [organization.id, foreign.id])
    for (const topic of ['spots', 'assignments'])
      await server.rows(`insert into outbox (organization_id, topic, thing_id, audience) values ($1, $2, $3, 'all')`, [
        id,
        topic,
        draft.assignment_id,
      ])
  const [here, there] = [await makeShift({ hours: 60 }), await makeShift({ hours: 60, in: foreign })]
  expect((await server.call(signUp, here, officer)).status).toBe(200)
  expect((await server.call(signUp, there, await server.makePerson(foreign))).status).toBe(200)
  await Promise.all([
    own.until(names(here.post_id)),
    theirs.until(names(there.post_id)),
    admins.until(names(here.post_id)),
  ])
  for (const { seen } of [own, theirs]) {
    expect(JSON.stringify(seen)).not.toContain(draft.assignment_id)
    expect(JSON.stringify(seen)).not.toContain(draft.post_id)
  }
  expect(JSON.stringify(theirs.seen)).not.toContain(here.post_id)
  expect(JSON.stringify(own.seen)).not.toContain(there.post_id)
  expect(admins.seen.filter(({ t, id }) => t === 'assignments' && id === draft.assignment_id).length).toBeGreaterThan(0)
})

type Shown = { jobs: { id: string }[]; gone: string[] }
const shows = (id: string) => (event: Event) =>
  event.t === 'assignments' && (event.d as Shown | undefined)?.jobs.some((job) => job.id === id) === true
const asListed = <J extends object>({ as_of: _, ...job }: J & { as_of?: number }) => job
const readList = async () => (await server.call(listOpenJobs, { days: 30 }, watcher)).body

test('a published shift reaches a watching screen whole, as the list would show it, and leaves it when canceled', {
  meta: { shows: ['issue 13 posted'] },
}, async () => {
  await makeShift()
  const { assignment_id } = await makeShift({ status: 'draft', hours: 24 })
  const before = await readList()
  const stream = await listen(watcher)
  await server.rows(`update assignments set status = 'published' where id = $1`, [assignment_id])
  const event = await stream.until(shows(assignment_id))
  expect(event.id).toBeNull()
  const after = await readList()
  const { response } = patchPosted.apply(before, patchPosted.keep(undefined, event.d), { days: 30 })
  const { as_of } = event.d as { as_of: number }
  // The shift that a poke brought remembers what it has seen; the poke of the first shift may have come with it.
  const items = (response as typeof after).items
  expect(items[0]).toEqual({ ...after.items[0], as_of })
  expect(items.map(asListed)).toEqual(after.items)
  expect(after.items.map(({ id }) => id)[0]).toBe(assignment_id)

  await server.rows(
    `update assignments set status = 'cancelled', cancelled_at = now(), cancel_reason = 'Rain' where id = $1`,
    [assignment_id],
  )
  const gone = await stream.until(({ d }) => (d as Shown | undefined)?.gone?.includes(assignment_id) === true)
  const left = patchPosted.apply(after, patchPosted.keep(undefined, gone.d), { days: 30 }).response as typeof after
  expect(left.items.map(asListed)).toEqual((await readList()).items)
})

test('officers hear that a shift was unpublished, without its id', async () => {
  const stream = await listen(watcher)
  const { assignment_id } = await makeShift()
  // That it was published may be heard with its id.
  await stream.until((event) => JSON.stringify(event).includes(assignment_id))
  const before = stream.seen.length
  await server.rows(`update assignments set status = 'draft' where id = $1`, [assignment_id])
  await stream.until(({ t, id, d }) => t === 'assignments' && id === null && d === undefined)
  expect(JSON.stringify(stream.seen.slice(before))).not.toContain(assignment_id)
})

test('many officers of two departments read at once, and each gets the own department’s shifts and own sign-ups', {
  meta: { shows: ['issue 13 read once'] },
}, async () => {
  const foreign = await server.makeOrganization()
  const [here, there] = [await makeShift(), await makeShift({ in: foreign })]
  await makeShift({ status: 'draft' })
  const others = [await server.makePerson(foreign), await server.makePerson(foreign, { role: 'admin' })]
  const admin = await server.makePerson(organization, { role: 'admin' })
  await server.call(signUp, here, officer)
  const asked = Array.from({ length: 12 }, () => [others[0], watcher, others[1], officer, admin]).flat()
  const answers = await Promise.all(asked.map((one) => server.call(listOpenJobs, { days: 30 }, one as TestPerson)))
  for (const [n, { body }] of answers.entries()) {
    const isOurs = !others.includes(asked[n] as TestPerson)
    expect(body.items.map(({ id }) => id)).toEqual([(isOurs ? here : there).assignment_id])
    expect(body.me.id).toBe(asked[n]?.officer_id)
    expect(body.mine.length).toBe(asked[n] === officer ? 1 : 0)
    expect(body.mine_as_of).toBeLessThanOrEqual(body.as_of)
  }
})

test('an officer who has signed up sees it in the next read, however many read at the same time', {
  meta: { shows: ['issue 13 read once'] },
}, async () => {
  const { assignment_id, post_id } = await makeShift()
  const officers = await Promise.all(Array.from({ length: 3 }, () => server.makePerson(organization)))
  let stopped = false
  const crowd = Array.from({ length: 6 }, async () => {
    while (!stopped) await readList()
  })
  for (const [n, one] of officers.entries()) {
    expect((await server.call(signUp, { assignment_id, post_id }, one)).status).toBe(200)
    const { items, mine } = (await server.call(listOpenJobs, { days: 30 }, one)).body
    expect([items[0]?.posts[0]?.confirmed_count, mine.length]).toEqual([n + 1, 1])
  }
  stopped = true
  await Promise.all(crowd)
})

test('many officers’ own changes reach an admin as one event, and each officer as their own', {
  meta: { shows: ['issue 13 posted'] },
}, async () => {
  const admin = await server.makePerson(organization, { role: 'admin' })
  const [admins, own] = [await listen(admin), await listen(watcher)]
  await server.rows(
    `insert into notifications (organization_id, type, title, message, officer_id)
      select organization_id, 'assignment_posted', 'New shift posted', 'Parade', id from officers where organization_id = $1`,
    [organization.id],
  )
  await makeShift()
  await Promise.all([admins, own].map(({ until }) => until(({ t }) => t === 'assignments')))
  const count = ({ seen }: typeof own) => seen.filter(({ t }) => t === 'notifications').length
  // The admin has a notification too: one event for it, one for all others.
  expect([count(admins), count(own)]).toEqual([2, 1])
})
