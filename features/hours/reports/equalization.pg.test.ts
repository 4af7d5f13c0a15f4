import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { exportReport, type ReportRow, readReport } from './contract.ts'
import { routes } from './routes.ts'
import { metricsOf } from './rules.ts'
import { countSlowly, type LedgerEntry, spreadSlowly } from './testing.equalization.ts'

let server: TestServer
let house: House
beforeAll(async () => {
  server = await startTestServer(routes)
  house = await makeHouse(11)
})
afterAll(() => server.close())

/** How a sign-up goes on after `interested`, status by status; an order-in and a volunteer write their own entry. */
const walks: readonly (readonly string[])[] = [
  ['confirmed'],
  ['confirmed', 'worked'],
  ['confirmed', 'no_show'],
  ['confirmed', 'called_off'],
  ['confirmed', 'called_off', 'offered', 'confirmed', 'worked'],
  ['confirmed', 'called_off', 'offered', 'offer_declined'],
  ['confirmed', 'released'],
  ['confirmed', 'replaced'],
  ['confirmed', 'worked', 'cancelled_by_client'],
  ['confirmed', 'pending_approval'],
  ['confirmed', 'pending_approval', 'confirmed'],
  ['offered'],
  ['offered', 'confirmed', 'calloff_requested'],
  ['offered', 'confirmed', 'released'],
  ['offered', 'confirmed', 'replaced'],
  ['offered', 'offer_declined'],
  ['offered', 'offer_expired', 'offered', 'confirmed', 'called_off'],
  ['offered', 'released'],
  ['ordered'],
  ['ordered', 'worked'],
  ['ordered', 'called_off'],
  ['ordered', 'cancelled_by_dept'],
  ['volunteered', 'worked'],
  ['volunteered', 'released'],
  ['rejected'],
]
const hasSpot = (walk: readonly string[]) =>
  ['confirmed', 'calloff_requested', 'worked', 'no_show', 'ordered', 'volunteered'].includes(walk.at(-1) ?? '')

type Officer = { id: string; name: string; unit: string | null; active: boolean }
type Signup = { id: string; assignment_id: string; officer_id: string; starts_at: Date; ends_at: Date; kind: string }
type House = {
  admin: TestPerson
  officers: Officer[]
  signups: Signup[]
  ledger: LedgerEntry[]
  /** By sign-up: the spot is the officer's at the end. */
  spots: Map<string, boolean>
}
const DAYS = { from: '2026-03-01', to: '2026-03-20' }

const insertOfficers = async (organization_id: string) => {
  const gone = [{ suspended_at: '2026-01-01' }, { left_on: '2026-01-01' }, { approved: false }]
  const made = Array.from({ length: 20 }, (_, n) => ({
    name: `Officer ${(n * 7) % 20}`,
    unit: ['Patrol', 'Traffic', null][n % 3] ?? null,
    // The last three are not active.
    ...(n >= 17 ? gone[n - 17] : {}),
  }))
  const officers: Officer[] = []
  for (const [n, one] of made.entries()) {
    const row = await server.insert('officers', { organization_id, approved: true, ...one })
    officers.push({ id: String(row.id), name: one.name, unit: one.unit, active: n < 17 })
  }
  return officers
}

/** Writes the entry in the same transaction as the status, as an order-in does. */
const takeStep = (id: string, step: string) =>
  server.rows(
    `with s as (update officer_assignments set status = $2,
        offer_expires_at = case when $2 = 'offered' then now() + interval '1 hour' end where id = $1 returning *)
     insert into opportunities (organization_id, officer_id, kind, minutes, assignment_id, post_id, signup_id, source)
     select organization_id, officer_id, $3, extract(epoch from ends_at - starts_at)::int / 60, assignment_id, post_id, id, 'order'
     from s where $3 in ('ordered', 'volunteered')`,
    [id, ['ordered', 'volunteered'].includes(step) ? 'confirmed' : step, step],
  )

const makeHouse = async (seed: number): Promise<House> => {
  const organization = await server.makeOrganization({ time_zone: 'America/Chicago' })
  const of = { organization_id: organization.id }
  const admin = await server.makePerson(organization, { role: 'admin', name: 'Admin', unit: 'Staff' })
  const officers = await insertOfficers(organization.id)
  const dice = fc.sample(fc.array(fc.nat(100_000), { minLength: 3, maxLength: 3 }), { seed, numRuns: 75 })
  const spots = new Map<string, boolean>()
  for (const [n, [who = 0, length = 0, kind = 0]] of dice.entries()) {
    // Some begin before or after the days asked for.
    const start = Date.parse('2026-02-26T15:00:00Z') + n * 8 * 3_600_000
    const time = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
    const times = { starts_at: time(0), ends_at: time(60 + (length % 300)) }
    const shift = { ...of, ...times, title: 'A', time_zone: 'UTC', status: 'published' }
    const { id: assignment_id } = await server.insert('assignments', {
      ...shift,
      kind: kind % 2 ? 'overtime' : 'court',
    })
    const post = await server.insert('posts', { ...of, ...times, assignment_id, name: 'P', required_count: 2 })
    const [plain, at] = [walks[n % walks.length] ?? [], n === 30 ? 17 : n === 31 ? 18 : who % 12]
    const officer_id = officers[at]?.id
    const ids = { ...of, ...times, assignment_id, post_id: post.id, officer_id }
    const history = n % 15 === 7 ? 'worked' : n % 15 === 8 ? 'called_off' : null
    const { id } = await server.insert('officer_assignments', { ...ids, status: history ?? 'interested' })
    // One who is suspended has nothing left, and one who left the department worked.
    const told = n === 30 ? ['confirmed', 'released'] : n === 31 ? ['confirmed', 'worked'] : plain
    const walk = history ? [history] : told
    spots.set(String(id), hasSpot(walk))
    for (const [at, step] of history ? [] : walk.entries()) {
      await takeStep(String(id), step)
      // The shift is made longer after the officer got it.
      if (at === 0 && n % 4 === 0)
        await server.rows("update officer_assignments set ends_at = ends_at + interval '25 minutes' where id = $1", [
          id,
        ])
    }
    // Records without a shift, and calls, count for nothing here.
    const noted = { ...of, officer_id, source: 'import', kind: 'accepted', minutes: 600, at: times.starts_at }
    if (n % 9 === 0) await server.insert('opportunities', noted)
  }
  const all = <T extends object>(text: string) => server.rows<T>(text, [organization.id])
  return {
    admin,
    spots,
    // An admin without a record isn't the officer with the least.
    officers: [...officers, { id: admin.officer_id ?? '', name: 'Admin', unit: 'Staff', active: false }],
    signups: await all<Signup>(
      'select s.*, a.kind from officer_assignments s join assignments a on a.id = s.assignment_id where s.organization_id = $1',
    ),
    ledger: await all<LedgerEntry>('select * from opportunities where organization_id = $1'),
  }
}

const figures = metricsOf.equalization.map(({ name }) => name)
type Values = Record<string, number>
const zeros: Values = Object.fromEntries(figures.map((name) => [name, 0]))
const added = (one: Values, more: Values): Values =>
  Object.fromEntries(figures.map((name) => [name, (one[name] ?? 0) + (more[name] ?? 0)]))
const dayIn = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'America/Chicago' })

type Narrow = { unit?: string; kind?: string; officer_id?: string }
/** Expected values by officer id: those with records, and the active ones without any. */
const oracle = ({ officers, signups, ledger }: House, { unit, kind, officer_id }: Narrow): Map<string, Values> => {
  const inside = signups.filter(
    (s) => dayIn(s.starts_at) >= DAYS.from && dayIn(s.starts_at) <= DAYS.to && (kind === undefined || s.kind === kind),
  )
  const facts = countSlowly(inside, ledger)
  const rows = new Map<string, Values>()
  for (const one of officers) {
    if (unit !== undefined && (one.unit ?? '') !== unit) continue
    if (officer_id !== undefined && one.id !== officer_id) continue
    const own = facts.filter(({ officer }) => officer === one.id)
    if (own.length > 0 || one.active) rows.set(one.id, own.map(({ values }) => values).reduce(added, zeros))
  }
  return rows
}

const read = async (input: Narrow & { sort?: string; after?: string; limit?: number; group?: 'unit' }) =>
  (await server.call(readReport, { report: 'equalization', group: 'officer', ...DAYS, ...input }, house.admin)).body
const readAll = async (input: Narrow & { sort?: string }, limit: number) => {
  const first = await read({ ...input, limit })
  const rows: ReportRow[] = [...first.items]
  for (let after = first.next; after; ) {
    const page = await read({ ...input, limit, after })
    expect([page.spread, page.chart]).toEqual([null, []])
    rows.push(...page.items)
    after = page.next
  }
  return { first, rows }
}
const narrows = (): Narrow[] => [
  {},
  { unit: 'Patrol' },
  { unit: 'Staff' },
  { unit: '' },
  { kind: 'court' },
  { kind: 'training' },
  { officer_id: house.officers[0]?.id ?? '' },
  { officer_id: house.officers[14]?.id ?? '' },
  { officer_id: house.officers[17]?.id ?? '' },
]

describe('equalization', { meta: { shows: ['issue 3.5'] } }, () => {
  test('by officer equals a slow count over the ledger, with active officers who got nothing', async () => {
    for (const narrow of narrows()) {
      const expected = oracle(house, narrow)
      const { first, rows } = await readAll(narrow, 4)
      const said = JSON.stringify(narrow)
      expect(Object.fromEntries(rows.map(({ key, values }) => [key, values])), said).toEqual(
        Object.fromEntries(expected),
      )
      expect(rows, said).toHaveLength(expected.size)
      expect(first.rows, said).toBe(expected.size)
      expect(first.totals, said).toEqual([...expected.values()].reduce(added, zeros))
      expect(first.spread, said).toEqual(spreadSlowly([...expected.values()].map(({ assigned = 0 }) => assigned)))
      const most = [...expected.values()].map(({ assigned = 0 }) => assigned).toSorted((a, b) => b - a)
      expect(first.chart.map(({ values }) => values.assigned)).toEqual(most.slice(0, 15))
      const least = first.spread === null ? [] : most.toReversed().slice(0, 5)
      expect(first.least.map(({ values }) => values.assigned)).toEqual(least)
    }
    const { first, rows } = await readAll({}, 50)
    expect(rows.filter(({ values }) => Object.values(values).every((value) => value === 0)).length).toBeGreaterThan(4)
    for (const name of figures) expect(first.totals[name]).toBeGreaterThan(2)
    const names = rows.map(({ label }) => label)
    expect(names).not.toContain(house.officers[17]?.name)
    expect(names).toContain(house.officers[18]?.name)
  })

  test('a spot counts once, for the officer who ends up with it, whichever way they got it', () => {
    const counted = new Map(
      house.signups.map((signup) => [
        signup.id,
        countSlowly([signup], house.ledger).some(({ values }) => values.shifts === 1),
      ]),
    )
    expect(counted).toEqual(house.spots)
    expect(new Set(counted.values()).size).toBe(2)
  })

  test('sorts by each figure, both ways, across pages with many equal zeros', async () => {
    for (const by of ['label', ...figures]) {
      for (const dir of ['', '-']) {
        const { rows } = await readAll({ sort: `${dir}${by}` }, 3)
        const values = rows.map((row) => (by === 'label' ? row.label : Number(row.values[by])))
        const up = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
        expect(values, `${dir}${by}`).toEqual(dir ? up.toReversed() : up)
        expect(new Set(rows.map(({ key }) => key)).size).toBe(oracle(house, {}).size)
      }
    }
  })

  test('exports the officers who got nothing too; other groupings have no rows of zeros and no spread', async () => {
    const { rows } = await readAll({}, 50)
    const input = { report: 'equalization' as const, group: 'officer' as const, ...DAYS, format: 'csv' as const }
    const answer = await server.call(exportReport, input, house.admin)
    const [head, ...lines]: string[][] = parse(String(Object(answer.body).text), { bom: true })
    expect(head?.slice(3)).toEqual(['Assigned (hours)', 'Shifts', 'Offers', 'Declined', 'Order-ins', 'Called off'])
    expect(lines.map((line) => [line[0], line[3], line[4]])).toEqual(
      rows.map(({ label, values }) => [label, (Number(values.assigned) / 60).toFixed(2), String(values.shifts)]),
    )
    const units = await read({ group: 'unit' })
    expect(units.spread).toBeNull()
    expect(units.items.map(({ key }) => key).toSorted()).toEqual(['', 'Patrol', 'Traffic'])
  })

  test('another department sees none of it: its own officers have nothing', async () => {
    const elsewhere = await server.makeOrganization()
    const other = await server.makePerson(elsewhere, { role: 'admin', name: 'Chief' })
    await server.makePerson(elsewhere, { name: 'Other' })
    const { body } = await server.call(readReport, { report: 'equalization', ...DAYS }, other)
    expect(body).toMatchObject({ rows: 1, totals: zeros, spread: null, items: [{ label: 'Other', values: zeros }] })
    const theirs = { report: 'equalization' as const, officer_id: house.officers[0]?.id ?? '' }
    expect((await server.call(readReport, theirs, other)).status).toBe(404)
  })
})
