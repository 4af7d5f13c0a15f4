import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, json, makePhone, type Sent } from './testing.phone.ts'

/** Presses on a phone whose storage fails or hangs, whose person answers no question, and whose server fails at one call. */

const pressOf = (name: 'shifts.in' | 'records.note', queued: string) =>
  endpoint({
    ...{ name, summary: 'A press.', method: 'POST', path: `/api/${name}`, who: 'officer' },
    ...{ input: z.object({ signup_id: z.string() }), queued, output: z.object({}), errors: {} },
  })
const [into, note] = [pressOf('shifts.in', 'Check-in'), pressOf('records.note', 'Note')]
const ann = holderOf('ann', 'd1')
const shows = { meta: { shows: ['issue 12 outbox'] } }

let sent: string[]
let answer: (sent: Sent) => Promise<Response>
let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  sent = []
  answer = async () => json({})
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, (one) => {
    sent.push(`${one.url.split('.').at(-1)} ${JSON.parse(one.body).signup_id}`)
    return answer(one)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})
/** Seconds, in which the phone's own storage and network go on. */
const pass = async (seconds: number) => {
  for (let n = 0; n < seconds; n++) {
    await vi.advanceTimersByTimeAsync(1000)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}
/** What became of a press so far. */
const follow = (pressed: Promise<unknown>) => {
  const became = { code: '' }
  pressed.then(
    () => (became.code = 'done'),
    (error) => (became.code = String(error.code)),
  )
  return became
}
const about = (signup_id: string) => [{ signup_id }, crypto.randomUUID()] as const

test('a press that was called saved is sent once the storage can be read again', shows, async () => {
  const tab = await phone.openTab(ann)
  const { getAll } = IDBObjectStore.prototype
  const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
    this: IDBObjectStore,
    ...of: Parameters<typeof getAll>
  ) {
    // What is saved can be written, and not be read.
    if (this.transaction.mode === 'readonly') throw new DOMException('Lost', 'UnknownError')
    return getAll.apply(this, of)
  })
  const press = follow(tab.press(into, ...about('s1')))
  await pass(10)
  expect([press.code, sent]).toEqual(['saved', []])
  read.mockRestore()
  await pass(61)
  expect([sent, await phone.rows()]).toEqual([['in s1'], []])
})

test(
  'a storage that hangs as it is opened does not keep a press from a server that can be reached',
  shows,
  async () => {
    const tab = await phone.openTab(ann)
    const open = vi.fn(() => new IDBRequest())
    vi.stubGlobal('indexedDB', { open, deleteDatabase: () => new IDBRequest() })
    const key = crypto.randomUUID()
    const keys = new Set<string>()
    answer = async (one) => {
      keys.add(one.key)
      throw new TypeError('no connection')
    }
    const first = follow(tab.press(into, { signup_id: 's1' }, key))
    await pass(6)
    expect(first.code).toBe('unreachable')
    answer = async (one) => {
      keys.add(one.key)
      return json({})
    }
    // It is known to hang: nothing waits for it again.
    const again = follow(tab.press(into, { signup_id: 's1' }, key))
    await pass(2)
    expect([again.code, sent, [...keys]]).toEqual(['done', ['in s1', 'in s1'], [key]])
    // It is opened again, and may work by then.
    phone.setStorage(true)
    await pass(15)
    phone.setOnline(false)
    const saved = follow(tab.press(into, ...about('s2')))
    await pass(10)
    expect(saved.code).toBe('saved')
    expect(await phone.rows()).toHaveLength(1)
  },
)

test('a call that the server always fails at holds back only actions about the same thing', shows, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  for (const [call, id] of [
    [note, 's0'],
    [into, 's1'],
    [into, 's0'],
  ] as const)
    await tab.press(call, ...about(id)).catch(() => undefined)
  phone.setOnline(true)
  sent = []
  const keys = new Set<string>()
  answer = async ({ url, key }) => {
    if (!url.endsWith('note')) return json({})
    keys.add(key)
    return json({ error: { code: 'internal', message: '', details: {} } }, 500)
  }
  void tab.drain()
  await pass(120)
  expect(sent.filter((one) => one.startsWith('in'))).toEqual(['in s1'])
  expect(await phone.rows()).toMatchObject([
    { what: 'Note', refused: null },
    { what: 'Check-in', refused: null },
  ])
  // It goes on trying, ever less often: the first try may have arrived.
  expect(keys.size).toBe(1)
  expect(sent.length).toBeLessThan(10)
  answer = async () => json({})
  await pass(61)
  expect([sent.slice(-2), await phone.rows()]).toEqual([['note s0', 'in s0'], []])
})

test('a server that is too busy, or fails at everything, keeps all that waits', shows, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  for (const id of ['s1', 's2']) await tab.press(into, ...about(id)).catch(() => undefined)
  phone.setOnline(true)
  for (const [status, code] of [
    [500, 'internal'],
    [503, 'busy'],
  ] as const) {
    answer = async () => json({ error: { code, message: '', details: {} } }, status)
    await (await phone.openTab(ann)).drain()
  }
  expect(sent).toEqual(['in s1', 'in s2', 'in s1'])
  expect(await phone.rows()).toMatchObject([{ refused: null }, { refused: null }])
})

test(
  'a question about the position that nobody answers is waited for two minutes, with nothing else happening',
  shows,
  async () => {
    const tab = await phone.openTab(ann)
    const never = () => new Promise<never>(() => undefined)
    const press = follow(tab.press(into, ...about('s1'), never))
    await pass(118)
    expect([press.code, sent]).toEqual(['', []])
    await pass(4)
    expect([press.code, sent, await phone.rows()]).toEqual(['done', ['in s1'], []])
    // Neither is it where nothing is stored.
    phone.setStorage(false)
    const full = await phone.openTab(ann)
    const other = follow(full.press(into, ...about('s2'), never))
    await pass(122)
    expect([other.code, sent]).toEqual(['done', ['in s1', 'in s2']])
  },
)
