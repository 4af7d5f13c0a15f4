import { expect, test } from 'vitest'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { drawScreen, listOf, sessionOf, wordsOf } from '#platform/web/testing.screen.tsx'
import { listCandidates } from '../contract.ts'
import { Candidates } from './candidates.tsx'

const place = { assignment_id: 'a1', post_id: 'p1' }
const shift = { starts_at: '2027-01-02T14:00:00.000Z', ends_at: '2027-01-02T22:00:00.000Z' }
const reached = { has_account: true, phone: null }
const person = { officer_id: 'o1', name: 'Ana Reyes', badge_number: '104', rank: 'Officer', unit: 'Patrol', own: false }
const ana = { ...person, ...reached }
const found = {
  items: [{ ...ana, minutes: 600, compared: null, ranked: true, reasons: [], free: null, ahead: 0 }],
  next: null,
  rule: null,
  award_to_come: false,
  eligible_count: 1,
  others: [],
}

test('says which days the extra hours of a candidate are of', async () => {
  const html = await drawScreen(
    () => <Candidates place={place} shift={shift} zone="America/Chicago" onDone={() => undefined} />,
    {
      session: sessionOf('admin'),
      address: '/admin/assignments/a1',
      lists: [listOf(listCandidates, { ...place, q: '', eligible: 'yes' }, found)],
    },
  )
  const words = wordsOf(html.replaceAll('<!-- -->', ''))
  expect(words).toContain('Extra hours, 90 days')
  expect(words.join(' ')).toContain(
    'Fewest extra hours first. Extra hours: assigned shifts from the last 90 days and all upcoming ones.',
  )
})

test('names the rule that orders the list and what it compares, and shows both figures', async () => {
  const one = { ...ana, minutes: 600, compared: { charged: 27_000 }, ranked: true, reasons: [], free: null, ahead: 0 }
  const chief = { ...one, officer_id: 'o2', name: 'Ben Ode', rank: 'Chief', minutes: 0, compared: null, ranked: false }
  const body: AwardRule = { ...plainRule, method: 'least_hours' }
  const rule = { name: 'Fair overtime', version: 2, body }
  const html = await drawScreen(
    () => <Candidates place={place} shift={shift} zone="America/Chicago" onDone={() => undefined} />,
    {
      session: sessionOf('admin'),
      address: '/admin/assignments/a1',
      lists: [listOf(listCandidates, { ...place, q: '', eligible: 'yes' }, { ...found, rule, items: [one, chief] })],
    },
  )
  const words = wordsOf(html.replaceAll('<!-- -->', ''))
  expect(words).toContain('Ranked by Fair overtime, version 2. It compares hours charged over the last 365 days.')
  const all = words.join(' ')
  // An admin whom no rule ranks has no figure under its head, least of all "0 min".
  expect(all).not.toMatch(/Ben Ode Chief .*\bmin\b/)
  expect(all).toMatch(/Ana Reyes Officer .*4 h 30 min 10 h extra in 90 days .*Ben Ode Chief .* Admin, no shifts yet/)
})

test('marks an officer who cannot be notified, with the number to call', async () => {
  const one = { ...ana, minutes: 0, compared: null, ranked: true, reasons: [], free: null, ahead: 0 }
  const called = { ...one, officer_id: 'o2', name: 'Ben Ode', has_account: false, phone: '713-555-0112' }
  const html = await drawScreen(
    () => <Candidates place={place} shift={shift} zone="America/Chicago" onDone={() => undefined} />,
    {
      session: sessionOf('admin'),
      address: '/admin/assignments/a1',
      lists: [listOf(listCandidates, { ...place, q: '', eligible: 'yes' }, { ...found, items: [one, called] })],
    },
  )
  expect(html.match(/No account yet\. Won(&#x27;|')t be notified\./g)).toHaveLength(1)
  expect(html.match(/href="tel:7135550112"/g)).toHaveLength(1)
})
