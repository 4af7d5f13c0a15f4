import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { routes as officerRoutes } from '#features/roster/officers/routes.ts'
import { createAssignment, editAssignment } from '#features/shifts/assignment-editor/contract.ts'
import { routes as transitions } from '#features/shifts/assignment-editor/routes.transitions.ts'
import { routes as editor } from '#features/shifts/assignment-editor/routes.ts'
import { cancelAssignment, readAssignment, unpublishAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { approveSignup } from '#features/shifts/signup-decisions/contract.ts'
import { routes as decisions } from '#features/shifts/signup-decisions/routes.ts'
import { signUp, withdraw } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { withinOneMinute } from '#platform/server/testing.minute.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { isoInstant, plusDays } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { makeLink } from './contract.ts'
import { mountCalendars } from './routes.feed.ts'
import { routes } from './routes.ts'

const zone = 'America/Chicago'
let server: TestServer
let house: TestOrganization
let admin: TestPerson
let officer: TestPerson

beforeAll(async () => {
  server = await startTestServer(
    [...routes, ...assignments, ...transitions, ...editor, ...signups, ...decisions, ...officerRoutes],
    { mount: (app, database) => mountCalendars(app, database, () => 'https://shifts.example.org') },
  )
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization({ name: 'Riverton PD' })
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin One' })
  officer = await server.makePerson(house, { name: 'Officer One' })
})

const linkOf = async (as = officer) => {
  const made = await server.call(makeLink, {}, as)
  expect(made.error).toBeNull()
  return made.body.url
}
const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(server.base + new URL(url).pathname, { headers })
/** As another implementation reads it. */
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => {
    const event = new ICAL.Event(part)
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      sequence: event.sequence,
      status: String(part.getFirstPropertyValue('status')),
      starts_at: event.startDate.toJSDate().toISOString(),
      ends_at: event.endDate.toJSDate().toISOString(),
    }
  })
const textOf = async (url: string) => (await get(url)).text()
const feed = async (url: string) => eventsOf(await textOf(url))

const soon = plusDays(wallOf(new Date().toISOString(), zone).date, 6)
const plain = {
  title: 'Stadium detail',
  kind: 'extra_duty' as const,
  description: 'Bring the gate list for J. Doe',
  client: 'Arena Inc.',
  radio_channel: 'TAC 4',
  location_name: 'Arena',
  location_address: '1 Main St, Riverton',
  starts: { date: soon, time: '22:00' },
  ends: { time: '06:00' },
  posts: [{ name: 'Gate', required_count: 2 }],
  signup_mode: 'approval' as const,
}
const shift = async (over: object = {}) => {
  const made = await server.call(createAssignment, { ...plain, publish: 'now', ...over }, admin)
  expect(made.error).toBeNull()
  return (await server.call(readAssignment, { id: made.body.id }, admin)).body
}
type Seen = Awaited<ReturnType<typeof shift>>
const ask = async (seen: Seen, as = officer) => {
  const made = await server.call(signUp, { assignment_id: seen.id, post_id: seen.posts[0]?.id ?? '' }, as)
  expect(made.error).toBeNull()
  return made.body.id
}
const approve = async (id: string) => {
  const { error } = await server.call(approveSignup, { id }, admin)
  expect(error).toBeNull()
}

describe('what the feed has', { meta: { shows: ['issue 12 calendar'] } }, () => {
  test('a request is tentative, a shift confirmed, and a night shift runs over midnight', async () => {
    const url = await linkOf()
    const seen = await shift()
    const id = await ask(seen)
    const [asked] = await feed(url)
    expect(asked).toMatchObject({
      uid: `shift-${id}`,
      summary: 'Requested: Stadium detail',
      status: 'TENTATIVE',
      location: 'Arena, 1 Main St, Riverton',
      starts_at: isoInstant(seen.starts_at),
      ends_at: isoInstant(seen.ends_at),
    })
    await approve(id)
    const [held] = await feed(url)
    expect(held).toMatchObject({ uid: `shift-${id}`, summary: 'Stadium detail', status: 'CONFIRMED' })
    expect(held?.sequence).toBeGreaterThan(asked?.sequence ?? 0)
    const text = await textOf(url)
    expect(text).toContain(`DTSTART;TZID=${zone}:${soon.replaceAll('-', '')}T220000\r\n`)
    expect(text).toContain(`DTEND;TZID=${zone}:${plusDays(soon, 1).replaceAll('-', '')}T060000\r\n`)
    expect(text).toContain('X-WR-CALNAME:Shifts\\, Riverton PD\r\n')
  })

  test('the sequence grows with every change, and lost shifts are canceled for 30 days', async () => {
    const url = await linkOf()
    const seen = await shift()
    const id = await ask(seen)
    await approve(id)
    const sequences: number[] = []
    const look = async () => {
      const [one] = await feed(url)
      sequences.push(one?.sequence ?? -1)
      return one
    }
    await look()
    await look()
    const { version, posts } = (await server.call(readAssignment, { id: seen.id }, admin)).body
    const same = posts.map((post) => ({ id: post.id, name: post.name, required_count: post.required_count }))
    const later = { date: plusDays(soon, 1), time: '21:00' }
    const saved = await server.call(
      editAssignment,
      { ...plain, id: seen.id, version, posts: same, starts: later },
      admin,
    )
    expect(saved.error).toBeNull()
    expect(await look()).toMatchObject({ uid: `shift-${id}`, status: 'CONFIRMED' })
    const canceled = await server.call(
      cancelAssignment,
      { id: seen.id, party: 'client', reason: 'Event called off', scope: 'this' },
      admin,
    )
    expect(canceled.error).toBeNull()
    expect(await look()).toMatchObject({
      uid: `shift-${id}`,
      status: 'CANCELLED',
      summary: 'Canceled: Stadium detail',
    })
    expect(sequences[0]).toBe(sequences[1])
    expect(sequences.slice(1)).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
    for (const table of ['officer_assignments', 'assignments'])
      await server.rows(`update ${table} set updated_at = now() - interval '31 days' where organization_id = $1`, [
        house.id,
      ])
    expect(await feed(url)).toEqual([])
  })

  test('a request that was withdrawn is canceled, and gone once there is another', async () => {
    const url = await linkOf()
    const seen = await shift()
    const first = await ask(seen)
    expect((await server.call(withdraw, { id: first }, officer)).error).toBeNull()
    expect(await feed(url)).toMatchObject([{ uid: `shift-${first}`, status: 'CANCELLED' }])
    const second = await ask(seen)
    expect(await feed(url)).toMatchObject([{ uid: `shift-${second}`, status: 'TENTATIVE' }])
  })

  test('a shift that is unpublished is no longer there', async () => {
    const url = await linkOf()
    const seen = await shift()
    await ask(seen)
    const { error } = await server.call(unpublishAssignment, { id: seen.id }, admin)
    if (error === null) expect(await feed(url)).toEqual([])
    await server.rows(`update assignments set status = 'draft' where id = $1`, [seen.id])
    expect(await feed(url)).toEqual([])
  })

  test('regular tours of the coming months, without days of leave; a changed tour is another event', async () => {
    const of = { organization_id: house.id }
    const platoon = await server.insert('platoons', { ...of, name: 'B Platoon' })
    const today = wallOf(new Date().toISOString(), zone).date
    await server.insert('platoon_schedules', {
      ...of,
      platoon_id: platoon.id,
      starts_on: today,
      anchor_on: today,
      keeps: 'length',
      pattern: JSON.stringify({ kind: 'weekdays', weekdays: [0, 1, 2, 3, 4, 5, 6], start: '19:00', minutes: 720 }),
    })
    await server.insert('platoon_members', {
      ...of,
      platoon_id: platoon.id,
      officer_id: officer.officer_id,
      starts_on: today,
    })
    const url = await linkOf()
    const before = await feed(url)
    expect(before).toHaveLength(180)
    expect(before[0]).toMatchObject({ summary: 'Tour: B Platoon', status: 'CONFIRMED', sequence: 0 })
    expect(wallOf(before[0]?.starts_at ?? '', zone)).toMatchObject({ date: today, time: '19:00' })
    // Over the clock change as well.
    expect(new Set(before.map(({ starts_at }) => wallOf(starts_at, zone).time))).toEqual(new Set(['19:00']))
    expect(await feed(url)).toEqual(before)
    await server.insert('tour_exceptions', {
      ...of,
      officer_id: officer.officer_id,
      kind: 'off',
      on_day: plusDays(today, 3),
    })
    const after = await feed(url)
    expect(after).toEqual(before.filter((_, i) => i !== 3))
  })

  test('never a colleague, client, channel or description, and never another officer’s shift', async () => {
    const other = await server.makePerson(house, { name: 'Colleague Smith' })
    const seen = await shift()
    await approve(await ask(seen))
    await approve(await ask(seen, other))
    await ask(
      await shift({ title: 'Parade', starts: { date: plusDays(soon, 3), time: '08:00' }, ends: { time: '12:00' } }),
      other,
    )
    const text = (await textOf(await linkOf())).replaceAll('\r\n ', '')
    expect(text).toContain('SUMMARY:Stadium detail')
    expect(text).toContain(`URL:https://shifts.example.org/officer/assignments/${seen.id}`)
    for (const secret of ['Smith', 'Doe', 'Arena Inc', 'TAC 4', 'Parade', 'Officer One', 'Admin One'])
      expect(text).not.toContain(secret)
  })
})

describe("the feed's response", { meta: { shows: ['issue 12 calendar'] } }, () => {
  test('a reader that has the present text gets 304 until something changes', async () => {
    const url = await linkOf()
    const seen = await shift()
    const first = await get(url)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect(first.headers.get('set-cookie')).toBeNull()
    const tag = first.headers.get('etag') ?? ''
    const again = await get(url, { 'if-none-match': tag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    expect((await get(url, { 'if-none-match': `"other", ${tag.slice(2)}` })).status).toBe(304)
    const id = await ask(seen)
    const changed = await get(url, { 'if-none-match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
    // Nothing in it says when it was read.
    await server.rows(`update officer_assignments set updated_at = '2026-01-05T12:00:00Z' where id = $1`, [id])
    await server.rows(`update assignments set updated_at = '2026-01-06T12:00:00Z' where id = $1`, [seen.id])
    const text = await textOf(url)
    expect(text).toContain('DTSTAMP:20260106T120000Z\r\nLAST-MODIFIED:20260106T120000Z\r\n')
  })

  test('only reading: every other method is unknown there', async () => {
    const url = await linkOf()
    for (const method of ['POST', 'PUT', 'DELETE', 'PROPFIND'])
      expect((await fetch(server.base + new URL(url).pathname, { method })).status).toBe(404)
  })

  test('one link is read at most 20 times a minute', () =>
    withinOneMinute(async () => {
      const url = await linkOf()
      const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await get(url)).status))
      expect(statuses.filter((status) => status === 429).length).toBe(5)
      expect(await get(url).then((answer) => answer.headers.get('retry-after'))).toBe('1')
      // Another link is not held up.
      expect((await get(await linkOf(admin))).status).toBe(200)
    }))
})
