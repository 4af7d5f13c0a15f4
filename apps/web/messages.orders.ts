import type { Words } from '#platform/web/words.ts'

/** Words of order-ins and what leads to them. */
export const orderMessages = {
  own_prior_count: { title: 'Your own count', text: 'Another admin has to enter it or take it back.' },
  taken_back_already: { title: 'Taken back already', text: 'That entry no longer counts.' },
  own_exemption: { title: 'Your own exemption', text: 'Another admin has to decide on it.' },
  not_on_list: { title: 'Not on the list', text: 'Only an active officer of the department is on the force list.' },
  filled: { title: 'Filled', text: 'No place is left on this post. Nobody has to be asked.' },
  too_late_to_ask: {
    title: 'Too late to ask for so long',
    text: 'Volunteers must be asked before anybody is ordered, and the shift begins before that time is over. Ask for a shorter time.',
  },
  before_award: {
    title: 'Its award comes first',
    text: 'Officers may still apply for this job. Make the award, early if it must be; what is left can be ordered then.',
  },
  already_asked: { title: 'Volunteers are asked already', text: 'They are asked for this post at this moment.' },
  already_decided: { title: 'Already decided', text: 'The time for answers is over.' },
  not_eligible: { title: 'You cannot work it', text: 'Something stands against it: see the reasons beside the job.' },
  own_order: { title: 'Your own order', text: 'Another admin has to decide on it.' },
  already_cancelled: { title: 'Cancelled already', text: 'Somebody else cancelled this order just now.' },
  too_many_minimums: {
    title: 'Too many minimums',
    text: 'A department has {most} minimums at most beside those that have ended. End or change one of them.',
  },
  not_taken_back: {
    title: 'Its shift stands',
    text: 'It was not taken back, or a shift opens for it by itself already.',
  },
  steps_taken: { title: 'Steps were taken', text: 'What was done already stays in the plan as it was.' },
  paused_already: { title: 'Paused already', text: 'Somebody else paused it just now.' },
  not_paused: { title: 'Not paused', text: 'It goes on already.' },
} as const satisfies Record<string, Words>
