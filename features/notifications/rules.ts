import { type Instant, ms } from '#platform/shared/time.ts'

/** What a notification is about; the screen takes its icon and its link from it. */
export const notificationTypes = [
  'signup_waiting',
  'signup_approved',
  'signup_rejected',
  'signup_released',
  'signup_assigned',
  'calloff',
  'calloff_requested',
  'calloff_accepted',
  'calloff_refused',
  'assignment_posted',
  'assignment_changed',
  'assignment_cancelled',
  'assignment_unfilled',
  'attendance_submitted',
  'attendance_approved',
  'attendance_returned',
  'attendance_closed',
  'no_show',
  'extra_time',
  'officer_registered',
  'account_locked',
  'import_done',
  'general',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** Specification section 9. */
export const NOTIFICATIONS_SHOWN = 15
export const READ_KEPT_DAYS = 7
/** Above it the bell reads `9+`. */
export const BELL_CAP = 9

/** Whether it is still shown: unread, or read within the last 7 days. */
export const isShown = (n: { read: boolean; read_at: Instant | null }, now: Instant): boolean =>
  !n.read || (n.read_at !== null && ms(now) - ms(n.read_at) < READ_KEPT_DAYS * 86_400_000)
