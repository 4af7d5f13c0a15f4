import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestOrganization, type TestServer } from '#platform/server/testing.ts'
import { history } from './contract.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
const zone = 'America/Chicago'

beforeAll(async () => {
  server = await startTestServer([...routes, ...review])
  organization = await server.makeOrganization({ time_zone: zone })
})
afterAll(() => server.close())

type Shift = {
  /** Slot of a day in 2024 or 2025, so that no two overlap. */
  day: number
  hours: number
  status: string
  state: string | null
  worked: number
}
const held = ['confirmed', 'calloff_requested', 'worked', 'no_show']
const statuses = [...held, 'called_off', 'released', 'replaced', 'cancelled_by_dept', 'withdrawn', 'pending_approval']
const shiftAny: fc.Arbitrary<Shift> = fc.record({
  day: fc.oneof(fc.nat(720), fc.constantFrom(0, 31, 60, 91, 366, 397, 425)),
  // Around midnight in Chicago, so that ignoring the time zone gives a wrong month or year.
  hours: fc.integer({ min: 1, max: 12 }),
  status: fc.constantFrom(...statuses),
  state: fc.constantFrom(null, null, 'open', 'submitted', 'approved', 'returned', 'locked'),
  worked: fc.nat(720),
})
const startOf = (s: Shift) => new Date(Date.UTC(2024, 0, 1, 0, 30) + s.day * 86_400_000)
const monthOf = (at: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' }).format(at).slice(0, 7)

/** Slow and obvious: iterates over every shift of a month. */
const oracle = (shifts: readonly Shift[], belongs: (month: string) => boolean) => {
  const totals = { shifts: 0, no_shows: 0, scheduled_minutes: 0, worked_minutes: 0, waiting_minutes: 0 }
  for (const s of shifts) {
    if (!belongs(monthOf(startOf(s))) || !isShown(s)) continue
    if (held.includes(s.status)) totals.scheduled_minutes += s.hours * 60
    if (s.status === 'no_show') totals.no_shows += 1
    else if (held.includes(s.status)) totals.shifts += 1
    if (s.state === 'approved' || s.state === 'locked') totals.worked_minutes += s.worked
    if (s.state === 'submitted' || s.state === 'returned') totals.waiting_minutes += s.worked
  }
  return totals
}
const isShown = (s: Shift) => s.state !== null || !['withdrawn', 'pending_approval'].includes(s.status)

const plant = async (officerId: string, adminId: string, shifts: readonly Shift[]) => {
  const organization_id = organization.id
  for (const s of shifts) {
    const times = { starts_at: startOf(s), ends_at: new Date(startOf(s).getTime() + s.hours * 3_600_000) }
    const assignment = await server.insert('assignments', {
      organization_id,
      ...times,
      title: 'Watch',
      kind: 'overtime',
      time_zone: zone,
      status: 'published',
    })
    const ids = { organization_id, assignment_id: assignment.id }
    const post = await server.insert('posts', { ...ids, ...times, name: 'Gate', required_count: 1 })
    const signup = await server.insert('officer_assignments', {
      ...ids,
      ...times,
      post_id: post.id,
      officer_id: officerId,
      status: s.status,
    })
    if (s.state === null) continue
    await server.insert('attendance', {
      ...ids,
      signup_id: signup.id,
      officer_id: officerId,
      state: s.state,
      scheduled_starts_at: times.starts_at,
      scheduled_ends_at: times.ends_at,
      checked_in_at: times.starts_at,
      checked_out_at: s.state === 'open' ? null : times.ends_at,
      worked_minutes: s.state === 'open' ? null : s.worked,
      decided_by: adminId,
    })
  }
}

test('history totals equal a slow count, and its pages list each shift once', {
  meta: { shows: ['issue 2.8'] },
}, async () => {
  const admin = await server.makePerson(organization, { role: 'admin' })
  const any = fc
    .uniqueArray(shiftAny, { minLength: 1, maxLength: 14, selector: (s) => s.day })
    // The database allows one open interval per officer.
    .map((all) =>
      all.map((s, i) =>
        all.findIndex((o) => o.state === 'open') < i && s.state === 'open' ? { ...s, state: null } : s,
      ),
    )
  await fc.assert(
    fc.asyncProperty(any, fc.integer({ min: 1, max: 5 }), async (shifts, limit) => {
      const officer = await server.makePerson(organization)
      const stranger = await server.makePerson(organization)
      await plant(officer.officer_id, admin.officer_id, shifts)
      for (const year of [2023, 2024, 2025]) {
        const seen = []
        let after: string | undefined
        do {
          const { body, status } = await server.call(history, { year, limit, ...(after ? { after } : {}) }, officer)
          expect(status).toBe(200)
          expect(body.totals).toEqual(oracle(shifts, (month) => month.startsWith(`${year}`)))
          for (const { month, ...totals } of body.months) expect(totals).toEqual(oracle(shifts, (one) => one === month))
          seen.push(...body.items)
          after = body.next ?? undefined
        } while (after)
        const wanted = shifts
          .filter((s) => isShown(s) && monthOf(startOf(s)).startsWith(`${year}`))
          .map((s) => startOf(s).getTime())
          .sort((a, b) => b - a)
        expect(seen.map((item) => Date.parse(item.starts_at))).toEqual(wanted)
      }
      expect((await server.call(history, { year: 2024 }, stranger)).body.items).toEqual([])
      expect((await server.call(history, { year: 2024 }, admin)).body.years).toEqual([])
    }),
    { numRuns: 12 },
  )
})

test('an invalid page cursor is bad input', { meta: { shows: ['issue 2.8'] } }, async () => {
  const officer = await server.makePerson(organization)
  for (const after of ['x', "1_' or 1=1", '99999999999999999_00000000-0000-0000-0000-00000000000g']) {
    expect((await server.call(history, { after }, officer)).status).toBe(400)
  }
  const far = '99999999999999999_00000000-0000-0000-0000-000000000000'
  expect((await server.call(history, { after: far }, officer)).status).toBe(200)
  expect((await server.call(history, { year: 1 }, officer)).status).toBe(400)
})
