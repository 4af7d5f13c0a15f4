import { expect, test } from 'vitest'
import { changedValues } from './client.values.ts'

const zone = 'America/Chicago'
const said = (fields: string[], values: Parameters<typeof changedValues>[0]['values'] = {}) =>
  changedValues({ change: 'changed', fields, values }, zone)

test('shows short values before and after, and names the other fields', () => {
  expect(said(['required_count'], { required_count: ['2', '3'] })).toBe('Spots 2 → 3')
  expect(said(['description', 'rank'], { rank: ['', 'Sergeant'] })).toBe('Description, Rank – → Sergeant')
  expect(said(['swaps_need_approval'], { swaps_need_approval: ['no', 'yes'] })).toBe('Swaps need approval no → yes')
  expect(said(['starts_at'], { starts_at: ['2026-11-28T14:00:00Z', '2026-11-28T15:30:00+00:00'] })).toMatch(
    /^Starts .*08:00 → .*09:30$/,
  )
  expect(said(['a', 'b', 'c', 'd', 'e'])).toBe('A, B, C and 2 more')
  expect(changedValues({ change: 'made', fields: ['title'], values: {} }, zone)).toBe('Created')
})
