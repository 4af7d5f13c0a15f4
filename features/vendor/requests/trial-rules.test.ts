import { expect, test } from 'vitest'
import { actions, mayDo, needsReason, refuseTrial, stateAfter, type TrialState, trialStates } from './rules.trial.ts'

const at = (state: TrialState, trial_organization_id: string | null = null) => ({ state, trial_organization_id })

test('states are in the required order with their allowed transitions', {
  meta: { shows: ['issue 4.2', 'issue 4.2 worked'] },
}, () => {
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

test('a reopened request returns to its earlier state, with or without a trial', {
  meta: { shows: ['issue 4.2'] },
}, () => {
  expect(stateAfter(at('lost', 'o'), 'reopen')).toBe('trial_started')
  expect(stateAfter(at('won'), 'reopen')).toBe('contacted')
})

test('only won and lost require a reason', { meta: { shows: ['issue 4.2'] } }, () => {
  expect(actions.filter(needsReason)).toEqual(['win', 'lose'])
})

test('a trial starts once, from new or contacted', { meta: { shows: ['issue 4.2'] } }, () => {
  expect(trialStates.filter((state) => refuseTrial(at(state)) === null)).toEqual(['new', 'contacted'])
  for (const state of trialStates) expect(refuseTrial(at(state, 'o')), state).toBe('trial_started_already')
})
