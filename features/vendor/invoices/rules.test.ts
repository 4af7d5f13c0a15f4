import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween, plusDays } from '#platform/shared/time.ts'
import {
  bucketOf,
  creditTotalsOf,
  dueOn,
  type InvoiceFacts,
  invoiceState,
  missingOf,
  NET_DAYS,
  numberWords,
  openCents,
  REMINDERS,
  refuseIssue,
  reminderDue,
  taxOf,
  totalsOf,
} from './rules.ts'

/** By BigInt and long division: whole cents, half a cent up. */
const slowTax = (cents: number, rate: number): number => {
  const exact = BigInt(cents) * BigInt(rate)
  let whole = exact / 1_000_000n
  let rest = exact % 1_000_000n
  if (rest < 0n) {
    whole -= 1n
    rest += 1_000_000n
  }
  return Number(rest * 2n >= 1_000_000n ? whole + 1n : whole)
}
const rate = fc.integer({ min: 0, max: 1_000_000 })
const day = fc.integer({ min: 0, max: 4000 }).map((n) => plusDays('2024-01-01', n))
const lines = fc.array(
  fc.record({
    quantity: fc.integer({ min: 1, max: 1000 }),
    unit_cents: fc.integer({ min: -1_000_000, max: 100_000_000 }),
    taxable: fc.boolean(),
  }),
  { maxLength: 12 },
)

describe('tax', { meta: { shows: ['issue 4.8'] } }, () => {
  test('rounds half a cent up, like long division', () => {
    expect([taxOf(10, 50_000), taxOf(9, 50_000), taxOf(29, 50_000), taxOf(-10, 50_000)]).toEqual([1, 0, 1, 0])
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 100_000_000_000 }), rate, (cents, millionths) => {
        expect(taxOf(cents, millionths)).toBe(slowTax(cents, millionths))
      }),
      { numRuns: 2000 },
    )
  })

  test('is computed once per invoice: totals are the line sums plus one tax', () => {
    fc.assert(
      fc.property(lines, rate, (some, millionths) => {
        let [net, taxable] = [0n, 0n]
        for (const line of some) {
          const amount = BigInt(line.quantity) * BigInt(line.unit_cents)
          net += amount
          if (line.taxable) taxable += amount
        }
        const tax = slowTax(Number(taxable), millionths)
        const totals = totalsOf(some, millionths)
        expect(totals).toEqual({
          net_cents: Number(net),
          taxable_cents: Number(taxable),
          tax_cents: tax,
          total_cents: Number(net) + tax,
        })
      }),
    )
  })

  test('credits in any parts refund the billed tax to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 }),
        rate,
        (parts, millionths) => {
          const before = { taxable_cents: 0, tax_cents: 0 }
          for (const unit_cents of parts) {
            const part = creditTotalsOf([{ quantity: 1, unit_cents, taxable: true }], millionths, before)
            expect(part.tax_cents).toBeGreaterThanOrEqual(0)
            before.taxable_cents += part.taxable_cents
            before.tax_cents += part.tax_cents
          }
          expect(before.tax_cents).toBe(taxOf(before.taxable_cents, millionths))
        },
      ),
    )
  })
})

describe('due dates and aging', { meta: { shows: ['issue 4.8', 'issue 4.8 net'] } }, () => {
  test('Net 30', () => {
    expect([NET_DAYS, dueOn('2026-11-21'), dueOn('2024-01-31')]).toEqual([30, '2026-12-21', '2024-03-01'])
  })

  test('each day falls in one bucket, matching a day-by-day count', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -400, max: 400 }), (due, days) => {
        const today = plusDays(due, days)
        let over = 0
        for (let at = due; at < today; at = plusDays(at, 1)) over += 1
        const slow =
          over === 0
            ? 'current'
            : over < 31
              ? 'days_1_30'
              : over < 61
                ? 'days_31_60'
                : over < 91
                  ? 'days_61_90'
                  : 'days_over_90'
        expect(bucketOf(due, today)).toBe(slow)
      }),
    )
  })

  test('an invoice has exactly one state, and its open amount is never negative', () => {
    const cents = fc.integer({ min: 0, max: 1000 })
    fc.assert(
      fc.property(cents, cents, cents, day, day, (total, paid, credited, due_on, today) => {
        fc.pre(total > 0 && paid + credited <= total)
        const facts: InvoiceFacts = {
          kind: 'invoice',
          status: 'issued',
          due_on,
          total_cents: total,
          paid_cents: paid,
          credited_cents: credited,
        }
        const open = total - paid - credited
        const slow = open > 0 ? (today > due_on ? 'overdue' : 'open') : paid > 0 ? 'paid' : 'credited'
        expect([invoiceState(facts, today), openCents(facts)]).toEqual([slow, open])
        expect(invoiceState({ ...facts, status: 'draft' }, today)).toBe('draft')
        expect(openCents({ ...facts, kind: 'credit_note' })).toBe(0)
      }),
    )
  })
})

test('each reminder goes out once, in order and never early, whatever days the job runs', {
  meta: { shows: ['issue 4.8', 'issue 4.8 reminders'] },
}, () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: -40, max: 120 }), { maxLength: 40 }), (days) => {
      const sent = new Set<string>()
      const order: string[] = []
      for (const n of days.toSorted((a, b) => a - b)) {
        const today = plusDays('2026-06-01', n)
        for (let runs = 0; runs < 3; runs++) {
          const kind = reminderDue('2026-06-01', today, sent)
          if (kind === null) continue
          const step = REMINDERS.find((one) => one.kind === kind)
          expect(daysBetween('2026-06-01', today)).toBeGreaterThanOrEqual(step?.from ?? 999)
          if (kind === 'before_due') expect(n).toBeLessThanOrEqual(0)
          expect(sent.has(kind)).toBe(false)
          sent.add(kind)
          order.push(kind)
        }
      }
      const ranks = order.map((kind) => REMINDERS.findIndex((one) => one.kind === kind))
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    }),
  )
})

test('formats numbers and names what can’t be issued', { meta: { shows: ['issue 4.8'] } }, () => {
  expect(numberWords('INV', 2026, 42)).toBe('INV-2026-00042')
  expect(numberWords('CN', 2026, 123_456)).toBe('CN-2026-123456')
  const draft = { status: 'draft', total_cents: 1, net_cents: 1 }
  expect(refuseIssue(draft, [])).toBeNull()
  expect(refuseIssue({ ...draft, status: 'issued' }, [])).toBe('already_issued')
  expect(refuseIssue({ ...draft, total_cents: 0 }, [])).toBe('nothing_to_issue')
  expect(refuseIssue(draft, ['seller_name'])).toBe('seller_missing')
  expect(refuseIssue(draft, ['buyer_address'])).toBe('buyer_missing')
})

test('names everything missing from an invoice at once', () => {
  expect(missingOf({ name: 'V' }, { address: '1 Plaza' })).toEqual([])
  expect(missingOf({ name: ' ' }, { address: '' })).toEqual(['seller_name', 'buyer_address'])
  expect(missingOf({ name: 'V' }, { address: '\n' })).toEqual(['buyer_address'])
})
