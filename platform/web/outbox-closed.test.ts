import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, json, makePhone, type Sent } from './testing.phone.ts'

/** Saved presses of calls that the department can't use now, and answers of others. `outbox.test.ts` has the rest of the queue. */

const pressOf = (name: 'shifts.in' | 'shifts.out' | 'records.note', queued: string) =>
  endpoint({
    ...{ name, summary: 'A press.', method: 'POST', path: `/api/${name}`, who: 'officer' },
    ...{ input: z.object({ signup_id: z.string() }), queued, output: z.object({}), errors: {} },
  })
const [into, out, note] = [
  pressOf('shifts.in', 'Check-in'),
  pressOf('shifts.out', 'Check-out'),
  pressOf('records.note', 'Note'),
]
const ann = holderOf('ann', 'd1')

let effects: Sent[]
let answer: (sent: Sent) => Promise<Response>
let phone: ReturnType<typeof makePhone>
const remember = async (sent: Sent) => {
  effects.push(sent)
  return json({})
}
const sentOf = () => effects.map(({ url, body }) => `${url.split('/').at(-1)} ${JSON.parse(body).signup_id}`)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  effects = []
  answer = remember
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, (sent) => answer(sent))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

const about = (signup_id: string) => [{ signup_id }, crypto.randomUUID()] as const

test('an action that the department can’t use now holds back only actions about the same thing', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  for (const [call, id] of [
    [note, 's0'],
    [into, 's1'],
    [out, 's1'],
  ] as const)
    await expect(tab.press(call, ...about(id))).rejects.toMatchObject({ code: 'saved' })
  phone.setOnline(true)
  answer = async (sent) =>
    /note|shifts.in/.test(sent.url)
      ? json({ error: { code: 'feature_not_available', details: {} } }, 403)
      : remember(sent)
  // With a connection, and with all of those waiting, another press goes through.
  await tab.press(out, ...about('s2'))
  expect(sentOf()).toEqual(['shifts.out s2'])
  expect(await phone.rows()).toMatchObject([{ what: 'Note' }, { what: 'Check-in' }, { what: 'Check-out' }])
  answer = remember
  await tab.drain()
  expect(sentOf()).toEqual(['shifts.out s2', 'records.note s0', 'shifts.in s1', 'shifts.out s1'])
})

test('a department without a trial or a feature, to which another tab has switched, keeps what waits for this one', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  await expect(tab.press(note, ...about('s1'))).rejects.toMatchObject({ code: 'saved' })
  phone.setOnline(true)
  for (const code of ['trial_expired', 'feature_not_available']) {
    answer = async () => json({ error: { code, details: {} } }, 403)
    await (await phone.openTab(ann)).drain()
    expect(await phone.rows()).toMatchObject([{ refused: null }])
  }
  answer = remember
  await (await phone.openTab(ann)).drain()
  expect(sentOf()).toEqual(['records.note s1'])
})

test('a saved check-in waits for the check-out of another shift and says why; one pressed just now is refused', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  for (const call of [into, out]) await expect(tab.press(call, ...about('s2'))).rejects.toMatchObject({ code: 'saved' })
  phone.setOnline(true)
  const keys: string[] = []
  let onDuty = true
  answer = async (sent) => {
    if (sent.url.endsWith('out') && sent.body.includes('s1')) onDuty = false
    else if (onDuty && sent.url.endsWith('in')) {
      keys.push(sent.key)
      return json({ error: { code: 'other_attendance_open', details: {} } }, 409)
    }
    return remember(sent)
  }
  await tab.drain()
  await tab.refreshSaved()
  expect(tab.readUnsent()).toMatchObject([{ what: 'Check-in', held: 'other_attendance_open' }, { what: 'Check-out' }])
  await expect(tab.press(into, ...about('s3'))).rejects.toMatchObject({ code: 'other_attendance_open' })
  // Put away within seconds: nobody reads the refusal, so it waits as well.
  Object.assign(phone.document, { visibilityState: 'hidden' })
  await expect(tab.press(into, ...about('s4'))).rejects.toMatchObject({ code: 'saved' })
  await tab.press(out, ...about('s1'))
  await tab.drain()
  expect(sentOf().filter((sent) => !sent.endsWith('s4'))).toEqual(['shifts.out s1', 'shifts.in s2', 'shifts.out s2'])
  expect(sentOf()).toContain('shifts.in s4')
  // The server remembers what it refused under a key.
  expect(new Set([...keys, ...effects.map(({ key }) => key)]).size).toBe(keys.length + effects.length)
  expect(await phone.rows()).toEqual([])
})

test('a check-out that is refused as early is sent again if nobody was asked, and asked about if somebody looks', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const keys: string[] = []
  const early = async (sent: Sent) => {
    keys.push(sent.key)
    return json({ error: { code: 'checkout_early', details: { ends_at: '2026-11-28T20:00:00Z' } } }, 409)
  }
  const look = (visibilityState: 'visible' | 'hidden') => Object.assign(phone.document, { visibilityState })
  const open = async () => {
    const tab = await phone.openTab(ann)
    const { askedNow, noteEnds } = await import('./session-ends.ts')
    const now_at = new Date().toISOString()
    noteEnds({ now_at, idle_ends_at: now_at, ends_at: now_at }, askedNow())
    return tab
  }
  const tab = await open()
  answer = early
  await expect(tab.press(out, ...about('s1'))).rejects.toMatchObject({ code: 'checkout_early' })
  expect(await phone.rows()).toEqual([])
  // In a pocket: the phone says that it is saved.
  look('hidden')
  await expect(tab.press(out, ...about('s2'))).rejects.toMatchObject({ code: 'saved' })
  // Its answer was lost, and the tab is gone: whatever the screen shows now, nobody was asked.
  look('visible')
  await (await open()).drain()
  expect(await phone.rows()).toMatchObject([{ what: 'Check-out', refused: null }])
  expect((await phone.rows())[0]).not.toHaveProperty('held')
  answer = remember
  await tab.drain()
  expect([sentOf(), await phone.rows()]).toEqual([['shifts.out s2'], []])
  // The server remembers what it refused under a key.
  expect(new Set([...keys, ...effects.map(({ key }) => key)]).size).toBe(keys.length + 1)
})

test('one that has no time of its own is listed: sent again, it would count from its arrival', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  Object.assign(phone.document, { visibilityState: 'hidden' })
  answer = async () => json({ error: { code: 'checkout_early', details: {} } }, 409)
  await expect(tab.press(out, ...about('s1'))).rejects.toMatchObject({ code: 'checkout_early' })
  expect(await phone.rows()).toMatchObject([{ refused: { code: 'checkout_early' } }])
})

test('an answer that the server did not write is none to a read either, and ends no session', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  await phone.openTab(ann)
  const { call, listenForRefusals } = await import('./api.ts')
  const heard = vi.fn(async () => undefined)
  listenForRefusals(heard)
  const list = endpoint({
    ...{ name: 'records.list', summary: 'Records.', method: 'GET', path: '/api/records', who: 'officer' },
    ...{ input: z.object({}), output: z.object({}), errors: {} },
  })
  for (const [body, status] of [
    ['{"ok":true}', 200],
    ['Sign in to our Wi-Fi', 401],
    ['Blocked', 403],
    ['Try later', 429],
    ['Bad gateway', 502],
  ] as const) {
    answer = async () => new Response(body, { status })
    await expect(call(list, {})).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  }
  expect(heard).not.toHaveBeenCalled()
  answer = async () => json({ error: { code: 'not_signed_in' } }, 401)
  await expect(call(list, {})).rejects.toMatchObject({ status: 401 })
  expect(heard).toHaveBeenCalledOnce()
})

test('what the browser deleted from its storage is no longer shown as saved', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  await expect(tab.press(note, ...about('s1'))).rejects.toMatchObject({ code: 'saved' })
  expect(tab.readUnsent()).toHaveLength(1)
  const { inStorage } = await import('./outbox-storage.ts')
  await inStorage((db) => db.clear('items'))
  await tab.drain()
  expect(tab.readUnsent()).toEqual([])
})

test('a refusal has its own words, also if another tab sent the press', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  const { setWords } = await import('./words.ts')
  const all = vi.fn(async () => ({}))
  setWords({}, all)
  answer = async () => json({ error: { code: 'already_checked_in' } }, 409)
  await expect(tab.press(note, ...about('s1'))).rejects.toMatchObject({ code: 'already_checked_in' })
  expect(all).toHaveBeenCalled()
})
