import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { createAssignment, editAssignment } from './contract.ts'
import { routes as transitions } from './routes.transitions.ts'
import { routes } from './routes.ts'

let server: TestServer
let department: TestOrganization
let admin: TestPerson

beforeAll(async () => {
  server = await startTestServer([...routes, ...assignments, ...transitions])
  department = await server.makeOrganization()
  admin = await server.makePerson(department, { role: 'admin', name: 'Admin 1' })
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
const make = async (over: object = {}) => {
  const made = await server.call(createAssignment, { ...plain, publish: 'now', ...over }, admin)
  expect(made.status).toBe(200)
  return get(made.body.id)
}
const get = async (id: string) => (await server.call(readAssignment, { id }, admin)).body
type Seen = Awaited<ReturnType<typeof get>>
const sameOf = (seen: Seen) => ({
  ...plain,
  title: seen.title,
  id: seen.id,
  version: seen.version,
  posts: seen.posts.map((post) => ({ id: post.id, name: post.name, required_count: post.required_count })),
})
const edit = (seen: Seen, over: object = {}, as = admin) =>
  server.call(editAssignment, { ...sameOf(seen), ...over }, as)
const sign = async (seen: Seen, status = 'confirmed', who?: TestPerson) => {
  const officer = who ?? (await server.makePerson(department))
  const [post] = seen.posts
  const row = await server.insert('officer_assignments', {
    organization_id: department.id,
    assignment_id: seen.id,
    post_id: post?.id,
    officer_id: officer.officer_id,
    status,
    starts_at: post?.starts_at,
    ends_at: post?.ends_at,
  })
  return { officer, id: String(row.id) }
}
const signupOf = async (id: string) => (await server.rows('select * from officer_assignments where id = $1', [id]))[0]
const toldOf = (assignment: string, officer: TestPerson) =>
  server.rows<{ type: string; message: string }>(
    "select type, message from notifications where assignment_id = $1 and officer_id = $2 and type <> 'assignment_posted'",
    [assignment, officer.officer_id],
  )

describe('editing an assignment', { meta: { shows: ['issue 2.6'] } }, () => {
  test('changes fields and increments the version', async () => {
    const seen = await make()
    const saved = await edit(seen, { title: 'Detail at the harbor', pay_code: 'X' })
    expect(saved.body).toEqual({ id: seen.id, version: 2, concerned: 0, unreached: [] })
    expect(await get(seen.id)).toMatchObject({ title: 'Detail at the harbor', pay_code: 'X', version: 2 })
  })

  test('refuses a stale save, with what changed and by whom', async () => {
    const seen = await make()
    await edit(seen, { title: 'Newer', pay_code: 'A' })
    const stale = await edit(seen, { title: 'Older' })
    expect(stale.status).toBe(409)
    expect(stale.error?.code).toBe('changed_meanwhile')
    expect(stale.error?.details).toMatchObject({ version: 2, changed: ['pay_code', 'title'], by: 'Admin 1' })
    expect((await get(seen.id)).title).toBe('Newer')
  })

  test('of two saves at once, one succeeds and the other is refused', async () => {
    const seen = await make()
    const both = await Promise.all([edit(seen, { title: 'A' }), edit(seen, { title: 'B' })])
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    expect((await get(seen.id)).version).toBe(2)
  })

  test('notifies every live sign-up of a new time, moves their time ranges and makes calling off free', async () => {
    const seen = await make()
    const held = await sign(seen)
    const pending = await sign(seen, 'pending_approval')
    const gone = await sign(seen, 'withdrawn')
    const saved = await edit(seen, { starts: { date: '2032-06-11', time: '09:00' } })
    expect(saved.body).toMatchObject({ concerned: 2, unreached: [] })
    expect((await get(seen.id)).terms_changed_at).not.toBeNull()
    for (const one of [held, pending]) {
      expect((await signupOf(one.id))?.starts_at).toEqual(new Date('2032-06-11T14:00:00Z'))
      const told = await toldOf(seen.id, one.officer)
      expect(told.map((row) => row.type)).toEqual(['assignment_changed'])
      expect(told[0]?.message).toContain('Fri, Jun 11, 2032, 09:00–16:00 (7 h)')
    }
    expect((await signupOf(gone.id))?.starts_at).toEqual(new Date('2032-06-10T13:00:00Z'))
    expect(await toldOf(seen.id, gone.officer)).toEqual([])
  })

  test('names officers without an account, who were not notified', async () => {
    const seen = await make()
    await sign(seen)
    const dana = { organization_id: department.id, name: 'Dana Fox', phone: '713-555-0112', approved: true }
    const { id: officer_id } = await server.insert('officers', dana)
    const [{ id: post_id, starts_at, ends_at } = {}] = seen.posts
    const held = { organization_id: department.id, assignment_id: seen.id, post_id, officer_id, starts_at, ends_at }
    await server.insert('officer_assignments', { ...held, status: 'confirmed' })
    const saved = await edit(seen, { starts: { date: '2032-06-11', time: '09:00' } })
    expect(saved.body).toMatchObject({ concerned: 2, unreached: [{ name: 'Dana Fox', phone: '713-555-0112' }] })
  })

  test('notifies nobody about a draft or a text change', async () => {
    const seen = await make()
    const held = await sign(seen)
    expect((await edit(seen, { description: 'More words' })).body).toMatchObject({ concerned: 0, unreached: [] })
    expect(await toldOf(seen.id, held.officer)).toEqual([])
    expect((await get(seen.id)).terms_changed_at).toBeNull()
  })

  test('can’t go below the confirmed spots, even by deleting the post', async () => {
    const seen = await make()
    await sign(seen)
    await sign(seen)
    const [post] = seen.posts
    const fewer = await edit(seen, { posts: [{ id: post?.id, name: 'Gate', required_count: 1 }] })
    expect([fewer.status, fewer.error?.code]).toEqual([409, 'below_confirmed'])
    expect(fewer.error?.details).toEqual({ posts: 'Gate: 2 confirmed' })
    const none = await edit(seen, { posts: [{ name: 'Other', required_count: 5 }] })
    expect(none.error?.code).toBe('below_confirmed')
  })

  test('a running shift stays within a week of the hours that were worked', async () => {
    const seen = await make()
    const { officer, id } = await sign(seen)
    const near = await edit(seen, { starts: { date: '2032-06-16', time: '08:00' } })
    expect(near.status).toBe(200)
    await server.insert('attendance', {
      ...{ organization_id: department.id, assignment_id: seen.id, signup_id: id, officer_id: officer.officer_id },
      ...{ scheduled_starts_at: '2032-06-16T13:00:00Z', scheduled_ends_at: '2032-06-16T21:00:00Z' },
      ...{ checked_in_at: '2032-06-16T13:00:00Z', state: 'open' },
    })
    const before = await get(seen.id)
    for (const date of ['2032-06-08', '2032-06-24'])
      expect((await edit(before, { starts: { date, time: '08:00' } })).error?.code, date).toBe('hours_elsewhere')
    expect(await get(seen.id)).toEqual(before)
    expect((await signupOf(id))?.starts_at).toEqual(new Date('2032-06-16T13:00:00Z'))
    expect((await edit(before, { starts: { date: '2032-06-22', time: '08:00' } })).error?.code).not.toBe(
      'hours_elsewhere',
    )
  })

  test('a start that had come while its officer was on duty is remembered when it is moved', async () => {
    const seen = await make()
    const { officer, id } = await sign(seen)
    const began = new Date(Date.now() - 3_600_000)
    await server.insert('attendance', {
      ...{ organization_id: department.id, assignment_id: seen.id, signup_id: id, officer_id: officer.officer_id },
      ...{ scheduled_starts_at: began.toISOString(), scheduled_ends_at: seen.ends_at, state: 'open' },
      ...{ checked_in_at: began.toISOString() },
    })
    for (const days of [2, 3]) {
      const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      expect((await edit(await get(seen.id), { starts: { date, time: '08:00' } })).status).toBe(200)
      const rows = await server.rows('select begun_at from attendance where signup_id = $1', [id])
      expect(rows).toEqual([{ begun_at: began }])
    }
  })

  test('a start that had come is remembered for a check-in that was made before the move and arrives after it', async () => {
    const seen = await make()
    const { id } = await sign(seen)
    const began = new Date(Date.now() - 3_600_000)
    for (const [table, key] of [
      ['officer_assignments', 'assignment_id'],
      ['posts', 'assignment_id'],
      ['assignments', 'id'],
    ])
      await server.rows(
        `update ${table} set starts_at = $2, ends_at = $2::timestamptz + interval '8 hours' where ${key} = $1`,
        [seen.id, began],
      )
    for (const days of [2, 3]) {
      const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      const answer = await edit(await get(seen.id), { starts: { date, time: '08:00' } })
      expect(answer.error).toBeNull()
      expect((await signupOf(id))?.begun_at).toEqual(began)
    }
  })

  test('a shift is not moved to over a day ago while its officer is on duty', async () => {
    const seen = await make()
    const { officer, id } = await sign(seen)
    await server.insert('attendance', {
      ...{ organization_id: department.id, assignment_id: seen.id, signup_id: id, officer_id: officer.officer_id },
      ...{ scheduled_starts_at: seen.starts_at, scheduled_ends_at: seen.ends_at, state: 'open' },
      ...{ checked_in_at: new Date(Date.now() - 3_600_000).toISOString() },
    })
    const date = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
    expect((await edit(seen, { starts: { date, time: '08:00' } })).error?.code).toBe('hours_elsewhere')
  })

  test('adds a post, and deletes one without sign-ups', async () => {
    const seen = await make()
    const kept = { id: seen.posts[0]?.id, name: 'Gate', required_count: 2 }
    await edit(seen, { posts: [kept, { name: 'Roof', required_count: 3 }] })
    const more = await get(seen.id)
    expect(more.posts.map((post) => post.name)).toEqual(['Gate', 'Roof'])
    expect(more.required_count).toBe(5)
    expect((await edit(more, { posts: [kept] })).status).toBe(200)
    await sign(seen, 'withdrawn')
    const refused = await edit(await get(seen.id), { posts: [{ name: 'New', required_count: 1 }] })
    expect(refused.error?.code).toBe('post_has_signups')
  })

  test('refuses a post of another assignment, and the same post twice', async () => {
    const [seen, other] = [await make(), await make()]
    const foreign = await edit(seen, { posts: [{ id: other.posts[0]?.id, name: 'X', required_count: 1 }] })
    expect(foreign.error?.fields?.[0]?.field).toBe('posts.0.id')
    const post = { id: seen.posts[0]?.id, required_count: 1 }
    const twice = await edit(seen, {
      posts: [
        { ...post, name: 'A' },
        { ...post, name: 'B' },
      ],
    })
    expect(twice.error?.fields?.[0]?.field).toBe('posts.1.id')
  })

  test('refuses to change the sign-up mode while officers are signed up', async () => {
    const seen = await make()
    await sign(seen, 'pending_approval')
    expect((await edit(seen, { signup_mode: 'first_come' })).error?.code).toBe('mode_fixed')
  })
})

describe('confirmed officers affected by a new time', () => {
  const overlapping = async () => {
    const seen = await make()
    const held = await sign(seen)
    const other = await make({ title: 'Court', starts: { date: '2032-06-10', time: '17:00' }, ends: { time: '20:00' } })
    await sign(other, 'confirmed', held.officer)
    return { seen, held, longer: { ends: { time: '18:00' } } }
  }

  test('come first in the list, and nothing is saved without a decision', async () => {
    const { seen, held, longer } = await overlapping()
    const asked = await edit(seen, longer)
    expect([asked.status, asked.error?.code]).toEqual([409, 'decisions_needed'])
    expect(asked.error?.details?.officers).toMatchObject([
      { signup_id: held.id, reason: 'overlaps', choices: ['release'], overlap: { title: 'Court' } },
    ])
    expect((await get(seen.id)).version).toBe(1)
  })

  test('cannot be kept where they overlap', async () => {
    const { seen, held, longer } = await overlapping()
    const kept = await edit(seen, { ...longer, decisions: [{ signup_id: held.id, decision: 'keep' }] })
    expect(kept.error?.code).toBe('decisions_needed')
  })

  test('are removed by the decision and notified', async () => {
    const { seen, held, longer } = await overlapping()
    const saved = await edit(seen, { ...longer, decisions: [{ signup_id: held.id, decision: 'release' }] })
    expect(saved.status).toBe(200)
    expect(await signupOf(held.id)).toMatchObject({ status: 'released', decided_by: admin.officer_id })
    expect((await toldOf(seen.id, held.officer)).map((row) => row.type)).toEqual(['signup_released'])
    expect((await get(seen.id)).confirmed_count).toBe(0)
  })

  test('may be kept if they only miss a new requirement', async () => {
    const seen = await make()
    const held = await sign(seen)
    const posts = [{ id: seen.posts[0]?.id, name: 'Gate', required_count: 2, requirements: { units: ['K9'] } }]
    const asked = await edit(seen, { posts })
    const reasons = [{ code: 'unit_required', details: { accepted: ['K9'] } }]
    expect(asked.error?.details?.officers).toMatchObject([
      { reason: 'requirements', reasons, choices: ['keep', 'release'] },
    ])
    const kept = await edit(seen, { posts, decisions: [{ signup_id: held.id, decision: 'keep' }] })
    expect(kept.status).toBe(200)
    expect((await signupOf(held.id))?.status).toBe('confirmed')
  })

  test('are listed for certifications and service too, with new reasons only', {
    meta: { shows: ['issue 5.2 held'] },
  }, async () => {
    const seen = await make({ posts: [{ name: 'Gate', required_count: 3 }] })
    const lasting = await server.makePerson(department, { name: 'A', hired_on: '2020-01-01' })
    const expiring = await server.makePerson(department, { name: 'B', hired_on: '2020-01-01' })
    const fresh = await server.makePerson(department, { name: 'C', hired_on: '2032-01-10' })
    const certify = (officer: TestPerson, expires_on: string) =>
      server.insert('officer_certifications', {
        ...{
          organization_id: department.id,
          officer_id: officer.officer_id,
          type: 'CPR',
          issued_on: '2026-01-01',
          expires_on,
        },
        ...{ verified_by: admin.officer_id, verified_at: new Date().toISOString() },
      })
    await certify(lasting, '2032-06-10')
    await certify(expiring, '2032-06-09')
    for (const officer of [lasting, expiring, fresh]) await sign(seen, 'confirmed', officer)
    const asking = (requirements: object) => [{ id: seen.posts[0]?.id, name: 'Gate', required_count: 3, requirements }]
    const codesOf = async (requirements: object) => {
      const { error } = await edit(await get(seen.id), { posts: asking(requirements) })
      const officers = (error?.details?.officers ?? []) as { name: string; reasons: { code: string }[] }[]
      return officers.map((one) => [one.name, ...one.reasons.map((reason) => reason.code)])
    }
    expect(await codesOf({ certifications: ['cpr'], service_months: 6 })).toEqual([
      ['B', 'certification_expires'],
      ['C', 'certification_required', 'service_required'],
    ])
    expect(await codesOf({ service_months: 5 })).toEqual([])
    const needed = await edit(await get(seen.id), { posts: asking({ certifications: ['CPR'] }) })
    const officers = (needed.error?.details?.officers ?? []) as { signup_id: string }[]
    const decisions = officers.map(({ signup_id }) => ({ signup_id, decision: 'keep' as const }))
    expect((await edit(await get(seen.id), { posts: asking({ certifications: ['CPR'] }), decisions })).status).toBe(200)
    // A decision to keep is not requested again; new requirements are, and one day later the next certification has expired.
    const more = { certifications: ['CPR'], service_months: 6 }
    expect(await codesOf(more)).toEqual([['C', 'service_required']])
    const later = { starts: { date: '2032-06-11', time: '08:00' }, posts: asking({ certifications: ['CPR'] }) }
    const moved = await edit(await get(seen.id), later)
    expect(moved.error?.details?.officers).toMatchObject([{ name: 'A', reasons: [{ code: 'certification_expires' }] }])
  })

  test('an admin can’t remove their own sign-up this way', async () => {
    const seen = await make()
    const held = await sign(seen, 'confirmed', admin)
    const other = await make({ starts: { date: '2032-06-10', time: '17:00' }, ends: { time: '20:00' } })
    await sign(other, 'confirmed', admin)
    const decisions = [{ signup_id: held.id, decision: 'release' as const }]
    expect((await edit(seen, { ends: { time: '18:00' }, decisions })).error?.code).toBe('own_signup')
  })
})
