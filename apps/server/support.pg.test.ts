import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  endSupport,
  endVisit,
  listChanges,
  listVisits,
  startSupport,
} from '#features/vendor/support-access/contract.ts'
import { type Ids, sampleInput } from '#platform/server/testing.inputs.ts'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { routes } from './routes.ts'
import { makeScene, overrides, type Scene } from './testing.scene.ts'

/** Checks support access against every call in the contract: what it opens, what it refuses, and what stays closed. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

const endpoints = routes.map((route): Endpoint => route.endpoint)
const reads = endpoints.filter((one) => one.method === 'GET' && (one.who === 'admin' || one.who === 'officer'))
const writes = endpoints.filter((one) => one.method !== 'GET' && (one.who === 'admin' || one.who === 'officer'))
const file = { name: 'x.csv', bytes: new TextEncoder().encode('badge,name\n1,Officer 1\n') }
const reason = 'The roster looks wrong to them'

const never: Ids = () => randomUUID()
const inputFor = (endpoint: Endpoint, ids: Ids, scene: Scene) => ({
  ...sampleInput(endpoint, ids),
  ...overrides[endpoint.name]?.(ids, scene, endpoint),
})
/** A super admin viewing the department. */
const inside = async (organization: { id: string }, may_write = false) => {
  const vendor = await server.makeSuperAdmin()
  const started = await server.call(startSupport, { organization_id: organization.id, reason, may_write }, vendor)
  expect(started.status, JSON.stringify(started.error)).toBe(200)
  return { ...vendor, access_id: started.body.id }
}
/** Makes each call and returns the results, as `name status code`. */
const ask = async (calls: readonly Endpoint[], ids: Ids, scene: Scene, as: { secret: string }) => {
  const told: string[] = []
  for (const endpoint of calls) {
    const answer = await server.call(endpoint, inputFor(endpoint, ids, scene) as never, as, { file })
    told.push(`${endpoint.name} ${answer.status} ${answer.error?.code ?? ''}`.trim())
  }
  return told
}

/** Reads of data that belongs to a roster member: a caller who is not one has none. */
const ownThings = [
  'officers.me',
  'notifications.settings',
  'attendance.history',
  'attendance.stats',
  'dashboards.officer',
  'schedule.own',
  'shift_page.read',
  'signups.open_jobs',
  'calendar.read_link',
]

test('reading: every admin read works as it does for admins; writes are refused with a message', {
  meta: { shows: ['issue 4.5'] },
}, async () => {
  const scene = await makeScene(server)
  const vendor = await inside(scene.organization)
  const before = await scene.fingerprint()
  server.errors.length = 0
  const [mine, theirs] = [await ask(reads, scene.ids, scene, vendor), await ask(reads, scene.ids, scene, scene.admin)]
  expect(server.errors).toEqual([])
  const differ = mine.filter((one, at) => one !== theirs[at] && !ownThings.includes(one.split(' ')[0] ?? ''))
  expect(differ).toEqual([])
  const told = await ask(writes, scene.ids, scene, vendor)
  expect(told.filter((one) => !/ 403 support_(read_only|not_here)$| 400 invalid_input$/.test(one))).toEqual([])
  expect(told.filter((one) => one.endsWith('support_read_only')).length).toBeGreaterThan(15)
  expect(told.filter((one) => one.endsWith('invalid_input')).length).toBeLessThan(5)
  expect(await scene.fingerprint()).toBe(before)
})

/** What support with write access may change: the department's setup and its drafts, but no one's spot, pay or access. */
const mayChange = [
  'assignment_templates.delete',
  'assignment_templates.rename',
  'assignment_templates.save',
  'assignments.copy',
  'assignments.copy_days',
  'assignments.create',
  'assignments.create_series',
  'assignments.delete_draft',
  'assignments.edit',
  'assignments.publish',
  'assignments.undo_copy',
  'assignments.unpublish',
  'branding.edit',
  'branding.remove_logo',
  'branding.upload_logo',
  'faq.create',
  'faq.create_category',
  'faq.delete',
  'faq.delete_category',
  'faq.edit',
  'faq.move',
  'faq.move_category',
  'faq.publish',
  'faq.rename_category',
  'locations.delete',
  'locations.edit',
  'locations.save',
  'officers.edit',
  'settings.edit',
]

test('writing: only these calls work, none of them about sign-in, spots, hours or access', {
  meta: { shows: ['issue 4.5', 'issue 4.5 trust'] },
}, async () => {
  expect(
    endpoints
      .filter((one) => one.forSupport)
      .map((one) => one.name)
      .toSorted(),
  ).toEqual(mayChange)
  const scene = await makeScene(server)
  const vendor = await inside(scene.organization, true)
  server.errors.length = 0
  const told = await ask(writes, scene.ids, scene, vendor)
  expect(server.errors).toEqual([])
  const open = told.filter((one) => !/support_not_here$|invalid_input$/.test(one)).map((one) => one.split(' ')[0])
  expect(open.filter((name) => !mayChange.includes(name ?? ''))).toEqual([])
  expect(told.filter((one) => /support_read_only$/.test(one))).toEqual([])
  // The sign-in settings stay closed to support even with write access.
  const doors = await server.call(
    endpoints.find((one) => one.name === 'settings.edit') as Endpoint,
    { changes: { mfa_officers: true } } as never,
    vendor,
  )
  expect(doors.status).toBeGreaterThanOrEqual(400)
})

describe('inside one department, another department’s data does not exist', {
  meta: { shows: ['issue 2.4', 'issue 4.5'] },
}, () => {
  const about = endpoints.filter((one) => one.who !== 'anyone' && one.who !== 'super_admin')
  test('every call about our data is answered as if the data had never existed', async () => {
    const [scene, theirs] = [await makeScene(server), await server.makeOrganization()]
    const before = await scene.fingerprint()
    for (const may_write of [false, true]) {
      const vendor = await inside(theirs, may_write)
      for (const endpoint of about.filter((one) => !one.secret)) {
        const ours = await server.call(endpoint, inputFor(endpoint, scene.ids, scene) as never, vendor, { file })
        const none = await server.call(endpoint, inputFor(endpoint, never, scene) as never, vendor, { file })
        expect(`${endpoint.name} ${ours.status} ${ours.error?.code}`).toBe(
          `${endpoint.name} ${none.status} ${none.error?.code}`,
        )
        const sent = JSON.stringify(inputFor(endpoint, scene.ids, scene))
        const text = JSON.stringify(ours.body)
        for (const mark of scene.marks.filter((one) => !sent.includes(one))) expect(text).not.toContain(mark)
      }
    }
    expect(await scene.fingerprint()).toBe(before)
  })

  test('without support access, in another session of the same person, or after it ends, nothing is found', async () => {
    const scene = await makeScene(server)
    const vendor = await inside(scene.organization)
    const closed = async (as: { secret: string }) =>
      (await ask(reads.slice(0, 12), scene.ids, scene, as)).filter((one) => !/ 404 not_found$/.test(one))
    expect(await closed(await server.makeSuperAdmin())).toEqual([])
    expect(await closed({ secret: await server.signIn(vendor.user_id, null, 'super_admin') })).toEqual([])
    expect((await closed(vendor)).length).toBeGreaterThan(5)
    expect((await server.call(endSupport, {}, vendor)).body.organization_id).toBe(scene.organization.id)
    expect(await closed(vendor)).toEqual([])
    // An admin of another department can neither see it nor end it.
    const [other, again] = [await server.makeOrganization(), await inside(scene.organization)]
    const stranger = await server.makePerson(other, { role: 'admin' })
    expect((await server.call(endVisit, { id: again.access_id }, stranger)).status).toBe(404)
    expect((await server.call(listChanges, { id: again.access_id }, stranger)).status).toBe(404)
    expect((await server.call(listVisits, {}, stranger)).body.items).toEqual([])
    expect((await closed(again)).length).toBeGreaterThan(5)
  })
})
