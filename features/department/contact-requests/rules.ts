/** Hours before a department may send another request of the same kind: the vendor already has the first. */
export const QUIET_HOURS = 24
export const MESSAGE_MAX = 1000
/** The maximum length that a notification and its email can hold. */
export const ANSWER_MAX = 1000

export const contactStates = ['new', 'in_progress', 'answered', 'closed'] as const
export type ContactState = (typeof contactStates)[number]
export const contactActions = ['take', 'answer', 'close', 'reopen'] as const
export type ContactAction = (typeof contactActions)[number]

/** The state after an action on a request; null if the action does not apply. */
export const contactAfter = (state: ContactState, action: ContactAction): ContactState | null => {
  if (action === 'take') return state === 'new' ? 'in_progress' : null
  if (action === 'reopen') return state === 'closed' ? 'in_progress' : null
  if (state === 'closed') return null
  return action === 'answer' ? 'answered' : 'closed'
}
