import { expect, test } from 'vitest'
import { foldLine, type ShiftEntry } from './client.folds.ts'
import type { HeldRow } from './client.ts'

const now = Date.parse('2025-12-01T12:00:00Z')
const overlaps = {
  ...{ code: 'overlaps', overridable: true, from: null },
  details: { title: 'Gate A', starts_at: '2025-12-03T23:00:00Z', ends_at: '2025-12-04T05:00:00Z' },
}
const full = { code: 'full', overridable: true, from: null, details: null }

/** Two posts of a first-come shift, each with these reasons against it. */
const lineOf = (...reasons: unknown[][]) => {
  const time = { starts_at: '2025-12-03T22:00:00Z', ends_at: '2025-12-04T04:00:00Z' }
  const job = { id: 'j', title: 'Parade', posts: [{}, {}], signup_mode: 'first_come', approval_from: null, groups: [] }
  const rows = reasons.map((against, n) => ({
    ...{ key: `${n}`, starts_at: time.starts_at, own: null, gone: false, came: false, reasons: against },
    post: { ...time, required_count: 2, held_count: 0, split_minutes: null, holds: [] },
    standing: { job, now, coming: null },
  })) as unknown as [HeldRow, ...HeldRow[]]
  const entry: ShiftEntry = { key: 'e', starts_at: time.starts_at, rows }
  const { count, given, until } = foldLine(entry, 'UTC')
  return [count, ...given, ...until]
}

test('a line with spots that only this officer can’t take says why', () => {
  expect(lineOf([overlaps], [overlaps])).toEqual(['2 posts', 'Overlaps Gate A, 23:00–05:00'])
})

test('a line without spots has none left', () => {
  expect(lineOf([full, overlaps], [full])).toEqual(['None left'])
})
