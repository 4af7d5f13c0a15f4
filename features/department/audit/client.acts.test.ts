import { expect, test } from 'vitest'
import { leadOf, rowsOfActs } from './client.acts.ts'
import type { AuditItem } from './contract.ts'

let last = 0
const entry = (given: Partial<AuditItem>): AuditItem => ({
  id: String(++last),
  at: '2026-11-29T17:54:00Z',
  action: 'assignments.edit',
  actor: { officer_id: null, name: 'Karen Whitfield', role: 'admin' },
  thing_type: 'posts',
  thing_id: null,
  change: 'changed',
  thing_name: null,
  officer_name: null,
  assignment_id: null,
  assignment_title: null,
  sealed: false,
  fields: [],
  values: {},
  ...given,
})

test('an act is led by the entry that its sentence names: the shift itself before a post or a sign-up of it', () => {
  const post = entry({ assignment_title: 'Stadium gate' })
  const signup = entry({
    thing_type: 'officer_assignments',
    officer_name: 'Ana Reyes',
    assignment_title: 'Stadium gate',
  })
  const shift = entry({ thing_type: 'assignments', thing_name: 'Stadium gate', assignment_title: 'Stadium gate' })
  expect(leadOf({ entries: [post, signup, shift] })).toBe(shift)
  // Filtered by object, that object leads.
  expect(leadOf({ entries: [post, signup, shift] }, { thing: 'officer_assignments' })).toBe(signup)
})

test('a decision is led by the entry that names both its officer and its shift, otherwise by the first', () => {
  const action = 'signups.approve'
  const round = entry({ action, thing_type: 'award_rounds', assignment_title: 'Stadium gate' })
  const signup = entry({
    action,
    thing_type: 'officer_assignments',
    officer_name: 'Ana Reyes',
    assignment_title: 'Gate',
  })
  expect(leadOf({ entries: [round, signup] })).toBe(signup)
  const bare = [entry({ action: 'minimums.keep' }), entry({ action: 'minimums.keep' })]
  expect(leadOf({ entries: bare })).toBe(bare[0])
})

test('a row has the other entries of its act, and counts those beyond the list too', () => {
  const entries = [entry({}), entry({ thing_type: 'assignments' })]
  expect(rowsOfActs([{ id: '9', count: 2200, entries }])).toEqual([
    { ...entries[1], others: [entries[0]], count: 2200 },
  ])
})
