import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { looksLikeFormula } from '#platform/shared/text.ts'
import { isPhone, parseRate, problemsOfProfile, rateText, refuseOfficerAction, standingOf } from './rules.ts'

const row = { approved: true, rejected_at: null, suspended_at: null, left_on: null }
const then = '2026-01-01T00:00:00Z'

describe('standing and actions', () => {
  it('an unapproved officer is pending unless rejected or gone', { meta: { shows: ['4 approval'] } }, () => {
    expect(standingOf({ ...row, approved: false })).toBe('pending')
    expect(standingOf({ ...row, approved: false, rejected_at: then })).toBe('rejected')
    expect(standingOf({ ...row, approved: false, left_on: '2026-01-01' })).toBe('left')
    expect(standingOf({ ...row, suspended_at: then })).toBe('suspended')
    expect(standingOf(row)).toBe('approved')
  })
  const ask = { by_officer_id: 'boss', reason: 'r', active_admin_count: 2, approved_count: 5, max_officers: null }
  const who = { ...row, id: 'x', role: 'officer' } as const
  it('of 30 approvals at once, one below the limit, exactly one succeeds', () => {
    const pending = { ...who, approved: false }
    let approved = 4
    const answers = Array.from({ length: 30 }, () => {
      const refusal = refuseOfficerAction('approve', pending, { ...ask, approved_count: approved, max_officers: 5 })
      if (refusal === null) approved += 1
      return refusal
    })
    expect(answers.filter((a) => a === null)).toHaveLength(1)
    expect(new Set(answers.slice(1))).toEqual(new Set(['officers_full']))
  })
  it('the last admin stays, nobody acts on their own row, and reasons are required', () => {
    const boss = { ...who, id: 'boss', role: 'admin' } as const
    for (const action of ['suspend', 'leave', 'unmake_admin'] as const) {
      expect(refuseOfficerAction(action, { ...boss, id: 'y' }, { ...ask, active_admin_count: 1 })).toBe('last_admin')
      expect(refuseOfficerAction(action, boss, { ...ask, active_admin_count: 1 })).toBe('last_admin')
    }
    expect(refuseOfficerAction('suspend', boss, ask)).toBe('own_row')
    expect(refuseOfficerAction('unmake_admin', boss, ask)).toBeNull()
    expect(refuseOfficerAction('suspend', who, { ...ask, reason: ' ' })).toBe('reason_required')
    expect(refuseOfficerAction('restore', who, ask)).toBe('wrong_state')
    expect(refuseOfficerAction('make_admin', boss, ask)).toBe('already_admin')
  })
})

describe('fields', () => {
  it('rates are exact both ways, compared with BigInt arithmetic', () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 6 }), (whole, part) => {
        const text = part === '' ? `${whole}` : `${whole}.${part}`
        const wanted = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))
        const parsed = parseRate(text)
        expect(BigInt(parsed ?? -1)).toBe(wanted)
        expect(parseRate(rateText(parsed ?? -1))).toBe(parsed)
      }),
    )
    expect([parseRate('46.053305'), parseRate('$1,046.5'), rateText(45_500_000), rateText(5)]).toEqual([
      46_053_305,
      1_046_500_000,
      '45.50',
      '0.000005',
    ])
    for (const bad of ['', '-1', '46,05', '1e3', '46.0533051', 'Infinity', '10000', '４６', '.5', '1,04', '0x10'])
      expect(parseRate(bad)).toBeNull()
  })
  it('validates phones, formulas and names', () => {
    expect(['+1 (555) 123-4567', '555.123.4567 x12', '5551234'].filter((p) => !isPhone(p))).toEqual([])
    expect(['12345', 'call me', '+1 555 123 4567; drop', '1'.repeat(16)].filter(isPhone)).toEqual([])
    expect(['O’Neil', 'A-B', 'a=b'].filter(looksLikeFormula)).toEqual([])
    expect(
      problemsOfProfile({ name: '', badge_number: '=1', phone: 'x', hourly_rate: 1.5 }).map((p) => p.field),
    ).toEqual(['name', 'badge_number', 'phone', 'hourly_rate'])
  })
})
