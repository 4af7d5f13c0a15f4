import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetEnds, noteEnds, noteToldEnds, readEnds, serverNow } from './session-ends.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2027-01-05T18:00:00Z') }))
afterEach(() => {
  forgetEnds()
  vi.useRealTimers()
})

const answer = (now: string, idle: string) => ({
  now_at: now,
  idle_ends_at: idle,
  ends_at: '2027-01-06T04:00:00.000Z',
})

test('an extension that another tab heard long ago moves the end, not this tab’s clock', () => {
  noteEnds(answer('2027-01-05T18:00:00.000Z', '2027-01-05T18:30:00.000Z'))
  const sent = Date.parse('2027-01-05T18:20:00Z')
  vi.setSystemTime(Date.parse('2027-01-05T19:10:00Z'))
  noteToldEnds(answer('2027-01-05T18:20:00.000Z', '2027-01-05T18:50:00.000Z'), sent)
  expect(new Date(serverNow()).toISOString()).toBe('2027-01-05T19:10:00.000Z')
  expect(readEnds()?.idle).toBe(Date.parse('2027-01-05T18:50:00.000Z'))
  noteToldEnds(answer('2027-01-05T18:10:00.000Z', '2027-01-05T18:40:00.000Z'), sent)
  expect(readEnds()?.idle).toBe(Date.parse('2027-01-05T18:50:00.000Z'))
})

test('without anything known, a late extension says nothing', () => {
  noteToldEnds(answer('2027-01-05T18:20:00.000Z', '2027-01-05T18:50:00.000Z'), 0)
  expect(readEnds()).toBeNull()
})
