import { expect, test } from 'vitest'
import { startTestServer } from '#platform/server/testing.ts'
import { listPayCodes } from './contract.pay-codes.ts'
import { createAssignment } from './contract.ts'
import { routes as payCodes } from './routes.pay-codes.ts'
import { routes } from './routes.ts'

test('the number of officers named before publishing is the number notified', async () => {
  const server = await startTestServer([...routes, ...payCodes])
  try {
    const department = await server.makeOrganization()
    const admin = await server.makePerson(department, { role: 'admin' })
    for (let n = 0; n < 3; n++) await server.makePerson(department)
    const off = await server.makePerson(department)
    await server.rows('update officers set suspended_at = now() where id = $1', [off.officer_id])
    await server.insert('officers', { organization_id: department.id, name: 'No Account', approved: true })
    const { body } = await server.call(listPayCodes, {}, admin)
    // The one without an account reads it once there is one.
    expect(body).toMatchObject({ notified: 4, without_account: 1 })
    await server.call(
      createAssignment,
      {
        ...{ title: 'Night patrol', kind: 'overtime', signup_mode: 'approval', publish: 'now' },
        ...{ starts: { date: '2032-06-10', time: '22:00' }, ends: { time: '06:00' } },
        posts: [{ name: 'North', required_count: 2 }],
      },
      admin,
    )
    const told = await server.rows(
      `select count(*)::int as n from notifications where organization_id = $1 and type = 'assignment_posted'`,
      [department.id],
    )
    expect(told).toEqual([{ n: body.notified }])
  } finally {
    await server.close()
  }
})
