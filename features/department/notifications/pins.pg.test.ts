import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestOrganization, type TestPerson, type TestServer } from '#platform/server/testing.ts'
import { clearNotifications, listLatest, markRead } from './contract.ts'
import { routes } from './routes.ts'
import { pinnedTypes } from './rules.lines.ts'
import { isClearable } from './rules.shown.ts'

let server: TestServer
let house: TestOrganization
let officer: TestPerson
let colleague: TestPerson

beforeAll(async () => {
  server = await startTestServer(routes)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})
beforeEach(async () => {
  house = await server.makeOrganization()
  officer = await server.makePerson(house)
  colleague = await server.makePerson(house)
})

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
const insert = async (table: string, row: object) =>
  String((await server.insert(table, { organization_id: house.id, ...row })).id)
const update = (text: string, id: string) => server.rows(`${text} where id = $1 returning 1 as done`, [id])
const tell = (type: string, assignment_id: string, over: object = {}) =>
  insert('notifications', {
    ...{ type, title: type, message: 'M', officer_id: officer.officer_id, assignment_id, created_at: hours(-72) },
    ...over,
  })
const pinned = async () =>
  (await server.call(listLatest, {}, officer)).body.items.filter((one) => one.pinned).map((one) => one.title)

/** A shift that starts in so many hours, with a sign-up of the officer. */
const shift = async (start: number, status = 'confirmed', more: object = {}) => {
  const times = { starts_at: hours(start), ends_at: hours(start + 8) }
  const common = { title: 'Gate', kind: 'overtime', time_zone: 'America/Chicago', signup_mode: 'approval' }
  const assignment_id = await insert('assignments', { ...common, status: 'published', ...times })
  const post_id = await insert('posts', { assignment_id, name: 'P', required_count: 1, ...times })
  const at = { assignment_id, post_id }
  const signup = { ...at, officer_id: officer.officer_id, status, ...more, ...times }
  return { ...at, ...times, signup_id: await insert('officer_assignments', signup) }
}
const call = (at: { assignment_id: string; post_id: string }, over: object = {}) => {
  const { assignment_id, post_id } = at
  return insert('order_calls', { assignment_id, post_id, opened_at: hours(-1), closes_at: hours(1), ...over })
}
const order = async (at: Awaited<ReturnType<typeof shift>>) => {
  const { assignment_id, post_id, signup_id } = at
  const call_id = await call(at, { closed_at: hours(0), outcome: 'decided' })
  const counted = { position: 1, count_before: 0 }
  return insert('order_ins', {
    ...{ assignment_id, post_id, signup_id, call_id },
    officer_id: officer.officer_id,
    ...counted,
  })
}
const swap = (at: Awaited<ReturnType<typeof shift>>, over: object) => {
  const { assignment_id, post_id, signup_id, starts_at, ends_at } = at
  return insert('swaps', {
    ...{ kind: 'give_away', officer_name: 'A', assignment_id, post_id, signup_id, starts_at, ends_at },
    ...over,
  })
}

/** What waits for an answer, and what ends the wait. */
const cases: Record<
  (typeof pinnedTypes)[number],
  () => Promise<{ assignment_id: string; end: () => Promise<unknown> }>
> = {
  ordered_in: async () => {
    const at = await shift(48)
    const id = await order(at)
    return { ...at, end: () => update('update order_ins set seen_at = now()', id) }
  },
  volunteers_asked: async () => {
    const at = await shift(48, 'released')
    const id = await call(at)
    await server.insert('order_asked', { organization_id: house.id, call_id: id, officer_id: officer.officer_id })
    return {
      ...at,
      end: () =>
        server.rows(
          "update order_asked set answer = 'no', answered_at = now() where call_id = $1 returning 1 as done",
          [id],
        ),
    }
  },
  place_offered: async () => {
    const at = await shift(48, 'offered', { offer_expires_at: hours(2) })
    return { ...at, end: () => update('update officer_assignments set offer_expires_at = now()', at.signup_id) }
  },
  place_offered_now: async () => {
    const at = await shift(48, 'offered', { offer_expires_at: hours(2) })
    return {
      ...at,
      end: () => update("update officer_assignments set status = 'withdrawn', offer_expires_at = null", at.signup_id),
    }
  },
  swap_asked: async () => {
    const at = await shift(48)
    await update(`update officer_assignments set officer_id = '${colleague.officer_id}'`, at.signup_id)
    const id = await swap(at, {
      ...{ officer_id: colleague.officer_id, to_officer_id: officer.officer_id, to_name: 'B' },
    })
    return { ...at, end: () => update("update swaps set state = 'withdrawn'", id) }
  },
  swap_answered: async () => {
    const at = await shift(48)
    const id = await swap(at, { officer_id: officer.officer_id, taker_id: colleague.officer_id, taker_name: 'B' })
    await update("update swaps set state = 'answered'", id)
    return { ...at, end: () => update("update swaps set state = 'withdrawn'", id) }
  },
}

it.each(pinnedTypes)('%s stays pinned when read and can’t be cleared, until it is answered', async (type) => {
  const { assignment_id, end } = await cases[type]()
  const id = await tell(type, assignment_id)
  expect(await pinned()).toEqual([type])
  await server.call(markRead, { id }, officer)
  const clear = async () => (await server.call(clearNotifications, { id }, officer)).error?.code
  const clearable = async () => (await server.call(listLatest, {}, officer)).body.items.map(isClearable)
  expect(await clearable()).toEqual([false])
  expect(await clear()).toBe('not_read_yet')
  expect(await pinned()).toEqual([type])
  expect(await end()).toHaveLength(1)
  expect(await pinned()).toEqual([])
  expect(await clearable()).toEqual([true])
  expect(await clear()).toBeUndefined()
})

it('has nothing left to ask of an officer who got a spot on the shift while volunteers were asked', async () => {
  const at = await cases.volunteers_asked()
  const id = await tell('volunteers_asked', at.assignment_id)
  expect(await pinned()).toEqual(['volunteers_asked'])
  await server.rows("update officer_assignments set status = 'confirmed' where assignment_id = $1", [at.assignment_id])
  expect(await pinned()).toEqual([])
  await server.call(markRead, { id }, officer)
  expect((await server.call(clearNotifications, { id }, officer)).error).toBeNull()
})

it('keeps what waits for an answer at the top, whatever arrives later', async () => {
  const at = await shift(48)
  await order(at)
  const id = await tell('ordered_in', at.assignment_id)
  await server.call(markRead, { id }, officer)
  for (let i = 0; i < 20; i++)
    await insert('notifications', { type: 'general', title: `N${i}`, message: 'M', officer_id: officer.officer_id })
  const { items } = (await server.call(listLatest, {}, officer)).body
  expect(items).toHaveLength(15)
  expect(items.map((one) => one.pinned)).toEqual([true, ...Array.from({ length: 14 }, () => false)])
  expect(items[0]?.title).toBe('ordered_in')
})

it('lets go of it when the shift starts, and pins two orders for one shift once', async () => {
  const [ahead, begun] = [await shift(48), await shift(-1)]
  for (const at of [ahead, begun]) {
    await order(at)
    await tell('ordered_in', at.assignment_id, { title: at === ahead ? 'first' : 'begun' })
  }
  await tell('ordered_in', ahead.assignment_id, { title: 'second', created_at: hours(-1) })
  expect(await pinned()).toEqual(['second'])
  const { items } = (await server.call(listLatest, {}, officer)).body
  expect(items.map((one) => one.title).toSorted()).toEqual(['begun', 'first', 'second'])
})
