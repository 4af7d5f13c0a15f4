import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, json, makePhone } from './testing.phone.ts'

/** What was answered, while the device stores the answer, and after it could not. */
const pressOf = (name: 'shifts.in' | 'shifts.out', queued: string) =>
  endpoint({
    ...{ name, summary: 'A press.', method: 'POST', path: `/api/${name}`, who: 'officer' },
    ...{ input: z.object({ signup_id: z.string() }), queued, output: z.object({}), errors: {} },
  })
const [into, out] = [pressOf('shifts.in', 'Check-in'), pressOf('shifts.out', 'Check-out')]
const ann = holderOf('ann', 'd1')
const nothing = async () => undefined
const undo = endpoint({
  ...{ name: 'shifts.undo', summary: 'A press.', method: 'POST', path: '/api/shifts.undo', who: 'officer' },
  ...{ input: z.object({ signup_id: z.string() }), queued: 'Undo', noted: true, output: z.object({}), errors: {} },
})
let effects: string[]
let loses: boolean
let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  effects = []
  loses = false
  const seen = new Set<string>()
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, async ({ key, url, body }) => {
    // The server remembers keys.
    if (!seen.has(key)) effects.push(`${url.split('.').at(-1)} ${JSON.parse(body).signup_id}`)
    seen.add(key)
    if (loses) throw new TypeError('no connection')
    return json({})
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('with full storage, a check-out is sent after a saved check-in that was answered and can’t be deleted', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  await expect(tab.press(into, { signup_id: 's1' }, crypto.randomUUID())).rejects.toMatchObject({ code: 'saved' })
  phone.setOnline(true)
  for (const write of ['put', 'delete', 'add'] as const)
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
  await tab.drain()
  expect(effects).toEqual(['in s1'])
  await tab.press(out, { signup_id: 's1' }, crypto.randomUUID())
  expect(effects).toEqual(['in s1', 'out s1'])
})

test.each([[true], [false]])(
  'a read that arrives while the answer is being stored is made again (the first: %s)',
  {
    meta: { shows: ['issue 12 stored reads'] },
  },
  async (first) => {
    const tab = await phone.openTab(ann)
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    // As the frame does.
    const giveUp = async () =>
      client
        .getQueryCache()
        .findAll({ fetchStatus: 'fetching' })
        .map((query) => {
          void query.cancel({ silent: true })
          return query.fetch().catch(() => undefined)
        })
    const arrivals: ((data: string) => void)[] = []
    const queryFn = () =>
      new Promise<string>((resolve, reject) => {
        // The connection is lost after the first.
        if (arrivals.length > 0) reject(new Error('no connection'))
        else arrivals.push(resolve)
      })
    if (!first) client.setQueryData(['shift'], 'on duty', { updatedAt: Date.now() - 1000 })
    const stop = tab.startOutbox(() => client.invalidateQueries(), nothing, giveUp)
    await tab.drain()
    const reading = client.fetchQuery({ queryKey: ['shift'], queryFn, staleTime: -1 }).catch(() => undefined)
    const put = IDBObjectStore.prototype.put
    const stored = Promise.withResolvers<void>()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'person' && args[1] === 'answers')
        queueMicrotask(() => stored.resolve(arrivals[0]?.('on duty')))
      return put.apply(this, args)
    })
    await tab.press(out, { signup_id: 's1' }, crypto.randomUUID())
    await Promise.all([reading, stored.promise])
    const { missingIn } = await import('./outbox-state.ts')
    // The card shows what was pressed until the shift is read again.
    await expect.poll(() => tab.readSaved()).toHaveLength(1)
    const readAt = Number(client.getQueryState(['shift'])?.dataUpdatedAt)
    expect(missingIn(readAt, tab.readSaved(), ['shifts.out'], 's1')).toHaveLength(1)
    stop()
  },
)

test('an undo whose answer is lost is sent again until its answer is known', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  loses = true
  await expect(tab.press(undo, { signup_id: 's1' }, crypto.randomUUID())).rejects.toMatchObject({
    code: 'unanswered',
  })
  expect(tab.readSaved()).toMatchObject([{ what: 'Undo', refused: null }])
  loses = false
  await tab.drain()
  expect(effects).toEqual(['undo s1'])
  await expect.poll(() => tab.readSaved()).toMatchObject([{ what: 'Undo', answered_at: expect.any(Number) }])
})

test('an undo without a connection is refused, not saved: its minute would be over', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  await expect(tab.press(undo, { signup_id: 's1' }, crypto.randomUUID())).rejects.toMatchObject({ code: 'offline' })
  expect(await phone.rows()).toEqual([])
})

test('reads are given up once at an answer, of this tab or another one', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const channels: { onmessage: ((event: { data: unknown }) => void) | null; said: unknown[] }[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage = null
      said: unknown[] = []
      constructor(name: string) {
        if (name === 'outbox') channels.push(this)
      }
      postMessage(data: unknown) {
        this.said.push(data)
      }
    },
  )
  const tab = await phone.openTab(ann)
  const giveUp = vi.fn(nothing)
  const stop = tab.startOutbox(nothing, nothing, giveUp)
  await tab.press(into, { signup_id: 's1' }, crypto.randomUUID())
  expect(giveUp).toHaveBeenCalledTimes(1)
  const [own] = channels
  const answered = own?.said.find((one) => typeof one === 'object' && one !== null && 'answered' in one)
  expect(answered).toMatchObject({ answered: { call: 'shifts.in' } })
  // The same, heard by a tab that has not sent it.
  const other = await phone.openTab(ann)
  const stopOther = other.startOutbox(nothing, nothing, giveUp)
  expect(other.readSaved().filter(({ call }) => call === 'shifts.out')).toEqual([])
  const press = { ...(answered as { answered: object }).answered, id: 99, call: 'shifts.out' }
  channels.at(-1)?.onmessage?.({ data: { id: 99, answered: press } })
  expect(giveUp).toHaveBeenCalledTimes(2)
  await expect.poll(() => other.readSaved().map(({ call }) => call)).toContain('shifts.out')
  stop()
  stopOther()
})

test('an Undo that is tried again without a connection is not called unsent: it may have been done', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const tab = await phone.openTab(ann)
  loses = true
  const key = crypto.randomUUID()
  await expect(tab.press(undo, { signup_id: 's1' }, key)).rejects.toMatchObject({ code: 'unanswered' })
  phone.setOnline(false)
  await expect(tab.press(undo, { signup_id: 's1' }, key)).rejects.toMatchObject({
    ...{ code: 'unanswered', details: { what: 'Undo' } },
  })
  await expect(tab.press(undo, { signup_id: 's2' }, crypto.randomUUID())).rejects.toMatchObject({ code: 'offline' })
  expect(effects).toEqual(['undo s1'])
  vi.useRealTimers()
})
