import { expect, test } from 'vitest'
import { wantedTimes } from './rules.wanted.ts'

const at = (hour: number) => `2026-11-27T${String(hour).padStart(2, '0')}:00:00Z`
const recorded = { checked_in_at: at(8), checked_out_at: at(12), late_out_at: null }
const asked = { asked_in_at: at(7), asked_out_at: at(16) }

test('an admin starts with the times that are requested, until an approval has decided them', () => {
  for (const state of ['submitted', 'returned'])
    expect(wantedTimes({ ...recorded, ...asked, state })).toEqual({ checked_in_at: at(7), checked_out_at: at(16) })
  for (const state of ['approved', 'locked'])
    expect(wantedTimes({ ...recorded, ...asked, state })).toEqual({ checked_in_at: at(8), checked_out_at: at(12) })
})

test('a check-out that came after the approval is asked for', () => {
  const late = { ...recorded, ...asked, late_out_at: at(17), state: 'approved' }
  expect(wantedTimes(late)).toEqual({ checked_in_at: at(8), checked_out_at: at(17) })
})
