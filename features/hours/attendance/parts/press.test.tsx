import { expect, test } from 'vitest'
import { drawScreen, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import { CheckInButton, isPresent, opensWords, questionOf } from './press.tsx'

const shift = { starts_at: '2026-11-21T18:00:00.000Z', ends_at: '2026-11-22T02:00:00.000Z' }
const ask = (at: string, offline: boolean) => questionOf(shift, Date.parse(at), 'UTC', offline)

test('a check-in that is removed before the shift leaves no time, unless it is sent later', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  expect(ask('2026-11-21T17:30:00Z', false)).toMatchObject({
    extra: { early: true, remove: true },
    text: 'Your shift starts at 18:00. No time is recorded if you leave before then. You can check in again.',
  })
  expect(ask('2026-11-21T17:30:00Z', true)?.text).toBe(
    'Your shift starts at 18:00. If this is sent later, an admin will review your times. You can check in again.',
  )
  expect(ask('2026-11-21T20:00:00Z', true)).toMatchObject({ title: 'Check out 6 h early?', extra: { early: true } })
})

test('a check-out before a start that an admin has moved asks about a check-out: its time counts', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  const at = Date.parse('2026-11-21T17:30:00Z')
  expect(questionOf({ ...shift, counts: true }, at, 'UTC', false)).toMatchObject({
    ...{ title: 'Check out 8 h 30 min early?', extra: { early: true } },
    text: 'Your time stops now. You can check in again until your shift ends at 02:00, unless an admin has approved your hours by then.',
  })
})

test('a question that is open when the shift ends becomes that of a check-out at the end', () => {
  expect(ask('2026-11-22T02:00:00Z', false)).toEqual({
    ...{ title: 'Check out?', text: 'Your shift ended at 02:00.', action: 'Check out at 02:00', extra: {} },
  })
})

test('a question is answered only while it is the present one', { meta: { shows: ['issue 12 outbox'] } }, () => {
  const present = (drawn: string, now: string) => isPresent(shift, Date.parse(drawn), Date.parse(now))
  expect(present('2026-11-21T20:00:00Z', '2026-11-21T20:00:03Z')).toBe(true)
  // The device slept.
  expect(present('2026-11-21T20:00:00Z', '2026-11-21T20:25:00Z')).toBe(false)
  // The shift began: a removal would record time.
  expect(present('2026-11-21T17:59:59Z', '2026-11-21T18:00:00Z')).toBe(false)
  // It ended: nothing is early.
  expect(present('2026-11-22T01:59:59Z', '2026-11-22T02:00:00Z')).toBe(false)
})

test('a check-in that opens on a later day has no button, only when it opens', async () => {
  // In Chicago on Nov 21, 11:00.
  const opens_at = '2026-11-21T17:00:00.000Z'
  const words = (now: string) => opensWords(opens_at, 'America/Chicago', Date.parse(now))
  expect(words('2026-11-21T05:59:00Z')).toEqual({ why: 'Check-in opens Sat, Nov 21 · 11:00', shown: false })
  expect(words('2026-11-21T06:01:00Z')).toEqual({ why: 'Check-in opens Sat, Nov 21 · 11:00', shown: true })
  expect(words(opens_at)).toBeNull()
  const next = { ...shift, signup_id: 's', title: 'Gate', asks_position: false }
  const html = await drawScreen(
    () => <CheckInButton shift={next} opens_at={opens_at} now={Date.parse('2026-11-20T12:00:00Z')} />,
    { session: sessionOf('officer'), address: '/officer/dashboard' },
  )
  expect(wordsOf(html)).toEqual(['Check-in opens Sat, Nov 21 · 11:00'])
})
