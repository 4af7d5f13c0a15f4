import { expect, test } from 'vitest'
import { elapsedWords } from './client.elapsed.ts'
import { questionOf } from './parts/press.tsx'

const at = (time: string) => `2026-11-30T${time}:00.000Z`
const shift = { starts_at: at('03:30'), ends_at: at('07:30'), checked_in_at: at('03:13'), gaps: [], counts: false }

test('before the start, the card and the check-out say alike that nothing is recorded yet', () => {
  const now = Date.parse(at('03:28'))
  expect(elapsedWords(shift, now, 'UTC')).toBe('If you stay past 03:30, your time counts from 03:13')
  expect(questionOf(shift, now, 'UTC', false).text).toBe(
    'Your shift starts at 03:30. No time is recorded if you leave before then. You can check in again.',
  )
  expect(elapsedWords({ ...shift, counts: true }, now, 'UTC')).toBe('15 min worked')
  expect(elapsedWords(shift, Date.parse(at('03:31')), 'UTC')).toBe('18 min worked')
})

test('after another check-in, the time worked says since when it counts', () => {
  const gaps = [{ left_at: at('03:31'), back_at: at('03:36'), counted: false }]
  expect(elapsedWords({ ...shift, gaps }, Date.parse(at('03:46')), 'UTC')).toBe('28 min worked since 03:13')
})
