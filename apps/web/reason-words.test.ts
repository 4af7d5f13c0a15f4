import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messages } from '#apps/shared/messages.ts'
import { reasonLines, reasonWords, shortReason } from '#features/shifts/eligibility/parts/signup-words.tsx'
import type { WireReason } from '#features/shifts/eligibility/rules.told.ts'
import * as offers from '#features/shifts/offers/contract.ts'
import { whyPassed } from '#features/shifts/order-ins/parts/passed-over.tsx'
import { veiled } from '#features/shifts/order-ins/rules.veiled.ts'
import { notToSignUp } from '#features/shifts/signups/contract.ts'
import type { NotToSignUpCode, ReasonDetails } from '#features/shifts/signups/rules.ts'
import * as swaps from '#features/shifts/swaps/contract.ts'
import { ApiError } from '#platform/web/api.ts'
import { setWords, wordsFor } from '#platform/web/words.ts'

const zone = 'America/Chicago'
const now = Date.parse('2026-11-20T12:00:00Z')
const [starts_at, ends_at] = ['2026-11-21T06:00:00.000Z', '2026-11-21T14:00:00.000Z']
const id = '0190a1b2-0000-7000-8000-000000000001'

/** Every detail each code can carry. */
const full = {
  overlaps: { assignment_id: id, title: 'Harbor patrol', starts_at, ends_at },
  unit_required: { accepted: ['Traffic', 'K-9'] },
  rank_required: { accepted: ['Sergeant'] },
  certification_required: { accepted: ['K-9 handler'], unverified: true },
  certification_expires: { accepted: ['K-9 handler'], expires_on: '2026-11-20' },
  service_required: { months: 1, hired_on: '2026-11-01' },
  on_leave: { starts_at, ends_at },
  rest: { minutes: 240, limit_minutes: 480, assignment_id: id, title: 'Harbor patrol', starts_at, ends_at },
  rolling_window: { hours: 24, minutes: 1200, limit_minutes: 960 },
  consecutive_hours: { minutes: 1200, limit_minutes: 960 },
  consecutive_days: { days: 7, limit_days: 6 },
  cap: { per: 'week', kinds: ['court', 'overtime'], minutes: 1200, limit_minutes: 960 },
  group_first: { accepted: ['Patrol'] },
} as const satisfies { [C in keyof ReasonDetails]: Required<ReasonDetails[C]> }

const codes = Object.keys(notToSignUp) as NotToSignUpCode[]
const detailsOf = new Map<string, Record<string, unknown>>(Object.entries(full))
const damage = [undefined, null, '', Number.NaN, {}, []] as const

/** The full reason, the bare one, and each field missing or invalid. */
const shapesOf = (code: string): WireReason[] => {
  const whole = { code, from: starts_at, possible_from: ends_at, details: detailsOf.get(code) }
  const bare: WireReason[] = [
    { code },
    { code, details: {} },
    { code, details: null },
    { code, details: [] },
    { code, from: null, possible_from: null },
    { code, from: '', possible_from: 'soon' },
  ]
  const without = (details: Record<string, unknown>, name: string) =>
    Object.fromEntries(Object.entries(details).filter(([key]) => key !== name))
  const details = detailsOf.get(code) ?? {}
  const less = Object.keys(details).flatMap((name) => [
    { ...whole, details: without(details, name) },
    ...damage.map((value) => ({ ...whole, details: { ...details, [name]: value } })),
  ])
  return [whole, { ...whole, from: undefined }, { ...whole, possible_from: undefined }, ...bare, ...less]
}

const faults =
  /undefined|null|NaN|Invalid|\[object| {2}|[{}]|\(\s*\)|^\s|\s$|\b(for|of|until|by|from|Requires|is)$|^[:,;·]|, ?[,;:)]|^$/
const expectWhole = (text: string) => expect(text).not.toMatch(faults)

/** Everywhere a reason is turned into a sentence. */
const sentences = (reasons: WireReason[]): string[] => {
  const passed = (shown: WireReason[]) =>
    whyPassed({ officer_id: id, name: null, position: 1, count: 0, exempt: null, reasons: shown as never }, zone, now)
  return [
    ...reasons.map((one) => reasonWords(one, zone, now, starts_at)),
    ...reasonLines(reasons, zone, now),
    passed(reasons),
    passed(veiled(reasons, true)),
    ...reasons.flatMap(({ code, details }) => {
      const { title, text } = wordsFor(new ApiError(409, { code, details: (details ?? {}) as Record<string, unknown> }))
      return [title, text]
    }),
  ]
}

describe('reasons in words', () => {
  setWords(messages)

  it.each(codes)('%s reads as a full sentence, even when details are missing', (code) => {
    for (const shape of shapesOf(code)) for (const text of sentences([shape])) expectWhole(text)
    expectWhole(shortReason(code))
  })

  it('states the limit, the requirement or a colleague’s leave without figures', () => {
    const bare = codes.map((code) => ({ code }))
    expect(reasonWords({ code: 'rolling_window' }, zone, now)).toBe('Over a work-hour limit')
    expect(reasonWords({ code: 'certification_required' }, zone, now)).toBe('Missing a requirement for this shift')
    expect(reasonWords({ code: 'on_leave' }, zone, now)).toBe('On leave')
    const hours = bare.filter(({ code }) => ['rolling_window', 'consecutive_hours', 'cap'].includes(code))
    expect(reasonLines(hours, zone, now)).toEqual(['Over a work-hour limit'])
  })

  it('states every figure when the details are present', () => {
    const words = (code: NotToSignUpCode) => reasonWords({ code, details: detailsOf.get(code) }, zone, now)
    expect(words('rest')).toBe('4 h short of required rest around Harbor patrol')
    expect(words('rolling_window')).toBe('20 h in 24 h (16 h allowed)')
    expect(words('service_required')).toBe('Requires 1 month of service')
    expect(words('cap')).toBe('20 h of court and overtime that week (16 h allowed)')
  })

  it('shows "Not available" for a code this version does not know', () => {
    for (const code of ['not_available', 'a_reason_of_tomorrow', 'toString', '']) {
      expect(reasonWords({ code, details: { minutes: 1 } }, zone, now)).toBe('Not available')
    }
  })

  it('reads naturally for any mix of reasons and values', () => {
    const value = fc.oneof(
      fc.constantFrom(...damage, 'all', 'week', starts_at, '2026-02-30', -1, 1.5, true, false),
      fc.nat(10_000),
      fc.constantFrom(['Traffic'], ['', null], ['Traffic', '']),
    )
    const names = [...new Set(Object.values(full).flatMap((details) => Object.keys(details)))]
    const details = fc.oneof(
      fc.constantFrom(undefined, null, {}),
      fc.dictionary(fc.constantFrom(...names), value, { maxKeys: names.length }),
    )
    const instant = fc.constantFrom(undefined, null, '', 'soon', starts_at)
    const reason = fc.record({
      code: fc.constantFrom(...codes, 'not_available'),
      from: instant,
      possible_from: instant,
      details,
    })
    fc.assert(
      fc.property(fc.array(reason, { minLength: 1, maxLength: 4 }), (reasons) => {
        for (const text of sentences(reasons)) expectWhole(text)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('refusals in words', () => {
  const refusals = Object.keys(messages)

  it('drops a sentence whose value is missing and keeps the rest', () => {
    setWords(messages)
    for (const code of refusals) {
      const { title, text } = wordsFor(new ApiError(409, { code }))
      expectWhole(title)
      expect(text).not.toMatch(/undefined|null| {2}|[{}]|\(\s*\)|^\s|\s$/)
    }
    const offered = [...Object.values(swaps), ...Object.values(offers)].flatMap((one) =>
      typeof one === 'object' && 'errors' in one ? Object.keys(one.errors as object) : [],
    )
    expect(offered.filter((code) => !refusals.includes(code))).toEqual([])
  })

  it('fills in the values it receives', () => {
    setWords({ a: { title: 'Full', text: 'It holds {most} at most. Delete {what} first.' } })
    expect(wordsFor(new ApiError(409, { code: 'a', details: { most: 0 } })).text).toBe('It holds 0 at most.')
    setWords(messages)
  })
})
