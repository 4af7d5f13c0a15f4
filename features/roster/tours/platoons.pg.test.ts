import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sql, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import * as contract from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let officer: TestPerson

const pattern = { kind: 'weekdays' as const, weekdays: [0, 1, 2, 3, 4, 5, 6], start: '06:00', minutes: 720 }
const schedule = { starts_on: '2027-03-01', anchor_on: '2027-03-01', keeps: 'length' as const, pattern }
const make = async (over: object = {}) =>
  (await server.call(contract.createPlatoon, { name: 'A watch', unit: '', ...schedule, ...over }, admin)).body.id
const join = (platoon_id: string | null, starts_on: string, officer_id = officer.officer_id) =>
  server.call(contract.joinPlatoon, { officer_id, platoon_id, starts_on }, admin)
const toursOn = async (from: string, days: number, as = officer, officer_id?: string) =>
  (await server.call(contract.getTours, { from, days, ...(officer_id ? { officer_id } : {}) }, as)).body
const day = { works_on: '', start_time: '', minutes: null, note: '' } as const

beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin One' })
  officer = await server.makePerson(house, { name: 'Officer One' })
})

describe('a platoon', { meta: { shows: ['issue 5.2 tours'] } }, () => {
  it('is created with its schedule, renamed and retired, and names are unique', async () => {
    const id = await make()
    expect(
      (await server.call(contract.createPlatoon, { name: 'a WATCH', unit: '', ...schedule }, admin)).error?.code,
    ).toBe('platoon_name_taken')
    await join(id, '2020-01-01')
    const list = (await server.call(contract.listPlatoons, {}, admin)).body
    expect(list.items).toMatchObject([{ name: 'A watch', members: 1, on_leave: 0 }])
    const edit = { platoon_id: id, version: 1, name: 'Days', unit: 'Patrol', ended_on: '2020-02-01' }
    expect((await server.call(contract.editPlatoon, edit, admin)).body).toEqual({ version: 2 })
    expect((await server.call(contract.editPlatoon, edit, admin)).error?.code).toBe('changed_meanwhile')
    expect((await server.call(contract.listPlatoons, {}, admin)).body.items).toEqual([])
    expect((await server.call(contract.listPlatoons, { ended: 'yes' }, admin)).body.items).toHaveLength(1)
    expect((await join(id, '2020-03-01')).error?.code).toBe('platoon_ended')
    expect((await server.call(contract.listPlatoons, {}, officer)).status).toBe(403)
  })

  it('nobody sets their own platoon or single days, enforced in the database too', {
    meta: { shows: ['issue 5.2 own tours'] },
  }, async () => {
    const extra = { ...day, kind: 'extra' as const, on_day: '2027-03-05', start_time: '08:00', minutes: 480 }
    const add = (officer_id: string, as: TestPerson) => server.call(contract.addException, { ...extra, officer_id }, as)
    expect((await add(admin.officer_id, admin)).error?.code).toBe('own_tours')
    const second = await server.makePerson(house, { role: 'admin' })
    const made = await add(admin.officer_id, second)
    expect(made.status).toBe(200)
    const remove = (as: TestPerson) => server.call(contract.removeException, { exception_id: made.body.id }, as)
    expect((await remove(admin)).error?.code).toBe('own_tours')
    const as = (who: TestPerson, statement: Sql) => {
      const token = createHash('sha256').update(who.secret).digest()
      return server.database.transaction([sql`select app.enter(${token}::bytea, 'signed_in', '', true)`], (db) =>
        db.run(statement),
      )
    }
    expect(await as(admin, sql`delete from tour_exceptions where officer_id = ${admin.officer_id}::uuid`)).toBe(0)
    expect((await remove(second)).status).toBe(200)
    // The officer's own platoon as well.
    const id = await make()
    expect((await join(id, '2027-03-01', admin.officer_id)).error?.code).toBe('own_tours')
    const put = { officer_id: admin.officer_id, platoon_id: id, starts_on: '2027-03-01' }
    expect((await server.call(contract.joinPlatoon, put, second)).status).toBe(200)
    const into = sql`insert into platoon_members (organization_id, officer_id, platoon_id, starts_on)
      select organization_id, id, ${id}::uuid, '2020-01-01' from officers where id = ${admin.officer_id}::uuid`
    await expect(as(admin, into)).rejects.toThrow('row-level security')
    const out = sql`update platoon_members set ends_on = '2027-04-01' where officer_id = ${admin.officer_id}::uuid`
    expect(await as(admin, out)).toBe(0)
    expect(await as(second, out)).toBe(1)
  })

  it('applies each schedule from its start date, and refuses one without tours by its date', async () => {
    const id = await make()
    await join(id, '2027-01-01')
    const later = { ...schedule, platoon_id: id, starts_on: '2027-03-03' }
    const put = (over: object) => server.call(contract.putSchedule, { ...later, ...over }, admin)
    expect((await put({ pattern: { ...pattern, start: '14:00' } })).status).toBe(200)
    expect((await put({ pattern: { ...pattern, start: '18:00' } })).status).toBe(200)
    const own = await toursOn('2027-03-01', 3)
    expect(own.tours.map((tour) => tour.starts_at)).toEqual([
      '2027-03-01T12:00:00.000Z',
      '2027-03-02T12:00:00.000Z',
      '2027-03-04T00:00:00.000Z',
    ])
    expect(own.tours[0]?.title).toBe('A watch')
    expect((await put({ pattern: { kind: 'cycle', days: [null] } })).error?.fields?.[0]).toEqual({
      field: 'pattern',
      message: 'The cycle needs at least one working day.',
    })
    const remove = (starts_on: string) => server.call(contract.removeSchedule, { platoon_id: id, starts_on }, admin)
    expect((await remove('2027-03-03')).status).toBe(200)
    expect((await remove('2027-03-03')).status).toBe(404)
    expect((await remove('2027-03-01')).error?.code).toBe('only_schedule')
    expect((await server.call(contract.getPlatoon, { platoon_id: id }, admin)).body.schedules).toHaveLength(1)
  })

  it('applies a membership from its start date, keeping earlier history and planned changes', async () => {
    const [a, b] = [await make(), await make({ name: 'B watch', pattern: { ...pattern, start: '18:00' } })]
    await join(a, '2027-03-01')
    await join(b, '2027-03-10')
    await join(null, '2027-03-05')
    await join(a, '2027-03-07')
    const { memberships } = await toursOn('2027-03-01', 14)
    expect(memberships.map((m) => [m.platoon, m.starts_on, m.ends_on])).toEqual([
      ['B watch', '2027-03-10', null],
      ['A watch', '2027-03-07', '2027-03-10'],
      ['A watch', '2027-03-01', '2027-03-05'],
    ])
    const gone = await server.makePerson(house, { approved: false })
    expect((await join(a, '2027-03-01', gone.officer_id)).error?.code).toBe('officer_not_active')
  })

  it('two admins who move one officer at once leave one platoon per day', async () => {
    const ids = [await make(), await make({ name: 'B watch' }), await make({ name: 'C watch' })]
    const second = await server.makePerson(house, { role: 'admin' })
    const answers = await Promise.all(
      ids.flatMap((platoon_id) =>
        [admin, second].map((by) =>
          server.call(
            contract.joinPlatoon,
            { officer_id: officer.officer_id, platoon_id, starts_on: '2027-03-01' },
            by,
          ),
        ),
      ),
    )
    expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200))
    expect((await toursOn('2027-03-01', 2)).memberships).toHaveLength(1)
  })

  it('pages members by name, searchable by name, badge or unit', async () => {
    const id = await make()
    for (let i = 0; i < 52; i++) {
      const one = await server.insert('officers', {
        organization_id: house.id,
        name: `Member ${String(i).padStart(2, '0')}`,
        badge_number: `B${i}`,
        approved: true,
      })
      await server.insert('platoon_members', {
        organization_id: house.id,
        platoon_id: id,
        officer_id: one.id,
        starts_on: '2020-01-01',
      })
    }
    const first = (await server.call(contract.listMembers, { platoon_id: id }, admin)).body
    expect(first.items).toHaveLength(50)
    const next = await server.call(contract.listMembers, { platoon_id: id, after: first.next ?? '' }, admin)
    expect(next.body.items.map((one) => one.name)).toEqual(['Member 50', 'Member 51'])
    expect(next.body.next).toBeNull()
    const found = await server.call(contract.listMembers, { platoon_id: id, search: 'b51' }, admin)
    expect(found.body.items).toHaveLength(1)
  })
})

describe('single days', { meta: { shows: ['issue 5.2 tours'] } }, () => {
  it('can be off, swapped or extra; a day is off only once, and can be restored', async () => {
    await join(await make(), '2027-03-01')
    const { officer_id } = officer
    const add = (over: object) =>
      server.call(contract.addException, { officer_id, kind: 'off', on_day: '2027-03-02', ...day, ...over }, admin)
    const off = await add({})
    expect((await add({})).error?.code).toBe('day_off_already')
    expect((await add({ kind: 'swap', on_day: '2027-03-03' })).error?.fields?.map((one) => one.field)).toEqual([
      'works_on',
      'start_time',
      'minutes',
    ])
    const swap = { kind: 'swap', on_day: '2027-03-03', works_on: '2027-03-02', start_time: '22:00', minutes: 240 }
    expect((await add(swap)).status).toBe(200)
    const starts = async () => (await toursOn('2027-03-01', 4)).tours.map((tour) => tour.starts_at)
    expect(await starts()).toEqual(['2027-03-01T12:00:00.000Z', '2027-03-03T04:00:00.000Z', '2027-03-04T12:00:00.000Z'])
    const seen = await toursOn('2027-03-01', 4, admin, officer_id)
    expect(seen.exceptions).toMatchObject([
      { kind: 'off', by: 'Admin One' },
      { kind: 'swap', works_on: '2027-03-02' },
    ])
    expect((await server.call(contract.removeException, { exception_id: off.body.id }, officer)).status).toBe(403)
    expect((await server.call(contract.removeException, { exception_id: off.body.id }, admin)).status).toBe(200)
    expect(await starts()).toContain('2027-03-02T12:00:00.000Z')
  })

  it('are listed with the confirmed shifts that start on the same days', async () => {
    const of = { organization_id: house.id }
    const times = { starts_at: '2027-03-02T23:00:00Z', ends_at: '2027-03-03T03:00:00Z' }
    const kind = { title: 'Parade', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' }
    const job = await server.insert('assignments', { ...of, ...kind, ...times })
    const post = await server.insert('posts', { ...of, assignment_id: job.id, name: 'P', required_count: 2, ...times })
    const signup = { ...of, assignment_id: job.id, post_id: post.id, ...times }
    await server.insert('officer_assignments', { ...signup, officer_id: officer.officer_id, status: 'confirmed' })
    await server.insert('officer_assignments', { ...signup, officer_id: admin.officer_id, status: 'withdrawn' })
    expect((await toursOn('2027-03-02', 1)).shifts).toMatchObject([{ title: 'Parade' }])
    expect((await toursOn('2027-03-03', 1)).shifts).toEqual([])
    expect((await toursOn('2027-03-02', 1, admin)).shifts).toEqual([])
  })

  it('an officer sees their own tours and nobody else’s', { meta: { shows: ['6 roles'] } }, async () => {
    const other = await server.makePerson(house)
    expect((await server.call(contract.getTours, { officer_id: other.officer_id }, officer)).status).toBe(404)
    expect((await server.call(contract.getTours, {}, officer)).body).toMatchObject({ tours: [], memberships: [] })
  })
})
