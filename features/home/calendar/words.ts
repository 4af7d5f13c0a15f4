import type { SignupStatus } from '#features/shifts/signups/rules.ts'

/** Before the title of a shift that is not certain: many calendars show the title and nothing else. */
const states: Partial<Readonly<Record<SignupStatus, string>>> = {
  interested: 'Applied',
  pending_approval: 'Requested',
  waitlisted: 'Waitlist',
  offered: 'Offer',
}

/** `Stadium detail`, `Requested: Stadium detail`, `Canceled: Stadium detail` */
export const summaryOf = (title: string, status: SignupStatus, canceled: boolean): string => {
  const state = canceled ? 'Canceled' : states[status]
  return state ? `${state}: ${title}` : title
}

/** What the state means for the officer; null where the shift is certain. */
export const meaningOf = (status: SignupStatus, canceled: boolean): string | null => {
  if (canceled) return "You're no longer on this shift."
  if (status === 'offered') return 'This shift is offered to you. Accept or decline it in Watchbill.'
  if (status === 'waitlisted') return "You're on the waitlist. This isn't your shift yet."
  if (status === 'calloff_requested') return "You asked to call off. You stay responsible until it's approved."
  return states[status] ? "Your request is pending. This isn't your shift yet." : null
}

export const tourSummary = (platoon: string | undefined): string => (platoon ? `Tour: ${platoon}` : 'Tour')

export const calendarName = (department: string): string => `Shifts, ${department}`
