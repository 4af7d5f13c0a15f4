import { expect, it } from 'vitest'
import { differencesOf, type MadeAgain, type Receipt, type Result, type Stored } from './rules.replay.ts'

const result = (officer_id: string, rank: number): Result => ({
  ...{ officer_id, rank, of: 2, values: {} as Result['values'], decided_by: null, reasons: [] },
  outcome: rank === 1 ? 'awarded' : 'passed',
})
const results = [result('a', 1), result('b', 2)]
const hashed = { rule: { method: 'draw' }, inputs_hash: 'i', result_hash: 'r', seed: 's', commitment: 'c' }
const won = { rank: 1 }
const again: MadeAgain = { ...hashed, results, won, others: null }
const receipt = (at: number, over: Partial<Receipt> = {}): Receipt => ({
  ...{ ...(results[at] as Result), won, others: null, signup_id: `${at}`, ...over },
})
const stored = (over: Partial<Stored> = {}): Stored => ({ ...hashed, receipts: [receipt(0), receipt(1)], ...over })

it('a replay of the same round has no differences, whatever the order of its fields', {
  meta: { shows: ['issue 5.3 replay'] },
}, () => {
  expect(differencesOf(stored(), again)).toEqual([])
  expect(differencesOf(stored({ rule: { a: 1, b: 2 } }), { ...again, rule: { b: 2, a: 1 } })).toEqual([])
  // Without a draw there is no seed that a published hash could match.
  const undrawn = { seed: null, commitment: null }
  expect(differencesOf(stored({ ...undrawn, commitment: 'c' }), { ...again, ...undrawn })).toEqual([])
})

it.each<[Partial<Stored>, string]>([
  [{ inputs_hash: 'x' }, "the inputs don't match their hash"],
  [{ rule: { method: 'badge' } }, "the rule doesn't match the inputs"],
  [{ seed: 'x' }, "the seed doesn't match the inputs"],
  [{ commitment: 'x' }, "the seed doesn't match the published hash"],
  [{ result_hash: 'x' }, "the result doesn't match its hash"],
  [{ receipts: [receipt(0), receipt(1, { outcome: 'awarded' })] }, "number 2 doesn't match the receipt"],
  [{ receipts: [receipt(0), receipt(1), receipt(1)] }, '3 receipts, but 2 officers were ranked'],
  [{ receipts: [receipt(0), receipt(1, { won: null })] }, "the winning values don't match a receipt"],
  [{ receipts: [receipt(0), receipt(1, { others: [] })] }, 'the other applicants differ between receipts'],
  [
    { receipts: [receipt(0, { others: [] }), receipt(1, { others: [] })] },
    "the other applicants on a receipt don't match those compared",
  ],
])('names what was tampered with: %j', { meta: { shows: ['issue 5.3 replay'] } }, (over, words) => {
  expect(differencesOf(stored(over), again)).toEqual([words])
})
