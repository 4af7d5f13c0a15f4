import { QueryClient, QueryObserver } from '@tanstack/react-query'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listLatest } from '#features/department/notifications/contract.ts'
import { readShift } from '#features/home/shift-page/contract.ts'
import { readMyOrders } from '#features/shifts/order-ins/contract.calls.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { ApiError } from '#platform/web/api.ts'
import { learn } from '#platform/web/reads.ts'
import { claimReads, setStore } from '#platform/web/stored.ts'
import { followReads, readAtOf } from '#platform/web/stored-reads.ts'
import { holderOf } from '#platform/web/testing.phone.ts'

/** What a phone stores of reads that also concern other people. */

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterEach(() => vi.unstubAllGlobals())

const atRest = async (): Promise<string> => {
  const whole = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve) => (asked.onsuccess = () => resolve(asked.result)))
  // Opening it here would make it without its stores.
  if ((await indexedDB.databases()).length === 0) return ''
  const db = await whole(indexedDB.open('reads'))
  const rows = await whole(db.transaction('reads').objectStore('reads').getAll())
  db.close()
  return JSON.stringify(rows)
}
const read = async (endpoint: Endpoint, response: object) => {
  learn(endpoint)
  const client = new QueryClient()
  const stop = followReads(client)
  await client.fetchQuery({ queryKey: [endpoint.name, {}], queryFn: async () => response })
  await expect.poll(atRest).toContain(endpoint.name)
  expect(client.getQueryData([endpoint.name, {}])).toEqual(response)
  stop()
  client.clear()
}

test('of an order-in, the officers who were skipped are not stored', {
  meta: { shows: ['issue 12 at rest'] },
}, async () => {
  const nothing = async () => undefined
  setStore(async () => ({
    ...{ saveSession: nothing, saveEnds: nothing, loadEnds: nothing, hydrate: nothing, loadSession: async () => null },
  }))
  await claimReads(holderOf('ann', 'd1'))
  const passed = [{ position: 1, name: 'Bo Marsh', exempt: 'Light duty', reasons: [] }]
  await read(readMyOrders, { asked: [], orders: [{ title: 'Stadium gate', passed }] })
  expect(await atRest()).toContain('Stadium gate')
  expect(await atRest()).not.toMatch(/Bo Marsh|Light duty/)
})

test('of a shift, the other officers on it are not stored', { meta: { shows: ['issue 12 at rest'] } }, async () => {
  await read(readShift, { job: { title: 'Marathon route' }, people: [{ name: 'Cleo Dunn', own: false }] })
  expect(await atRest()).toContain('Marathon route')
  expect(await atRest()).not.toContain('Cleo Dunn')
})

test('an admin’s phone stores their own notifications, not the department’s', {
  meta: { shows: ['issue 12 at rest'] },
}, async () => {
  await read(listLatest, {
    items: [
      { title: 'Your shift moved', officer_id: 'ann' },
      { title: 'Bo Marsh asks to be called off', officer_id: null },
    ],
    unread: 2,
  })
  expect(await atRest()).toContain('Your shift moved')
  expect(await atRest()).not.toContain('Bo Marsh')
})

test('where the server fails, what is stored is shown', { meta: { shows: ['issue 12 stored reads'] } }, async () => {
  await read(readShift, { job: { title: 'Marathon route' }, people: [] })
  const client = new QueryClient()
  const stop = followReads(client)
  const queryKey = [readShift.name, {}]
  const later = vi.spyOn(globalThis, 'setTimeout')
  vi.stubGlobal('navigator', { onLine: true })
  const busy = vi.fn(() => Promise.reject(new ApiError(503, { code: 'busy' })))
  const leave = new QueryObserver(client, { queryKey, retry: false, queryFn: busy }).subscribe(() => undefined)
  await expect.poll(() => client.getQueryData(queryKey)).toMatchObject({ job: { title: 'Marathon route' } })
  // With the time of its reading, although the live stream may be connected.
  expect(readAtOf(client, false)).toBe(client.getQueryState(queryKey)?.dataUpdatedAt)
  // It is asked for again later, however the live stream is.
  const tries = busy.mock.calls.length
  const again = later.mock.calls.filter(([, after]) => after === 15_000).map(([run]) => run)
  expect(again).toHaveLength(tries)
  again.at(-1)?.()
  await expect.poll(() => busy.mock.calls.length).toBe(tries + 1)
  later.mockRestore()
  await client.fetchQuery({ queryKey, queryFn: async () => ({ job: { title: 'Harbor' }, people: [] }) })
  expect(readAtOf(client, false)).toBeNull()
  leave()
  stop()
})
