import fc from 'fast-check'
import { expect, test } from 'vitest'
import { departmentSizes } from '#platform/shared/plans.ts'
import { sendDemoRequest } from './contract.demo.ts'
import { type Field, faultsOf, KEPT_HOURS, readKept, requestOf, type Typed } from './rules.demo.ts'

const typed: Typed = {
  organizationName: 'Riverside Police',
  contactName: 'A. Chief',
  email: 'chief@riverside.example',
  phone: '',
  teamSize: '48',
  message: '',
}
const id = '6f1f1c7e-6f5b-4f0e-9b0a-0c9f6f3f2a11'

test('requires organization, contact, address and officer count, but not phone and message', {
  meta: { shows: ['5 demo form'] },
}, () => {
  expect(faultsOf(typed)).toEqual({})
  const blank = Object.fromEntries(Object.keys(typed).map((name) => [name, ' '])) as Record<Field, string>
  expect(Object.keys(faultsOf(blank))).toEqual(['organizationName', 'contactName', 'email', 'teamSize'])
})

test('an address is a single address, and a count is a whole number', { meta: { shows: ['5 demo form'] } }, () => {
  for (const email of ['x', 'a@b', 'a b@c.example', 'a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example'])
    expect(faultsOf({ ...typed, email }), email).toHaveProperty('email')
  for (const teamSize of ['0', '-5', '4.5', '1e3', 'many', '100001', '٣'])
    expect(faultsOf({ ...typed, teamSize }), teamSize).toHaveProperty('teamSize')
})

test('the page and the server accept and refuse the same input', { meta: { shows: ['5 demo form'] } }, () => {
  const piece = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', ' ', 'a@b.example', '7', 'x'.repeat(2001)))
  fc.assert(
    fc.property(fc.record({ ...mapFields(piece) }), (some) => {
      // Characters that cannot be displayed are rejected by the server.
      fc.pre(Object.values(some).every((value) => !/[\p{C}]/u.test(value)))
      const fits = Object.keys(faultsOf(some)).length === 0
      expect(sendDemoRequest.input.safeParse({ id, ...requestOf(some) }).success).toBe(fits)
    }),
  )
})
const mapFields = (piece: fc.Arbitrary<string>): Record<Field, fc.Arbitrary<string>> => ({
  organizationName: piece,
  contactName: piece,
  email: piece,
  phone: piece,
  teamSize: piece,
  message: piece,
})

test('reads what a browser kept for one day, and only if it is a request', { meta: { shows: ['issue 4.2'] } }, () => {
  const hour = 3_600_000
  const kept = { id, since: 10 * hour, typed }
  const stored = JSON.stringify(kept)
  expect(readKept(stored, 10 * hour)).toEqual(kept)
  expect(readKept(stored, (10 + KEPT_HOURS) * hour - 1)).toEqual(kept)
  expect(readKept(stored, (10 + KEPT_HOURS) * hour)).toBeNull()
  expect(readKept(stored, 9 * hour)).toBeNull()
  for (const other of [null, '', '{', 'null', '[]', '{"id":1}', JSON.stringify({ ...kept, typed: {} })])
    expect(readKept(other, 10 * hour)).toBeNull()
})

test('has the three department sizes', { meta: { shows: ['9 tiers'] } }, () => {
  expect(departmentSizes).toEqual(['5-25', '26-100', '100+'])
})
