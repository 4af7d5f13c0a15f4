import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sql, sql } from '#platform/server/sql.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { addLeave, editLeave, listAway, listLeaves, removeLeave } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let officer: TestPerson

const leave = (over: object = {}) => ({
  officer_id: officer.officer_id,
  kind: 'vacation' as const,
  whole_days: true,
  first_day: '2055-03-08',
  last_day: '2055-03-14',
  start_time: '',
  end_time: '',
  note: '',
  ...over,
})
const add = (over: object = {}, as = admin) => server.call(addLeave, leave(over), as)
const listOf = async (as: TestPerson) =>
  (await server.call(listLeaves, as === officer ? {} : { officer_id: officer.officer_id }, as)).body.items

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

/** A confirmed eight-hour shift. */
const shift = async (starts_at: string) => {
  const of = { organization_id: house.id }
  const times = { starts_at, ends_at: new Date(Date.parse(starts_at) + 8 * 3_600_000).toISOString() }
  const job = await server.insert('assignments', {
    ...of,
    title: 'Parade',
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    ...times,
  })
  const post = await server.insert('posts', { ...of, assignment_id: job.id, name: 'P', required_count: 1, ...times })
  const signup = { assignment_id: job.id, post_id: post.id, officer_id: officer.officer_id, status: 'confirmed' }
  return String((await server.insert('officer_assignments', { ...of, ...signup, ...times })).id)
}

describe('leave', { meta: { shows: ['issue 5.2 leave'] } }, () => {
  it('covers whole days in the department’s time zone, across the clock change, or runs from one time to another', async () => {
    await add()
    await add({ kind: 'sick', first_day: '2055-04-01', last_day: '' })
    const hours = { whole_days: false, first_day: '2055-03-16', last_day: '2055-03-16' }
    await add({ kind: 'training', ...hours, start_time: '08:00', end_time: '12:30', note: 'Range day' })
    expect(await listOf(officer)).toMatchObject([
      { kind: 'sick', ends_at: null },
      { starts_at: '2055-03-16T13:00:00+00:00', ends_at: '2055-03-16T17:30:00+00:00', note: 'Range day' },
      { starts_at: '2055-03-08T06:00:00+00:00', ends_at: '2055-03-15T05:00:00+00:00', by: 'an admin' },
    ])
    expect((await add({ ...hours, start_time: '12:00', end_time: '12:00' })).error?.fields?.[0]?.field).toBe('end_time')
    expect((await add({ last_day: '2055-03-07' })).error?.fields?.[0]?.field).toBe('last_day')
  })

  it('an officer’s leaves never overlap, even when entered at once, but may be back-to-back', async () => {
    const second = await server.makePerson(house, { role: 'admin' })
    const rush = await Promise.all([add(), add({}, second), add({ first_day: '2055-03-14', last_day: '' }, second)])
    expect(rush.map((one) => one.status).sort()).toEqual([200, 409, 409])
    expect(rush.find((one) => one.status === 409)?.error?.code).toBe('leave_overlaps')
    const [only] = await listOf(admin)
    const next = only?.ends_at ? '2055-03-15' : '2055-03-13'
    expect((await add({ first_day: next, last_day: next })).status).toBe(200)
  })

  it('names confirmed shifts during leave and leaves them to the admin', async () => {
    const signup_id = await shift('2055-03-14T22:00:00Z')
    await shift('2055-03-15T07:00:00Z')
    // Starts the evening before and extends into the first day.
    const reaching = await shift('2055-03-08T02:00:00Z')
    const made = await add()
    expect(made.body.shifts.map((one) => one.signup_id)).toEqual([reaching, signup_id])
    expect((await listOf(admin))[0]?.shifts).toHaveLength(2)
    const away = (await server.call(listAway, {}, admin)).body.items
    expect(away).toMatchObject([{ name: 'Officer One', shifts: 2, kind: 'vacation' }])
    const { officer_id: _officer, ...fields } = leave({ last_day: '2055-03-15' })
    const edit = { ...fields, leave_id: made.body.id, version: 1 }
    expect((await server.call(editLeave, edit, admin)).body.shifts).toHaveLength(3)
    expect((await server.call(editLeave, edit, admin)).error?.code).toBe('changed_meanwhile')
    const [row] = await server.rows<{ status: string }>('select status from officer_assignments where id = $1', [
      signup_id,
    ])
    expect(row?.status).toBe('confirmed')
  })

  it('only another admin adds, changes or deletes an admin’s own leave, enforced in the database too', {
    meta: { shows: ['issue 5.2 own leave'] },
  }, async () => {
    const own = { officer_id: admin.officer_id }
    expect((await add(own)).error?.code).toBe('own_leave')
    const second = await server.makePerson(house, { role: 'admin' })
    const { id } = (await add(own, second)).body
    const { officer_id: _officer, ...fields } = leave({ last_day: '2055-03-20' })
    const edit = { ...fields, leave_id: id, version: 1 }
    expect((await server.call(editLeave, edit, admin)).error?.code).toBe('own_leave')
    expect((await server.call(removeLeave, { leave_id: id }, admin)).error?.code).toBe('own_leave')
    const token = createHash('sha256').update(admin.secret).digest()
    const enter = sql`select app.enter(${token}::bytea, 'signed_in', '', true)`
    const asAdmin = (statement: Sql) => server.database.transaction([enter], (db) => db.run(statement))
    expect(await asAdmin(sql`update leaves set ends_at = null where id = ${id}::uuid`)).toBe(0)
    expect(await asAdmin(sql`delete from leaves where id = ${id}::uuid`)).toBe(0)
    await expect(
      asAdmin(sql`insert into leaves (organization_id, officer_id, kind, starts_at, whole_days, entered_by)
        values (${house.id}::uuid, ${admin.officer_id}::uuid, 'sick', '2055-06-01T05:00:00Z', true,
          ${admin.officer_id}::uuid)`),
    ).rejects.toThrow(/row-level security/)
    expect((await server.call(editLeave, edit, second)).error).toBeNull()
    expect((await server.call(removeLeave, { leave_id: id }, second)).error).toBeNull()
  })

  it('admins enter it, its officer sees it, and its note is never audited', {
    meta: { shows: ['6 roles'] },
  }, async () => {
    const { id } = (await add({ note: 'Knee surgery' })).body
    expect((await add({}, officer)).status).toBe(403)
    expect((await server.call(removeLeave, { leave_id: id }, officer)).status).toBe(403)
    expect((await server.call(listAway, {}, officer)).status).toBe(403)
    expect(await listOf(officer)).toHaveLength(1)
    const other = await server.makePerson(house)
    expect((await server.call(listLeaves, { officer_id: officer.officer_id }, other)).status).toBe(404)
    const audit = await server.rows<{ text: string }>(
      `select coalesce(string_agg(a::text, ''), '') as text from audit_entries a where organization_id = $1`,
      [house.id],
    )
    expect(audit[0]?.text).toContain('leaves.add')
    expect(audit[0]?.text).not.toContain('Knee')
    expect((await server.call(removeLeave, { leave_id: id }, admin)).status).toBe(200)
    expect(await listOf(officer)).toEqual([])
  })
})
