import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { editAssignment } from './contract.ts'
import { routes } from './routes.ts'

/** Edits of a running shift that an officer took over: what becomes of the time that the officer has. */
let server: TestServer
let where: TestOrganization
let admin: TestPerson
beforeAll(async () => {
  server = await startTestServer([...routes, ...assignments])
  where = await server.makeOrganization({ time_zone: 'UTC' })
  admin = await server.makePerson(where, { role: 'admin' })
})
afterAll(() => server.close())

const minute = 60_000
const hour = 60 * minute
const base = Math.floor(Date.now() / minute) * minute
const at = (hours: number) => new Date(base + hours * hour)
const wallOf = (when: Date) => ({ date: when.toISOString().slice(0, 10), time: when.toISOString().slice(11, 16) })

type Row = { starts_at: Date; ends_at: Date; took_over: boolean; begun_at: Date | null }
/** A shift from 4 hours ago to 4 hours ahead, with an officer who has had it from the start and one who took it over. */
const running = async () => {
  const row = { organization_id: where.id, starts_at: at(-4), ends_at: at(4) }
  const words = { title: 'Gate', kind: 'overtime', time_zone: 'UTC', status: 'published', signup_mode: 'first_come' }
  const { id: assignment_id } = await server.insert('assignments', { ...row, ...words })
  const of = { ...row, assignment_id }
  const { id: post_id } = await server.insert('posts', { ...of, name: 'Gate', required_count: 3 })
  const people = await Promise.all([0, 1].map(() => server.makePerson(where)))
  const sign = async (who: TestPerson | undefined, more: object) =>
    String(
      (
        await server.insert('officer_assignments', {
          ...{ ...of, post_id, officer_id: who?.officer_id, status: 'confirmed' },
          ...more,
        })
      ).id,
    )
  const ids = [await sign(people[0], {}), await sign(people[1], { starts_at: at(-1), took_over: true })]
  return { id: String(assignment_id), post_id: String(post_id), people, ids }
}
type Running = Awaited<ReturnType<typeof running>>
const rowOf = async ({ ids }: Running, n: number) =>
  (
    await server.rows<Row>('select starts_at, ends_at, took_over, begun_at from officer_assignments where id = $1', [
      ids[n],
    ])
  )[0]

type Change = { starts_at?: Date; ends_at?: Date; split_minutes?: number; title?: string }
const edit = async (made: Running, { starts_at = at(-4), ends_at = at(4), split_minutes, title = 'Gate' }: Change) => {
  const { version } = (await server.call(readAssignment, { id: made.id }, admin)).body
  const split = split_minutes === undefined ? {} : { split_minutes }
  const input = {
    ...{ id: made.id, version, title, kind: 'overtime' as const, signup_mode: 'first_come' as const },
    ...{ starts: wallOf(starts_at), ends: { time: wallOf(ends_at).time } },
    posts: [{ id: made.post_id, name: 'Gate', required_count: 3, ...split }],
  }
  return server.call(editAssignment, input, admin)
}

test('it keeps its own start, and takes the new end', async () => {
  const made = await running()
  expect((await edit(made, { title: 'North gate' })).error).toBeNull()
  expect(await rowOf(made, 1)).toMatchObject({ starts_at: at(-1), ends_at: at(4), took_over: true })
  expect((await edit(made, { ends_at: at(6) })).error).toBeNull()
  expect(await rowOf(made, 0)).toMatchObject({ starts_at: at(-4), ends_at: at(6), took_over: false })
  expect(await rowOf(made, 1)).toEqual({ starts_at: at(-1), ends_at: at(6), took_over: true, begun_at: null })
  expect((await edit(made, { starts_at: at(-3), ends_at: at(6) })).error).toBeNull()
  expect(await rowOf(made, 0)).toMatchObject({ starts_at: at(-3), took_over: false })
  expect(await rowOf(made, 1)).toMatchObject({ starts_at: at(-1), ends_at: at(6), took_over: true })
})

test('it follows a shift that begins later or was over before, and is no takeover then', async () => {
  const later = await running()
  expect((await edit(later, { starts_at: at(2), ends_at: at(8) })).error).toBeNull()
  // What had begun is remembered, as for everyone.
  expect(await rowOf(later, 1)).toEqual({ starts_at: at(2), ends_at: at(8), took_over: false, begun_at: at(-1) })
  const before = await running()
  expect((await edit(before, { ends_at: at(-2) })).error).toBeNull()
  expect(await rowOf(before, 1)).toMatchObject({ starts_at: at(-4), ends_at: at(-2), took_over: false })
})

test('what the officer worked before taking over is asked about only where the sign-up follows the shift', async () => {
  const made = await running()
  const other = { organization_id: where.id, starts_at: at(-9), ends_at: at(-1) }
  const words = { title: 'Before', kind: 'overtime', time_zone: 'UTC', status: 'published' }
  const { id: assignment_id } = await server.insert('assignments', { ...other, ...words })
  const { id: post_id } = await server.insert('posts', { ...other, assignment_id, name: 'Gate', required_count: 1 })
  const officer_id = made.people[1]?.officer_id
  await server.insert('officer_assignments', { ...other, assignment_id, post_id, officer_id, status: 'confirmed' })
  expect((await edit(made, { ends_at: at(5) })).error).toBeNull()
  const no = await edit(made, { ends_at: at(-2) })
  expect(no.error).toMatchObject({
    code: 'decisions_needed',
    details: { officers: [{ officer_id, reason: 'overlaps' }] },
  })
})

test('the post can’t be split into parts while it is held from a minute that is none of their edges', async () => {
  const made = await running()
  const no = await edit(made, { split_minutes: 60 })
  expect(no.error?.code).toBe('parts_taken')
  await server.rows(`update officer_assignments set status = 'released' where id = $1`, [made.ids[1]])
  expect((await edit(made, { split_minutes: 60 })).error).toBeNull()
})
