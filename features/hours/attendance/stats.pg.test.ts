import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#platform/server/testing.ts'
import { ownStats } from './contract.stats.ts'
import { routes } from './routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(() => server.close())

test('an officer’s own twelve-month statistics need the plan’s feature', {
  meta: { shows: ['issue 2.8'] },
}, async () => {
  const organization = await server.makeOrganization({ time_zone: 'UTC' })
  const officer = await server.makePerson(organization)
  const admin = await server.makePerson(organization, { role: 'admin' })
  const shifts = [
    ['worked', 'approved', 480, 0, '1 day'],
    ['worked', 'locked', 60, 6, '40 days'],
    ['worked', 'approved', 30, 5, '80 days'],
    ['confirmed', 'submitted', 500, 20, '3 days'],
    ['no_show', null, null, 0, '5 days'],
    ['called_off', null, null, 0, '6 days'],
    ['worked', 'approved', 999, 0, '400 days'],
  ] as const
  for (const [status, state, worked_minutes, late, ago] of shifts) {
    const [at] = await server.rows<{ starts_at: Date; ends_at: Date }>(
      "select now() - $1::interval as starts_at, now() - $1::interval + interval '8 hours' as ends_at",
      [ago],
    )
    const row = { organization_id: organization.id, ...at }
    const kind = { title: 'Watch', kind: 'overtime', time_zone: 'UTC', status: 'published' }
    const assignment = await server.insert('assignments', { ...row, ...kind })
    const ids = { organization_id: organization.id, assignment_id: assignment.id }
    const post = await server.insert('posts', { ...row, ...ids, name: 'Gate', required_count: 1 })
    const officer_id = officer.officer_id
    const signup = await server.insert('officer_assignments', { ...row, ...ids, post_id: post.id, officer_id, status })
    if (state === null) continue
    await server.insert('attendance', {
      ...ids,
      signup_id: signup.id,
      officer_id,
      state,
      scheduled_starts_at: at?.starts_at,
      scheduled_ends_at: at?.ends_at,
      checked_in_at: new Date((at?.starts_at.getTime() ?? 0) + late * 60_000),
      checked_out_at: at?.ends_at,
      worked_minutes,
      decided_by: admin.officer_id,
    })
  }
  const { body } = await server.call(ownStats, {}, officer)
  expect(body).toMatchObject({ worked_shifts: 3, approved_minutes: 570, late: 1, called_off: 1, no_shows: 1 })
  expect(body.months).toHaveLength(12)
  expect(body.months.reduce((all, month) => all + month.approved_minutes, 0)).toBe(570)
  expect((await server.call(ownStats, {}, admin)).body.worked_shifts).toBe(0)
  await server.rows(`update organizations set features_enabled = '{"officer_stats": false}' where id = $1`, [
    organization.id,
  ])
  expect((await server.call(ownStats, {}, officer)).error?.code).toBe('feature_not_available')
})
