import { createHash } from 'node:crypto'
import { type Tour, type TourFacts, toursIn } from '#features/roster/tours/rules.ts'
import type { SignupStatus } from '#features/shifts/signups/rules.ts'
import { paths } from '#platform/shared/paths.ts'
import { seekingStatuses } from '#platform/shared/statuses.ts'
import { type Instant, isoInstant, ms, type Range } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'
import { type Calendar, type CalendarEvent, writeCalendar } from './rules.ics.ts'
import { calendarName, meaningOf, summaryOf, tourSummary } from './words.ts'

type Shift = Range & {
  signup_id: string
  assignment_id: string
  title: string
  location_name: string | null
  location_address: string | null
  status: SignupStatus
  canceled: boolean
  sequence: number
  changed_at: Instant
}
export type CalendarFacts = {
  department: string
  zone: string
  start_at: Instant
  stop_at: Instant
  officer_id: string
  /** When the link was made. */
  since: Instant
  tours: TourFacts
  shifts: readonly Shift[]
}
export type FileFacts = { origin: string; department: string; zone: string; now: Instant; shift: Shift }

const seeking: readonly SignupStatus[] = seekingStatuses
const statusOf = ({ status, canceled }: Shift): CalendarEvent['status'] => {
  if (canceled) return 'CANCELLED'
  return seeking.includes(status) ? 'TENTATIVE' : 'CONFIRMED'
}

/** Only what the officer needs to get there. Others may read it, so no description, client, channel or colleague. */
const shiftEvent = (shift: Shift, origin: string): CalendarEvent => ({
  uid: `shift-${shift.signup_id}`,
  sequence: shift.sequence,
  changed_at: isoInstant(shift.changed_at),
  status: statusOf(shift),
  summary: summaryOf(shift.title, shift.status, shift.canceled),
  description: meaningOf(shift.status, shift.canceled),
  location: [shift.location_name, shift.location_address].filter(Boolean).join(', ') || null,
  url: `${origin}${paths.officerAssignments(shift.assignment_id)}`,
  starts_at: isoInstant(shift.starts_at),
  ends_at: isoInstant(shift.ends_at),
})

/**
 * Tours are computed and have no version. One with other hours is therefore another event: calendars drop the old one, which the feed
 * no longer has, and no event ever changes.
 */
const tourEvent = (tour: Tour, { officer_id, since }: CalendarFacts): CalendarEvent => {
  const summary = tourSummary(tour.title)
  const mark = createHash('sha256').update([officer_id, tour.starts_at, tour.ends_at, summary].join('\n'))
  return {
    uid: `tour-${mark.digest('hex').slice(0, 32)}`,
    sequence: 0,
    changed_at: isoInstant(since),
    status: 'CONFIRMED',
    summary,
    description: null,
    location: null,
    url: null,
    starts_at: tour.starts_at,
    ends_at: tour.ends_at,
  }
}

/** The officer's calendar, in order of start. */
export const calendarOf = (facts: CalendarFacts, origin: string): Calendar => {
  const tours = toursIn(facts.tours, { starts_at: facts.start_at, ends_at: facts.stop_at }, facts.zone)
  const events = [
    ...facts.shifts.map((shift) => shiftEvent(shift, origin)),
    ...tours.map((tour) => tourEvent(tour, facts)),
  ]
  return {
    name: calendarName(facts.department),
    zone: facts.zone,
    events: events.toSorted((a, b) => ms(a.starts_at) - ms(b.starts_at) || a.uid.localeCompare(b.uid)),
  }
}

/** A file of one shift, to import. */
export const fileOf = ({ origin, department, zone, now, shift }: FileFacts) => ({
  name: `shift-${wallOf(isoInstant(shift.starts_at), zone).date}.ics`,
  text: writeCalendar({
    name: calendarName(department),
    zone,
    made_at: isoInstant(now),
    events: [shiftEvent(shift, origin)],
  }),
})
