import type { TrialAction, TrialState } from './rules.trial.ts'

export const trialStateWords: Readonly<Record<TrialState, string>> = {
  new: 'New',
  contacted: 'Contacted',
  trial_started: 'Trial started',
  won: 'Won',
  lost: 'Lost',
}

export const trialActionWords: Readonly<Record<TrialAction, string>> = {
  contact: 'Mark as contacted',
  start_trial: 'Start trial',
  win: 'Mark as won',
  lose: 'Mark as lost',
  reopen: 'Reopen',
}
