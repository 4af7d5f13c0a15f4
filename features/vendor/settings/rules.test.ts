import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizeFor } from '#platform/shared/plans.ts'
import { factsInForce } from './rules.ts'

test('department size, at and around its limits', { meta: { shows: ['9 tiers'] } }, () => {
  const sizes = [1, 4, 5, 25, 26, 100, 101, 2000].map(sizeFor)
  expect(sizes).toEqual(['5-25', '5-25', '5-25', '5-25', '26-100', '26-100', '100+', '100+'])
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (one, more) => {
      const order = ['5-25', '26-100', '100+']
      expect(order.indexOf(sizeFor(one + more))).toBeGreaterThanOrEqual(order.indexOf(sizeFor(one)))
    }),
  )
})

test('a stored value wins over the server’s startup value', { meta: { shows: ['issue 4.3'] } }, () => {
  const started = { legal_name: 'Started Co', address: null, support_email: 'started@v.example' }
  const none = { legal_name: '', address: '', support_email: '' }
  expect(factsInForce(none, started)).toEqual(started)
  const stored = { legal_name: 'Stored Co', address: '1 Main St\n Springfield', support_email: '' }
  expect(factsInForce(stored, started)).toEqual({
    legal_name: 'Stored Co',
    address: '1 Main St, Springfield',
    support_email: 'started@v.example',
  })
})
