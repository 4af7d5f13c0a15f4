import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, json, makePhone, type Sent } from './testing.phone.ts'

/** What a phone knows of presses that the server has answered, while its screens are older. */

const out = endpoint({
  ...{ name: 'shifts.out', summary: 'A press.', method: 'POST', path: '/api/out', who: 'officer', queued: 'Check-out' },
  ...{ input: z.object({ signup_id: z.string(), position: z.unknown().optional() }), output: z.object({}), errors: {} },
})
const undo = endpoint({
  ...{ name: 'shifts.undo', summary: 'An undo.', method: 'POST', path: '/api/undo', who: 'officer', noted: true },
  ...{ input: z.object({ signup_id: z.string() }), output: z.object({}), errors: {} },
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
  await expect.poll(() => Date.now()).toBeGreaterThan(answered_at)
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

test('what needs a connection, such as an undo, is known too once it was answered, in order', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  await press(tab)
  await tab.press(undo, { signup_id: 's1' }, crypto.randomUUID())
  const next = await phone.openTab(ann)
  const stop = next.startOutbox(nothing, nothing)
  await expect.poll(() => next.readSaved().map(({ call }) => call)).toEqual(['shifts.out', 'shifts.undo'])
  stop()
})

test('without room in the outbox, the next page adds its answers to those of the one before', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await press(await phone.openTab(ann), 's1')
  const next = await phone.openTab(ann)
  const stop = next.startOutbox(nothing, nothing)
  await expect.poll(() => about(next)).toEqual([{ signup_id: 's1' }])
  await press(next, 's2')
  expect(about(next)).toEqual([{ signup_id: 's1' }, { signup_id: 's2' }])
  stop()
})

test('a tab adds its answers to those of another one that it hasn’t heard of, in their order', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const [one, two] = [await phone.openTab(ann), await phone.openTab(ann)]
  await press(one, 's1')
  await expect.poll(() => Date.now()).toBeGreaterThan(Number(one.readSaved()[0]?.answered_at ?? 0))
  await press(two, 's2')
  await press(one, 's3')
  const next = await phone.openTab(ann)
  const stop = next.startOutbox(nothing, nothing)
  await expect.poll(() => about(next).map(({ signup_id }) => signup_id)).toEqual(['s1', 's2', 's3'])
  stop()
})

test('other tabs hear of an answer before it is stored', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  const seen: string[] = []
  class Channel {
    onmessage = null
    postMessage({ answered }: { answered?: { call: string } }) {
      if (answered) seen.push(`told ${answered.call}`)
    }
  }
  vi.stubGlobal('BroadcastChannel', Channel)
  const tab = await phone.openTab(ann)
  const put = IDBObjectStore.prototype.put
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...what) {
    if (what[1] === 'answers') seen.push('stored')
    return put.apply(this, what)
  })
  await press(tab)
  await tab.press(undo, { signup_id: 's1' }, crypto.randomUUID())
  expect(seen).toEqual(['told shifts.out', 'stored', 'told shifts.undo', 'stored'])
})

test('another tab that sleeps on the stored reads while they are deleted holds nothing back', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const sleeping = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open('reads', 1)
    asked.onupgradeneeded = () => ['reads', 'person'].map((name) => asked.result.createObjectStore(name))
    asked.onsuccess = () => resolve(asked.result)
  })
  const tab = await phone.openTab(ann)
  const stored = await import('./stored.ts')
  await stored.wipeReads()
  await stored.claimReads(ann)
  await Promise.all([press(tab, 's1'), press(tab, 's2')])
  expect([sent.length, await phone.rows()]).toEqual([2, []])
  sleeping.close()
})

test('a read that was asked before an answer and arrives after it does not hide what was pressed', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const giveUp = () => client.cancelQueries({ predicate: ({ state }) => state.data !== undefined })
  let arrive: (data: string) => void = () => undefined
  const queryFn = () => new Promise<string>((resolve) => (arrive = resolve))
  client.setQueryData(['shift'], 'before')
  const stop = tab.startOutbox(nothing, nothing, giveUp)
  const reading = client.fetchQuery({ queryKey: ['shift'], queryFn, staleTime: -1 }).catch(() => undefined)
  await press(tab)
  arrive('asked before the press')
  await reading
  await expect.poll(() => about(tab)).toEqual([{ signup_id: 's1' }])
  const { missingIn } = await import('./outbox-state.ts')
  const readAt = Number(client.getQueryState(['shift'])?.dataUpdatedAt)
  expect(client.getQueryData(['shift'])).toBe('before')
  expect(missingIn(readAt, tab.readSaved(), ['shifts.out'], 's1')).toHaveLength(1)
  stop()
})

test('nor does one that was asked before an undo', { meta: { shows: ['issue 12 outbox'] } }, async () => {
  const tab = await phone.openTab(ann)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let arrive: (data: string) => void = () => undefined
  client.setQueryData(['shift'], 'before')
  const stop = tab.startOutbox(nothing, nothing, () => client.cancelQueries())
  const queryFn = () => new Promise<string>((resolve) => (arrive = resolve))
  const reading = client.fetchQuery({ queryKey: ['shift'], queryFn, staleTime: -1 }).catch(() => undefined)
  await tab.press(undo, { signup_id: 's1' }, crypto.randomUUID())
  arrive('asked before the press')
  await reading
  expect(client.getQueryData(['shift'])).toBe('before')
  stop()
})

test('a clock that was ahead at the answer and is right now does not keep the press beyond the next read', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  const stop = tab.startOutbox(nothing, nothing)
  const now = vi.spyOn(Date, 'now')
  const right = performance.timeOrigin + performance.now()
  now.mockImplementation(() => right + 3_600_000)
  await press(tab)
  await expect.poll(() => about(tab)).toEqual([{ signup_id: 's1' }])
  const { missingIn } = await import('./outbox-state.ts')
  now.mockImplementation(() => right + 60_000)
  phone.document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => tab.readSaved()[0]?.answered_at).toBeLessThanOrEqual(right + 60_000)
  now.mockImplementation(() => right + 60_002)
  expect(missingIn(right + 60_001, tab.readSaved(), ['shifts.out'], 's1')).toEqual([])
  stop()
})

test('a clock that was set back after an answer lets the next read show what it contains', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  const [stop, client] = [tab.startOutbox(nothing, nothing), new QueryClient()]
  const unfollow = (await import('./stored-reads.ts')).followReads(client)
  const real = Date.now
  const now = vi.spyOn(Date, 'now').mockImplementation(() => real() + 600_000)
  await press(tab)
  await expect.poll(() => about(tab)).toEqual([{ signup_id: 's1' }])
  now.mockRestore()
  await client.fetchQuery({ queryKey: ['shift'], queryFn: async () => 'with the press' })
  const { missingIn } = await import('./outbox-state.ts')
  const readAt = Number(client.getQueryState(['shift'])?.dataUpdatedAt)
  expect(missingIn(readAt, tab.readSaved(), ['shifts.out'], 's1')).toEqual([])
  unfollow()
  stop()
})

test('two answers keep their order if the clock is set back between them, also for the next page', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  const stop = tab.startOutbox(nothing, nothing)
  const real = Date.now
  const now = vi.spyOn(Date, 'now').mockImplementation(() => real() + 600_000)
  await press(tab)
  await expect.poll(() => about(tab)).toHaveLength(1)
  now.mockRestore()
  const { answersHere, hearAnswer } = await import('./outbox-answers.ts')
  const [first] = answersHere('ann d1')
  if (!first) throw new Error('no answer')
  // From another tab, whose message took a moment.
  hearAnswer({ ...first, call: 'shifts.undo', key: crypto.randomUUID(), answered_at: Date.now() - 50 })
  await press(tab, 's2')
  const inOrder = ['shifts.out', 'shifts.undo', 'shifts.out']
  await expect.poll(() => tab.readSaved().map(({ call }) => call)).toEqual(inOrder)
  stop()
  const next = await phone.openTab(ann)
  const stopNext = next.startOutbox(nothing, nothing)
  await expect.poll(() => next.readSaved().map(({ call }) => call)).toEqual(inOrder)
  stopNext()
})

test('a clock that was set back after the screen was read does not hide a press that was answered since', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  const stop = tab.startOutbox(nothing, nothing)
  const readAt = Date.now() + 600_000
  await press(tab)
  await expect.poll(() => about(tab)).toEqual([{ signup_id: 's1' }])
  const { missingIn, waitingFor } = await import('./outbox-state.ts')
  const missing = (at: number) => missingIn(at, tab.readSaved(), ['shifts.out'], 's1')
  expect(missing(readAt)).toHaveLength(1)
  expect(waitingFor(tab.readSaved(), ['shifts.out'], 's1')).toEqual([])
  // The clock passes the time of the read, which still doesn't contain the press.
  vi.spyOn(Date, 'now').mockReturnValue(readAt + 1000)
  expect(missing(readAt)).toHaveLength(1)
  expect(missing(readAt + 500)).toEqual([])
  stop()
})

test('a press that is refused while the screen is off stays in the list', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  const refused = async () => json({ error: { code: 'no_confirmed_place', details: {} } }, 409)
  for (const [visibilityState, left] of [
    ['visible', 0],
    ['hidden', 1],
  ] as const) {
    Object.assign(phone.document, { visibilityState })
    vi.stubGlobal('fetch', refused)
    await expect(press(tab)).rejects.toMatchObject({ code: 'no_confirmed_place' })
    expect(await phone.rows()).toHaveLength(left)
  }
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
