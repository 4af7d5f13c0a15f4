// Lists of statuses that stores and rules of several areas use. Each status is explained where it is decided.

/** Sign-ups that an admin approves or denies, and to which an undo returns them. Applicants for an award are not: its rule decides. */
export const approvableStatuses = ['pending_approval', 'waitlisted'] as const
/** Sign-ups that wait for a decision. */
export const undecidedStatuses = ['interested', ...approvableStatuses] as const
/** Sign-ups that wait for an admin: a request, and a request to be let go. */
export const askingStatuses = ['pending_approval', 'calloff_requested'] as const
/** Sign-ups that may still come to a spot: an offer counts until it expires. */
export const seekingStatuses = [...undecidedStatuses, 'offered'] as const
/** Sign-ups that hold a spot which is still to be worked; `calloff_requested` is responsible until replaced. */
export const aheadStatuses = ['confirmed', 'calloff_requested'] as const
/** Live: the sign-up is still active. At most one per officer and assignment. */
export const liveStatuses = [...seekingStatuses, ...aheadStatuses] as const
/** Counted as confirmed: they fill the assignment and may not overlap. */
export const confirmedStatuses = [...aheadStatuses, 'worked'] as const
/** Had the spot when the shift began: the no-show too. */
export const atStartStatuses = [...confirmedStatuses, 'no_show'] as const

/** Sign-ups with something to show on the shift: live, or there when it began. */
export const currentStatuses = [...liveStatuses, 'worked', 'no_show'] as const

/** Shifts that took or take place: neither drafts nor cancelled. */
export const postedStatuses = ['published', 'closed'] as const

/** Hours that are approved, attendance and extra time alike; locked ones are exported as well. */
export const approvedStates = ['approved', 'locked'] as const
/** Attendance that waits for an admin or its officer. */
export const handedInStates = ['submitted', 'returned'] as const

/** Organizations whose people come in. */
export const servedStates = ['active', 'closing'] as const
/** Organizations that are there: neither erased nor the vendor's own. */
export const presentStates = ['active', 'suspended', 'closing'] as const
