import type { AcceptedShift } from '#features/shifts/swaps/client.accepted.ts'
import { paths } from '#platform/shared/paths.ts'
import { plusDays, type WallDate } from '#platform/shared/time.ts'
import { dayAndClock } from '#platform/web/time.ts'
import type { Tone } from '#platform/web/ui/badge.tsx'
import { attendanceBadge, ownSignupBadge, signupBadge, workBadge } from '#platform/web/ui/status.ts'
import { columnOf, type Place, placeOf } from './rules.ts'

export type OwnEntry = {
  kind: 'shift' | 'tour' | 'leave' | 'leave_request'
  /** Of a sign-up; `agreed` and `answered` of a swap that the officer accepted, and that an admin or the colleague decides. */
  status: string | null
  ordered: boolean
  /** The state of its record; absent or null before check-in. */
  attendance?: keyof typeof attendanceBadge | null | undefined
  assignment_id: string | null
  starts_at: string
  ends_at: string
  expires_at?: string | null | undefined
}

/** A shift accepted from a colleague, as an entry of the week; it isn't the officer's yet. */
export const acceptedEntry = ({ state, starts_at, ends_at, ...one }: AcceptedShift, zone: string) => ({
  ...placeOf({ starts_at, ends_at }, zone),
  ...{ kind: 'shift' as const, status: state, ordered: false, signup_id: null, starts_at, ends_at },
  ...{ title: one.title, assignment_id: one.assignment_id, location_name: one.location_name },
})

export type OwnState = { words: string; tone: Tone; to: string | null }

const isSignupStatus = (status: string | null): status is keyof typeof signupBadge =>
  status !== null && status in signupBadge

const history = (words: string, tone: Tone = 'plain'): OwnState => ({ words, tone, to: paths.officerHistory() })

/** The color of a shift's state: that of its badge elsewhere. */
export const ownTone = (entry: OwnEntry, now: number): Tone => {
  const { kind, status } = entry
  if (kind === 'shift' && status !== null && status in swapWords) return signupBadge.pending_approval.tone
  if (kind !== 'shift' || !isSignupStatus(status)) return 'plain'
  return entry.attendance === 'open' ? workBadge.on_duty.tone : ownSignupBadge({ ...entry, status }, now).tone
}

/** Of a spot that the officer had: on duty, worked with the state of the record, or over without one. */
const workedState = (entry: OwnEntry, now: number, jobs: string | null): OwnState | null => {
  const { status, attendance, ends_at } = entry
  if (status === 'no_show') return history('No-show', ownTone(entry, now))
  if (status === 'worked') return history('Worked · Approved')
  if (attendance === 'open') return { words: 'On duty', tone: ownTone(entry, now), to: jobs }
  if (attendance) {
    // Exported hours are approved ones.
    const { word } = attendanceBadge[attendance === 'locked' ? 'approved' : attendance]
    return history(`Worked · ${word}`, attendance === 'returned' ? attendanceBadge.returned.tone : 'plain')
  }
  return Date.parse(ends_at) <= now ? history('Ended · No check-in', 'warn') : null
}

/** Who decides about a swap that the officer accepted. */
const swapWords: Readonly<Record<string, string>> = {
  agreed: 'Accepted · Waiting for an admin',
  answered: 'Offered in exchange · Waiting for a colleague',
}

/** Of a spot that the officer doesn't have yet. */
const askedWords = ({ status, expires_at, starts_at }: OwnEntry, zone: string, now: number): string | null => {
  if (status === 'offered') return expires_at ? `Offer · yours until ${dayAndClock(expires_at, zone, now)}` : 'Offer'
  if (status === 'pending_approval') return 'Requested'
  if (status === 'interested') return 'Applied'
  if (status !== null && status in swapWords) return swapWords[status] ?? null
  if (status === 'waitlisted') return Date.parse(starts_at) <= now ? 'Not selected' : 'Waitlist'
  return null
}

/** The state in words, and a link to the available action. */
export const ownState = (entry: OwnEntry, zone: string, now: number): OwnState => {
  const { kind, status } = entry
  const jobs = entry.assignment_id ? paths.officerAssignments(entry.assignment_id) : null
  if (kind === 'leave_request') return { words: '', tone: 'plain', to: paths.officerLeave() }
  if (kind !== 'shift') return { words: '', tone: 'plain', to: null }
  const tone = ownTone(entry, now)
  const asked = askedWords(entry, zone, now)
  if (asked) return { words: asked, tone, to: jobs }
  const worked = workedState(entry, now, jobs)
  if (worked) return worked
  if (status === 'calloff_requested') return { words: 'Call-off requested', tone, to: jobs }
  // Check-in, call-off and the order's acknowledgment are on the page of the shift.
  if (entry.ordered) return { words: 'Ordered in', tone, to: jobs }
  return { words: 'Confirmed', tone, to: jobs }
}

/** Nothing of it is to come. */
const isOver = (entry: OwnEntry, now: number): boolean => Date.parse(entry.ends_at) <= now

export type OwnDay<Entry> = { date: WallDate; entries: Entry[] }

/**
 * The days with an entry, and the chosen one: those before today on which everything is over, and the others. A night that began yesterday
 * and still runs is among the others; of a week in the past, all are.
 */
export const daysOf = <Entry extends OwnEntry & Place>(
  entries: readonly Entry[],
  {
    from,
    days,
    today,
    now,
    chosen,
  }: { from: WallDate; days: number; today: WallDate; now: number; chosen: WallDate | null },
): { earlier: OwnDay<Entry>[]; shown: OwnDay<Entry>[] } => {
  const all = Array.from({ length: days }, (_, n) => plusDays(from, n)).flatMap((date) => {
    const on = entries.filter((one) => columnOf(one, date, 1) !== null)
    return on.length > 0 || date === chosen ? [{ date, entries: on }] : []
  })
  const current = from <= today && today < plusDays(from, days)
  const past = ({ date, entries: on }: OwnDay<Entry>) => current && date < today && on.every((one) => isOver(one, now))
  return { earlier: all.filter(past), shown: all.filter((day) => !past(day)) }
}
