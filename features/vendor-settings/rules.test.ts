import fc from 'fast-check'
import { expect, test } from 'vitest'
import { factsInForce, sizeOf } from './rules.ts'

test('[9 tiers] the size of a department, at and around its bounds', () => {
  const sizes = [1, 4, 5, 25, 26, 100, 101, 2000].map(sizeOf)
  expect(sizes).toEqual(['5-25', '5-25', '5-25', '5-25', '26-100', '26-100', '100+', '100+'])
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(5000), (one, more) => {
      const order = ['5-25', '26-100', '100+']
      expect(order.indexOf(sizeOf(one + more))).toBeGreaterThanOrEqual(order.indexOf(sizeOf(one)))
    }),
  )
})

test('[issue 4.3] the stored word holds where there is one, else what the server was started with', () => {
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
