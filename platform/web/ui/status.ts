import BadgeCheck from 'lucide-react/icons/badge-check'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarX from 'lucide-react/icons/calendar-x'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleDot from 'lucide-react/icons/circle-dot'
import CircleMinus from 'lucide-react/icons/circle-minus'
import CirclePlay from 'lucide-react/icons/circle-play'
import CircleSlash from 'lucide-react/icons/circle-slash'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Copy from 'lucide-react/icons/copy'
import Hand from 'lucide-react/icons/hand'
import Hourglass from 'lucide-react/icons/hourglass'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Lock from 'lucide-react/icons/lock'
import MailOpen from 'lucide-react/icons/mail-open'
import MapPinOff from 'lucide-react/icons/map-pin-off'
import MapPinned from 'lucide-react/icons/map-pinned'
import Megaphone from 'lucide-react/icons/megaphone'
import Repeat from 'lucide-react/icons/repeat'
import TimerOff from 'lucide-react/icons/timer-off'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo from 'lucide-react/icons/undo-2'
import UserCheck from 'lucide-react/icons/user-check'
import UserMinus from 'lucide-react/icons/user-minus'
import UserX from 'lucide-react/icons/user-x'
import UsersRound from 'lucide-react/icons/users-round'
import type { StatusLook, Tone } from './badge.tsx'

/** The only vocabulary for states. Keys are the domain's words; all user-facing words for them are here. */

const look = (word: string, tone: Tone, icon: StatusLook['icon']): StatusLook => ({ word, tone, icon })

export const phaseBadge = {
  draft: look('Draft', 'plain', CircleDashed),
  scheduled: look('Scheduled', 'hold', CalendarClock),
  announced: look('Announced', 'hold', Clock),
  open: look('Open', 'info', CircleDot),
  filled: look('Filled', 'ok', UsersRound),
  window_closed: look('Sign-up closed', 'warn', TimerOff),
  in_progress: look('In progress', 'live', CirclePlay),
  completed: look('Completed', 'plain', CircleCheck),
  closed: look('Closed', 'plain', Lock),
  cancelled: look('Canceled', 'bad', CircleSlash),
} as const satisfies Record<string, StatusLook>

/** Shown in addition to a phase, never instead of one. */
export const unfilledBadge = look('Unfilled', 'bad', TriangleAlert)

export const signupBadge = {
  interested: look('Applied', 'info', Hand),
  pending_approval: look('Pending approval', 'warn', Hourglass),
  waitlisted: look('Waitlisted', 'hold', ListOrdered),
  offered: look('Offered', 'info', MailOpen),
  confirmed: look('Confirmed', 'ok', CircleCheck),
  calloff_requested: look('Call-off requested', 'warn', CircleAlert),
  withdrawn: look('Withdrawn', 'plain', Undo),
  called_off: look('Called off', 'plain', CircleMinus),
  released: look('Removed', 'plain', UserMinus),
  replaced: look('Replaced', 'plain', Repeat),
  passed: look('Awarded to another officer', 'plain', UsersRound),
  rejected: look('Denied', 'bad', CircleX),
  offer_declined: look('Offer declined', 'plain', CircleX),
  offer_expired: look('Offer expired', 'plain', TimerOff),
  cancelled_by_dept: look('Canceled by department', 'bad', CircleSlash),
  cancelled_by_client: look('Canceled by client', 'bad', CalendarX),
  no_show: look('No-show', 'bad', UserX),
  worked: look('Worked', 'ok', BadgeCheck),
} as const satisfies Record<string, StatusLook>

/** A confirmed shift the officer was ordered in for and did not request. */
const orderedBadge = look('Ordered in', 'hold', Megaphone)

/** A waitlist ends when its shift starts; the database keeps the status. */
const notSelectedBadge = look('Not selected', 'plain', CircleMinus)

type OwnSignup = { status: keyof typeof signupBadge; ordered: boolean; starts_at: string }

/** The badge for an officer's own sign-up. */
export const ownSignupBadge = ({ status, ordered, starts_at }: OwnSignup, now: number): StatusLook =>
  status === 'waitlisted' && Date.parse(starts_at) <= now
    ? notSelectedBadge
    : ordered && status === 'confirmed'
      ? orderedBadge
      : signupBadge[status]

/** Hours handed in and not decided. Officers and admins read the same word for it everywhere. */
const awaiting = look('Awaiting approval', 'hold', Hourglass)

/** The badge on a roster. `waits`: it was worked, and its hours wait to be approved. */
export const rosterBadge = (row: OwnSignup & { waits: boolean }, now: number): StatusLook =>
  row.status === 'confirmed' && row.waits ? awaiting : ownSignupBadge(row, now)

export const attendanceBadge = {
  open: look('Checked in', 'live', CirclePlay),
  submitted: awaiting,
  approved: look('Approved', 'ok', CircleCheck),
  returned: look('Returned', 'warn', Undo),
  locked: look('Locked', 'plain', Lock),
} as const satisfies Record<string, StatusLook>

/** `4 h awaiting approval`, in a line of text. */
export const awaitingWords = (hours: string): string => `${hours} ${awaiting.word.toLowerCase()}`

/** The officer's own shift today, after check-in. */
export const workBadge = {
  on_duty: look('On duty', 'live', CirclePlay),
  checked_out: look('Checked out', 'plain', CircleCheck),
} as const satisfies Record<string, StatusLook>

export const attendanceFlagBadge = {
  late_in: look('Late in', 'warn', Clock),
  early_in: look('Early in', 'plain', Clock),
  early_out: look('Early out', 'warn', Clock),
  late_out: look('Late out', 'plain', Clock),
  missed_in: look('Missed check-in', 'bad', TriangleAlert),
  missed_out: look('Missed check-out', 'bad', TriangleAlert),
  sent_late: look('Sent late', 'warn', Hourglass),
  off_site: look('Off site', 'bad', MapPinOff),
  low_accuracy: look('Location not verified', 'warn', MapPinned),
  clock_skew: look('Device clock off', 'warn', TimerOff),
  overlaps_other_work: look('Overlaps other work', 'bad', Copy),
  gap: look('Off duty in between', 'warn', Clock),
  same_fix: look('Identical location', 'bad', MapPinned),
  impossible_speed: look('Impossible travel', 'bad', MapPinned),
  correction_asked: look('Correction requested', 'warn', Undo),
} as const satisfies Record<string, StatusLook>

export const extraTimeBadge = {
  pending: look('Pending', 'warn', Hourglass),
  approved: look('Approved', 'ok', CircleCheck),
  denied: look('Denied', 'bad', CircleX),
  returned: look('Returned', 'warn', Undo),
  withdrawn: look('Withdrawn', 'plain', CircleMinus),
  expired: look('Expired', 'plain', TimerOff),
  locked: look('Locked', 'plain', Lock),
} as const satisfies Record<string, StatusLook>

export const leaveRequestBadge = {
  pending: look('Pending', 'warn', Hourglass),
  approved: look('Approved', 'ok', CircleCheck),
  denied: look('Denied', 'bad', CircleX),
  withdrawn: look('Withdrawn', 'plain', CircleMinus),
  removed: look('Deleted', 'plain', CircleMinus),
} as const satisfies Record<string, StatusLook>

export const certificationBadge = {
  valid: look('Valid', 'ok', BadgeCheck),
  expiring: look('Expires soon', 'warn', TimerOff),
  expired: look('Expired', 'bad', CircleX),
  replaced: look('Renewed', 'plain', Repeat),
} as const satisfies Record<string, StatusLook>

export const officerBadge = {
  approved: look('Active', 'ok', UserCheck),
  pending: look('Waiting for approval', 'warn', Hourglass),
  rejected: look('Denied', 'bad', UserX),
  suspended: look('Suspended', 'bad', CircleSlash),
  left: look('Former', 'plain', UserMinus),
} as const satisfies Record<string, StatusLook>
