import fc from 'fast-check'
import { expect, test } from 'vitest'
import { departmentSizes } from '#platform/shared/plans.ts'
import { sendDemoRequest } from './contract.ts'
import { type Field, faultsOf, KEPT_HOURS, readKept, requestOf, type Typed } from './rules.ts'

const typed: Typed = {
  organizationName: 'Riverside Police',
  contactName: 'A. Chief',
  email: 'chief@riverside.example',
  phone: '',
  teamSize: '48',
  message: '',
}
const id = '6f1f1c7e-6f5b-4f0e-9b0a-0c9f6f3f2a11'

test('[5 demo form] organization, contact, address and officer count are required, phone and message are not', () => {
  expect(faultsOf(typed)).toEqual({})
  const blank = Object.fromEntries(Object.keys(typed).map((name) => [name, ' '])) as Record<Field, string>
  expect(Object.keys(faultsOf(blank))).toEqual(['organizationName', 'contactName', 'email', 'teamSize'])
})

test('[5 demo form] an address is one address, a count is a whole number', () => {
  for (const email of ['x', 'a@b', 'a b@c.example', 'a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example'])
    expect(faultsOf({ ...typed, email }), email).toHaveProperty('email')
  for (const teamSize of ['0', '-5', '4.5', '1e3', 'many', '100001', '٣'])
    expect(faultsOf({ ...typed, teamSize }), teamSize).toHaveProperty('teamSize')
})

test('[5 demo form] what the page lets through, the server takes; what it refuses, the server refuses', () => {
  const piece = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('', ' ', 'a@b.example', '7', 'x'.repeat(2001)))
  fc.assert(
    fc.property(fc.record({ ...mapFields(piece) }), (some) => {
      // Characters that cannot be shown are the server's to refuse.
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

test('[issue 4.2] what a browser kept is read for a day, and never what is no request', () => {
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

test('[9 tiers] the three department sizes', () => {
  expect(departmentSizes).toEqual(['5-25', '26-100', '100+'])
})
