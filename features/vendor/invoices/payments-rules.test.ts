import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyValue, moneyWords, readMoney } from '#platform/shared/money.ts'
import { creditOf, refuseAllocations, refuseRefund, suggestAllocations } from './rules.payments.ts'
import { releasesFor } from './rules.ts'

const cents = fc.integer({ min: 1, max: 1_000_000 })

test('a suggested allocation is never refused, pays the oldest first, and leaves nothing allocable', {
  meta: { shows: ['issue 4.8'] },
}, () => {
  fc.assert(
    fc.property(cents, fc.array(cents, { maxLength: 8 }), (amount_cents, all) => {
      const open = all.map((open_cents, i) => ({ invoice_id: String(i), open_cents }))
      const given = suggestAllocations(amount_cents, open)
      const payment = { amount_cents, allocated_cents: 0, refunded_cents: 0, reversed: false }
      const map = new Map(open.map((one) => [one.invoice_id, one.open_cents]))
      expect(refuseAllocations(payment, given, map)).toBeNull()
      const sum = given.reduce((a, one) => a + one.amount_cents, 0)
      expect(sum).toBe(
        Math.min(
          amount_cents,
          all.reduce((a, b) => a + b, 0),
        ),
      )
      for (const one of given.slice(0, -1)) expect(one.amount_cents).toBe(map.get(one.invoice_id))
    }),
  )
})

test('refuses more than is open, more than was received, and unknown invoices', {
  meta: { shows: ['issue 4.8'] },
}, () => {
  const payment = { amount_cents: 100, allocated_cents: 30, refunded_cents: 10, reversed: false }
  const open = new Map([
    ['a', 50],
    ['b', 50],
  ])
  const want = (invoice_id: string, amount_cents: number) => ({ invoice_id, amount_cents })
  expect(refuseAllocations(payment, [want('a', 51)], open)).toBe('over_invoice')
  expect(refuseAllocations(payment, [want('a', 50), want('b', 11)], open)).toBe('over_payment')
  expect(refuseAllocations(payment, [want('c', 1)], open)).toBe('not_found')
  expect(refuseAllocations({ ...payment, reversed: true }, [want('a', 1)], open)).toBe('payment_reversed')
})

test('a credit note frees exactly the excess', { meta: { shows: ['issue 4.8'] } }, () => {
  fc.assert(
    fc.property(fc.array(cents, { minLength: 1, maxLength: 6 }), cents, fc.nat(), (paid, extra, n) => {
      const paid_cents = paid.reduce((a, b) => a + b, 0)
      const total_cents = paid_cents + extra
      const credit = (n % total_cents) + 1
      const allocations = paid.map((amount_cents, i) => ({ payment_id: String(i), amount_cents }))
      const kept = new Map(allocations.map((one) => [one.payment_id, one.amount_cents]))
      for (const one of releasesFor({ total_cents, paid_cents, credited_cents: 0 }, credit, allocations))
        kept.set(one.payment_id, one.amount_cents)
      const left = [...kept.values()].reduce((a, b) => a + b, 0)
      expect(left).toBe(Math.min(paid_cents, total_cents - credit))
      expect([...kept.values()].every((one) => one >= 0)).toBe(true)
    }),
  )
})

test('money is parsed and formatted symmetrically', { meta: { shows: ['issue 4.8'] } }, () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000, max: 100_000_000_000 }), (n) => {
      expect(readMoney(moneyValue(n))).toBe(n)
    }),
  )
  expect(['1,234.5', '$20', '0.07', '1.234', '1,23', 'x', '', '9999999999999'].map(readMoney)).toEqual([
    123_450,
    2000,
    7,
    null,
    null,
    null,
    null,
    null,
  ])
  expect([moneyWords(123_450, 'USD'), moneyWords(-5, 'CAD')]).toEqual(['$1,234.50', '−CA$0.05'])
})

test('a refund never exceeds the surplus, or the remainder of a credit note', {
  meta: { shows: ['issue 4.8 refunds'] },
}, () => {
  const standing = fc.record({ amount_cents: cents, allocated_cents: cents, refunded_cents: cents }).map((one) => ({
    amount_cents: one.amount_cents + one.allocated_cents + one.refunded_cents,
    allocated_cents: one.allocated_cents,
    refunded_cents: one.refunded_cents,
    reversed: false,
  }))
  fc.assert(
    fc.property(standing, cents, fc.option(cents), (payment, back, note) => {
      const code = refuseRefund(payment, back, note)
      const over = payment.amount_cents - payment.allocated_cents - payment.refunded_cents
      expect(code === null).toBe(back <= over && (note === null || back <= note))
      expect(creditOf({ ...payment, reversed: true })).toBe(0)
      expect(refuseRefund({ ...payment, reversed: true }, back, note)).toBe('payment_reversed')
    }),
  )
})
