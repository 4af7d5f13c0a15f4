import { daysBetween, type WallDate } from '#platform/shared/time.ts'

export const leaveRequestStates = ['pending', 'approved', 'denied', 'withdrawn'] as const
/** `removed`: approved, and an admin deleted the leave afterward. */
export const shownRequestStates = [...leaveRequestStates, 'removed'] as const

export const denyReasons = ['coverage', 'others_away', 'blackout', 'balance', 'notice', 'other'] as const
export type DenyReason = (typeof denyReasons)[number]

/** How far back leave can be requested (sick days reported afterward), how far ahead, and the longest, in days. */
const ASK_BACK_DAYS = 30
const ASK_AHEAD_DAYS = 730
const ASK_MOST_DAYS = 366

/** Why these days cannot be requested, by field, or null. `today` is the department's date. */
export function refuseDays(
  { first_day, last_day }: { first_day: WallDate; last_day: WallDate },
  today: WallDate,
): { field: 'first_day' | 'last_day'; message: string } | null {
  if (daysBetween(first_day, today) > ASK_BACK_DAYS)
    return {
      field: 'first_day',
      message: `Leave can't start more than ${ASK_BACK_DAYS} days ago. For earlier leave, ask an admin.`,
    }
  if (daysBetween(today, first_day) > ASK_AHEAD_DAYS)
    return { field: 'first_day', message: "Leave can't start more than 2 years from today." }
  if (daysBetween(first_day, last_day) >= ASK_MOST_DAYS)
    return {
      field: 'last_day',
      message: `Leave can last at most ${ASK_MOST_DAYS} days. For longer leave, ask an admin.`,
    }
  return null
}
