import { expect, test } from 'vitest'
import { type AwardRule, plainRule } from '#features/shifts/award-rules/rules.ts'
import { chargesOf } from './rules.charges.ts'
import { entryWords } from './rules.entries.ts'
import { callOffWords, keptFor, ownPlaceWords, ownTermsWords, takenWords } from './words.own-terms.ts'

const counts = { ...plainRule.counts, accepted: 100, worked: 0 }
const byHours: AwardRule = { ...plainRule, method: 'least_hours', counts }
const place = { place: 4, of: 1200, tied: 0, group: null }

test('says where the reader stands by the rule of a shift, and what getting the shift adds', () => {
  expect(ownTermsWords(byHours, { place, charged: 480_000, minutes: 480 })).toEqual([
    "You're 4th of 1,200 officers now.",
    'You have 80 h charged.',
    'Getting this shift adds 8 h.',
  ])
  const half = { ...byHours, counts: { ...counts, accepted: 50 } }
  expect(ownTermsWords(half, { place: { ...place, tied: 2 }, charged: 0, minutes: 90 })).toEqual([
    "You're 4th of 1,200 officers now, tied with 2.",
    'You have no hours charged.',
    'Getting this shift adds 45 min.',
  ])
})

test('says among whom a rule with priority groups ranks the reader', () => {
  expect(ownPlaceWords({ ...place, group: 'Traffic unit' })).toBe("You're 4th of 1,200 officers in Traffic unit now.")
  expect(ownPlaceWords({ ...place, group: '', tied: 2 })).toBe(
    "You're 4th of 1,200 officers outside the priority groups now, tied with 2.",
  )
})

test('says nothing of hours where the rule has none or the posts differ, and that a turn is used where turns count', () => {
  expect(ownTermsWords(byHours, { place: null, charged: null, minutes: null })).toEqual([])
  const seniority: AwardRule = { ...plainRule, method: 'seniority', ties: ['badge'], counts }
  expect(ownTermsWords(seniority, { place, charged: null, minutes: 480 })).toEqual([
    "You're 4th of 1,200 officers now.",
  ])
  const rotation: AwardRule = { ...plainRule, method: 'rotation', ties: ['badge'], turn: ['accepted'] }
  expect(ownTermsWords(rotation, { place: null, charged: null, minutes: 480 })).toEqual([
    'Getting this shift uses your turn.',
  ])
})

test('says before signing up what the shift counts, and before calling off what stays counted', () => {
  const words = (over: Partial<AwardRule>, ordered = false) => {
    const charges = chargesOf([
      { name: 'Sign-up order', rule: { ...plainRule, ties: ['badge'] } },
      { name: 'Fewest hours', rule: { ...byHours, ...over } },
    ])
    return [
      takenWords(charges, { minutes: 240, sure: true, kept: 0 }),
      callOffWords(charges, { minutes: 240, ordered }),
    ]
  }
  expect(words({})).toEqual([
    'Adds 4 h to your charged hours (Fewest hours).',
    "Calling off doesn't refund the 4 h charged for this shift (Fewest hours).",
  ])
  expect(words({ counts: { ...counts, accepted: 0, worked: 100 } })).toEqual([
    'Adds 4 h to your charged hours (Fewest hours).',
    "You won't be charged for this shift (Fewest hours).",
  ])
  // What an order charges is not what a sign-up charges.
  expect(words({ counts: { ...counts, ordered: 50 } }, true)[1]).toBe(
    "Calling off doesn't refund the 2 h charged for this shift (Fewest hours).",
  )
  expect(words({ method: 'rotation', turn: ['accepted'] })).toEqual([
    'Uses your turn (Fewest hours).',
    "You won't get your turn back (Fewest hours).",
  ])
  // Getting the shift isn't a turn by this rule, and giving it up is.
  const onCallOff: Partial<AwardRule> = { method: 'rotation', turn: ['worked', 'called_off'] }
  expect(words({ ...onCallOff, turn: ['called_off'] })).toEqual([null, 'Calling off uses your turn (Fewest hours).'])
  expect(words(onCallOff)).toEqual(['Uses your turn (Fewest hours).', 'Calling off uses your turn (Fewest hours).'])
  expect(words(onCallOff, true)[1]).toBe('Calling off uses your turn (Fewest hours).')
  // Turns count only where the rule ranks by them.
  expect(words({ ...onCallOff, method: 'seniority' })).toEqual([null, null])
  expect(words({ method: 'seniority' })).toEqual([null, null])
  const unsure = takenWords(chargesOf([{ name: 'Fewest hours', rule: byHours }]), {
    minutes: 240,
    sure: false,
    kept: 0,
  })
  expect(unsure).toBe('Adds 4 h to your charged hours if you get it (Fewest hours).')
})

test('says what a shift counts by every rule in effect, whichever one comes first', () => {
  const rotation = {
    name: 'Extra duty rotation',
    rule: { ...plainRule, method: 'rotation', turn: ['accepted'] },
  } as const
  const overtime = { name: 'Fewest hours', rule: byHours }
  const half = { name: 'Half', rule: { ...byHours, counts: { ...counts, accepted: 50 } } }
  const words = (...rules: Parameters<typeof chargesOf>[0]) => {
    const charges = chargesOf(rules)
    const minutes = 240
    return [takenWords(charges, { minutes, sure: true, kept: 0 }), callOffWords(charges, { minutes, ordered: false })]
  }
  expect(words(rotation, overtime)).toEqual([
    'Uses your turn (Extra duty rotation). Adds 4 h to your charged hours (Fewest hours).',
    "You won't get your turn back (Extra duty rotation). Calling off doesn't refund the 4 h charged for this shift (Fewest hours).",
  ])
  // An award's own rule is in effect too; rules that count the same share a sentence.
  expect(words(overtime, overtime, half, { ...overtime, name: 'Court' })[0]).toBe(
    'Adds 4 h to your charged hours (Fewest hours and Court). Adds 2 h to your charged hours (Half).',
  )
})

test('says before signing up again what counts since the call-off, and what is added', () => {
  const words = (accepted: number, worked: number, kept: number) => {
    const rule = { ...byHours, counts: { ...counts, accepted, worked } }
    return takenWords(chargesOf([{ name: 'Fewest hours', rule }]), { minutes: 240, sure: true, kept })
  }
  expect(words(100, 0, 240)).toBe('The 4 h charged before you called off count for this shift (Fewest hours).')
  expect(words(50, 100, 240)).toBe(
    'Adds 4 h to your charged hours (Fewest hours). The 2 h charged before you called off count for this shift (Fewest hours).',
  )
  expect(words(0, 100, 240)).toBe('Adds 4 h to your charged hours (Fewest hours).')
  const at = (from: number, to: number, post_id = 'gate') => ({
    ...{ post_id, minutes: (to - from) * 60 },
    ...{ starts_at: `2026-11-20T${from}:00:00Z`, ends_at: `2026-11-20T${to}:00:00Z` },
  })
  expect(keptFor([at(10, 14)], at(10, 14))).toBe(240)
  expect(keptFor([at(10, 14)], at(10, 18))).toBe(240)
  // More than this spot, another part of it, and another post count on their own.
  expect(keptFor([at(10, 18)], at(10, 14))).toBe(0)
  expect(keptFor([at(10, 14)], at(14, 18))).toBe(0)
  expect(keptFor([at(10, 14, 'desk')], at(10, 14))).toBe(0)
})

test('the entries of a ledger say what was charged and refunded, so that they add up', () => {
  const by = { rule: byHours, since: null }
  const entry = (kind: 'accepted' | 'called_off' | 'offered', minutes = 240) =>
    entryWords(by, { kind, minutes, at: '2026-11-20T12:00:00Z', source: 'sign_up' })
  expect([entry('accepted'), entry('called_off')]).toEqual(['Charged 4 h', 'No refund'])
  expect([entry('accepted', -240), entry('offered')]).toEqual(['Refunded 4 h', 'Not charged'])
})
