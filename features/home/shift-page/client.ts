import { givenWords } from '#features/shifts/eligibility/client.given.ts'
import { reasonWords } from '#features/shifts/eligibility/parts/signup-words.tsx'
import type { Reason } from '#features/shifts/eligibility/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { dayAndClock, duration } from '#platform/web/time.ts'
import type { GivenHow } from './rules.ts'

type RestDetails = { minutes: number; limit_minutes: number; title?: string; ends_at?: string }

/** `6 h of rest before this shift, after Night patrol. Your department requires 8 h.` */
const restWords = ({ minutes, limit_minutes, title, ends_at }: RestDetails, starts_at: string): string => {
  const before = ends_at === undefined || Date.parse(ends_at) <= Date.parse(starts_at)
  const other = title ? `, ${before ? 'after' : 'before'} ${title}` : ''
  return `${duration(minutes)} of rest ${before ? 'before' : 'after'} this shift${other}. Your department requires ${duration(limit_minutes)}.`
}

/** What breaks a rule on hours about an own shift, as a sentence. */
export const heldWords = (reason: Reason, zone: string, now: number, starts_at: string): string =>
  reason.code === 'rest' && reason.details
    ? restWords(reason.details, starts_at)
    : `${reasonWords({ ...reason, possible_from: null }, zone, now)}.`

type Filled = Parameters<typeof givenWords>[0] & { keeps_waitlist: boolean }
/** How a shift that can't be taken any more was given out. */
export const filledWords = (job: Filled, zone: string, now: number): string => {
  if (!job.awarded_at) return givenWords(job, zone, now)
  const left = job.keeps_waitlist
    ? 'A spot that opens later is offered to the waitlist first.'
    : 'Spots left after that: first come, first served.'
  return `Awarded ${dayAndClock(job.awarded_at, zone, now)}. ${left}`
}

type Given = { how: GivenHow; by: string | null }

/** `Assigned by Sgt. Kim`, `Given to you by A. Rivera`, `You were awarded this shift`. */
export const givenToYouWords = ({ how, by }: Given): string =>
  ({
    order: 'You were ordered in',
    swap: `Swapped with ${by ?? 'a colleague'}`,
    give_away: `Given to you by ${by ?? 'a colleague'}`,
    assigned: `Assigned by ${by ?? 'an admin'}`,
    award: 'You were awarded this shift',
    volunteered: 'You volunteered',
    offer: 'You accepted an offer',
    approved: `Your request was approved${by ? ` by ${by}` : ''}`,
    signup: 'You signed up',
  })[how]

/** The pages that list shifts. */
const lists: Readonly<Record<string, string>> = {
  [paths.officerDashboard()]: 'Dashboard',
  [paths.officerAssignments()]: 'Available Jobs',
  [paths.officerSchedule()]: 'Schedule',
  [paths.officerHistory()]: 'History',
  [paths.officerStanding()]: 'My standing',
  [paths.notifications()]: 'Notifications',
}

/** Where the link above the title leads: to the page that the officer came from, else to the one that lists such a shift. */
export const wayBack = (from: string | null, own: boolean): { to: string; label: string } => {
  const label = lists[from?.split('?')[0] ?? '']
  if (from !== null && label) return { to: from, label }
  return own
    ? { to: paths.officerSchedule(), label: 'Schedule' }
    : { to: paths.officerAssignments(), label: 'Available Jobs' }
}
