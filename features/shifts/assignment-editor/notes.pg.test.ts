import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportEverything } from '#features/department/exports/contract.ts'
import { routes as exports } from '#features/home/full-export/routes.ts'
import { noteLimit, noteNames } from '#features/shifts/assignments/contract.shapes.ts'
import { readAssignment } from '#features/shifts/assignments/contract.ts'
import { routes as assignments } from '#features/shifts/assignments/routes.ts'
import { noteWords } from '#features/shifts/assignments/words.ts'
import { listOpenJobs } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { plusDays } from '#platform/shared/time.ts'
import { wallAt } from '#platform/shared/zone.ts'
import { listTemplates, saveTemplate } from './contract.templates.ts'
import { copyAssignment, createAssignment, createSeries, editAssignment } from './contract.ts'
import { routes as templates } from './routes.templates.ts'
import { routes } from './routes.ts'

/** Checks every note in the list end to end, so that a note forgotten anywhere fails here without its own test. */
let server: TestServer
let admin: TestPerson
let officer: TestPerson
const zone = 'America/Chicago'
const date = plusDays(wallAt(Date.now(), zone).date, 9)
const noted = Object.fromEntries(noteNames.map((name) => [name, `Text of ${name}`]))
const shift = {
  title: 'Parade',
  kind: 'overtime' as const,
  starts: { date, time: '08:00' },
  ends: { time: '12:00' },
  posts: [{ name: 'Route', required_count: 2 }],
  signup_mode: 'first_come' as const,
  publish: 'now' as const,
}

beforeAll(async () => {
  server = await startTestServer([...routes, ...assignments, ...templates, ...signups, ...exports])
  const house = await server.makeOrganization({ time_zone: zone })
  admin = await server.makePerson(house, { role: 'admin' })
  officer = await server.makePerson(house)
})
afterAll(() => server.close())

const seen = async (id: string) => (await server.call(readAssignment, { id }, admin)).body
const create = async (over: object = {}) => {
  const made = await server.call(createAssignment, { ...shift, ...noted, ...over }, admin)
  expect(made.error).toBeNull()
  return made.body.id
}

test('notes are stored, shown to admins and officers, and exported', async () => {
  const id = await create()
  expect(await seen(id)).toMatchObject(noted)
  const jobs = (await server.call(listOpenJobs, { days: 28 }, officer)).body.items
  expect(jobs.find((job) => job.id === id)).toMatchObject(noted)
  const file = (await server.call(exportEverything, {}, admin)).body as unknown as { text: string }
  for (const text of Object.values(noted)) expect(file.text).toContain(text)
})

test('a copy, a template and every shift of a series keep the notes', async () => {
  const id = await create({ title: 'First' })
  const copy = await server.call(copyAssignment, { id, starts_on: plusDays(date, 1) }, admin)
  expect(await seen(copy.body.id)).toMatchObject(noted)
  await server.call(saveTemplate, { assignment_id: id, name: 'Kept' }, admin)
  const [template] = (await server.call(listTemplates, {}, admin)).body.items
  expect(template?.body).toMatchObject(noted)
  const series = { ...shift, ...noted, repeat: { unit: 'days' as const, every: 1 }, count: 3 }
  const made = await server.call(createSeries, series, admin)
  expect(made.error).toBeNull()
  const rows = await server.rows(`select ${noteNames.join(', ')} from assignments where series_id = $1`, [
    made.body.series_id,
  ])
  expect(rows).toEqual([noted, noted, noted])
})

test('an edit changes or clears a note, and a text that is too long names its field', async () => {
  const id = await create({ title: 'Edited' })
  const { version } = await seen(id)
  const { publish, ...fields } = shift
  const posts = (await seen(id)).posts.map((post) => ({ id: post.id, name: post.name, required_count: 2 }))
  for (const [i, text] of ['Other', ''].entries()) {
    const changed = Object.fromEntries(noteNames.map((name) => [name, text]))
    const edited = await server.call(
      editAssignment,
      { ...fields, ...changed, id, version: version + i, posts, decisions: [] } as never,
      admin,
    )
    expect(edited.error).toBeNull()
    expect(await seen(id)).toMatchObject(Object.fromEntries(noteNames.map((name) => [name, text || null])))
  }
  for (const name of noteNames) {
    const long = { ...shift, [name]: 'x'.repeat(noteLimit(name) + 1) }
    const { status, error } = await server.call(createAssignment, long, admin)
    expect([status, error?.fields?.map(({ field }) => field)]).toEqual([400, [name]])
    expect(noteWords[name].length).toBeGreaterThan(2)
  }
})
