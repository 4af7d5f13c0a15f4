import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cancelAssignment,
  closeAssignment,
  deleteDraft,
  publishAssignment,
  readAssignment,
  reopenAssignment,
  unpublishAssignment,
} from '#features/shifts/assignments/contract.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { announceDue } from '#features/shifts/assignments/store.tell.ts'
import { enterSystem } from '#platform/server/db.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { saveTemplate } from './contract.templates.ts'
import { copyAssignment, createAssignment, createSeries, editAssignment } from './contract.ts'
import { routes as transitions } from './routes.transitions.ts'
import { routes as editor } from './routes.ts'

let server: TestServer
let department: TestOrganization
let admin: TestPerson

beforeAll(async () => {
  server = await startTestServer([...assignments, ...transitions, ...editor])
  department = await server.makeOrganization()
  admin = await server.makePerson(department, { role: 'admin' })
  await server.makePerson(department)
})
afterAll(async () => server.close())

const plain = {
  title: 'Detail',
  kind: 'extra_duty' as const,
  starts: { date: '2032-06-10', time: '08:00' },
  ends: { time: '16:00' },
  posts: [{ name: 'Gate', required_count: 2 }],
  signup_mode: 'approval' as const,
}
const past = { starts: { date: '2026-01-10', time: '08:00' }, backdate_reason: 'Late' }
const get = async (id: string) => (await server.call(readAssignment, { id }, admin)).body
const make = async (publish: 'draft' | 'now', over: object = {}) => {
  const made = await server.call(createAssignment, { ...plain, publish, ...over }, admin)
  expect(made.status).toBe(200)
  return get(made.body.id)
}
type Seen = Awaited<ReturnType<typeof get>>
const sign = async (seen: Seen, status: string) => {
  const officer = await server.makePerson(department)
  const row = await server.insert('officer_assignments', {
    organization_id: department.id,
    assignment_id: seen.id,
    post_id: seen.posts[0]?.id,
    officer_id: officer.officer_id,
    status,
    starts_at: seen.starts_at,
    ends_at: seen.ends_at,
  })
  return { officer, id: String(row.id) }
}
const signups = (id: string) =>
  server.rows<{ status: string; reason: string | null }>(
    'select status, reason from officer_assignments where assignment_id = $1 order by status',
    [id],
  )
const told = (id: string, type: string) =>
  server.rows<{ officer_id: string; message: string }>(
    'select officer_id, message from notifications where assignment_id = $1 and type = $2',
    [id, type],
  )
const codeOf = (answer: { status: number; error: { code: string } | null }) => [answer.status, answer.error?.code]

describe('transitions', () => {
  test('draft -> published notifies officers, and a second try is refused', async () => {
    const { id } = await make('draft')
    expect((await server.call(publishAssignment, { id }, admin)).body).toEqual({ id, changed: 1 })
    expect(await get(id)).toMatchObject({ phase: 'open', version: 2 })
    expect((await told(id, 'assignment_posted')).length).toBeGreaterThan(0)
    expect(codeOf(await server.call(publishAssignment, { id }, admin))).toEqual([409, 'not_draft'])
  })

  test('forty requests with one key publish and notify once', async () => {
    const { id } = await make('draft')
    const key = 'one-press-of-publish'
    const all = await Promise.all(
      Array.from({ length: 40 }, () => server.call(publishAssignment, { id }, admin, { key })),
    )
    expect(new Set(all.map((one) => JSON.stringify(one.body)))).toEqual(new Set([JSON.stringify({ id, changed: 1 })]))
    const officers = (await told(id, 'assignment_posted')).map((row) => row.officer_id)
    expect(new Set(officers).size).toBe(officers.length)
  })

  test('a past start can only be published with a reason', async () => {
    const { id } = await make('draft', past)
    expect(codeOf(await server.call(publishAssignment, { id }, admin))).toEqual([409, 'starts_in_past'])
    expect((await server.call(publishAssignment, { id, reason: 'Was by telephone' }, admin)).status).toBe(200)
    expect(await get(id)).toMatchObject({ phase: 'completed', backdate_reason: 'Was by telephone', unfilled: true })
  })

  test('published for later is scheduled, and the sweep announces it once when the time comes', async () => {
    const { id } = await make('draft')
    const publish_at = { date: '2032-06-01', time: '09:00' }
    await server.call(publishAssignment, { id, publish_at }, admin)
    expect(await get(id)).toMatchObject({ phase: 'scheduled', publish_at: '2032-06-01T14:00:00+00:00' })
    const sweep = () =>
      server.database.transaction([enterSystem(department.id, 'job.announce_assignments')], (db) => announceDue(db))
    expect(await sweep()).toBe(0)
    await server.rows("update assignments set publish_at = now() - interval '1 minute' where id = $1", [id])
    expect((await Promise.all([sweep(), sweep()])).sort()).toEqual([0, 1])
    expect(await sweep()).toBe(0)
    const officers = (await told(id, 'assignment_posted')).map((row) => row.officer_id)
    expect(officers.length).toBeGreaterThan(0)
    expect(new Set(officers).size).toBe(officers.length)
  })

  test('published -> draft works only while nobody is confirmed, and notifies pending officers', async () => {
    const seen = await make('now')
    const held = await sign(seen, 'confirmed')
    expect(codeOf(await server.call(unpublishAssignment, { id: seen.id }, admin))).toEqual([409, 'officers_confirmed'])
    await server.rows("update officer_assignments set status = 'called_off' where id = $1", [held.id])
    const waits = await sign(seen, 'pending_approval')
    expect((await server.call(unpublishAssignment, { id: seen.id }, admin)).status).toBe(200)
    expect((await get(seen.id)).phase).toBe('draft')
    expect((await signups(seen.id)).map((row) => row.status)).toEqual(['called_off', 'cancelled_by_dept'])
    expect((await told(seen.id, 'assignment_cancelled')).map((row) => row.officer_id)).toEqual([
      waits.officer.officer_id,
    ])
    expect(codeOf(await server.call(deleteDraft, { id: seen.id }, admin))).toEqual([409, 'has_signups'])
  })

  test.each([
    ['department', 'cancelled_by_dept'],
    ['weather', 'cancelled_by_dept'],
    ['client', 'cancelled_by_client'],
  ] as const)(
    'canceled by the %s: every live sign-up becomes %s, and its officer gets the reason',
    async (party, status) => {
      const seen = await make('now')
      const live = [
        await sign(seen, 'confirmed'),
        await sign(seen, 'calloff_requested'),
        await sign(seen, 'waitlisted'),
      ]
      await sign(seen, 'rejected')
      const done = await server.call(cancelAssignment, { id: seen.id, party, reason: 'Parade is off' }, admin)
      expect(done.body).toEqual({ id: seen.id, changed: 1, told: 3 })
      expect(await signups(seen.id)).toEqual([
        ...Array.from({ length: 3 }, () => ({ status, reason: 'Parade is off' })),
        { status: 'rejected', reason: null },
      ])
      const messages = await told(seen.id, 'assignment_cancelled')
      expect(messages.map((row) => row.officer_id).sort()).toEqual(live.map((one) => one.officer.officer_id).sort())
      expect(messages[0]?.message).toContain('Parade is off')
      expect(await get(seen.id)).toMatchObject({
        phase: 'cancelled',
        cancelled_party: party,
        confirmed_count: 0,
        may: ['copy'],
      })
      expect(codeOf(await server.call(cancelAssignment, { id: seen.id, party, reason: 'Again' }, admin))).toEqual([
        409,
        'cancelled',
      ])
    },
  )

  test('canceling requires a reason, and a draft or a completed assignment can’t be canceled', async () => {
    const seen = await make('now')
    const empty = await server.call(cancelAssignment, { id: seen.id, party: 'client', reason: '  ' }, admin)
    expect([empty.status, empty.error?.fields?.[0]?.field]).toEqual([400, 'reason'])
    const draft = await make('draft')
    const cancel = (id: string) => server.call(cancelAssignment, { id, party: 'client', reason: 'x' }, admin)
    expect(codeOf(await cancel(draft.id))).toEqual([409, 'not_published'])
    expect(codeOf(await cancel((await make('now', past)).id))).toEqual([409, 'already_over'])
  })

  test('completed -> closed once every confirmed sign-up is settled; reopening needs a reason', async () => {
    const future = await make('now')
    expect(codeOf(await server.call(closeAssignment, { id: future.id }, admin))).toEqual([409, 'not_completed'])
    const seen = await make('now', past)
    const held = await sign(seen, 'confirmed')
    expect(codeOf(await server.call(closeAssignment, { id: seen.id }, admin))).toEqual([409, 'attendance_open'])
    await server.rows("update officer_assignments set status = 'worked' where id = $1", [held.id])
    expect((await server.call(closeAssignment, { id: seen.id }, admin)).status).toBe(200)
    expect(await get(seen.id)).toMatchObject({ phase: 'closed', may: ['reopen', 'copy'] })
    const edited = await server.call(editAssignment, { ...plain, id: seen.id, version: 2 }, admin)
    expect(codeOf(edited)).toEqual([409, 'closed'])
    const reopened = await server.call(reopenAssignment, { id: seen.id, reason: 'Wrong hours' }, admin)
    expect(reopened.status).toBe(200)
    expect(await get(seen.id)).toMatchObject({ phase: 'completed', reopened_reason: 'Wrong hours' })
    expect(codeOf(await server.call(reopenAssignment, { id: seen.id, reason: 'x' }, admin))).toEqual([
      409,
      'not_closed',
    ])
  })

  test('a draft is deleted with its posts; a published one can’t be', async () => {
    const { id } = await make('draft')
    expect((await server.call(deleteDraft, { id }, admin)).body).toEqual({ done: true })
    expect((await server.call(readAssignment, { id }, admin)).status).toBe(404)
    expect(await server.rows('select 1 from posts where assignment_id = $1', [id])).toEqual([])
    expect(codeOf(await server.call(deleteDraft, { id: (await make('now')).id }, admin))).toEqual([409, 'not_draft'])
  })

  test('a copy is a draft at the same local time, moved and marked if that time does not exist', async () => {
    const posts = [{ name: 'Gate', required_count: 2, starts: { time: '09:00' }, ends: { time: '10:00' } }]
    const seen = await make('now', { posts })
    const copied = await server.call(copyAssignment, { id: seen.id, starts_on: '2032-12-10' }, admin)
    expect(await get(copied.body.id)).toMatchObject({
      phase: 'draft',
      starts_at: '2032-12-10T14:00:00+00:00',
      minutes: 480,
      posts: [{ starts_at: '2032-12-10T15:00:00+00:00', ends_at: '2032-12-10T16:00:00+00:00' }],
    })
    const early = await make('now', { starts: { date: '2032-03-07', time: '02:30' } })
    const moved = await server.call(copyAssignment, { id: early.id, starts_on: '2032-03-14' }, admin)
    expect(await get(moved.body.id)).toMatchObject({ clock_note: 'moved', starts_at: '2032-03-14T08:30:00+00:00' })
  })
})

describe('unknown ids and another department’s ids', { meta: { shows: ['issue 2.4'] } }, () => {
  test('get the same response from every call that takes an id', async () => {
    const other = await server.makeOrganization()
    const stranger = await server.makePerson(other, { role: 'admin' })
    const { id } = await make('draft')
    const never = '00000000-0000-4000-8000-000000000001'
    const calls = (of: string) => [
      server.call(readAssignment, { id: of }, stranger),
      server.call(editAssignment, { ...plain, id: of, version: 1 }, stranger),
      server.call(copyAssignment, { id: of, starts_on: '2032-12-10' }, stranger),
      server.call(deleteDraft, { id: of }, stranger),
      server.call(publishAssignment, { id: of }, stranger),
      server.call(unpublishAssignment, { id: of }, stranger),
      server.call(cancelAssignment, { id: of, party: 'client', reason: 'x' }, stranger),
      server.call(closeAssignment, { id: of }, stranger),
      server.call(reopenAssignment, { id: of, reason: 'x' }, stranger),
      server.call(saveTemplate, { assignment_id: of, name: 'Mine' }, stranger),
    ]
    const bare = (answer: { status: number; error: object | null }) =>
      JSON.stringify([answer.status, { ...answer.error, request_id: '' }])
    const theirs = (await Promise.all(calls(id))).map(bare)
    const nobodys = (await Promise.all(calls(never))).map(bare)
    expect(theirs).toEqual(nobodys)
    expect(new Set(theirs.map((text) => text.slice(0, 5)))).toEqual(new Set(['[404,']))
    expect((await get(id)).version).toBe(1)
  })

  test('canceling a series from one shift on leaves earlier shifts alone', async () => {
    const made = await server.call(
      createSeries,
      { ...plain, publish: 'now', repeat: { unit: 'weeks', every: 1, weekdays: [4] }, count: 4 },
      admin,
    )
    const ids = made.body.items.map((item) => item.id)
    const [, second = ''] = ids
    const done = await server.call(
      cancelAssignment,
      { id: second, party: 'department', reason: 'Over', scope: 'following' },
      admin,
    )
    expect(done.body.changed).toBe(3)
    const phases = await Promise.all(ids.map(async (id) => (await get(id)).phase))
    expect(phases).toEqual(['open', 'cancelled', 'cancelled', 'cancelled'])
  })
})
