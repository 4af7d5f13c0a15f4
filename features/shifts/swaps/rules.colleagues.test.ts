import { describe, expect, it } from 'vitest'
import { colleagueReason } from './rules.colleagues.ts'

const overlap = {
  code: 'overlaps' as const,
  details: { title: 'Gate A', starts_at: '2026-11-21T18:00:00.000Z', ends_at: '2026-11-22T02:00:00.000Z' },
}
const rest = { code: 'rest' as const, details: { minutes: 120, limit_minutes: 480, title: 'Court' } }
const leave = { code: 'on_leave' as const, details: { starts_at: '2026-11-20T00:00:00.000Z' } }

describe('why a colleague cannot have a shift', () => {
  it('names a shift in the way by title and times', () => {
    expect(colleagueReason([overlap, rest])).toEqual({ code: 'overlaps', ...overlap.details })
  })
  it('tells neither hours nor the reason of an absence', () => {
    expect(colleagueReason([rest])).toEqual({ code: 'rest' })
    expect(
      colleagueReason([{ code: 'cap', details: { per: 'week', kinds: 'all', minutes: 1, limit_minutes: 2 } }]),
    ).toEqual({ code: 'limit' })
    for (const code of ['on_leave', 'suspended', 'not_approved', 'turned_down'] as const)
      expect(colleagueReason([{ code }])).toEqual({ code: 'not_available' })
    expect(colleagueReason([overlap, leave])).toEqual({ code: 'not_available' })
  })
  it('is none where the spot is merely full: it changes hands', () => {
    expect(colleagueReason([{ code: 'full' }])).toBeNull()
  })
  it('leaves out what the exchanged shift may settle, until that one is chosen', () => {
    expect(colleagueReason([overlap, rest], true)).toBeNull()
    expect(colleagueReason([overlap, { code: 'unit_required', details: { accepted: ['K-9'] } }], true)).toEqual({
      code: 'requirement',
    })
  })
})
