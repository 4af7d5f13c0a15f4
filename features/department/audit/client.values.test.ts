import { expect, test } from 'vitest'
import { changedValues, valueText } from './client.values.ts'

const zone = 'America/Chicago'
const said = (fields: string[], values: Parameters<typeof changedValues>[0]['values'] = {}) =>
  changedValues({ change: 'changed', fields, values }, zone)

test('shows short values before and after, and names the other fields', () => {
  expect(said(['required_count'], { required_count: ['2', '3'] })).toEqual(['Spots 2 → 3'])
  expect(said(['description', 'rank'], { rank: ['', 'Sergeant'] })).toEqual(['Description', 'Rank: Sergeant'])
  expect(said(['rank'], { rank: ['Sergeant', ''] })).toEqual(['Rank cleared'])
  expect(said(['outcome'], { outcome: ['wrong', 'right'] })).toEqual(['Outcome not accepted → accepted'])
  expect(said(['swaps_need_approval'], { swaps_need_approval: ['no', 'yes'] })).toEqual([
    'Swaps need approval no → yes',
  ])
  expect(said(['starts_at'], { starts_at: ['2026-11-28T14:00:00Z', '2026-11-28T15:30:00+00:00'] })[0]).toMatch(
    /^Start .*08:00 → .*09:30$/,
  )
  expect(said(['a', 'b', 'c', 'd', 'e'])).toEqual(['A', 'B', 'C', 'and 2 more'])
  expect(changedValues({ change: 'made', fields: ['title'], values: {} }, zone)).toEqual(['Created'])
})

test('a decision names who made it, the status first, and leaves out what only the application needs', () => {
  const decided = ['decided_at', 'decided_by', 'decided_from', 'status']
  expect(said(decided, { status: ['pending_approval', 'confirmed'], decided_by: ['', 'Daniel Reyes'] })).toEqual([
    'Status requested → confirmed',
    'Decided by: Daniel Reyes',
  ])
  // Undone.
  const undone = { decided_from: ['pending_approval', ''], decided_by: ['Daniel Reyes', ''] }
  expect(said(decided, { ...undone, status: ['confirmed', 'pending_approval'] })).toEqual([
    'Status confirmed → requested',
  ])
  expect(said(['status'], { status: ['waiting', 'ready'] })).toEqual(['Status in progress → done'])
  expect(said(['decided_at'])).toEqual(['Decided'])
})

test('a value reads in its unit, by its name and by the department’s clock', () => {
  const text = (field: string, value: unknown) => valueText(value, zone, field, { [id]: 'Ana Reyes' })
  const id = '0b8f1c2e-4a5d-4e6f-8a9b-0c1d2e3f4a5b'
  expect(text('calloff_notice_minutes', 480)).toBe('8 h')
  expect(text('hourly_rate', 45_500_000)).toBe('$45.50 an hour')
  expect(text('amount_cents', 123_450)).toBe('$1,234.50')
  expect(text('location_radius_m', 152)).toBe('500 ft')
  expect(text('in_kmh', 80)).toBe('50 mph')
  expect(text('in_age_s', 12)).toBe('12 s')
  expect(text('location_radius_m', 100)).toBe('about 330 ft')
  expect(text('hired_on', '2019-03-01')).toMatch(/Mar 1, 2019/)
  expect(text('start_time', '18:00:00')).toBe('18:00')
  expect(text('status', 'calloff_requested')).toBe('call-off requested')
  expect(text('in_position', 'cannot_verify')).toBe('not verified')
  expect(text('title', 'no_show')).toBe('no_show')
  expect(text('officer_id', id)).toBe('Ana Reyes')
  expect(text('series_id', '0b8f1c2e-4a5d-4e6f-8a9b-0c1d2e3f4a5c')).toBe('an unnamed record')
  expect(text('requirements', { units: ['Patrol', 'K-9'], ranks: [] })).toBe('Units: Patrol, K-9\nRanks: –')
})
