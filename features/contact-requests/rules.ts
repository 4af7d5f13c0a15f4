/** A department's next request of the same kind is taken so many hours after the last: the vendor has that one. */
export const QUIET_HOURS = 24
export const MESSAGE_MAX = 1000
/** A notification and its mail hold as much. */
export const ANSWER_MAX = 1000

export const contactStates = ['new', 'in_progress', 'answered', 'closed'] as const
export type ContactState = (typeof contactStates)[number]
export const contactActions = ['take', 'answer', 'close', 'reopen'] as const
export type ContactAction = (typeof contactActions)[number]

/** What an action makes of a request in this state; null where it makes nothing of it. */
export const contactAfter = (state: ContactState, action: ContactAction): ContactState | null => {
  if (action === 'take') return state === 'new' ? 'in_progress' : null
  if (action === 'reopen') return state === 'closed' ? 'in_progress' : null
  if (state === 'closed') return null
  return action === 'answer' ? 'answered' : 'closed'
}
