import { expect, test } from 'vitest'
import { type BulkRow, previewOf } from './rules.bulk.ts'

const row = (id: string, over: Partial<BulkRow> = {}): BulkRow => ({
  id,
  role: 'officer',
  standing: 'approved',
  unit: null,
  rank: null,
  email: null,
  has_account: false,
  ...over,
})
const house = { by_officer_id: 'me', active_admin_count: 2 }

test('says how many a unit changes, and leaves out those who are in it or gone', () => {
  const rows = [row('a'), row('b', { unit: 'K9' }), row('c', { standing: 'left' }), row('d', { standing: 'suspended' })]
  const { changed, leftOut } = previewOf({ kind: 'unit', value: ' K9 ' }, rows, house)
  expect(changed).toEqual(['a', 'd'])
  expect([...leftOut]).toEqual([
    ['same', ['b']],
    ['wrong_state', ['c']],
  ])
})

test('clears a rank only where there is one', () => {
  const { changed } = previewOf({ kind: 'rank', value: '' }, [row('a'), row('b', { rank: 'Sergeant' })], house)
  expect(changed).toEqual(['b'])
})

test('of all admins suspended at once the last one stays, and so does the one who asks', () => {
  const admin = { role: 'admin', has_account: true } as const
  const { changed, leftOut } = previewOf(
    { kind: 'suspend', reason: 'x' },
    [row('a', admin), row('b', admin), row('me', admin)],
    house,
  )
  expect(changed).toEqual(['a'])
  expect(leftOut.get('last_admin')).toEqual(['b', 'me'])
})

test('invites active officers with an address and without an account', () => {
  const email = 'a@example.org'
  const { changed, leftOut } = previewOf(
    { kind: 'invite' },
    [row('a', { email }), row('b'), row('c', { email, has_account: true }), row('d', { email, standing: 'suspended' })],
    house,
  )
  expect(changed).toEqual(['a'])
  expect([...leftOut.keys()]).toEqual(['no_email', 'has_account', 'wrong_state'])
})
