import { expect, test } from 'vitest'
import { actions, mayDo, needsReason, refuseTrial, stateAfter, type TrialState, trialStates } from './rules.ts'

const at = (state: TrialState, trial_organization_id: string | null = null) => ({ state, trial_organization_id })

test('[issue 4.2] [issue 4.2 worked] the states as ordered, and what leads from one to the next', () => {
  expect(trialStates).toEqual(['new', 'contacted', 'trial_started', 'won', 'lost'])
  const ways = trialStates.map((state) => [state, mayDo(at(state)).map((action) => stateAfter(at(state), action))])
  expect(Object.fromEntries(ways)).toEqual({
    new: ['contacted', 'trial_started', 'lost'],
    contacted: ['trial_started', 'won', 'lost'],
    trial_started: ['won', 'lost'],
    won: ['contacted'],
    lost: ['contacted'],
  })
})

test('[issue 4.2] what is opened again stands where it stood: with its trial, or without', () => {
  expect(stateAfter(at('lost', 'o'), 'reopen')).toBe('trial_started')
  expect(stateAfter(at('won'), 'reopen')).toBe('contacted')
})

test('[issue 4.2] won and lost need their reason, nothing else does', () => {
  expect(actions.filter(needsReason)).toEqual(['win', 'lose'])
})

test('[issue 4.2] a trial starts once, from what is new or contacted', () => {
  expect(trialStates.filter((state) => refuseTrial(at(state)) === null)).toEqual(['new', 'contacted'])
  for (const state of trialStates) expect(refuseTrial(at(state, 'o')), state).toBe('trial_started_already')
})
