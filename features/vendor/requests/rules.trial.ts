/** The vendor's progress on a visitor's request; the specification's `status` is derived from it. */
export const trialStates = ['new', 'contacted', 'trial_started', 'won', 'lost'] as const
export type TrialState = (typeof trialStates)[number]

export const actions = ['contact', 'start_trial', 'win', 'lose', 'reopen'] as const
export type TrialAction = (typeof actions)[number]

export type Worked = { state: TrialState; trial_organization_id: string | null }

const allowed: Readonly<Record<TrialAction, readonly TrialState[]>> = {
  contact: ['new'],
  start_trial: ['new', 'contacted'],
  win: ['contacted', 'trial_started'],
  lose: ['new', 'contacted', 'trial_started'],
  reopen: ['won', 'lost'],
}

export const mayDo = (it: Worked): TrialAction[] => actions.filter((action) => allowed[action].includes(it.state))

/** The state after the action: a reopened request returns to its earlier state, with or without a trial. */
export const stateAfter = (it: Worked, action: TrialAction): TrialState => {
  if (action === 'start_trial') return 'trial_started'
  if (action === 'win') return 'won'
  if (action === 'lose') return 'lost'
  return it.trial_organization_id === null ? 'contacted' : 'trial_started'
}

/** Both outcomes are stored with a reason. */
export const needsReason = (action: TrialAction): boolean => action === 'win' || action === 'lose'

/** Still open: the list shows these by default. */
export const openStates = ['new', 'contacted', 'trial_started'] as const satisfies readonly TrialState[]

export const NOTE_MOST = 2000
export const REASON_MOST = 500

/** Why a trial cannot be started from it now, or null; used for the button and for the loser of a race. */
export const refuseTrial = (it: Worked): 'trial_started_already' | 'wrong_state' | null => {
  if (it.trial_organization_id !== null) return 'trial_started_already'
  return allowed.start_trial.includes(it.state) ? null : 'wrong_state'
}
