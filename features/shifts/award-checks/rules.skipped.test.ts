import { expect, it } from 'vitest'
import { type PlaceHeld, type Ranking, skippedOn } from './rules.skipped.ts'

const place = (officer_id: string, over: Partial<PlaceHeld> = {}): PlaceHeld => ({
  ...{
    signup_id: `s-${officer_id}`,
    officer_id,
    given_at: '2027-01-02T00:00:00Z',
    source: 'award',
    by: null,
    reason: null,
  },
  ...over,
})
/** In rank order: `+` has the spot, `-` is not eligible. */
const round = (lines: readonly string[], over: Partial<Ranking> = {}): Ranking => ({
  ...{ round_id: 'r', at: '2027-01-01T00:00:00Z', by: null, reason: null },
  lines: lines.map((line, at) => ({
    officer_id: line.replace(/[+-]/, ''),
    rank: at + 1,
    outcome: line.endsWith('+') ? 'awarded' : line.endsWith('-') ? 'ineligible' : 'waitlisted',
  })),
  ...over,
})
const pairs = (held: PlaceHeld[], rankings: Ranking[], waiting: string[]) =>
  skippedOn(held, rankings, new Set(waiting)).map((one) => `${one.officer_id} for ${one.instead_id}`)

it('counts an officer ranked higher and still waiting as skipped, but not one who left or is ineligible', {
  meta: { shows: ['issue 5.3 bypass'] },
}, () => {
  expect(pairs([place('c')], [round(['a', 'b', 'c+'])], ['a', 'b'])).toEqual(['a for c'])
  expect(pairs([place('c')], [round(['a', 'b', 'c+'])], ['b'])).toEqual(['b for c'])
  expect(pairs([place('c')], [round(['a', 'b', 'c+'])], [])).toEqual([])
  expect(pairs([place('c')], [round(['a-', 'c+', 'b'])], ['a', 'b'])).toEqual([])
})

it('one spot skips one officer, and a spot filled outside the list skips no one', {
  meta: { shows: ['issue 5.3 bypass'] },
}, () => {
  const twice = [place('c'), place('d', { given_at: '2027-01-03T00:00:00Z' })]
  expect(pairs(twice, [round(['a', 'b', 'c+', 'd+'])], ['a', 'b'])).toEqual(['a for c', 'b for d'])
  expect(pairs(twice, [round(['a', 'c+', 'd+'])], ['a'])).toEqual(['a for c'])
  for (const source of ['swap', 'order', 'sign_up'])
    expect(pairs([place('c', { source })], [round(['a', 'b+'])], ['a'])).toEqual([])
})

it('a spot given without a ranking is checked against the last one before it', {
  meta: { shows: ['issue 5.3 bypass'] },
}, () => {
  const early = round(['a', 'b'], { round_id: 'first' })
  const late = round(['b', 'a'], { round_id: 'later', at: '2027-01-05T00:00:00Z' })
  const given = place('x', { source: 'assignment', by: 'chief', reason: 'Asked for' })
  expect(skippedOn([given], [late, early], new Set(['a', 'b']))).toMatchObject([
    { round_id: 'first', officer_id: 'a', instead_id: 'x', by: 'chief', reason: 'Asked for' },
  ])
  expect(skippedOn([given], [late], new Set(['a', 'b']))).toEqual([])
})
