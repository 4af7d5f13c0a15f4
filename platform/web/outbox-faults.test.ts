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
const timed = { ...into, input: z.object({ signup_id: z.string(), clock: z.looseObject({}) }) }
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

test(
  'a phone that wrongly says it has no connection sends what was pressed, and says at once that it is saved',
  shows,
  async () => {
    const tab = await phone.openTab(ann)
    phone.setFlag(false)
    const press = follow(tab.press(into, ...about('s1')))
    await pass(1)
    expect([press.code, sent, await phone.rows()]).toEqual(['saved', ['in s1'], []])
    // Nor does it need the event that the connection is back.
    phone.setOnline(false)
    await follow(tab.press(into, ...about('s2')))
    await pass(5)
    phone.setOnline(true)
    await pass(61)
    expect([sent.at(-1), await phone.rows()]).toEqual(['in s2', []])
  },
)

test('with the live stream open, such a phone is told of the answer like any other', shows, async () => {
  const tab = await phone.openTab(ann)
  phone.setFlag(false)
  const { setLiveState } = await import('./connection.ts')
  setLiveState('live')
  const press = follow(tab.press(into, ...about('s1')))
  await pass(1)
  expect([press.code, sent]).toEqual(['done', ['in s1']])
})

test(
  'a network that answers one press itself, such as a firewall that dislikes a note, holds back no other',
  shows,
  async () => {
    const tab = await phone.openTab(ann)
    answer = async ({ url }) => (url.endsWith('note') ? new Response('<h1>Blocked</h1>', { status: 403 }) : json({}))
    const noted = follow(tab.press(note, ...about('s1')))
    await pass(1)
    const press = follow(tab.press(into, ...about('s2')))
    await pass(1)
    expect([noted.code, press.code]).toEqual(['saved', 'done'])
    // What is about the same shift keeps its order.
    const behind = follow(tab.press(into, ...about('s1')))
    await pass(10)
    expect([behind.code, sent.includes('in s1'), (await phone.rows()).length]).toEqual(['saved', false, 2])
    answer = async () => json({})
    await pass(61)
    expect([sent.slice(-2), await phone.rows()]).toEqual([['note s1', 'in s1'], []])
  },
)

test(
  'a press with its clocks is sent whatever its age: the server tells the admins that it came too late',
  shows,
  async () => {
    const tab = await phone.openTab(ann)
    phone.setOnline(false)
    const clock = { ahead_ms: 0, heard_at: new Date().toISOString(), since_ms: 0 }
    await follow(tab.press(timed, { signup_id: 's1', clock }, crypto.randomUUID()))
    await follow(tab.press(note, ...about('s2')))
    await pass(2)
    vi.setSystemTime(Date.now() + 7 * 86_400_000)
    phone.setOnline(true)
    const { askedNow, noteEnds } = await import('./session-ends.ts')
    const at = new Date().toISOString()
    noteEnds({ now_at: at, idle_ends_at: at, ends_at: at }, askedNow())
    await pass(61)
    expect([sent, await phone.rows()]).toMatchObject([['in s1'], [{ refused: { code: 'saved_too_long' } }]])
  },
)

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
