import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, json, makePhone, type Sent } from './testing.phone.ts'

/** What is sent again, when, and under which key. `outbox.test.ts` has the rest of the queue. */

const pressOf = (name: 'shifts.in' | 'shifts.out', queued: string) =>
  endpoint({
    ...{ name, summary: 'A press.', method: 'POST', path: `/api/${name}`, who: 'officer' },
    ...{ input: z.object({ signup_id: z.string() }), queued, output: z.object({}), errors: {} },
  })
const [into, out] = [pressOf('shifts.in', 'Check-in'), pressOf('shifts.out', 'Check-out')]
const ann = holderOf('ann', 'd1')
const shows = { meta: { shows: ['issue 12 outbox'] } }

let effects: string[]
let devices: Sent['device'][]
let phone: ReturnType<typeof makePhone>
/** The code with which the server refuses a key that it doesn't know. */
let refuses: (what: string) => string | null
const nameOf = ({ url, body }: Sent) => `${url.split('.').at(-1)} ${JSON.parse(body).signup_id}`
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  effects = []
  devices = []
  refuses = () => null
  const answers = new Map<string, string | null>()
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, async (sent) => {
    devices.push(sent.device)
    if (!answers.has(sent.key)) {
      answers.set(sent.key, refuses(nameOf(sent)))
      if (!answers.get(sent.key)) effects.push(nameOf(sent))
    }
    const code = answers.get(sent.key)
    return code ? json({ error: { code, details: {} } }, 409) : json({})
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})
const about = (signup_id: string) => [{ signup_id }, crypto.randomUUID()] as const
/** The server's clock is `ahead_ms` ahead of the device's from here on. */
const hears = async (ahead_ms = 0) => {
  const { askedNow, forgetEnds, noteEnds } = await import('./session-ends.ts')
  forgetEnds()
  const now_at = new Date(Date.now() + ahead_ms).toISOString()
  noteEnds({ now_at, idle_ends_at: now_at, ends_at: now_at }, askedNow())
}

test('with full storage, what was refused is sent again under a new key', shows, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  for (const call of [into, out]) await expect(tab.press(call, ...about('s2'))).rejects.toMatchObject({ code: 'saved' })
  phone.setOnline(true)
  let isOnDuty = true
  refuses = (what) => (what === 'in s2' && isOnDuty ? 'other_attendance_open' : null)
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  await tab.drain()
  expect(effects).toEqual([])
  isOnDuty = false
  await tab.drain()
  expect(effects).toEqual(['in s2', 'out s2'])
})

test('a press is shown as waiting although one with its number was answered before', shows, async () => {
  const tab = await phone.openTab(ann)
  await tab.press(into, ...about('s1'))
  await tab.drain()
  await new Promise<void>((resolve, reject) => {
    const asked = indexedDB.deleteDatabase('outbox')
    asked.onsuccess = () => resolve()
    asked.onerror = () => reject(asked.error)
  })
  phone.setOnline(false)
  await expect(tab.press(out, ...about('s1'))).rejects.toMatchObject({ code: 'saved' })
  expect(tab.readUnsent()).toMatchObject([{ what: 'Check-out' }])
  expect(tab.readSaved()).toMatchObject([{ what: 'Check-in' }, { what: 'Check-out' }])
})

test(
  'an early check-out by a clock that was set ahead is listed, not sent until its time has come',
  shows,
  async () => {
    const tab = await phone.openTab(ann)
    await hears()
    phone.setOnline(false)
    await expect(tab.press(out, ...about('s1'))).rejects.toMatchObject({ code: 'saved' })
    phone.setOnline(true)
    await hears(-3_600_000)
    refuses = () => 'checkout_early'
    await tab.drain()
    expect(await phone.rows()).toMatchObject([{ refused: { code: 'checkout_early' } }])
  },
)

test(
  'a position that is never found holds a press back for two minutes, also while the page is in front',
  shows,
  async () => {
    const tab = await phone.openTab(ann)
    const start = Date.now()
    let passed = 0
    vi.spyOn(Date, 'now').mockImplementation(() => start + passed)
    tab.press(out, ...about('s1'), () => new Promise(() => undefined)).catch(() => undefined)
    await expect.poll(phone.rows).toHaveLength(1)
    await tab.drain()
    expect(effects).toEqual([])
    passed = 121_000
    await vi.advanceTimersByTimeAsync(121_000)
    await expect.poll(() => effects).toEqual(['out s1'])
  },
)

test(
  'each try says what the device’s clock shows, and how long before it this page made the press',
  shows,
  async () => {
    const tab = await phone.openTab(ann)
    phone.setOnline(false)
    let steady = 1000
    vi.spyOn(performance, 'now').mockImplementation(() => steady)
    for (const call of [into, out])
      await expect(tab.press(call, ...about('s2'))).rejects.toMatchObject({ code: 'saved' })
    phone.setOnline(true)
    devices = []
    refuses = (what) => (what === 'in s2' ? 'other_attendance_open' : null)
    steady += 500_000
    await tab.drain()
    expect(devices).toMatchObject([{ made_ms: 500_000 }])
    // Under its new key, by the clock as it was set since.
    const now = Date.now() + 3_600_000
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    refuses = () => null
    steady += 100_000
    await tab.drain()
    expect(devices.slice(1)).toEqual([
      { now_ms: now, made_ms: 600_000 },
      { now_ms: now, made_ms: 600_000 },
    ])
  },
)

test('a page that was opened since says only what the device’s clock shows', shows, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  await expect(tab.press(into, ...about('s1'))).rejects.toMatchObject({ code: 'saved' })
  phone.setOnline(true)
  devices = []
  await (await phone.openTab(ann)).drain()
  expect(devices).toMatchObject([{ made_ms: null }])
})
