import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminDashboard, officerDashboard } from '#features/home/dashboards/contract.ts'
import { routes as dashboards } from '#features/home/dashboards/routes.ts'
import { countPending } from '#features/hours/pending-counts/contract.ts'
import { routes as counts } from '#features/hours/pending-counts/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import {
  readOfficersSchedule,
  readOwnList,
  readOwnSchedule,
  readSchedule,
  readScheduleMonth,
  readSharedSchedule,
} from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let where: TestOrganization
let admin: TestPerson
let officer: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...dashboards, ...counts])
  where = await server.makeOrganization()
  admin = await server.makePerson(where, { role: 'admin' })
  officer = await server.makePerson(where)
})
afterAll(() => server.close())

const sunday = '2056-03-05'
/** A published shift in Chicago local time in March 2056, before and after clocks go forward on the 12th. */
const shift = async (
  starts_at: string,
  ends_at: string,
  more: Record<string, unknown> = {},
  required = 2,
  requirements: object = {},
) => {
  const row = { organization_id: where.id, starts_at: new Date(starts_at), ends_at: new Date(ends_at) }
  const made = await server.insert('assignments', {
    ...row,
    title: 'Night watch',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    ...more,
  })
  const post = await server.insert('posts', {
    ...row,
    assignment_id: made.id,
    name: 'Gate',
    required_count: required,
    requirements: JSON.stringify(requirements),
  })
  return { ...row, assignment_id: made.id, post_id: post.id }
}
const sign = (made: Awaited<ReturnType<typeof shift>>, who: TestPerson, status = 'confirmed', more: object = {}) =>
  server.insert('officer_assignments', { ...made, officer_id: who.officer_id, status, ...more })
const week = async (from = sunday, days = 7, who = admin) => (await server.call(readSchedule, { from, days }, who)).body

describe('the department’s schedule', () => {
  test('names officers with a spot, counts open spots, and keeps a night shift on the day it starts', async () => {
    const night = await shift('2056-03-11T04:00:00Z', '2056-03-11T12:00:00Z', {}, 3, { units: ['Patrol'] })
    const second = await server.makePerson(where)
    await sign(night, officer)
    await sign(night, second, 'pending_approval')
    await sign(night, await server.makePerson(where), 'withdrawn')
    const { shifts, today, more } = await week()
    expect(more).toBe(false)
    expect(today).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    const found = shifts.find((one) => one.id === night.assignment_id)
    expect(found).toMatchObject({
      day: '2056-03-10',
      tail: 1,
      required: 3,
      confirmed: 1,
      pending: 1,
      units: ['Patrol'],
    })
    expect(found?.people.map((one) => [one.officer_id, one.status])).toEqual(
      expect.arrayContaining([
        [officer.officer_id, 'confirmed'],
        [second.officer_id, 'pending_approval'],
      ]),
    )
    expect(found?.people).toHaveLength(2)
  })

  test('hides expired offers and shows open ones', async () => {
    const day = await shift('2056-03-07T14:00:00Z', '2056-03-07T22:00:00Z', { title: 'Offer' })
    await sign(day, officer, 'offered', { offer_expires_at: new Date(Date.now() - 1000) })
    await sign(day, await server.makePerson(where), 'offered', { offer_expires_at: new Date(Date.now() + 3_600_000) })
    const found = (await week()).shifts.find((one) => one.id === day.assignment_id)
    expect(found?.people.map((one) => one.status)).toEqual(['offered'])
  })

  test('shows regular tours by platoon with the names on leave, across the clock change', async () => {
    const platoon = await server.insert('platoons', { organization_id: where.id, name: 'Night platoon' })
    await server.insert('platoon_schedules', {
      organization_id: where.id,
      platoon_id: platoon.id,
      starts_on: '2056-01-01',
      anchor_on: '2056-01-02',
      keeps: 'end',
      pattern: JSON.stringify({ kind: 'weekdays', weekdays: [0, 1, 2, 3, 4, 5, 6], start: '22:00', minutes: 480 }),
    })
    const people = await Promise.all([1, 2, 3].map(() => server.makePerson(where)))
    for (const one of people)
      await server.insert('platoon_members', {
        organization_id: where.id,
        platoon_id: platoon.id,
        officer_id: one.officer_id,
        starts_on: '2056-01-01',
      })
    await server.insert('leaves', {
      organization_id: where.id,
      officer_id: people[0]?.officer_id,
      kind: 'sick',
      starts_at: new Date('2056-03-08T06:00:00Z'),
      ends_at: new Date('2056-03-09T06:00:00Z'),
      whole_days: true,
    })
    const crews = (await week()).crews.filter((one) => one.platoon === 'Night platoon')
    expect(crews.map((one) => one.day).toSorted()).toContain('2056-03-11')
    const change = crews.find((one) => one.day === '2056-03-11')
    // 22:00 to 06:00 across the skipped hour: seven actual hours.
    expect(change).toMatchObject({
      count: 3,
      starts_at: '2056-03-12T04:00:00.000Z',
      ends_at: '2056-03-12T11:00:00.000Z',
    })
    const sick = crews.filter((one) => one.away.length > 0)
    expect(sick.map((one) => one.day).toSorted()).toEqual(['2056-03-07', '2056-03-08'])
    expect(crews.map((one) => one.people.length)).toEqual(crews.map((one) => Math.min(one.count, 6)))
    const named = (await week('2056-03-10', 1)).crews.find((one) => one.platoon === 'Night platoon')
    expect(named?.people).toHaveLength(3)
  })

  test('marks a shift during the officer’s own tour or leave, in the week, on its day alone and by officer', async () => {
    const platoon = await server.insert('platoons', { organization_id: where.id, name: 'Day platoon' })
    await server.insert('platoon_schedules', {
      ...{ organization_id: where.id, platoon_id: platoon.id, starts_on: '2056-01-01', anchor_on: '2056-01-02' },
      pattern: JSON.stringify({ kind: 'weekdays', weekdays: [0, 1, 2, 3, 4, 5, 6], start: '06:00', minutes: 480 }),
    })
    const [twice, away, after] = [
      await server.makePerson(where),
      await server.makePerson(where),
      await server.makePerson(where),
    ]
    const desk = await shift('2056-03-09T18:00:00Z', '2056-03-09T23:00:00Z', { title: 'Desk' }, 3)
    for (const { officer_id } of [twice, away, after])
      await server.insert('platoon_members', {
        ...{ organization_id: where.id, platoon_id: platoon.id, officer_id, starts_on: '2056-01-01' },
      })
    await server.insert('leaves', {
      ...{ organization_id: where.id, officer_id: away.officer_id, kind: 'vacation', whole_days: true },
      ...{ starts_at: new Date('2056-03-09T06:00:00Z'), ends_at: new Date('2056-03-10T06:00:00Z') },
    })
    await sign(desk, twice)
    await sign(desk, away)
    // From when the tour ends, as one part of the shift.
    await sign(desk, after, 'confirmed', { starts_at: new Date('2056-03-09T20:00:00Z') })
    const expected = [
      [twice.officer_id, [{ kind: 'tour', title: 'Day platoon', starts_at: '2056-03-09T12:00:00.000Z' }]],
      [away.officer_id, [{ kind: 'leave', title: 'Leave', starts_at: '2056-03-09T06:00:00.000Z' }]],
      [after.officer_id, []],
    ] as const
    const found = async (from: string, days: number) =>
      (await week(from, days)).shifts.find((one) => one.id === desk.assignment_id)?.people ?? []
    for (const people of [await found(sunday, 7), await found('2056-03-09', 1)])
      for (const [id, conflicts] of expected)
        expect(people.find((one) => one.officer_id === id)?.conflicts ?? []).toMatchObject(conflicts)
    const { items } = (await server.call(readOfficersSchedule, { from: sunday, days: 7 }, admin)).body
    const marked = (id: string) =>
      items
        .find((one) => one.officer_id === id)
        ?.entries.filter((one) => one.conflicts)
        .map((one) => [one.kind, one.day])
    expect(marked(twice.officer_id)).toEqual([
      ['tour', '2056-03-09'],
      ['shift', '2056-03-09'],
    ])
    expect(marked(away.officer_id)).toEqual([
      ['leave', '2056-03-09'],
      ['shift', '2056-03-09'],
    ])
    expect(marked(after.officer_id)).toEqual([])
  })

  test('marks too little rest, also after a shift that ended before the days shown', async () => {
    const tired = await server.makePerson(where)
    const late = await shift('2056-03-11T20:00:00Z', '2056-03-12T04:00:00Z', { title: 'Late gate' })
    const early = await shift('2056-03-12T09:00:00Z', '2056-03-12T13:00:00Z', { title: 'Early gate' })
    for (const one of [late, early]) await sign(one, tired)
    const rests = async () => {
      const shown = await week('2056-03-12', 1)
      const person = shown.shifts.find((one) => one.id === early.assignment_id)?.people[0]
      const { items } = (await server.call(readOfficersSchedule, { from: '2056-03-12', days: 1 }, admin)).body
      const own = items.find((one) => one.officer_id === tired.officer_id)?.entries ?? []
      expect(own.map((one) => one.title)).toEqual(['Early gate'])
      return [person?.conflicts, own[0]?.conflicts]
    }
    expect(await rests()).toEqual([undefined, undefined])
    await server.insert('work_rules', {
      ...{ organization_id: where.id, rest_minutes: 480, break_minutes: 0, reach_minutes: 1440 },
      ...{ windows: '[]', caps: '[]' },
    })
    const rest = [{ kind: 'shift', title: 'Late gate', day: '2056-03-11', rest: [300, 480] }]
    expect(await rests()).toMatchObject([rest, rest])
    await server.rows('delete from work_rules where organization_id = $1', [where.id])
  })

  test('splits crews by unit only on request', async () => {
    const one = (await server.call(readSchedule, { from: sunday, days: 7, by_unit: 'yes' }, admin)).body
    const all = await week()
    const count = (crews: typeof all.crews) => crews.reduce((n, crew) => n + crew.count, 0)
    expect(count(one.crews)).toBe(count(all.crews))
    expect(all.crews.every((crew) => crew.unit === null)).toBe(true)
  })

  test('lists the same days by officer, in pages, searchable by name and unit', async () => {
    const all = await server.call(readOfficersSchedule, { from: sunday, days: 7 }, admin)
    expect(all.body.next).toBeNull()
    const mine = all.body.items.find((one) => one.officer_id === officer.officer_id)
    expect(mine?.entries.map((one) => one.title)).toEqual(['Night watch'])
    const one = await server.call(readOfficersSchedule, { from: sunday, days: 7, search: mine?.name ?? '-' }, admin)
    expect(one.body.items.map(({ officer_id }) => officer_id)).toContain(officer.officer_id)
    const none = await server.call(readOfficersSchedule, { from: sunday, days: 7, unit: 'No such unit' }, admin)
    expect(none.body).toMatchObject({ total: 0, items: [], next: null })
  })

  test('counts a month by the start day of each shift, without drafts and canceled shifts', async () => {
    const made = await shift('2056-04-02T03:00:00Z', '2056-04-02T11:00:00Z', { title: 'Counted' }, 4)
    await sign(made, officer)
    await shift('2056-04-02T03:00:00Z', '2056-04-02T11:00:00Z', { status: 'draft' })
    await shift('2056-04-02T03:00:00Z', '2056-04-02T11:00:00Z', { status: 'cancelled', cancel_reason: 'Rain' })
    const { items } = (await server.call(readScheduleMonth, { from: '2056-03-26', days: 42 }, admin)).body
    expect(items).toHaveLength(42)
    expect(items.filter((one) => one.shifts > 0)).toMatchObject([
      { day: '2056-04-01', shifts: 1, needed: 4, filled: 1, open: 3, pending: 0, listed: 1 },
    ])
    expect(items[0]).toMatchObject({ shifts: 0, named: [], listed: 0 })
    // A requested call-off waits for a decision like a request: in the month, in the badge, on the dashboard.
    const badge = async () => (await server.call(countPending, {}, admin)).body.assignments
    const shown = async () => {
      const { waiting } = (await server.call(adminDashboard, {}, admin)).body
      return waiting.signups + waiting.calloffs
    }
    const before = await badge()
    expect(await shown()).toBe(before)
    await sign(made, await server.makePerson(where), 'calloff_requested')
    await sign(made, await server.makePerson(where), 'pending_approval')
    const again = (await server.call(readScheduleMonth, { from: '2056-04-01', days: 1 }, admin)).body.items
    expect(again).toMatchObject([{ day: '2056-04-01', filled: 2, pending: 2 }])
    expect(await badge()).toBe(before + 2)
    expect(await shown()).toBe(before + 2)
  })

  test('names the first three shifts of each day of a month, or of those to fill', async () => {
    const at = (hour: number, title: string, places = 1) =>
      shift(`2056-05-10T${hour}:00:00Z`, `2056-05-10T23:00:00Z`, { title }, places)
    const taken = await at(14, 'Alpha')
    await sign(taken, officer)
    await at(16, 'Charlie', 2)
    await at(15, 'Bravo')
    await at(17, 'Delta')
    const day = async (input: { unfilled?: 'yes' }) =>
      (await server.call(readScheduleMonth, { from: '2056-05-10', days: 1, ...input }, admin)).body.items[0]
    const all = await day({})
    expect(all).toMatchObject({ shifts: 4, listed: 4, filled: 1 })
    expect(all?.named).toMatchObject([
      { title: 'Alpha', required: 1, confirmed: 1, phase: 'filled' },
      { title: 'Bravo', required: 1, confirmed: 0, phase: 'open' },
      { title: 'Charlie', required: 2, confirmed: 0, phase: 'open' },
    ])
    const toFill = await day({ unfilled: 'yes' })
    expect(toFill).toMatchObject({ shifts: 4, listed: 3, filled: 1 })
    expect(toFill?.named.map((one) => one.title)).toEqual(['Bravo', 'Charlie', 'Delta'])
  })

  test('a month of shifts to fill has those under way, as the week does, and none that are over', async () => {
    const from = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    await shift(from(-3), from(-1), { title: 'Over' })
    await shift(from(-2), from(1), { title: 'Under way' })
    const span = { from: from(-48).slice(0, 10), days: 5, unfilled: 'yes' } as const
    const { body } = await server.call(readScheduleMonth, span, admin)
    expect(body.items.flatMap((one) => one.named.map(({ title }) => title))).toEqual(['Under way'])
    expect(body.items.reduce((sum, { open }) => sum + open, 0)).toBe(2)
  })

  test('is for admins only, for at most 42 days, and never shows another department', async () => {
    expect((await server.call(readSchedule, { from: sunday, days: 7 }, officer)).status).toBe(403)
    expect((await server.call(readOfficersSchedule, { from: sunday, days: 7 }, officer)).status).toBe(403)
    expect((await server.call(readScheduleMonth, { from: sunday, days: 7 }, officer)).status).toBe(403)
    expect((await server.call(readSchedule, { from: sunday, days: 43 }, admin)).status).toBe(400)
    const tooLong = { from: sunday, days: 7, unit: 'x'.repeat(121), search: 'x'.repeat(101) }
    const refused = await server.call(readOfficersSchedule, tooLong, admin)
    expect(refused.error?.fields?.map((one) => one.field)).toEqual(['unit', 'search'])
    const elsewhere = await server.makeOrganization()
    const stranger = await server.makePerson(elsewhere, { role: 'admin' })
    expect(await week(sunday, 7, stranger)).toMatchObject({ shifts: [], crews: [], leaves: [] })
    const people = (await server.call(readOfficersSchedule, { from: sunday, days: 7 }, stranger)).body.items
    expect(people.map((one) => one.officer_id)).toEqual([stranger.officer_id])
  })
})

describe('an officer’s own schedule', () => {
  test('shows their own shifts, requests, tours and leave, and nobody else’s', async () => {
    const { body } = await server.call(readOwnSchedule, { from: sunday, days: 7 }, officer)
    expect(body.entries.map((one) => [one.kind, one.title, one.day, one.tail])).toEqual([
      ['shift', 'Night watch', '2056-03-10', 1],
    ])
  })

  test('says of a shift how its record stands', async () => {
    const who = await server.makePerson(where)
    const [begins, ends] = ['2026-03-02T08:00:00Z', '2026-03-02T12:00:00Z']
    const signup = await sign(await shift(begins, ends), who)
    const read = async () =>
      (await server.call(readOwnSchedule, { from: '2026-03-01', days: 7 }, who)).body.entries.map(
        (one) => one.attendance,
      )
    expect(await read()).toEqual([null])
    await server.rows(
      `insert into attendance (organization_id, signup_id, assignment_id, officer_id, state, scheduled_starts_at,
         scheduled_ends_at, checked_in_at, checked_out_at)
       select organization_id, id, assignment_id, officer_id, 'submitted', starts_at, ends_at, starts_at, ends_at
       from officer_assignments where id = $1`,
      [signup.id],
    )
    expect(await read()).toEqual(['submitted'])
  })

  test('lists exactly what the dashboard numbers count', async () => {
    const who = await server.makePerson(where)
    const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    for (const from of [5, 30, 60]) await sign(await shift(soon(from), soon(from + 4)), who)
    await sign(await shift(soon(-2), soon(2)), who, 'pending_approval')
    await sign(await shift(soon(90), soon(94)), who, 'waitlisted')
    await sign(await shift(soon(-9), soon(-5)), who, 'pending_approval')
    const numbers = (await server.call(officerDashboard, {}, who)).body
    const later = (await server.call(readOwnList, { list: 'later' }, who)).body.items
    const waiting = (await server.call(readOwnList, { list: 'waiting' }, who)).body.items
    expect([later.length, waiting.length]).toEqual([numbers.later, numbers.pending_signups])
    expect([later.length, waiting.length]).toEqual([2, 2])
    expect(later.map((one) => one.signup_id)).not.toContain(numbers.next?.signup_id)
  })
})

describe('the schedule that a department shares with its officers', () => {
  const share = (on: boolean) =>
    server.rows('update organizations set officers_see_schedule = $2 where id = $1', [where.id, on])
  const shared = (who: TestPerson) => server.call(readSharedSchedule, { from: '2056-06-04', days: 7 }, who)
  /** What the fence lets an officer read of it, whatever a handler asks. */
  const seenBy = async (who: TestPerson) => {
    const client = await server.admin.connect()
    try {
      await client.query('begin')
      await client.query(
        `select set_config('app.organization_id', $1, true), set_config('app.officer_id', $2, true),
          set_config('app.role', 'officer', true)`,
        [where.id, who.officer_id],
      )
      await client.query('set local role watchbill_app')
      return (await client.query<{ name: string }>('select name from shared_places')).rows.map(({ name }) => name)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  test('is off at first: handler and fence both refuse', async () => {
    const who = await server.makePerson(where, { name: 'Nora Lane' })
    const colleague = await server.makePerson(where, { name: 'Omar Diaz' })
    const gate = await shift('2056-06-06T14:00:00Z', '2056-06-06T22:00:00Z', { title: 'Shared gate' }, 3)
    await sign(gate, who)
    await sign(gate, colleague)
    expect((await shared(who)).error?.code).toBe('schedule_not_shared')
    expect((await week('2056-06-04', 7, who)) as unknown).not.toHaveProperty('shifts')
    expect(await seenBy(who)).toEqual(['Nora Lane'])
  })

  test('tells names and open spots where it is on, and nothing else of a colleague', async () => {
    await share(true)
    const asker = await server.makePerson(where)
    const colleague = await server.makePerson(where, { name: 'Pia Holm' })
    const gate = await shift('2056-06-07T14:00:00Z', '2056-06-07T22:00:00Z', { title: 'Shared desk' }, 3)
    const made = await sign(gate, colleague)
    await sign(gate, await server.makePerson(where, { name: 'Quin Roe' }), 'pending_approval')
    await shift('2056-06-07T14:00:00Z', '2056-06-07T22:00:00Z', { title: 'Not yet', status: 'draft' })
    await shift('2056-06-07T14:00:00Z', '2056-06-07T22:00:00Z', {
      ...{ title: 'Rained out', status: 'cancelled', cancel_reason: 'Rain' },
    })
    const found = async () => (await shared(asker)).body.items
    expect((await found()).map(({ title }) => title)).toEqual(['Shared gate', 'Shared desk'])
    expect((await found()).at(-1)).toEqual({
      assignment_id: gate.assignment_id,
      ...{ title: 'Shared desk', location_name: null, day: '2056-06-07', tail: 0, names: ['Pia Holm'], open: 2 },
      ...{ starts_at: '2056-06-07T14:00:00.000Z', ends_at: '2056-06-07T22:00:00.000Z' },
    })
    expect((await server.call(readOwnSchedule, { from: sunday, days: 7 }, asker)).body.shared).toBe(true)
    await server.rows(`update officers set name = 'Pia Holm-Berg' where id = $1`, [colleague.officer_id])
    expect((await found()).at(-1)?.names).toEqual(['Pia Holm-Berg'])
    await server.rows(`update officer_assignments set status = 'released' where id = $1`, [made.id])
    expect((await found()).at(-1)?.names).toEqual([])
    await share(false)
    expect((await shared(asker)).status).toBe(403)
    expect(await seenBy(asker)).toEqual([])
  })
})

test('answers a week of 400 shifts and 2,200 officers with crews instead of a row per officer', async () => {
  const big = await server.makeOrganization()
  const boss = await server.makePerson(big, { role: 'admin' })
  await server.rows(
    `with o as (insert into officers (organization_id, role, approved, name, email, email_key, badge_number, unit)
       select $1, 'officer', true, 'Officer ' || lpad(n::text, 4, '0'), n || '@big.example', n || '@big.example', 'B' || n,
         'Unit ' || n % 121 from generate_series(1, 2200) n returning id, name),
     p as (insert into platoons (organization_id, name) select $1, 'Platoon ' || n from generate_series(1, 8) n returning id, name),
     c as (insert into platoon_schedules (organization_id, platoon_id, starts_on, anchor_on, pattern)
       select $1, id, '2056-01-01', '2056-01-01', '{"kind":"pitman","start":"06:00","minutes":720}' from p),
     m as (insert into platoon_members (organization_id, platoon_id, officer_id, starts_on)
       select $1, p.id, o.id, '2056-01-01' from o join p on p.name = 'Platoon ' || 1 + right(o.name, 4)::int % 8),
     a as (insert into assignments (organization_id, title, kind, time_zone, starts_at, ends_at, status, published_at)
       select $1, 'Shift ' || n % 80, 'overtime', 'America/Chicago', '2056-03-05T12:00Z'::timestamptz + (n % 7) * interval '1 day',
         '2056-03-05T20:00Z'::timestamptz + (n % 7) * interval '1 day', 'published', now() from generate_series(1, 400) n
       returning id, starts_at, ends_at),
     s as (insert into posts (organization_id, assignment_id, name, required_count, starts_at, ends_at)
       select $1, id, 'Post', 3, starts_at, ends_at from a returning id, assignment_id, starts_at, ends_at),
     n as (select s.*, row_number() over () as n from s)
     insert into officer_assignments (organization_id, assignment_id, post_id, officer_id, status, starts_at, ends_at)
     select $1, n.assignment_id, n.id, o.id, 'confirmed', n.starts_at, n.ends_at from n join o
       on right(o.name, 4)::int in (n.n * 2, n.n * 2 + 801)`,
    [big.id],
  )
  const { body } = await server.call(readSchedule, { from: sunday, days: 7 }, boss)
  expect(body.shifts).toHaveLength(400)
  expect(body.shifts.flatMap((one) => one.people)).toHaveLength(800)
  // Eight platoons: the response does not grow with the number of officers.
  expect(body.crews.length).toBeLessThan(100)
  expect(body.crews.filter((one) => one.day === sunday).reduce((n, one) => n + one.count, 0)).toBeLessThanOrEqual(2200)
})
