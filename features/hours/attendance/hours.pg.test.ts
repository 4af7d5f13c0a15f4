import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { hours } from './contract.review.ts'
import { routes as review } from './routes.review.ts'
import { routes } from './routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer([...routes, ...review])
})
afterAll(() => server.close())

const zone = 'America/Chicago'
type Work = { who: number; day: number; hours: number; status: string; state: string | null; worked: number }
const scheduled = ['confirmed', 'calloff_requested', 'worked', 'no_show']
const workAny: fc.Arbitrary<Work> = fc.record({
  who: fc.nat(3),
  // Around midnight in Chicago; on the first of a month half the time.
  day: fc.oneof(fc.nat(400), fc.constantFrom(0, 31, 60, 91, 121, 335, 366)),
  hours: fc.integer({ min: 1, max: 12 }),
  status: fc.constantFrom(...scheduled, 'called_off', 'released'),
  state: fc.constantFrom(null, 'submitted', 'approved', 'returned', 'locked'),
  worked: fc.nat(720),
})
const startOf = (w: Work) => new Date(Date.UTC(2024, 0, 1, 0, 30) + w.day * 86_400_000)
const monthOf = (at: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' }).format(at).slice(0, 7)

test('hours by officer and month equal a slow count, in pages, for the caller’s department only', {
  meta: { shows: ['issue 2.8'] },
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(workAny, { minLength: 1, maxLength: 12, selector: (w) => w.day }),
      async (works) => {
        const organization = await server.makeOrganization({ time_zone: zone })
        const organization_id = organization.id
        const admin = await server.makePerson(organization, { role: 'admin', name: 'Chief' })
        // Two with the same name: the key has to distinguish them. Marks that JSON escapes: the list is built as text.
        const people = []
        for (const name of ['Officer B', 'Officer A', 'Officer A', 'Officer_C "\\ü'])
          people.push(await server.makePerson(organization, { name }))
        for (const w of works) {
          const row = {
            organization_id,
            starts_at: startOf(w),
            ends_at: new Date(startOf(w).getTime() + w.hours * 3_600_000),
          }
          const assignment = await server.insert('assignments', {
            ...row,
            title: 'Watch',
            kind: 'overtime',
            time_zone: zone,
            status: 'published',
          })
          const ids = { organization_id, assignment_id: assignment.id }
          const post = await server.insert('posts', { ...row, ...ids, name: 'Gate', required_count: 1 })
          const officer_id = people[w.who]?.officer_id
          const signup = await server.insert('officer_assignments', {
            ...row,
            ...ids,
            post_id: post.id,
            officer_id,
            status: w.status,
          })
          if (w.state === null) continue
          await server.insert('attendance', {
            ...ids,
            signup_id: signup.id,
            officer_id,
            state: w.state,
            scheduled_starts_at: row.starts_at,
            scheduled_ends_at: row.ends_at,
            checked_in_at: row.starts_at,
            checked_out_at: row.ends_at,
            worked_minutes: w.worked,
            decided_by: admin.officer_id,
          })
        }
        for (const to of ['2024-01', '2024-12', '2025-01']) {
          const first = Number(to.slice(0, 4)) * 12 + Number(to.slice(5)) - 12
          const inSpan = (month: string) => {
            const n = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
            return n >= first && n < first + 12
          }
          const wanted = people
            .map(({ officer_id }, who) => {
              const months = new Map<string, { worked_minutes: number; scheduled_minutes: number }>()
              for (const w of works) {
                const counts = w.state === 'approved' || w.state === 'locked'
                const month = monthOf(startOf(w))
                if (w.who !== who || !inSpan(month) || !(counts || scheduled.includes(w.status))) continue
                const cell = months.get(month) ?? { worked_minutes: 0, scheduled_minutes: 0 }
                if (counts) cell.worked_minutes += w.worked
                if (scheduled.includes(w.status)) cell.scheduled_minutes += w.hours * 60
                months.set(month, cell)
              }
              return { officer_id, months: [...months].sort().map(([month, cell]) => ({ month, ...cell })) }
            })
            .filter((p) => p.months.length > 0)
          const seen = []
          let after: string | undefined
          do {
            const { body, status } = await server.call(hours, { to, limit: 1, ...(after ? { after } : {}) }, admin)
            expect(status).toBe(200)
            seen.push(...body.items)
            after = body.next ?? undefined
          } while (after)
          expect(seen.map((p) => p.name)).toEqual([...seen.map((p) => p.name)].sort())
          const byId = (a: { officer_id: string }, b: { officer_id: string }) => (a.officer_id < b.officer_id ? -1 : 1)
          expect(seen.map(({ officer_id, months }) => ({ officer_id, months })).sort(byId)).toEqual(wanted.sort(byId))
          for (const p of seen) expect(p.worked_minutes).toBe(p.months.reduce((all, m) => all + m.worked_minutes, 0))
        }
      },
    ),
    { numRuns: 10 },
  )
})

test('hours: invalid months are bad input, and an officer is refused', { meta: { shows: ['issue 2.8'] } }, async () => {
  const organization = await server.makeOrganization()
  const admin = await server.makePerson(organization, { role: 'admin' })
  for (const input of [{ to: '2024-13' }, { to: '24-01' }, { months: 0 }, { after: 'x' }])
    expect((await server.call(hours, input, admin)).status).toBe(400)
  expect((await server.call(hours, {}, admin)).body).toEqual({ items: [], next: null })
  expect((await server.call(hours, {}, await server.makePerson(organization))).status).toBe(403)
})
