import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSession } from '#features/people/sessions/contract.ts'
import { routes as sessions } from '#features/people/sessions/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { listMerges, mergeOfficer, undoMerge } from './contract.merges.ts'
import { getOfficer } from './contract.ts'
import { routes } from './routes.merges.ts'
import { routes as officers } from './routes.ts'

let server: TestServer
let house: TestOrganization
let admin: TestPerson
let double: TestPerson
let roster: string
beforeAll(async () => {
  server = await startTestServer([...routes, ...officers, ...sessions])
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  admin = await server.makePerson(house, { role: 'admin', name: 'Admin One' })
  double = await server.makePerson(house, { name: 'Jo Smith', phone: '312 555 0100' })
  roster = await make('officers', { name: 'Smith, Jo', badge_number: '4711', rank: 'Sergeant', approved: true })
})

const make = async (table: string, over: Record<string, unknown>) =>
  String((await server.insert(table, { organization_id: house.id, ...over })).id)
const day = (n: number, hour: number) => `2026-03-${String(n).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`
let shifts = 0
/** A spot on a separate shift. */
const signup = async (
  officer_id: string,
  n: number,
  over: Record<string, unknown> = {},
  at?: { assignment_id: string },
) => {
  const times = { starts_at: day(n, 8), ends_at: day(n, 16) }
  const assignment_id =
    at?.assignment_id ??
    (await make('assignments', {
      ...{ title: `Detail ${++shifts}`, kind: 'overtime', time_zone: 'America/Chicago', status: 'published', ...times },
    }))
  const post_id = await make('posts', { assignment_id, name: 'Gate', required_count: 3, ...times })
  const id = await make('officer_assignments', {
    assignment_id,
    post_id,
    officer_id,
    status: 'confirmed',
    ...times,
    ...over,
  })
  return { id, assignment_id, post_id, ...times }
}
const merge = (officer_id = double.officer_id, roster_id = roster, by = admin) =>
  server.call(mergeOfficer, { officer_id, roster_id }, by)
const merges = async (officer_id = roster) => (await server.call(listMerges, { officer_id }, admin)).body.items
const undo = async (by = admin) => server.call(undoMerge, { merge_id: (await merges())[0]?.id ?? '' }, by)
/** Counts every row that references either officer, by table and column: a merge must not lose any. */
const counts = async () => {
  const columns = await server.rows<{ t: string; col: string }>(
    'select in_table as t, in_column as col from app.officer_columns()',
    [],
  )
  const found: Record<string, [number, number]> = {}
  for (const { t, col } of columns) {
    if (t === 'officer_merges') continue
    const [n] = await server.rows<{ d: number; r: number }>(
      `select count(*) filter (where ${col} = $2)::int as d, count(*) filter (where ${col} = $3)::int as r from ${t}
        where organization_id = $1`,
      [house.id, double.officer_id, roster],
    )
    if (n && n.d + n.r > 0) found[`${t}.${col}`] = [n.d, n.r]
  }
  return found
}

/** Rows in most tables, for both officers. */
const history = async () => {
  for (const [officer_id, n] of [
    [double.officer_id, 3],
    [roster, 5],
  ] as const) {
    const { id, assignment_id, ...times } = await signup(officer_id, n, { status: 'worked' })
    const scheduled = { scheduled_starts_at: times.starts_at, scheduled_ends_at: times.ends_at }
    await make('attendance', {
      ...{
        signup_id: id,
        assignment_id,
        officer_id,
        state: 'approved',
        decided_by: admin.officer_id,
        decided_at: times.ends_at,
      },
      ...{ checked_in_at: times.starts_at, checked_out_at: times.ends_at, worked_minutes: 480, ...scheduled },
    })
    await make('officer_certifications', { officer_id, type: 'Radar', issued_on: '2025-01-01' })
    await make('officer_notes', { officer_id, author_id: admin.officer_id, body: 'Seen' })
    await make('notifications', { officer_id, type: 'x', title: 'X', message: 'X' })
    await make('leaves', {
      officer_id,
      kind: 'vacation',
      starts_at: day(n + 10, 0),
      ends_at: day(n + 11, 0),
      entered_by: admin.officer_id,
      whole_days: true,
    })
    await make('openings', {
      ...{
        officer_id,
        kind: 'worked',
        times: 2,
        minutes: 600,
        last_on: '2025-12-01',
        reason: 'From paper',
        created_by: admin.officer_id,
      },
    })
    await make('opportunities', { officer_id, kind: 'worked', minutes: 600, times: 2, source: 'import' })
    await server.insert('notification_settings', { organization_id: house.id, officer_id, choices: '{}' })
  }
  await make('faq_categories', { name: 'General' })
}

describe('merging an account with its roster row', () => {
  it('moves every row of the duplicate and keeps the account signed in, and undoing restores each', async () => {
    await history()
    const before = await counts()
    expect(Object.keys(before).length).toBeGreaterThan(8)
    const done = await merge()
    expect([done.status, done.error]).toEqual([200, null])
    const between = await counts()
    for (const [name, [d, r]] of Object.entries(before)) {
      // Tables with one settings row per officer keep one; the merge record stores the other.
      const one = name.startsWith('notification_settings') || name.startsWith('force_members')
      expect([name, between[name]]).toEqual([name, [0, one ? 1 : d + r]])
    }
    const session = await server.call(getSession, {}, double)
    expect(session.body.officer).toMatchObject({ id: roster, approved: true })
    const joined = (await server.call(getOfficer, { officer_id: roster }, admin)).body
    expect(joined).toMatchObject({
      name: 'Smith, Jo',
      badge_number: '4711',
      phone: '312 555 0100',
      email: double.email,
    })
    const [membership] = await server.rows('select officer_id from memberships where account_id = $1', [double.user_id])
    expect(membership).toEqual({ officer_id: roster })

    expect((await merges())[0]).toMatchObject({ kind: 'merge', from_name: 'Jo Smith', may_undo: true, undone_at: null })
    const undone = await undo()
    expect([undone.status, undone.error]).toEqual([200, null])
    expect(await counts()).toEqual(before)
    expect((await server.call(getSession, {}, double)).body.officer).toMatchObject({
      id: double.officer_id,
      approved: true,
    })
    const back = (await server.call(getOfficer, { officer_id: roster }, admin)).body
    expect(back).toMatchObject({ has_account: false, email: null, phone: null, badge_number: '4711' })
    expect((await merges())[0]).toMatchObject({ may_undo: false })
    expect((await undo()).error?.code).toBe('wrong_state')
  })

  it('undo also moves back records written after the merge', async () => {
    const { id, assignment_id, starts_at, ends_at } = await signup(double.officer_id, 3)
    await merge()
    const scheduled = { scheduled_starts_at: starts_at, scheduled_ends_at: ends_at }
    await make('attendance', { signup_id: id, assignment_id, officer_id: roster, state: 'open', ...scheduled })
    const [assigned, taken] = [await signup(roster, 7), await signup(roster, 8)]
    await server.rows('update officer_assignments set assigned_by = $2 where id = $1', [assigned.id, admin.officer_id])
    expect((await undo()).status).toBe(200)
    const rows = await server.rows('select officer_id from attendance where signup_id = $1', [id])
    expect(rows).toEqual([{ officer_id: double.officer_id }])
    const of = (one: { id: unknown }) =>
      server.rows('select officer_id from officer_assignments where id = $1', [one.id])
    expect(await of(assigned)).toEqual([{ officer_id: roster }])
    // Nobody but the account can have signed up since.
    expect(await of(taken)).toEqual([{ officer_id: double.officer_id }])
  })

  it('counts the officer once, and makes the row an admin if the account is one', async () => {
    const second = await server.makePerson(house, { role: 'admin', name: 'Lee Park' })
    const counted = async () =>
      (
        await server.rows<{ n: number }>(
          'select officers_counted as n from organization_figures where organization_id = $1',
          [house.id],
        )
      )[0]?.n
    const before = await counted()
    expect((await merge(second.officer_id)).status).toBe(200)
    expect(await counted()).toBe(Number(before) - 1)
    expect((await server.call(getOfficer, { officer_id: roster }, admin)).body.role).toBe('admin')
    await undo()
    expect(await counted()).toBe(before)
    const roles = await server.rows('select name, role from officers where organization_id = $1 order by name', [
      house.id,
    ])
    expect(roles).toContainEqual({ name: 'Lee Park', role: 'admin' })
    expect(roles).toContainEqual({ name: 'Smith, Jo', role: 'officer' })
  })
})

describe('merge blockers', () => {
  const refused = async (code: string) => {
    const before = await counts()
    const answer = await merge()
    expect([answer.status, answer.error?.code]).toEqual([409, code])
    expect(await counts()).toEqual(before)
    return answer
  }
  it('names the shift that both have', async () => {
    const first = await signup(double.officer_id, 3)
    await signup(roster, 3, { status: 'interested' }, first)
    const answer = await refused('merge_same_shift')
    expect(answer.error?.details).toEqual({ shift: `Detail ${shifts}, Mar 3, 2026` })
  })
  it('names a shift of one that overlaps a shift of the other', async () => {
    await signup(double.officer_id, 3)
    await signup(roster, 3)
    await refused('merge_same_shift')
  })
  it('include minutes that both are paid for, as hours or as extra time', async () => {
    /** Approved hours from 8 to 16, or from other times on. */
    const worked = async (officer_id: string, n: number, from = 8, to = 16) => {
      const { id, assignment_id, ...times } = await signup(officer_id, n, { status: 'worked' })
      await make('attendance', {
        ...{ signup_id: id, assignment_id, officer_id, state: 'approved', decided_by: admin.officer_id },
        ...{ checked_in_at: day(n, from), checked_out_at: day(n, to), worked_minutes: (to - from) * 60 },
        ...{ scheduled_starts_at: times.starts_at, scheduled_ends_at: times.ends_at },
      })
      return id
    }
    const extra = async (officer_id: string, n: number, from: number) =>
      make('overtime_requests', {
        ...{ officer_id, kind: 'holdover', reason: 'Held', status: 'approved', decided_by: admin.officer_id },
        ...{ starts_at: day(n, from), minutes: 60 },
      })
    // Back to back.
    await worked(double.officer_id, 3)
    await extra(roster, 3, 16)
    const claim = await extra(roster, 3, 15)
    const answer = await refused('merge_paid_twice')
    expect(answer.error?.details).toEqual({ shift: `Detail ${shifts}, Mar 3, 2026` })
    await server.rows('delete from overtime_requests where id = $1', [claim])
    // The other way around, and two shifts of which one was canceled while its officer worked.
    await worked(roster, 6)
    const own = await extra(double.officer_id, 6, 9)
    await refused('merge_paid_twice')
    await server.rows('delete from overtime_requests where id = $1', [own])
    const cancelled = await worked(double.officer_id, 6, 15, 18)
    await server.rows(`update officer_assignments set status = 'cancelled_by_dept' where id = $1`, [cancelled])
    await refused('merge_paid_twice')
    await server.rows('update attendance set checked_in_at = $2 where signup_id = $1', [cancelled, day(6, 16)])
    expect((await merge()).error).toBeNull()
  })
  it('include leave on the same days', async () => {
    for (const officer_id of [double.officer_id, roster])
      await make('leaves', {
        officer_id,
        kind: 'vacation',
        starts_at: day(3, 0),
        ends_at: day(4, 0),
        entered_by: admin.officer_id,
        whole_days: true,
      })
    await refused('merge_leaves_overlap')
  })
  it('include a decision by one about the other', async () => {
    await server.rows(`update officers set role = 'admin' where id = $1`, [double.officer_id])
    await make('officer_notes', { officer_id: roster, author_id: double.officer_id, body: 'Seen' })
    await refused('merge_decided_each_other')
  })
  it('include a row with an account, a suspended row, and the admin’s own row', async () => {
    const taken = await server.makePerson(house)
    expect((await merge(double.officer_id, taken.officer_id)).error?.code).toBe('roster_row_taken')
    const away = await make('officers', { name: 'Away', approved: true, suspended_at: day(1, 1) })
    expect((await merge(double.officer_id, away)).error?.code).toBe('roster_row_inactive')
    expect((await merge(admin.officer_id)).error?.code).toBe('own_row')
    expect((await merge(roster, double.officer_id)).error?.code).toBe('wrong_state')
  })
})

describe('undoing a merge', () => {
  it('expires after 30 days and is refused while the roster is full', async () => {
    await merge()
    await server.rows('update organizations set max_officers = 2 where id = $1', [house.id])
    expect((await undo()).error?.code).toBe('officers_full')
    await server.rows('update organizations set max_officers = null where id = $1', [house.id])
    await server.rows(`update officer_merges set made_at = made_at - interval '31 days' where organization_id = $1`, [
      house.id,
    ])
    expect((await merges())[0]?.may_undo).toBe(false)
    expect((await undo()).error?.code).toBe('undo_over')
  })
  it('needs another admin for one’s own row, and is closed to other departments', async () => {
    const second = await server.makePerson(house, { role: 'admin' })
    await merge(second.officer_id)
    expect((await undo(second)).error?.code).toBe('own_row')
    const merge_id = (await merges())[0]?.id ?? ''
    const stranger = await server.makePerson(await server.makeOrganization(), { role: 'admin' })
    expect((await server.call(undoMerge, { merge_id }, stranger)).status).toBe(404)
    expect((await server.call(listMerges, { officer_id: roster }, stranger)).status).toBe(404)
    expect((await server.call(undoMerge, { merge_id: randomUUID() }, admin)).status).toBe(404)
  })
  it('succeeds once when two admins try at once', async () => {
    const second = await server.makePerson(house, { role: 'admin' })
    await merge()
    const merge_id = (await merges())[0]?.id ?? ''
    const press = (by: TestPerson) => server.call(undoMerge, { merge_id }, by)
    const answers = await Promise.all([press(admin), press(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})
