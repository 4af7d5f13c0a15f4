import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holderOf, makePhone } from '#platform/web/testing.phone.ts'

/** What the sign-in page says of a running shift, by what the outbox has. */

const HOUR = 3_600_000
const shows = { meta: { shows: ['issue 12 locked'] } }
const now = Date.parse('2026-11-28T17:03:00Z')
const at = (hours: number) => new Date(now + hours * HOUR).toISOString()
let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now })
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, async () => new Response('{}'))
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The sign-in page of a phone whose clock is behind by so much, with a note that has a check-out or none. */
const openLocked = async (out_at: number | null, behind = 0) => {
  vi.setSystemTime(now - behind)
  await phone.openTab(holderOf('ann', 'd1'))
  const [running, ends, { findSaved }] = await Promise.all([
    import('#platform/web/running-shift.ts'),
    import('#platform/web/session-ends.ts'),
    import('./client.locked.ts'),
  ])
  ends.noteEnds({ now_at: at(0), idle_ends_at: at(0.5), ends_at: at(12) }, ends.askedNow())
  running.noteRunning({
    ...{ signup_id: 's1', starts_at: at(-4), ends_at: at(4), since: at(-4), until: at(28), asks_position: false },
    ...{ time_zone: 'UTC', time_format: '24h' as const },
  })
  const shift = () => {
    const note = running.readRunning()
    if (!note) throw new Error('no note')
    return note
  }
  if (out_at !== null) running.noteOut(shift(), out_at)
  return { ...running, find: () => findSaved(shift()) }
}
let keys = 0
const row = (call: 'check_in' | 'check_out', pressed: number, code: string | null, signup_id = 's1') => ({
  ...{
    owner: 'ann d1',
    call: `attendance.${call}`,
    what: call,
    body: JSON.stringify({ signup_id }),
    at: pressed,
    ahead: 0,
  },
  refused: code === null ? null : { code, details: {}, status: 409 },
  request: { method: 'POST', url: '/api/attendance', body: '{}', key: `k${++keys}` },
})

test('a check-out that was refused is not promised: the officer can check out again', shows, async () => {
  const { find, readRunning } = await openLocked(now)
  await phone.plant(row('check_out', now, 'checkout_early'))
  // Something about another shift waits.
  await phone.plant(row('check_in', now + 2000, null, 's2'))
  expect(await find()).toBeNull()
  expect(readRunning()).toMatchObject({ signup_id: 's1', out_at: null })
  expect(await find()).toMatchObject({ out: null, refused: now })
  await phone.plant(row('check_out', now + 1000, null))
  expect(await find()).toMatchObject({ first: now + 1000, out: now + 1000, refused: null })
})

test.each(['not_checked_in', 'already_checked_out', 'checkout_too_late'])(
  'after a check-out refused as %s, nothing runs',
  shows,
  async (code) => {
    const { find, readRunning } = await openLocked(now)
    await phone.plant(row('check_out', now, code))
    await find()
    expect(readRunning()).toBeNull()
  },
)

test('a check-out that was sent since is no longer said to be saved, whatever else waits', shows, async () => {
  const { find, readRunning } = await openLocked(now)
  await phone.plant(row('check_in', now, null, 's2'))
  await find()
  expect(readRunning()).toBeNull()
})

test('a check-out that waits stays noted', shows, async () => {
  const { find, readRunning } = await openLocked(now)
  await phone.plant(row('check_out', now - 1000, 'checkout_early'))
  await phone.plant(row('check_out', now, null))
  expect(await find()).toMatchObject({ out: now })
  expect(readRunning()).toMatchObject({ out_at: now })
})

test('a check-out that was refused before the last check-in is not mentioned', shows, async () => {
  const { find } = await openLocked(null)
  await phone.plant(row('check_out', now - 5 * HOUR, 'checkout_early'))
  expect(await find()).toMatchObject({ out: null, refused: null })
})

test('the time of a check-out is the one that counts, also once the device’s clock is corrected', shows, async () => {
  // Pressed while the clock was two hours behind.
  const { find, readRunning, correctRunning } = await openLocked(now - 2 * HOUR, 2 * HOUR)
  await phone.plant({ ...row('check_out', now - 2 * HOUR, null), ahead: 2 * HOUR })
  expect(await find()).toMatchObject({ first: now, out: now })
  vi.setSystemTime(now + HOUR)
  correctRunning(now + HOUR, { steady: performance.now(), wall: Date.now() })
  expect(readRunning()?.ahead_ms).toBe(0)
  expect(await find()).toMatchObject({ first: now, out: now })
})

test('the first press that waits decides until when to sign in, also of the shift before', shows, async () => {
  const { find } = await openLocked(null)
  await phone.plant(row('check_out', now - 10 * HOUR, null, 's0'))
  await phone.plant(row('check_in', now - 4 * HOUR, null))
  expect(await find()).toMatchObject({ first: now - 10 * HOUR, out: null })
  // One that can no longer be sent changes nothing, and one of something else doesn't either.
  await phone.plant(row('check_in', now - 25 * HOUR, null, 's0'))
  await phone.plant({ ...row('check_in', now - 12 * HOUR, null, 's0'), call: 'attendance.note' })
  expect(await find()).toMatchObject({ first: now - 10 * HOUR })
})

test('a check-out of one shift leaves the note of another', shows, async () => {
  const { readRunning } = await openLocked(null)
  const { noteCheckOut } = await import('./client.ts')
  const press = (signup_id: string) => ({ signup_id, device_at: at(0) })
  for (const answered of [true, false]) noteCheckOut(answered, press('s0'))
  expect(readRunning()).toMatchObject({ signup_id: 's1', out_at: null })
  noteCheckOut(false, press('s1'))
  expect(readRunning()).toMatchObject({ out_at: now })
  noteCheckOut(true, press('s1'))
  expect(readRunning()).toBeNull()
})
