import { expect, test } from 'vitest'
import { requestsIn, whyBlocked } from './client.blocked.ts'

const clash = {
  assignment_id: 'a',
  title: 'Parade',
  starts_at: '2027-01-02T14:00:00Z',
  ends_at: '2027-01-02T18:00:00Z',
}
const request = (id: string, more: object = {}) => ({
  id,
  may: ['approve' as const, 'reject' as const],
  overlaps: [],
  ...more,
})
const reason = (code: 'full' | 'window_closed', overridable: boolean) => ({ code, overridable, details: {} })

test('leaves out of a bulk approval what nobody can approve, and says why', () => {
  const signups = [
    request('free'),
    request('full'),
    request('short'),
    request('busy', { overlaps: [clash] }),
    { ...request('off'), may: ['decide_calloff' as const] },
  ]
  const reasons = new Map([
    ['full', { reasons: [reason('full', false)] }],
    ['short', { reasons: [reason('window_closed', true)] }],
  ])
  const { free, blocked } = requestsIn(signups, reasons)
  expect(free).toEqual(['free', 'short'])
  expect([...blocked]).toEqual(['full', 'busy'])
  expect(whyBlocked({ overlaps: [clash] }, [], 'UTC', 0)).toBe('Already confirmed for Parade at that time')
  const full = [reason('full', false)]
  expect(whyBlocked({ overlaps: [], post: 'Gate' }, full, 'UTC', 0)).toBe('Gate is full')
  expect(whyBlocked({ overlaps: [] }, full, 'UTC', 0)).toBe('Shift full')
  expect(whyBlocked({ overlaps: [] }, undefined, 'UTC', 0)).toBeNull()
})
