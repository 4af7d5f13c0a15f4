import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { fillOf, type PlaceEvent, type ShiftFill } from './rules.fill.ts'
import { fillTotals, shiftFills } from './store.fill.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([])
})
afterAll(() => server.close())

const minute = 60_000
const start = Math.floor(Date.now() / minute) * minute
const at = (minutes: number) => new Date(start + minutes * minute).toISOString()

const inside = <T extends object>(where: { id: string }, statement: ReturnType<typeof sql>) =>
  server.database.transaction([enterSystem(where.id, 'test')], (db) => db.rows<T & Record<string, unknown>>(statement))
const month = [sql`now() - interval '30 days'`, sql`now() + interval '1 day'`] as const
const fills = (where: { id: string }) =>
  inside<ShiftFill & { id: string }>(where, sql`select f.* from ${shiftFills(...month)} f`)

/** The definition again, the slow way: minute by minute, tracking each officer instead of summing. */
const oracle = (shift: Planned): ShiftFill | null => {
  const countable = ['published', 'closed'].includes(shift.status) && shift.starts <= 0 && shift.posted < shift.starts
  if (!countable) return null
  let filled: number | null = null
  let held = 0
  for (let now = -600; now <= shift.starts; now++) {
    const steps = shift.events.filter((event) => event.at === now)
    for (const { delta } of steps) {
      held += delta
      if (filled === null && held >= shift.required) filled = now
    }
  }
  return {
    required: shift.required,
    held: Math.min(shift.required, Math.max(0, held)),
    minutes_to_fill: filled === null ? null : filled < shift.posted ? 0 : filled - shift.posted,
  }
}
type Planned = {
  status: string
  posted: number
  starts: number
  required: number
  events: { at: number; delta: 1 | -1 }[]
}
const planned: fc.Arbitrary<Planned> = fc.record({
  status: fc.constantFrom('published', 'published', 'closed', 'draft', 'cancelled'),
  posted: fc.integer({ min: -500, max: -200 }),
  // Those ahead begin long after the test, however slow the machine is.
  starts: fc.integer({ min: -260, max: 30 }).map((starts) => (starts > 0 ? starts + 600 : starts)),
  required: fc.integer({ min: 1, max: 3 }),
  events: fc
    .array(
      fc.record({
        at: fc.integer({ min: -520, max: 0 }),
        delta: fc.constantFrom(1 as const, 1 as const, 1 as const, -1 as const),
      }),
      {
        maxLength: 12,
      },
    )
    .map((events) => events.toSorted((a, b) => a.at - b.at)),
})

const addShift = async (where: TestOrganization, shift: Planned) => {
  const times = { starts_at: at(shift.starts), ends_at: at(shift.starts + 240) }
  const row = await server.insert('assignments', {
    organization_id: where.id,
    title: 'A',
    kind: 'overtime',
    time_zone: 'UTC',
    status: shift.status,
    published_at: at(shift.posted),
    ...times,
  })
  const ids = { organization_id: where.id, assignment_id: row.id }
  await server.insert('posts', { ...ids, ...times, name: 'P', required_count: shift.required })
  for (const event of shift.events)
    await server.insert('place_events', { ...ids, at: at(event.at), delta: event.delta })
  return String(row.id)
}

describe('the single source of fill rate and time to fill', { meta: { shows: ['issue 3.2'] } }, () => {
  test('the SQL, the pure rule and a slow oracle agree on random histories', async () => {
    const where = await server.makeOrganization()
    const stranger = await server.makeOrganization()
    const plans = fc.sample(planned, { numRuns: 150, seed: 20261121 })
    const ids: string[] = []
    for (const plan of plans) ids.push(await addShift(where, plan))
    await addShift(stranger, { status: 'published', posted: -400, starts: -10, required: 1, events: [] })
    const found = new Map((await fills(where)).map((row) => [row.id, row]))
    const expected = plans.map(oracle)
    expect(expected.filter((one) => one !== null).length).toBeGreaterThan(30)
    expect(expected.filter((one) => one?.minutes_to_fill).length).toBeGreaterThan(10)
    for (const [n, plan] of plans.entries()) {
      const row = found.get(ids[n] ?? '')
      const bySql = row ? { required: row.required, held: row.held, minutes_to_fill: row.minutes_to_fill } : null
      const events: PlaceEvent[] = plan.events.map((event) => ({ ...event, at: at(event.at) }))
      const byRule = fillOf({ ...plan, events, starts_at: at(plan.starts), posted_at: at(plan.posted) }, at(0))
      expect(bySql).toEqual(expected[n])
      expect(byRule).toEqual(expected[n])
    }
    const counted = expected.flatMap((one) => (one ? [one] : []))
    const times = counted.flatMap((one) => one.minutes_to_fill ?? []).sort((a, b) => a - b)
    const [totals] = await inside<{ json: unknown }>(
      where,
      sql`select jsonb_build_object(${fillTotals}) as json from ${shiftFills(...month)} f`,
    )
    expect(totals?.json).toEqual({
      shifts: counted.length,
      required: counted.reduce((all, one) => all + one.required, 0),
      held: counted.reduce((all, one) => all + one.held, 0),
      filled: times.length,
      median_minutes: times[Math.ceil(times.length / 2) - 1],
    })
  })

  test('every gain or loss of a spot writes its event, and a rollback writes none', async () => {
    const where = await server.makeOrganization()
    const officer: TestPerson = await server.makePerson(where)
    const assignment_id = await addShift(where, {
      status: 'published',
      posted: -400,
      starts: -10,
      required: 2,
      events: [],
    })
    const [post] = await server.rows<{ id: string }>('select id from posts where assignment_id = $1', [assignment_id])
    const row = { organization_id: where.id, assignment_id, post_id: post?.id, starts_at: at(-10), ends_at: at(230) }
    const signup = await server.insert('officer_assignments', {
      ...row,
      officer_id: officer.officer_id,
      status: 'confirmed',
      applied_at: at(-300),
    })
    const move = (status: string) =>
      server.rows('update officer_assignments set status = $2 where id = $1', [signup.id, status])
    for (const status of ['calloff_requested', 'confirmed', 'worked', 'no_show', 'worked', 'released'])
      await move(status)
    const seen = await server.rows<{ at: Date; delta: number }>(
      'select at, delta from place_events where assignment_id = $1 order by id',
      [assignment_id],
    )
    expect(seen.map((event) => event.delta)).toEqual([1, -1, 1, -1])
    expect(seen[0]?.at.toISOString()).toBe(at(-300))
    // The no-show and everything after it came after the start, so the spot counts as filled.
    expect(await fills(where)).toMatchObject([{ required: 2, held: 1, minutes_to_fill: null }])
  })

  test('only the trigger can write an event, and an event can’t be changed or deleted', async () => {
    const where = await server.makeOrganization()
    const assignment_id = await addShift(where, {
      status: 'published',
      posted: -400,
      starts: -10,
      required: 1,
      events: [],
    })
    const write = inside(
      where,
      sql`insert into place_events (organization_id, assignment_id, delta) values (${where.id}::uuid, ${assignment_id}::uuid, 1)`,
    )
    await expect(write).rejects.toThrow('row-level security')
    await expect(inside(where, sql`delete from place_events`)).rejects.toThrow('permission denied')
  })
})
