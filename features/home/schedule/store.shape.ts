import type { AttendanceStatus } from '#features/hours/attendance/rules.ts'
import type { LeaveRange, TourFacts } from '#features/roster/tours/rules.ts'
import { toursIn } from '#features/roster/tours/rules.ts'
import { isoInstant, ms, plusDays, type Range, type WallDate } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import type { OfficerEntry, ScheduledOfficer, ScheduledShift } from './contract.ts'
import { conflictKeys, conflictsOfMany, type RestFacts } from './rules.conflicts.ts'
import {
  askedOf,
  crewsOf,
  daysOfLeave,
  type GroupedFacts,
  NAMED_DAYS,
  placed,
  placing,
  SHARED_NAMES,
  WEEK_NAMES,
} from './rules.crews.ts'
import { type AskedLeaves, type ManyFacts, toursOfMany } from './rules.tours.ts'

type Bounds = { zone: string; start_at: string; stop_at: string }
const rangeOf = ({ start_at, stop_at }: Bounds): Range => ({
  starts_at: isoInstant(start_at),
  ends_at: isoInstant(stop_at),
})

type Facts = Bounds &
  GroupedFacts &
  AskedLeaves &
  RestFacts & {
    now: string
    today: WallDate
    from: WallDate
    more: boolean
    by_unit: boolean
    all_names: boolean
    units: string[]
    shifts: readonly (Omit<ScheduledShift, 'day' | 'tail' | 'units' | 'people'> & {
      units: readonly (string[] | null)[]
      people: readonly (ScheduledShift['people'][number] & { hours: readonly [starts_at: string, ends_at: string] })[]
    })[]
  }

/** Conflicts by sign-up. */
const conflictsBySignup = (facts: Facts) => {
  const of = conflictsOfMany(facts, rangeOf(facts), facts.zone)
  const signups = facts.shifts.flatMap(({ title, people }) =>
    people.map(({ signup_id, officer_id, status, hours: [starts_at, ends_at] }) => ({
      ...{ signup_id, officer_id, status, title, starts_at, ends_at },
    })),
  )
  const found = new Map([...Map.groupBy(signups, (one) => one.officer_id)].flatMap(([id, own]) => [...of(id, own)]))
  return (signup_id: string) => {
    const conflicts = found.get(conflictKeys.shift(signup_id))
    return conflicts ? { conflicts } : {}
  }
}

/** The response of `schedule.read`. */
export const scheduleOf = (facts: Facts, days: number) => {
  const place = placing(facts.zone)
  const conflicts = conflictsBySignup(facts)
  return {
    now_at: isoInstant(facts.now),
    today: facts.today,
    from: facts.from,
    days,
    time_zone: facts.zone,
    shifts: facts.shifts.map((shift) => ({
      ...shift,
      ...place(shift),
      units: [...new Set(shift.units.flatMap((units) => units ?? []))],
      people: shift.people.map(({ hours: _, ...one }) => ({ ...one, ...conflicts(one.signup_id) })),
    })),
    ...crewsOf(facts, {
      range: rangeOf(facts),
      byUnit: facts.by_unit,
      mostNames: facts.all_names ? Number.POSITIVE_INFINITY : WEEK_NAMES,
    }),
    units: facts.units.toSorted((a, b) => a.localeCompare(b)),
    more: facts.more,
  }
}

type Signup = Range & Pick<OfficerEntry, 'title' | 'assignment_id' | 'signup_id' | 'shift_kind' | 'status' | 'ordered'>
const noShift = { assignment_id: null, signup_id: null, shift_kind: null, status: null, ordered: false } as const

const shiftEntry = (signup: Signup, zone: string): OfficerEntry => ({
  kind: 'shift',
  ...placed(signup, zone),
  title: signup.title,
  assignment_id: signup.assignment_id,
  signup_id: signup.signup_id,
  shift_kind: signup.shift_kind,
  status: signup.status,
  ordered: signup.ordered,
})
const tourEntry = (tour: Range & { title?: string }, zone: string): OfficerEntry => ({
  kind: 'tour',
  ...placed(tour, zone),
  title: tour.title ?? 'Tour',
  ...noShift,
})
/** One entry per day of leave, so that each gets its own column. */
const leaveEntries = (leave: LeaveRange, range: Range, zone: string, asked = false): OfficerEntry[] =>
  daysOfLeave(leave, range, zone).map((day) => ({
    kind: asked ? 'leave_request' : 'leave',
    day,
    tail: 0,
    starts_at: startOfDayIn(zone, day),
    ends_at: startOfDayIn(zone, plusDays(day, 1)),
    title: asked ? 'Leave requested' : 'Leave',
    ...noShift,
  }))

const inOrder = (entries: readonly OfficerEntry[]): OfficerEntry[] =>
  entries.toSorted((a, b) => ms(a.starts_at) - ms(b.starts_at) || a.title.localeCompare(b.title))

type OfficersFacts = Bounds &
  ManyFacts &
  AskedLeaves &
  RestFacts & {
    total: number
    officers: readonly [id: string, name: string, unit: string | null, badge: string | null][]
    signups: readonly (Signup & { officer_id: string; signup_id: string; status: string })[]
  }

const keyOf = ({ kind, signup_id, starts_at, day }: OfficerEntry): string =>
  kind === 'shift'
    ? conflictKeys.shift(signup_id ?? '')
    : kind === 'tour'
      ? conflictKeys.tour(starts_at)
      : kind === 'leave'
        ? conflictKeys.leave(day)
        : ''

/** The response of `schedule.officers`. */
export const officersOf = (facts: OfficersFacts, page: number) => {
  const range = rangeOf(facts)
  const tours = toursOfMany(facts, range, facts.zone)
  const asked = askedOf(facts)
  const signups = Map.groupBy(facts.signups, (one) => one.officer_id)
  const conflictsFor = conflictsOfMany(facts, range, facts.zone)
  const items = facts.officers.slice(0, page).map(([officer_id, name, unit, badge_number]): ScheduledOfficer => {
    const own = tours.of(officer_id)
    const entries = inOrder([
      ...own.tours.map((tour) => tourEntry(tour, facts.zone)),
      ...own.leaves.flatMap((leave) => leaveEntries(leave, range, facts.zone)),
      ...asked(officer_id).flatMap((leave) => leaveEntries(leave, range, facts.zone, true)),
      ...(signups.get(officer_id) ?? []).map((signup) => shiftEntry(signup, facts.zone)),
    ])
    const found = conflictsFor(officer_id, signups.get(officer_id) ?? [])
    const marked = entries.map((entry) => {
      const conflicts = found.get(keyOf(entry))
      return conflicts ? { ...entry, conflicts } : entry
    })
    return { officer_id, name, badge_number, unit, entries: marked }
  })
  return {
    total: facts.total,
    items,
    next: facts.officers.length > page ? (items.at(-1)?.officer_id ?? null) : null,
  }
}

type OwnFacts = Bounds & {
  now: string
  today: WallDate
  shared: boolean
  asked: readonly LeaveRange[]
  tours: TourFacts
  signups: readonly (Signup & {
    location_name: string | null
    expires_at: string | null
    attendance: AttendanceStatus | null
  })[]
}

/** The response of `schedule.own`. */
export const ownOf = (facts: OwnFacts) => {
  const range = rangeOf(facts)
  const begins = toursIn(facts.tours, range, facts.zone).filter(
    (tour) => ms(tour.starts_at) >= ms(range.starts_at) && ms(tour.starts_at) < ms(range.ends_at),
  )
  const bare = { location_name: null, expires_at: null, attendance: null }
  const entries = [
    ...begins.map((tour) => ({ ...tourEntry(tour, facts.zone), ...bare })),
    ...facts.tours.leaves.flatMap((leave) =>
      leaveEntries(leave, range, facts.zone).map((entry) => ({ ...entry, ...bare })),
    ),
    ...facts.asked.flatMap((leave) =>
      leaveEntries(leave, range, facts.zone, true).map((entry) => ({ ...entry, ...bare })),
    ),
    ...facts.signups.map((signup) => ({
      ...shiftEntry(signup, facts.zone),
      location_name: signup.location_name,
      expires_at: signup.status === 'offered' && signup.expires_at ? isoInstant(signup.expires_at) : null,
      attendance: signup.attendance,
    })),
  ].toSorted((a, b) => ms(a.starts_at) - ms(b.starts_at))
  return { now_at: isoInstant(facts.now), today: facts.today, time_zone: facts.zone, shared: facts.shared, entries }
}

type SharedFacts = Bounds &
  GroupedFacts & {
    today: WallDate
    days: number
    items: readonly (Range & {
      assignment_id: string
      title: string
      location_name: string | null
      names: string[]
      open: number
    })[]
  }

/** The answer of `schedule.shared`. */
export const sharedOf = (facts: SharedFacts) => {
  const { crews } = crewsOf(
    { ...facts, asked: [] },
    {
      range: rangeOf(facts),
      byUnit: false,
      mostNames: facts.days <= NAMED_DAYS ? Number.POSITIVE_INFINITY : SHARED_NAMES,
    },
  )
  return {
    today: facts.today,
    time_zone: facts.zone,
    tours: crews.map(({ platoon, day, tail, starts_at, ends_at, count, people, away }) => ({
      ...{ platoon, day, tail, starts_at, ends_at, count, names: people.map(({ name }) => name) },
      off: away,
    })),
    items: facts.items.map((one) => ({ ...one, ...placed(one, facts.zone) })),
  }
}

export type { Facts, OfficersFacts, OwnFacts, SharedFacts }
