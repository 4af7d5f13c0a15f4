import { expect, test } from 'vitest'
import { questionOf } from './press.tsx'

const shift = { starts_at: '2026-11-21T18:00:00.000Z', ends_at: '2026-11-22T02:00:00.000Z' }
const ask = (at: string, offline: boolean) => questionOf(shift, Date.parse(at), 'UTC', offline)

test('a check-in that is removed before the shift leaves no time, unless it is sent later', {
  meta: { shows: ['issue 12 outbox'] },
}, () => {
  expect(ask('2026-11-21T17:30:00Z', false)).toMatchObject({
    remove: true,
    text: 'Your shift starts at 18:00. No time is recorded. You can check in again.',
  })
  expect(ask('2026-11-21T17:30:00Z', true)?.text).toBe(
    'Your shift starts at 18:00. If sent later, your times stay for an admin to review. You can check in again.',
  )
  expect(ask('2026-11-21T20:00:00Z', true)?.title).toBe('Check out 6 h early?')
  expect(ask('2026-11-22T02:00:00Z', false)).toBeNull()
})
