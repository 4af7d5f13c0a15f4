import { expect, test } from 'vitest'
import { oneReason } from './signup-words.tsx'

const now = Date.parse('2026-11-28T03:00:00Z')
const [starts_at, zone] = ['2026-12-05T18:00:00Z', 'UTC']
const words = (code: string, details: unknown, from: string | null = null) =>
  oneReason({ code, details, from }, zone, now, starts_at)

test('too little rest says how much there is, and beside which shift', () => {
  const rest = { minutes: 240, limit_minutes: 480, title: 'Warrant service' }
  expect(words('rest', { ...rest, starts_at: '2026-12-06T06:00:00Z' })).toBe('4 h of 8 h rest before Warrant service')
  expect(words('rest', { ...rest, starts_at: '2026-12-05T08:00:00Z' })).toBe('4 h of 8 h rest after Warrant service')
  expect(words('rest', { minutes: 240, limit_minutes: 480 })).toBe('4 h of 8 h rest')
  expect(words('rest', null)).toBe('Too little rest')
})

test('another group’s turn names the group, and when the officer’s own begins', () => {
  const from = '2026-12-01T09:00:00Z'
  expect(words('group_first', { accepted: ['Traffic'] }, from)).toBe('Traffic first until Tue, Dec 1 · 09:00')
  expect(words('group_first', { accepted: [] }, from)).toBe('Another group first until Tue, Dec 1 · 09:00')
  expect(words('group_first', { accepted: ['Traffic'] })).toBe('Traffic first')
  expect(words('group_first', null, from)).toBe('Another group has priority')
})
