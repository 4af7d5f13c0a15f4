import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, json, makePhone, type Sent } from './testing.phone.ts'

/** A phone whose storage is full by the time the connection is back: nothing can be written to what is saved there. */

const pressOf = (name: 'shifts.in' | 'shifts.out', queued: string) =>
  endpoint({
    ...{ name, summary: 'A press.', method: 'POST', path: `/api/${name}`, who: 'officer' },
    ...{ input: z.object({ signup_id: z.string() }), queued, output: z.object({}), errors: {} },
  })
const [into, out] = [pressOf('shifts.in', 'Check-in'), pressOf('shifts.out', 'Check-out')]
const ann = holderOf('ann', 'd1')

let effects: string[]
let refused: Record<string, string>
let phone: ReturnType<typeof makePhone>
const nameOf = ({ url, body }: Sent) => `${url.split('.').at(-1)} ${JSON.parse(body).signup_id}`
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  effects = []
  refused = {}
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, async (sent) => {
    const code = refused[nameOf(sent)]
    if (code) return json({ error: { code, details: {} } }, 409)
    effects.push(nameOf(sent))
    return json({})
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

const fill = (...writes: ('put' | 'delete')[]) => {
  for (const write of writes)
    vi.spyOn(IDBObjectStore.prototype, write).mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
}
const save = async (presses: (readonly [typeof into, string])[]) => {
  const tab = await phone.openTab(ann)
  phone.setOnline(false)
  for (const [call, signup_id] of presses)
    await expect(tab.press(call, { signup_id }, crypto.randomUUID())).rejects.toMatchObject({ code: 'saved' })
  phone.setOnline(true)
  return tab
}

test.each(['other_attendance_open', 'no_confirmed_place'])(
  'a press that is refused (%s) holds back nothing about another shift, and waits until there is room',
  { meta: { shows: ['issue 12 outbox'] } },
  async (code) => {
    const tab = await save([
      [into, 's2'],
      [out, 's1'],
    ])
    refused = { 'in s2': code }
    fill('put')
    await tab.drain()
    expect(effects).toEqual(['out s1'])
    expect(await phone.rows()).toMatchObject([{ what: 'Check-in', refused: null }])
    vi.restoreAllMocks()
    await tab.drain()
    expect(await phone.rows()).toMatchObject([code === 'no_confirmed_place' ? { refused: { code } } : { held: code }])
  },
)

test('an answered press that cannot be deleted holds back nothing', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await save([
    [into, 's1'],
    [out, 's1'],
  ])
  fill('delete')
  await tab.drain()
  expect(effects).toEqual(['in s1', 'out s1'])
})

test('a press without the position that its closed tab was looking for is sent', {
  meta: { shows: ['issue 12 outbox'] },
}, async () => {
  const tab = await phone.openTab(ann)
  const never = () => new Promise<never>(() => undefined)
  tab.press(into, { signup_id: 's1' }, crypto.randomUUID(), never).catch(() => undefined)
  await expect.poll(phone.rows).toHaveLength(1)
  const next = await phone.openTab(ann)
  fill('put')
  await next.drain()
  expect(effects).toEqual(['in s1'])
  expect(await phone.rows()).toEqual([])
})
