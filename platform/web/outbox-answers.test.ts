import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, json, makePhone, type Sent } from './testing.phone.ts'

/** What a phone knows of presses that the server has answered, while its screens are older. */

const out = endpoint({
  ...{ name: 'shifts.out', summary: 'A press.', method: 'POST', path: '/api/out', who: 'officer', queued: 'Check-out' },
  ...{ input: z.object({ signup_id: z.string(), position: z.unknown().optional() }), output: z.object({}), errors: {} },
})
const [ann, bo] = [holderOf('ann', 'd1'), holderOf('bo', 'd1')]
const nothing = async () => undefined

let sent: Sent[]
let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  sent = []
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, async (one) => {
    sent.push(one)
    return json({})
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})
const press = async (tab: Awaited<ReturnType<typeof phone.openTab>>, signup_id = 's1') =>
  tab.press(out, { signup_id, position: { lat: 41.88, lng: -87.63 } }, crypto.randomUUID())
const about = (tab: Awaited<ReturnType<typeof phone.openTab>>) => tab.readSaved().map(({ body }) => JSON.parse(body))

test('a press that was answered just before the connection was lost is known until the screens are read, also to the next page', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  // The screens read nothing more.
  const stop = tab.startOutbox(() => Promise.reject(new Error('no connection')), nothing)
  await press(tab)
  await expect.poll(() => about(tab)).toEqual([{ signup_id: 's1' }])
  phone.setOnline(false)
  const [known] = tab.readSaved()
  expect(known).toMatchObject({ call: 'shifts.out', refused: null, answered_at: expect.any(Number) })
  const { missingIn, unsentOf, waitingFor } = await import('./outbox-state.ts')
  const answered_at = Number(known?.answered_at)
  expect(missingIn(answered_at - 1, tab.readSaved(), ['shifts.out'], 's1')).toHaveLength(1)
  expect(missingIn(answered_at + 1, tab.readSaved(), ['shifts.out'], 's1')).toEqual([])
  expect(waitingFor(tab.readSaved(), ['shifts.out'], 's1')).toEqual([])
  expect([unsentOf(tab.readSaved()), await phone.rows()]).toEqual([[], []])
  stop()
  const next = await phone.openTab(ann)
  const stopNext = next.startOutbox(nothing, nothing)
  await expect.poll(() => about(next)).toEqual([{ signup_id: 's1' }])
  await next.drain()
  expect(sent).toHaveLength(1)
  stopNext()
})

test('nobody else sees it, and it is gone with the stored reads', {
  meta: { shows: ['issue 12 outbox', 'issue 12 at rest'] },
}, async () => {
  await press(await phone.openTab(ann))
  const other = await phone.openTab(bo)
  const stop = other.startOutbox(nothing, nothing)
  await other.drain()
  await other.refreshSaved()
  expect(other.readSaved()).toEqual([])
  stop()
  await press(await phone.openTab(ann))
  await (await import('./stored.ts')).wipeReads()
  const again = await phone.openTab(ann)
  const stopAgain = again.startOutbox(nothing, nothing)
  await again.drain()
  await again.refreshSaved()
  expect(again.readSaved()).toEqual([])
  stopAgain()
})

test('a check-out that was undone is forgotten, others are not', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  const tab = await phone.openTab(ann)
  await press(tab, 's1')
  await press(tab, 's2')
  await tab.forgetAnswer('shifts.out', 's1')
  expect(about(tab)).toEqual([{ signup_id: 's2' }])
  const next = await phone.openTab(ann)
  const stop = next.startOutbox(nothing, nothing)
  await expect.poll(() => about(next)).toEqual([{ signup_id: 's2' }])
  stop()
})

test('with full storage, a press waits for what is saved about the same shift, and is sent as its person', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  await expect(press(tab)).rejects.toMatchObject({ code: 'saved' })
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  phone.setOnline(true)
  let works = false
  const answer = vi.fn(async () => (works ? json({}) : json({ error: { code: 'internal' } }, 500)))
  const full = await phone.openTab(ann)
  vi.stubGlobal('fetch', answer)
  await expect(press(full)).rejects.toMatchObject({ code: 'unreachable' })
  expect(await phone.rows()).toHaveLength(1)
  works = true
  await press(full, 's2')
  const as = answer.mock.calls.map((call) =>
    new Headers((call as unknown as [string, RequestInit])[1].headers).get('x-sent-as'),
  )
  expect(new Set(as)).toEqual(new Set(['ann d1']))
  expect(about(full)).toContainEqual({ signup_id: 's2' })
})

test('a press that is stored again under the same key is saved once', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  const key = crypto.randomUUID()
  for (const _again of [1, 2])
    await expect(tab.press(out, { signup_id: 's1' }, key)).rejects.toMatchObject({ code: 'saved' })
  expect(await phone.rows()).toHaveLength(1)
})
