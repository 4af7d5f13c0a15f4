import { expect, test } from 'vitest'
import { openRow } from './client.open.ts'
import type { ScheduledShift } from './contract.ts'

const shift = (title: string, day: string, required: number, more: Partial<ScheduledShift> = {}): ScheduledShift => ({
  ...{ id: title, title, kind: 'overtime', phase: 'open', location_name: null, units: [], people: [], day, tail: 0 },
  ...{ starts_at: `${day}T12:00:00.000Z`, ends_at: `${day}T16:00:00.000Z`, required, confirmed: 1, pending: 0 },
  ...more,
})
const sheet = { from: '2026-11-22', days: 7 } as const
const textsOf = (shifts: readonly ScheduledShift[], unit: string | null = null) =>
  openRow(shifts, sheet, unit)?.cells.map((cell) => cell.map(({ text }) => text))

test('lists the unfilled spots of each day, and the shift they are assigned from', () => {
  const shifts = [
    shift('Gate', '2026-11-23', 2),
    shift('Patrol', '2026-11-23', 4),
    shift('Court', '2026-11-28', 2),
    shift('Filled', '2026-11-23', 1),
    shift('Draft', '2026-11-23', 2, { phase: 'draft' }),
    shift('Over', '2026-11-22', 2, { phase: 'completed' }),
    shift('Next week', '2026-11-29', 2),
  ]
  expect(textsOf(shifts)).toEqual([[], ['Gate', '3 × Patrol'], [], [], [], [], ['Court']])
  const row = openRow(shifts, sheet, null)
  expect(row).toMatchObject({ title: 'Open', sub: '5 spots' })
  expect(row?.cells[1]?.[1]).toMatchObject({ look: 'open', act: { assignment_id: 'Patrol', open: 3, signup: null } })
})

test('follows the unit, and is left out where every spot is taken', () => {
  const shifts = [shift('Gate', '2026-11-23', 2, { units: ['Traffic'] })]
  expect(textsOf(shifts, 'Traffic')?.[1]).toEqual(['Gate'])
  expect(openRow(shifts, sheet, 'Patrol')).toBeNull()
  expect(openRow([shift('Filled', '2026-11-23', 1)], sheet, null)).toBeNull()
})
