import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALARM_AFTER_MS,
  anchorText,
  canonicalEntry,
  canonicalHead,
  isLate,
  readAnchor,
  type SealedEntry,
  sealedColumns,
  watchUnsealed,
} from './rules.seals.ts'
import { compare, placeOf, repeatsIn } from './rules.ts'
import { actionWord, fieldWord, thingWord } from './words.ts'

const value = fc.option(fc.oneof(fc.string(), fc.constantFrom('', 'null', '"', '\\', '\n', ',', '[]'), fc.json()), {
  nil: null,
})
const entry: fc.Arbitrary<SealedEntry> = fc
  .tuple(...sealedColumns.map(() => value))
  .map((values) => Object.fromEntries(sealedColumns.map((column, at) => [column, values[at] ?? null])) as SealedEntry)

test('an entry’s canonical text can be parsed back, so no two entries share one', {
  meta: { shows: ['issue 3.7'] },
}, () => {
  fc.assert(
    fc.property(entry, (one) => {
      const text = canonicalEntry(one)
      expect(text).not.toContain('\n')
      const read: unknown[] = JSON.parse(text)
      expect(Object.fromEntries(sealedColumns.map((column, at) => [column, read[at]]))).toEqual(one)
    }),
  )
})

test('a change to any column changes the text, including null versus empty and a value moved to the next column', {
  meta: { shows: ['issue 3.7'] },
}, () => {
  fc.assert(
    fc.property(entry, fc.nat(sealedColumns.length - 1), value, (one, at, other) => {
      const column = sealedColumns[at] ?? 'id'
      fc.pre(one[column] !== other)
      expect(canonicalEntry({ ...one, [column]: other })).not.toBe(canonicalEntry(one))
    }),
  )
  fc.assert(
    fc.property(entry, fc.nat(sealedColumns.length - 2), (one, at) => {
      const [a, b] = [sealedColumns[at] ?? 'id', sealedColumns[at + 1] ?? 'at']
      fc.pre(one[a] !== one[b])
      expect(canonicalEntry({ ...one, [a]: one[b], [b]: one[a] })).not.toBe(canonicalEntry(one))
    }),
  )
  const none = Object.fromEntries(sealedColumns.map((column) => [column, null])) as SealedEntry
  expect(canonicalEntry({ ...none, before: '' })).not.toBe(canonicalEntry(none))
  expect(canonicalEntry({ ...none, before: 'null' })).not.toBe(canonicalEntry(none))
})

test('every part of a seal’s header is hashed', { meta: { shows: ['issue 3.7'] } }, () => {
  const head = {
    organization_id: 'o',
    number: '7',
    previous_hash: 'p',
    entry_count: 3,
    first_id: '11',
    last_id: '15',
    sealed_at: 't',
  }
  for (const [name, other] of Object.entries({ ...head, entry_count: '4' }))
    expect(canonicalHead({ ...head, [name]: `${other}x` }), name).not.toBe(canonicalHead(head))
})

test('an anchor parses as it was written; a truncated line doesn’t parse', { meta: { shows: ['issue 3.7'] } }, () => {
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/)
  const anchors = fc.record({
    organization_id: fc.uuid(),
    number: fc.bigInt({ min: 1n, max: 10n ** 17n }).map(String),
    hash: hex,
    entry_count: fc.integer({ min: 1, max: 5000 }),
    sealed_at: fc.constant('2027-01-05T12:00:00.123456Z'),
  })
  fc.assert(
    fc.property(anchors, fc.nat(), (anchor, cut) => {
      const line = anchorText(anchor)
      expect(readAnchor(line)).toEqual(anchor)
      const torn = line.slice(0, cut % (line.length - 28))
      expect(readAnchor(torn)).toBe(null)
    }),
  )
})

test('the alarm fires only when the same entry stays unsealed for more than a minute', {
  meta: { shows: ['issue 3.7'] },
}, () => {
  const first = watchUnsealed(null, '5', 1000)
  expect(isLate(first, 1000 + ALARM_AFTER_MS)).toBe(false)
  expect(isLate(watchUnsealed(first, '5', 40_000), 1001 + ALARM_AFTER_MS)).toBe(true)
  // A different entry is waiting now: the clock restarts.
  expect(isLate(watchUnsealed(first, '6', 40_000), 1001 + ALARM_AFTER_MS)).toBe(false)
  expect(watchUnsealed(first, null, 40_000)).toBe(null)
})

test('compares before and after field by field: changed fields first, and a created row lists what it holds', {
  meta: { shows: ['issue 3.7'] },
}, () => {
  const before = { id: 'x', rank: 'Officer', unit: null, name: 'A', version: 1 }
  const after = { id: 'x', rank: 'Sergeant', unit: null, name: 'A', version: 2 }
  expect(compare(before, after)).toEqual([
    { field: 'rank', before: 'Officer', after: 'Sergeant', changed: true },
    { field: 'name', before: 'A', after: 'A', changed: false },
    { field: 'unit', before: null, after: null, changed: false },
  ])
  expect(compare(null, after).map(({ field, changed }) => [field, changed])).toEqual([
    ['name', true],
    ['rank', true],
    ['unit', false],
  ])
  expect(compare({ a: { b: [1] } }, { a: { b: [1] } })[0]?.changed).toBe(false)
})

test('an object links to the page that shows it', { meta: { shows: ['issue 3.7'] } }, () => {
  const of = (thing_type: string, thing_id: string | null, assignment_id: string | null = null) =>
    placeOf({ thing_type, thing_id, assignment_id })
  expect(of('officers', 'o')).toBe('/admin/officers/o')
  expect(of('officer_assignments', 's', 'a')).toBe('/admin/assignments/a')
  expect(of('assignments', 'a', 'a')).toBe('/admin/assignments/a')
  expect(of('assignments', 'gone')).toBe(null)
  expect(of('faq_entries', 'f')).toBe('/admin/faq')
  expect(of('sessions', 's')).toBe(null)
})

test('a call or column without its own wording is still readable', { meta: { shows: ['issue 3.7'] } }, () => {
  expect(actionWord('signups.approve')).toBe('Request approved')
  expect(actionWord('gate_passes.hand_out')).toBe('Hand out gate passes')
  expect(thingWord('gate_passes')).toBe('Gate passes')
  expect([fieldWord('starts_at'), fieldWord('decided_at'), fieldWord('badge_number')]).toEqual([
    'Start',
    'Decided',
    'Badge number',
  ])
})

test('an entry repeats the one above if it says the same in the same instant', () => {
  const entry = (id: string, at: string, said: string) => ({ id, at, said })
  const rows = [
    entry('a', '1', 'x'),
    entry('b', '1', 'x'),
    entry('c', '1', 'y'),
    entry('d', '2', 'y'),
    entry('e', '2', 'y'),
  ]
  expect([...repeatsIn(rows, ({ said }) => said)]).toEqual(['b', 'e'])
  expect(repeatsIn([], () => '').size).toBe(0)
})
