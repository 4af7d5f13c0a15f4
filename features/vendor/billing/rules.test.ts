import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween, plusDays, plusMonths } from '#platform/shared/time.ts'
import {
  billings,
  CANCELLATION,
  type Charge,
  changeKind,
  chargeOf,
  chargesDue,
  contractState,
  endOfTerm,
  instalmentsOf,
  periodsOf,
  refuseAmendment,
  renewsFrom,
  shareOf,
  sizes,
  type Terms,
} from './rules.ts'

const day = fc.integer({ min: 0, max: 4000 }).map((n) => plusDays('2024-01-01', n))
const billing = fc.constantFrom(...billings)
const price = fc.integer({ min: 0, max: 100_000_000 })
/** A contract with amendments on ascending days within its year, and perhaps an early cancellation. */
const terms: fc.Arbitrary<Terms> = fc
  .record({
    starts_on: day,
    billing,
    prices: fc.array(price, { minLength: 1, maxLength: 4 }),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 364 }), { minLength: 3, maxLength: 3 }),
    cancelled: fc.option(fc.integer({ min: 0, max: 364 })),
    cancel_credits: fc.boolean(),
  })
  .map(({ starts_on, billing: how, prices, days, cancelled, cancel_credits }) => {
    const rising = days.toSorted((a, b) => a - b)
    return {
      starts_on,
      billing: how,
      versions: prices.map((price_cents, n) => ({
        number: n + 1,
        price_cents,
        effective_on: n === 0 ? starts_on : plusDays(starts_on, rising[n - 1] ?? n),
      })),
      cancelled_from: cancelled === null ? null : plusDays(starts_on, cancelled),
      cancel_credits,
    }
  })

describe('the contract year', { meta: { shows: ['issue 4.8', 'issue 4.8 sizes', '9 tiers'] } }, () => {
  test('has three sizes, and splits without gaps into equal months', () => {
    expect(sizes).toEqual(['5-25', '26-100', '100+'])
    expect(plusMonths('2024-01-31', 1)).toBe('2024-02-29')
    expect(endOfTerm('2028-02-29')).toBe('2029-02-27')
    fc.assert(
      fc.property(day, billing, (starts, how) => {
        const periods = periodsOf(starts, how)
        expect(periods).toHaveLength(instalmentsOf[how])
        expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([starts, endOfTerm(starts)])
        periods.forEach((one, i) => {
          expect(one.from <= one.to).toBe(true)
          const next = periods[i + 1]
          if (next) expect(plusDays(one.to, 1)).toBe(next.from)
        })
      }),
    )
  })

  test('installments add up to the price and differ by at most a cent', () => {
    fc.assert(
      fc.property(price, billing, (cents, how) => {
        const shares = Array.from({ length: instalmentsOf[how] }, (_, i) => shareOf(cents, how, i))
        expect(shares.reduce((a, b) => a + b, 0)).toBe(cents)
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

/** Day by day at the price in force; rounded once, half a cent up, in BigInt. */
const slowCharge = (t: Terms, i: number): number => {
  const period = periodsOf(t.starts_on, t.billing)[i]
  if (!period || (t.cancelled_from !== null && period.from >= t.cancelled_from)) return 0
  const days = BigInt(daysBetween(period.from, period.to) + 1)
  let sum = 0n
  for (let at = period.from; at <= period.to; at = plusDays(at, 1)) {
    if (t.cancelled_from !== null && t.cancel_credits && at >= t.cancelled_from) break
    const version = t.versions.filter((one, n) => n === 0 || one.effective_on <= at).at(-1)
    sum += BigInt(shareOf(version?.price_cents ?? 0, t.billing, i))
  }
  return Number((2n * sum + days) / (2n * days))
}

describe('installment charges', { meta: { shows: ['issue 4.8'] } }, () => {
  test('equal the sum over days', () => {
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 11 }), (t, i) => {
        expect(chargeOf(t, i)).toBe(slowCharge(t, i))
      }),
      { numRuns: 400 },
    )
  })

  test('in any steps at any times, charge each installment once and add up to the contract', () => {
    fc.assert(
      fc.property(terms, fc.array(fc.integer({ min: -30, max: 400 }), { maxLength: 6 }), (t, runs) => {
        const charged: Charge[] = []
        const run = (known: Terms, today: string) => {
          const due = chargesDue(known, charged, today)
          charged.push(...due)
          expect(chargesDue(known, charged, today).filter((one) => one.amount_cents !== 0)).toEqual([])
        }
        t.versions.forEach((_, n) => {
          for (const offset of runs)
            run({ ...t, versions: t.versions.slice(0, n + 1), cancelled_from: null }, plusDays(t.starts_on, offset))
        })
        run(t, plusDays(t.starts_on, 500))
        const keys = charged.map((one) => `${one.instalment}/${one.version}`)
        expect(new Set(keys).size).toBe(keys.length)
        for (let i = 0; i < instalmentsOf[t.billing]; i++) {
          const sum = charged.filter((one) => one.instalment === i).reduce((all, one) => all + one.amount_cents, 0)
          expect(sum).toBe(chargeOf(t, i))
        }
        if (t.cancelled_from === null) expect(charged.every((one) => one.version < CANCELLATION)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  test('bill at most two weeks ahead', () => {
    const t: Terms = {
      starts_on: '2027-01-15',
      billing: 'monthly',
      versions: [{ number: 1, effective_on: '2027-01-15', price_cents: 1200 }],
      cancelled_from: null,
      cancel_credits: false,
    }
    expect(chargesDue(t, [], '2026-12-31')).toEqual([])
    expect(chargesDue(t, [], '2027-01-01')).toEqual([{ instalment: 0, version: 1, amount_cents: 100 }])
  })
})

test('renewal, states, amendments', { meta: { shows: ['issue 4.8'] } }, () => {
  const contract = { starts_on: '2027-01-01', ends_on: '2027-12-31', cancelled_from: null, notice_days: 60 }
  expect(renewsFrom(contract)).toBe('2027-11-02')
  expect(contractState(contract, '2026-12-31')).toBe('upcoming')
  expect(contractState(contract, '2027-12-31')).toBe('running')
  expect(contractState(contract, '2028-01-01')).toBe('ended')
  expect(contractState({ ...contract, cancelled_from: '2027-05-01' }, '2027-05-01')).toBe('cancelled')
  expect([changeKind(1, 2), changeKind(2, 1), changeKind(1, 1)]).toEqual(['expansion', 'contraction', 'same_price'])
  const versions = [{ effective_on: '2027-01-01' }, { effective_on: '2027-06-01' }]
  expect(refuseAmendment(contract, versions, '2027-01-01')).toBe('outside_term')
  expect(refuseAmendment(contract, versions, '2027-06-01')).toBe('before_amendment')
  expect(refuseAmendment(contract, versions, '2027-06-02')).toBeNull()
  expect(refuseAmendment({ ...contract, cancelled_from: '2027-05-01' }, versions, '2027-07-01')).toBe('contract_over')
})
