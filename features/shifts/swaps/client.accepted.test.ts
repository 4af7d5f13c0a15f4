import { expect, test } from 'vitest'
import { acceptedShifts } from './client.accepted.ts'
import type { Swap } from './contract.ts'

const shift = (title: string): Swap['shift'] => ({
  ...{ assignment_id: title, title, post: null, location_name: null, time_zone: 'UTC' },
  ...{ starts_at: '2026-12-04T14:00:00Z', ends_at: '2026-12-04T22:00:00Z' },
})
const swap = (over: Partial<Swap>): Swap => ({
  ...{ id: 's', kind: 'give_away', state: 'agreed', officer_name: 'Ana', to_name: null, taker_name: 'Ben' },
  ...{ note: null, reason: null, shift: shift('Given'), counter: null, own: false, version: 1, may: ['refuse'] },
  ...{ created_at: '2026-12-01T00:00:00Z' },
  ...over,
})
const titles = (over: Partial<Swap>) => acceptedShifts([swap(over)]).map(({ title }) => title)

test('lists the shift that the officer accepted until it is decided', () => {
  expect(titles({})).toEqual(['Given'])
  expect(titles({ kind: 'swap', state: 'answered', counter: shift('Exchange') })).toEqual(['Given'])
  expect(titles({ state: 'done' })).toEqual([])
})

test('lists nothing of an own giveaway, and of an own swap the shift that the officer agreed to', () => {
  expect(titles({ own: true })).toEqual([])
  expect(titles({ own: true, kind: 'swap', counter: shift('Exchange') })).toEqual(['Exchange'])
  expect(titles({ own: true, kind: 'swap', state: 'answered', counter: shift('Exchange') })).toEqual([])
})
