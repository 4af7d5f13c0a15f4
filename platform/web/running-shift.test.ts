import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holderOf, makePhone } from './testing.phone.ts'

/** The note about a running shift: who keeps it, and when it goes. */

let phone: ReturnType<typeof makePhone>
beforeEach(() => {
  phone = makePhone({ stub: vi.stubGlobal, resetModules: vi.resetModules }, async () => new Response('{}'))
  vi.stubGlobal('sessionStorage', { clear: () => undefined })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const shift = (until = 30) => ({
  ...{ signup_id: 's1', starts_at: at(-2), ends_at: at(6), since: at(-2), until: at(until), asks_position: false },
  ...{ time_zone: 'America/Chicago', time_format: '24h' as const },
})
/** The application with an officer who is signed in and has checked in. */
const onDuty = async (until?: number) => {
  await phone.openTab(holderOf('ann', 'd1'))
  const [running, session, ends, reads] = await Promise.all([
    import('./running-shift.ts'),
    import('./session.ts'),
    import('./session-ends.ts'),
    import('./reads.ts'),
  ])
  ends.noteEnds({ now_at: at(0), idle_ends_at: at(0.5), ends_at: at(12) }, ends.askedNow())
  running.noteRunning(shift(until))
  return { ...running, ...session, client: reads.makeQueryClient() }
}

test.each([
  ['idle', 'stays'],
  ['lasted', 'stays'],
  ['signed_out', 'goes'],
  ['elsewhere', 'goes'],
] as const)('when a session ends as %s, the note %s', { meta: { shows: ['issue 12 locked'] } }, async (why, note) => {
  const { readRunning, forgetSession, client } = await onDuty()
  expect(readRunning()).toMatchObject({ owner: 'ann d1', signup_id: 's1', out_at: null })
  await forgetSession(client, why)
  expect(readRunning() !== null).toBe(note === 'stays')
  expect(phone.local.has('running-shift')).toBe(note === 'stays')
})

test('the note has ids and times and nothing else', {
  meta: { shows: ['issue 12 at rest', 'issue 12 locked'] },
}, async () => {
  const { readRunning } = await onDuty()
  expect(Object.keys(readRunning() ?? {}).sort()).toEqual(
    [
      ...[
        'ahead_ms',
        'asks_position',
        'ends_at',
        'heard_at',
        'noted_at',
        'out_at',
        'owner',
        'signup_id',
        'since',
        'starts_at',
      ],
      ...['time_format', 'time_zone', 'until'],
    ].sort(),
  )
})

test('another account, another department and the vendor’s staff delete it; the same officer keeps it', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  const { readRunning, claimRunning } = await onDuty()
  claimRunning('ann d1')
  expect(readRunning()).not.toBeNull()
  for (const other of ['bo d1', 'ann d2', null]) {
    const again = await onDuty()
    again.claimRunning(other)
    expect(phone.local.has('running-shift')).toBe(false)
  }
})

test('after the last moment for a check-out it is worthless', { meta: { shows: ['issue 12 locked'] } }, async () => {
  expect((await onDuty(-0.01)).readRunning()).toBeNull()
})

test('a damaged note is no note', async () => {
  const { readRunning } = await onDuty()
  phone.local.set('running-shift', '{"owner":')
  expect(readRunning()).toBeNull()
})

test('a device clock that is set while the officer is on duty moves the note with the next answer', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  const { readRunning } = await onDuty()
  const { askedNow, noteEnds } = await import('./session-ends.ts')
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 7_200_000)
  const now_at = new Date(now + 1000).toISOString()
  noteEnds({ now_at, idle_ends_at: now_at, ends_at: now_at }, askedNow())
  expect(Math.abs((readRunning()?.ahead_ms ?? 0) - 7_201_000)).toBeLessThan(50)
  expect(readRunning()?.heard_at).toBe(now_at)
  clock.mockRestore()
})

test('on the locked screen, the server’s answer corrects a clock that was set, and leaves one that was not', {
  meta: { shows: ['issue 12 locked'] },
}, async () => {
  const { readRunning, correctRunning, sinceHeard, forgetSession, client } = await onDuty()
  const { askedNow } = await import('./session-ends.ts')
  const asked = (ms = 0) => ({ steady: askedNow().steady - ms, wall: askedNow().wall - ms })
  await forgetSession(client, 'idle')
  const before = readRunning()
  if (!before) throw new Error('no note')
  expect(sinceHeard(before)).toBeLessThan(1000)
  // Another tab heard from the server since: how long ago that was, this page can't tell.
  expect(sinceHeard({ ...before, heard_at: at(0.1) })).toBeNull()
  correctRunning(Date.now() + 20_000, asked())
  correctRunning(Number.NaN, asked())
  // An answer that took five minutes on either way.
  for (const before of [0, 150_000, 300_000]) correctRunning(Date.now() - before, asked(300_000))
  // The device slept on the way, or its clock was set.
  correctRunning(Date.now() - 600_000, { ...asked(), wall: Date.now() - 600_000 })
  expect(readRunning()).toEqual(before)
  // Two days behind by now: without the answer, the note would look as if it had ended long ago.
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 2 * 86_400_000)
  correctRunning(now, asked())
  expect(Math.abs(Number(readRunning()?.ahead_ms) - 2 * 86_400_000)).toBeLessThan(50)
  clock.mockReturnValue(now)
  expect(readRunning()).toBeNull()
  correctRunning(now, asked())
  expect(Math.abs(Number(readRunning()?.ahead_ms))).toBeLessThan(50)
  clock.mockRestore()
})
