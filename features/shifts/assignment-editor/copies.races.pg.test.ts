import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signUp } from '#features/shifts/signups/contract.ts'
import { routes as signups } from '#features/shifts/signups/routes.ts'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { plusDays } from '#platform/shared/time.ts'
import { copyDays, undoCopy } from './contract.copies.ts'
import { routes } from './routes.ts'

let server: TestServer
let where: TestOrganization
let admins: TestPerson[]
beforeAll(async () => {
  server = await startTestServer([...routes, ...signups])
})
beforeEach(async () => {
  where = await server.makeOrganization()
  admins = [await server.makePerson(where, { role: 'admin' }), await server.makePerson(where, { role: 'admin' })]
  for (const day of [6, 8, 10]) await makeShift(`2056-05-${String(day).padStart(2, '0')}`)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** From Saturday, May 6, 2056: three shifts in the week that is copied. */
const week = { source: '2056-05-06', target: '2056-05-20', days: 7 }
const makeShift = async (date: string) => {
  const row = { organization_id: where.id, starts_at: `${date}T16:00:00Z`, ends_at: `${date}T22:00:00Z` }
  const made = await server.insert('assignments', {
    ...{ ...row, title: 'Gate watch', kind: 'overtime', time_zone: 'America/Chicago', status: 'published' },
    signup_mode: 'first_come',
  })
  await server.insert('posts', { ...row, assignment_id: made.id, name: 'Gate', required_count: 3 })
}
const adminOf = (turn: number) => admins[turn % 2] as TestPerson
const forty = <T>(work: (turn: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 40 }, (_, turn) => work(turn)))
const copied = () =>
  server.rows<{ day: string }>(
    `select to_char(starts_at, 'MM-DD') as day from assignments where organization_id = $1
       and starts_at >= '2056-05-19' and status <> 'cancelled' order by 1`,
    [where.id],
  )
const days = async () => (await copied()).map(({ day }) => day)

test('forty simultaneous copies of one week make each shift once', async () => {
  const calls = await forty((turn) => server.call(copyDays, { ...week, publish: 'draft' }, adminOf(turn)))
  expect(calls.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(calls.flatMap(({ error }) => (error ? [error.code] : [])))).toEqual(new Set(['nothing_to_copy']))
  expect(await days()).toEqual(['05-20', '05-22', '05-24'])
})

test('a week and a day within it, copied at the same time, make each shift once', async () => {
  const day = { source: '2056-05-08', target: '2056-05-22', days: 1 }
  await forty((turn) => server.call(copyDays, { ...(turn % 2 ? day : week), publish: 'draft' }, adminOf(turn)))
  expect(await days()).toEqual(['05-20', '05-22', '05-24'])
})

test('weeks that share days, copied in both orders at the same time, wait for each other without a deadlock', async () => {
  const later = { source: '2056-05-10', target: '2056-05-24', days: 7 }
  await forty((turn) => server.call(copyDays, { ...(turn % 2 ? later : week), publish: 'draft' }, adminOf(turn)))
  expect(await days()).toEqual(['05-20', '05-22', '05-24'])
})

test('forty simultaneous undos remove a copy once', async () => {
  const { body } = await server.call(copyDays, { ...week, publish: 'now' }, adminOf(0))
  const undone = await forty(() => server.call(undoCopy, { id: body.id }, adminOf(0)))
  expect(undone.filter(({ status }) => status === 200).map((one) => one.body)).toEqual([{ removed: 3 }])
  expect(new Set(undone.flatMap(({ error }) => (error ? [error.code] : [])))).toEqual(new Set(['wrong_state']))
  expect(await days()).toEqual([])
})

test('when an officer signs up while a copy is undone, either the undo or the sign-up is refused', async () => {
  const officers = await Promise.all(Array.from({ length: 3 }, () => server.makePerson(where)))
  for (let round = 0; round < 8; round++) {
    const target = plusDays('2056-05-20', 7 * round)
    const { body } = await server.call(copyDays, { ...week, target, publish: 'now' }, adminOf(0))
    const posts = await server.rows<{ assignment_id: string; post_id: string }>(
      `select p.assignment_id, p.id as post_id from posts p join assignment_copies c on p.assignment_id = any (c.assignment_ids) where c.id = $1`,
      [body.id],
    )
    const presses = officers.map((officer, at) =>
      server.call(signUp, posts[at] ?? { assignment_id: '', post_id: '' }, officer),
    )
    // In every other round one of them is there first, with the others on their way.
    if (round % 2) await Promise.race(presses)
    const undone = await server.call(undoCopy, { id: body.id }, adminOf(0))
    const held = (await Promise.all(presses)).filter(({ status }) => status === 200).length
    expect([undone.status, undone.error?.code]).toEqual(held > 0 ? [409, 'has_signups'] : [200, undefined])
    const left = await server.rows(
      'select from assignments a join assignment_copies c on a.id = any (c.assignment_ids) where c.id = $1',
      [body.id],
    )
    expect(left).toHaveLength(held > 0 ? 3 : 0)
  }
})
