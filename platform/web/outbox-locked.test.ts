import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { holderOf, json, makePhone, type Sent } from './testing.phone.ts'

const out = endpoint({
  ...{ name: 'shifts.out', summary: 'A press.', method: 'POST', path: '/api/shifts.out', who: 'officer' },
  ...{
    input: z.object({ signup_id: z.string(), n: z.number() }),
    queued: 'Check-out',
    output: z.object({}),
    errors: {},
  },
})
const ann = holderOf('ann', 'd1')
const seconds = (n: number) => new Date(Date.UTC(2026, 10, 28, 3) + n * 1000).toISOString()
let effects: number[]
let loses: boolean
let phone: ReturnType<typeof makePhone>
const server = async ({ key, body }: Sent) => {
  if (!seen.has(key)) effects.push(JSON.parse(body).n)
  seen.add(key)
  if (loses) throw new TypeError('lost')
  return json({})
}
let seen: Set<string>
beforeEach(() => {
  ;[effects, seen, loses] = [[], new Set(), false]
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  vi.setSystemTime(seconds(0))
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, server)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})
const onTheSignInPage = async (n: number) =>
  new Date(await (await phone.openTab(null)).saveFor('ann d1', out, { signup_id: 's1', n, clock: null })).toISOString()

test('a check-out on the sign-in page counts beside an older one whose answer was lost', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  const tab = await phone.openTab(ann)
  loses = true
  void tab.press(out, { signup_id: 's1', n: 1 }, crypto.randomUUID()).catch(() => undefined)
  await expect.poll(() => effects).toEqual([1])
  // The battery dies. On another phone, the officer checks in again.
  loses = false
  vi.setSystemTime(seconds(4 * 3600))
  expect(await onTheSignInPage(2)).toBe(seconds(4 * 3600))
  // Pressed twice.
  vi.setSystemTime(seconds(4 * 3600 + 119))
  expect(await onTheSignInPage(3)).toBe(seconds(4 * 3600))
  await (await phone.openTab(ann)).drain()
  expect(effects).toEqual([1, 2])
  expect(await phone.rows()).toEqual([])
})
