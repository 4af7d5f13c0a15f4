import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween, plusDays } from '#platform/shared/time.ts'
import {
  bucketOf,
  creditTotalsOf,
  dueOn,
  type InvoiceFacts,
  invoiceState,
  NET_DAYS,
  numberWords,
  openCents,
  REMINDERS,
  refuseIssue,
  reminderDue,
  taxOf,
  totalsOf,
} from './rules.ts'

/** By BigInt and long division: whole cents, a half goes up. */
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

describe('[issue 4.8] tax', () => {
  test('half a cent up, as long division has it', () => {
    expect([taxOf(10, 50_000), taxOf(9, 50_000), taxOf(29, 50_000), taxOf(-10, 50_000)]).toEqual([1, 0, 1, 0])
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 100_000_000_000 }), rate, (cents, millionths) => {
        expect(taxOf(cents, millionths)).toBe(slowTax(cents, millionths))
      }),
      { numRuns: 2000 },
    )
  })

  test('once for the invoice: totals are the sums of the lines and one tax', () => {
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

  test('credited in any parts, the tax that was asked for comes back to the cent', () => {
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

describe('[issue 4.8] [issue 4.8 net] due dates and ageing', () => {
  test('Net 30', () => {
    expect([NET_DAYS, dueOn('2026-11-21'), dueOn('2024-01-31')]).toEqual([30, '2026-12-21', '2024-03-01'])
  })

  test('each day is in one bucket, as counting day by day has it', () => {
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

  test('a state is one of its own, and what is open is never below zero', () => {
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

test('[issue 4.8] [issue 4.8 reminders] reminders: whatever days the job runs on, each goes out once, in order, and none too early', () => {
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

test('[issue 4.8] numbers and what cannot be issued', () => {
  expect(numberWords('INV', 2026, 42)).toBe('INV-2026-00042')
  expect(numberWords('CN', 2026, 123_456)).toBe('CN-2026-123456')
  const draft = { status: 'draft', total_cents: 1, net_cents: 1 }
  const names = { seller: 'V', buyer: 'C' }
  expect(refuseIssue(draft, names)).toBeNull()
  expect(refuseIssue({ ...draft, status: 'issued' }, names)).toBe('already_issued')
  expect(refuseIssue({ ...draft, total_cents: 0 }, names)).toBe('nothing_to_issue')
  expect(refuseIssue(draft, { ...names, seller: '' })).toBe('seller_missing')
  expect(refuseIssue(draft, { ...names, buyer: '' })).toBe('buyer_missing')
})
