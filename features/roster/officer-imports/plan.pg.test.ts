import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { importOfficers } from './contract.ts'
import { routes } from './routes.ts'
import { type Mapping, textOfMapping } from './rules.mapping.ts'
import { type ExistingOfficer, planImport, refuseImport } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

const mapping: Mapping = ['badge_number', 'name', 'email', 'hired_on', 'hourly_rate', 'unit', 'phone']
const row = fc.tuple(
  fc.constantFrom('1', '01', 'a7', ' A7 ', '3', '4', '5', 'OFF-9', ''),
  fc.constantFrom('Ann  Lee', 'Ann Lee', 'Zoë', 'Zoe\u0308', ''),
  fc.constantFrom('x@y.org', 'X@Y.org ', 'b@c.org', '', '', ''),
  fc.constantFrom('2019-03-04', '14 Mar 2019', ''),
  fc.constantFrom('45.5', '$45.50', '46.053305', '1,000', ''),
  fc.constantFrom('District 1', 'Ｄ１', ' a\u00a0 b ', ''),
  fc.constantFrom('1 555 123 4567', '(555) 123-4567', ''),
)
const csv = (rows: readonly (readonly string[])[]) =>
  ['a,b,c,d,e,f,g', ...rows.map((cells) => cells.map((cell) => `"${cell}"`).join(','))].join('\n')

type Plain = Omit<ExistingOfficer, 'id'>
const plain = ({ id: _, ...rest }: ExistingOfficer): Plain => rest
const sorted = (officers: Plain[]) => officers.map((o) => JSON.stringify(o)).toSorted()

/** The roster after the plan is applied: the slow, obvious way. */
const carriedOut = (existing: readonly ExistingOfficer[], plan: ReturnType<typeof planImport>): Plain[] => [
  ...existing.map((officer) => {
    const change = plan.rows.find((r) => r.verdict === 'update' && r.officer_id === officer.id)
    if (change?.verdict !== 'update') return plain(officer)
    return {
      ...plain(officer),
      ...Object.fromEntries(Object.entries(change.changes).map(([field, c]) => [field, c.to])),
    }
  }),
  ...plan.rows.flatMap((r): Plain[] =>
    r.verdict === 'create' ? [{ ...r.values, standing: 'approved', has_account: false }] : [],
  ),
]

const rosterOf = (organizationId: string, adminId: string) =>
  server.rows<{ item: ExistingOfficer }>(
    `select jsonb_build_object('id', id, 'badge_number', badge_number, 'name', name, 'email', email, 'rank', rank, 'unit', unit,
      'hired_on', hired_on, 'phone', phone, 'hourly_rate', hourly_rate, 'standing', 'approved', 'has_account', false) as item
     from officers where organization_id = $1 and id <> $2`,
    [organizationId, adminId],
  )
const keyed = (o: Plain): Plain => ({
  badge_number: o.badge_number,
  name: o.name,
  email: o.email,
  rank: o.rank,
  unit: o.unit,
  hired_on: o.hired_on,
  phone: o.phone,
  hourly_rate: o.hourly_rate,
  standing: o.standing,
  has_account: o.has_account,
})

it('the database applies exactly the plan of an import, and nothing if it is refused', {
  meta: { shows: ['issue 2.5'] },
}, async () => {
  let [applied, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(row, { maxLength: 5 }), { minLength: 2, maxLength: 3 }), async (files) => {
      const house = await server.makeOrganization()
      const admin = await server.makePerson(house, { role: 'admin', badge_number: null })
      for (const rows of files) {
        const before = (await rosterOf(house.id, admin.officer_id)).map((found) => found.item)
        const plan = planImport(rows, mapping, before)
        const answer = await server.call(
          importOfficers,
          { import_id: randomUUID(), mapping: textOfMapping(mapping) },
          admin,
          { file: { name: 'a.csv', bytes: new TextEncoder().encode(csv(rows)) } },
        )
        const after = (await rosterOf(house.id, admin.officer_id)).map((found) => keyed(plain(found.item)))
        const wanted = refuseImport(plan) === null ? carriedOut(before, plan) : before.map(plain)
        expect(answer.status === 200, JSON.stringify(answer.body)).toBe(refuseImport(plan) === null)
        expect(sorted(after)).toEqual(sorted(wanted.map(keyed)))
        if (refuseImport(plan) === null) applied += plan.counts.create + plan.counts.update
        else refused += 1
      }
    }),
    { numRuns: 25 },
  )
  expect(applied).toBeGreaterThan(10)
  expect(refused).toBeGreaterThan(5)
})
