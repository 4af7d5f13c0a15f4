import { expect, test } from 'vitest'
import { changesIn, sentenceOf } from './client.sentences.ts'

const zone = 'America/Chicago'
const hall = { name: 'Sgt. Hall', role: 'admin' }
const entry = {
  ...{ action: 'assignments.edit', actor: hall, thing_type: 'assignments', thing_name: 'Stadium gate' },
  ...{ officer_name: null, assignment_title: 'Stadium gate', change: 'changed' as const },
}
const moved = { starts_at: ['2026-11-28T00:00:00Z', '2026-11-28T01:00:00Z'], ends_at: ['2026-11-28T08:00:00Z', ''] }

test('an entry reads as a sentence: who did what, and the only change of an edit', () => {
  const said = (over: object) => sentenceOf({ ...entry, ...over }, zone)
  expect(said({ fields: ['ends_at', 'starts_at'], values: moved })).toBe(
    'Sgt. Hall moved Stadium gate from 18:00 to 19:00',
  )
  expect(said({ fields: ['min_pay_minutes'], values: { min_pay_minutes: ['180', '240'] } })).toBe(
    'Sgt. Hall changed "minimum paid" of Stadium gate from 3 h to 4 h',
  )
  expect(said({ fields: ['client'], values: { client: ['', 'Lake Arena'] } })).toBe(
    'Sgt. Hall set "client" of Stadium gate to Lake Arena',
  )
  expect(said({ fields: ['client'], values: { client: ['Lake Arena', ''] } })).toBe(
    'Sgt. Hall cleared "client" of Stadium gate',
  )
  expect(said({ fields: ['client', 'title'], values: {} })).toBe('Sgt. Hall edited Stadium gate')
  expect(said({ action: 'signups.approve', thing_type: 'officer_assignments', officer_name: 'Ana Reyes' })).toBe(
    'Sgt. Hall approved the request of Ana Reyes for Stadium gate',
  )
  expect(said({ action: 'job.award', actor: { name: null, role: 'system' } })).toBe('The system awarded Stadium gate')
  // Between the password and the code; elsewhere nobody is signing in.
  const code = { action: 'multi_factor.give_code', actor: { name: null, role: 'anyone' } }
  expect(said(code)).toBe('Someone signing in entered a code at sign-in')
  expect(said({ ...code, action: 'notifications.clear' })).toBe('Someone not signed in cleared notifications')
  expect(said({ action: 'demo.seed', thing_name: null, change: 'made' })).toBe('Sgt. Hall created demo data')
  expect(said({ action: 'gate_passes.hand_out' })).toBe('Sgt. Hall: Hand out gate passes')
})

test('a dollar sign in a name is kept as it is', () => {
  const said = (over: object) => sentenceOf({ ...entry, ...over }, zone)
  const name = "$15 bonus $& $'"
  expect(said({ action: 'assignments.cancel', assignment_title: name })).toBe(`Sgt. Hall canceled ${name}`)
  expect(said({ action: 'locations.save', thing_type: 'locations', thing_name: name })).toBe(
    `Sgt. Hall saved the location ${name}`,
  )
  expect(said({ action: 'officers.suspend', thing_type: 'officers', thing_name: name })).toBe(
    `Sgt. Hall suspended ${name}`,
  )
})

test('an opened entry has the sentence that the list has', () => {
  const said = (before: object, after: object) =>
    sentenceOf({ ...entry, ...changesIn({ before: { ...before }, after: { ...after } }) }, zone)
  expect(said({ client: null, version: 1 }, { client: 'Lake Arena', version: 2 })).toBe(
    'Sgt. Hall set "client" of Stadium gate to Lake Arena',
  )
  expect(said({ client: 'Lake Arena', version: 1 }, { client: 'A'.repeat(33), version: 2 })).toBe(
    'Sgt. Hall edited Stadium gate',
  )
})
