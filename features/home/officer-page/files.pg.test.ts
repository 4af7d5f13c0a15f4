import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exportAudit, listAudit, readEntry } from '#features/department/audit/contract.ts'
import { routes as auditRoutes } from '#features/department/audit/routes.ts'
import { exportEverything } from '#features/department/exports/contract.ts'
import { routes as exportRoutes } from '#features/home/full-export/routes.ts'
import { appUrlOf } from '#platform/server/migrate.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { addNote, listNotes, listOfficerShifts, officerHours } from './contract.ts'
import { routes } from './routes.ts'

let server: TestServer
let organization: TestOrganization
let officer: TestPerson
let admin: TestPerson
let second: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...auditRoutes, ...exportRoutes])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  organization = await server.makeOrganization()
  officer = await server.makePerson(organization, { name: 'Officer One' })
  admin = await server.makePerson(organization, { role: 'admin', name: 'Admin One' })
  second = await server.makePerson(organization, { role: 'admin', name: 'Admin Two' })
})

/** A two-hour shift, with an attendance record if given. */
const work = async (starts_at: string, status: string, attendance: { state: string; minutes: number } | null) => {
  const of = { organization_id: organization.id }
  const times = { starts_at, ends_at: new Date(Date.parse(starts_at) + 7_200_000).toISOString() }
  const job = await server.insert('assignments', {
    ...of,
    title: `Gate ${starts_at}`,
    kind: 'overtime',
    time_zone: 'America/Chicago',
    status: 'published',
    ...times,
  })
  const post = await server.insert('posts', { ...of, assignment_id: job.id, name: 'P', required_count: 1, ...times })
  const who = { assignment_id: job.id, officer_id: officer.officer_id }
  const signup = await server.insert('officer_assignments', { ...of, ...who, post_id: post.id, status, ...times })
  if (!attendance) return
  await server.insert('attendance', {
    ...of,
    ...who,
    signup_id: signup.id,
    state: attendance.state,
    scheduled_starts_at: times.starts_at,
    scheduled_ends_at: times.ends_at,
    checked_in_at: times.starts_at,
    checked_out_at: times.ends_at,
    worked_minutes: attendance.minutes,
    decided_by: attendance.state === 'approved' ? admin.officer_id : null,
  })
}

describe('an officer’s page', { meta: { shows: ['issue 3.3 file'] } }, () => {
  it('pages shifts by key, latest first, each once', async () => {
    for (let i = 1; i <= 7; i++)
      await work(
        `2026-0${i}-10T15:00:00Z`,
        i % 2 ? 'worked' : 'withdrawn',
        i % 2 ? { state: 'approved', minutes: 120 } : null,
      )
    const seen: string[] = []
    let after: string | undefined
    do {
      const { body } = await server.call(
        listOfficerShifts,
        { officer_id: officer.officer_id, limit: 3, ...(after ? { after } : {}) },
        admin,
      )
      seen.push(
        ...body.items.map((one) => `${one.starts_at.slice(5, 7)} ${one.status} ${one.worked_minutes} ${one.approved}`),
      )
      after = body.next ?? undefined
    } while (after)
    expect(seen).toHaveLength(7)
    expect(seen.slice(0, 2)).toEqual(['07 worked 120 true', '06 withdrawn null false'])
    expect((await server.call(listOfficerShifts, { officer_id: officer.officer_id }, officer)).status).toBe(403)
  })

  it('shows approved hours by month and year in the department’s time zone, with extra time separate', async () => {
    // 05:30 UTC is still the last evening of April in Chicago.
    await work('2026-05-01T04:30:00Z', 'worked', { state: 'approved', minutes: 100 })
    await work('2026-05-03T15:00:00Z', 'worked', { state: 'approved', minutes: 120 })
    await work('2026-05-04T15:00:00Z', 'confirmed', { state: 'submitted', minutes: 120 })
    await work('2026-05-05T15:00:00Z', 'called_off', null)
    await work('2025-12-05T15:00:00Z', 'worked', { state: 'approved', minutes: 60 })
    const extra = { organization_id: organization.id, officer_id: officer.officer_id, kind: 'other', minutes: 45 }
    await server.insert('overtime_requests', {
      ...extra,
      starts_at: '2026-05-06T15:00:00Z',
      status: 'approved',
      decided_by: admin.officer_id,
    })
    await server.insert('overtime_requests', { ...extra, starts_at: '2026-05-07T15:00:00Z' })
    const { body } = await server.call(officerHours, { officer_id: officer.officer_id, year: 2026 }, admin)
    expect(body.months.filter((one) => one.shifts > 0)).toEqual([
      { month: '2026-04', shifts: 1, scheduled_minutes: 120, worked_minutes: 100, extra_minutes: 0 },
      { month: '2026-05', shifts: 2, scheduled_minutes: 240, worked_minutes: 120, extra_minutes: 45 },
    ])
    expect(body.years).toEqual([
      { year: 2026, worked_minutes: 220, extra_minutes: 45 },
      { year: 2025, worked_minutes: 60, extra_minutes: 0 },
    ])
    expect([body.called_off, body.no_shows, body.months.length]).toEqual([1, 0, 12])
  })

  it('hours need officer statistics', async () => {
    await server.rows(`update organizations set features_enabled = '{"officer_stats": false}' where id = $1`, [
      organization.id,
    ])
    expect((await server.call(officerHours, { officer_id: officer.officer_id }, admin)).error?.code).toBe(
      'feature_not_available',
    )
    expect((await server.call(listOfficerShifts, { officer_id: officer.officer_id }, admin)).status).toBe(200)
  })
})

describe('admin notes', { meta: { shows: ['issue 3.3 notes'] } }, () => {
  it('show author and time, latest first, to the other admins', async () => {
    for (const [who, body] of [
      [admin, 'Light duty until June'],
      [second, 'Back on full duty'],
    ] as const)
      expect((await server.call(addNote, { officer_id: officer.officer_id, body }, who)).status).toBe(200)
    const { body } = await server.call(listNotes, { officer_id: officer.officer_id }, second)
    expect(body.items.map((one) => [one.body, one.author])).toEqual([
      ['Back on full duty', 'Admin Two'],
      ['Light duty until June', 'Admin One'],
    ])
    expect((await server.call(listNotes, { officer_id: officer.officer_id }, officer)).status).toBe(403)
    const [record] = await server.rows(
      `select after from audit_entries where organization_id = $1 and action = 'officer_files.add_note' and thing_type = 'officer_notes'`,
      [organization.id],
    )
    expect(record?.after).not.toHaveProperty('body')
  })

  it('are never about the author and never shown to their subject', async () => {
    expect((await server.call(addNote, { officer_id: admin.officer_id, body: 'x' }, admin)).error?.code).toBe(
      'own_file',
    )
    expect((await server.call(addNote, { officer_id: admin.officer_id, body: 'About admin one' }, second)).status).toBe(
      200,
    )
    expect((await server.call(listNotes, { officer_id: admin.officer_id }, admin)).body).toMatchObject({
      items: [],
      own: true,
    })
    expect((await server.call(listNotes, { officer_id: admin.officer_id }, second)).body.items).toHaveLength(1)
  })

  it('never appear to their subject in the audit: not in a list, filter, entry or file', async () => {
    const about = { officer_id: admin.officer_id, body: 'About admin one' }
    const note = await server.call(addNote, about, second)
    const of = { person: second.officer_id }
    const asked = [{}, of, { action: 'officer_files.add_note' }, { thing: 'officer_notes' }, { thing_id: note.body.id }]
    const seenBy = async (who: TestPerson) =>
      (await Promise.all(asked.map((filters) => server.call(listAudit, filters, who)))).map(({ body }) =>
        body.items.filter((item) => item.thing_type === 'officer_notes'),
      )
    const third = await server.makePerson(organization, { role: 'admin', name: 'Admin Three' })
    const seen = await seenBy(third)
    expect(seen.map((items) => items.map((item) => item.officer_name))).toEqual(asked.map(() => ['Admin One']))
    expect((await seenBy(admin)).flat()).toEqual([])
    const entry = { entry: seen[0]?.[0]?.id ?? '' }
    expect((await server.call(readEntry, entry, third)).status).toBe(200)
    expect((await server.call(readEntry, entry, admin)).status).toBe(404)
    for (const who of [admin, third]) {
      const files = [
        await server.call(exportAudit, { format: 'csv' }, who),
        await server.call(exportEverything, {}, who),
      ]
      expect(files.map(({ body }) => JSON.stringify(body).includes(note.body.id))).toEqual([
        who === third,
        who === third,
      ])
    }
  })

  it('the database hides them from officers and from their subject, and nobody can change or delete one', async () => {
    await server.call(addNote, { officer_id: officer.officer_id, body: 'x' }, admin)
    await server.call(addNote, { officer_id: second.officer_id, body: 'y' }, admin)
    const client = new pg.Client({ connectionString: appUrlOf(server.databaseUrl) })
    await client.connect()
    const as = async (person: TestPerson, statement: string) => {
      await client.query('begin')
      await client.query(`select app.enter($1::bytea, 'signed_in', '', true)`, [
        createHash('sha256').update(person.secret).digest(),
      ])
      const answer = await client.query(statement).then(
        (done) => done.rowCount,
        (error: pg.DatabaseError) => error.code,
      )
      await client.query('rollback')
      return answer
    }
    const look = 'select from officer_notes'
    expect([await as(officer, look), await as(second, look), await as(admin, look)]).toEqual([0, 1, 2])
    for (const statement of ['delete from officer_notes', `update officer_notes set body = 'z'`])
      for (const person of [officer, admin]) expect(await as(person, statement)).toBe('42501')
    await client.end()
  })
})
