import { describe, expect, it } from 'vitest'
import { isoInstant } from '#platform/shared/time.ts'
import { afterRefusal, isExpired, type SwapFacts, swapMay, swapStates } from './rules.ts'

const at = (hour: number) => isoInstant(Date.UTC(2026, 10, 21, hour))
const facts = (over: Partial<SwapFacts> = {}): SwapFacts => ({
  kind: 'swap',
  state: 'open',
  officer_id: 'giver',
  to_officer_id: null,
  taker_id: null,
  starts_at: at(20),
  counter_starts_at: null,
  ...over,
})
const by = (officer_id: string, admin = false) => ({ officer_id, admin })

describe('allowed actions', { meta: { shows: ['issue 5.4 swaps'] } }, () => {
  it('follow from state, side and clock', () => {
    expect(swapMay(facts(), by('anybody'), at(19))).toEqual(['take'])
    expect(swapMay(facts({ to_officer_id: 'one' }), by('one'), at(19))).toEqual(['take', 'refuse'])
    expect(swapMay(facts({ to_officer_id: 'one' }), by('anybody'), at(19))).toEqual([])
    expect(swapMay(facts(), by('giver'), at(19))).toEqual(['withdraw'])
    const answered = facts({ state: 'answered', taker_id: 'taker', counter_starts_at: at(18) })
    expect(swapMay(answered, by('giver'), at(17))).toEqual(['agree', 'refuse', 'withdraw'])
    expect(swapMay(answered, by('taker'), at(17))).toEqual(['refuse'])
    const agreed = { ...answered, state: 'agreed' as const }
    expect(swapMay(agreed, by('admin', true), at(17))).toEqual(['decide'])
    expect(swapMay(agreed, by('taker', true), at(17))).toEqual(['refuse'])
    expect(swapMay(agreed, by('giver', true), at(17))).toEqual(['withdraw'])
  })
  it('are none once it is settled or either shift has begun', () => {
    for (const state of swapStates.filter((one) => !['open', 'answered', 'agreed'].includes(one)))
      for (const who of ['giver', 'taker', 'one'])
        expect(swapMay(facts({ state, taker_id: 'taker' }), by(who, true), at(1))).toEqual([])
    expect([isExpired(facts(), at(19)), isExpired(facts(), at(20))]).toEqual([false, true])
    const early = facts({ state: 'answered', taker_id: 'taker', counter_starts_at: at(18) })
    expect(isExpired(early, at(18))).toBe(true)
    expect(swapMay(early, by('giver'), at(18))).toEqual([])
  })
  it('denying a swap offered to everyone reopens it to the others', () => {
    expect(afterRefusal(facts({ state: 'answered' }))).toBe('open')
    expect(afterRefusal(facts({ state: 'answered', to_officer_id: 'one' }))).toBe('refused')
    expect(afterRefusal(facts({ to_officer_id: 'one' }))).toBe('refused')
  })
})
