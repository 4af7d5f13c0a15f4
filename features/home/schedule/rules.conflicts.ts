import { confirmedStatuses } from '#platform/shared/statuses.ts'
import { DAY, isoInstant, ms, plusDays, type Range, type WallDate } from '#platform/shared/time.ts'
import { startOfDayIn } from '#platform/shared/wall.ts'
import { daysOfLeave, placed } from './rules.crews.ts'
import { type RestRule, shortRests } from './rules.rest.ts'
import { type ManyFacts, type OwnTours, toursOfMany } from './rules.tours.ts'
import type { ConflictKind, Place } from './rules.ts'

export type Busy = Range & { kind: ConflictKind }

/**
 * Which of one officer's entries overlap, each with the others. A conflict has a shift on at least one side: tours and leave by
 * themselves are none. Ends that touch do not overlap, and an empty range overlaps nothing. Sorted once; after that, the work grows
 * with the overlaps found.
 */
export function conflictsOf<B extends Busy>(entries: readonly B[]): Map<B, B[]> {
  const found = new Map<B, B[]>()
  const add = (one: B, other: B) => {
    const list = found.get(one)
    if (list) list.push(other)
    else found.set(one, [other])
  }
  const sorted = entries
    .map((entry) => ({ entry, from: ms(entry.starts_at), to: ms(entry.ends_at) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from)
  let running: typeof sorted = []
  for (const next of sorted) {
    running = running.filter(({ to }) => to > next.from)
    for (const { entry } of running) {
      if (entry.kind !== 'shift' && next.entry.kind !== 'shift') continue
      add(entry, next.entry)
      add(next.entry, entry)
    }
    running.push(next)
  }
  return found
}

/** A request or an offer takes no one's time yet, and a no-show did not work. */
const holds: ReadonlySet<string> = new Set(confirmedStatuses)

type Signup = Range & { signup_id: string; title: string; status: string }
/** What an entry overlaps. */
export type Conflict = Range & Place & { kind: Busy['kind']; title: string; rest?: number[] }
type Known = Busy & Conflict & { key: string }
/** Ended before the range: only the rest after it matters. */
type Earlier = Signup & { officer_id: string }

export type RestFacts = { rest: RestRule | null; earlier: readonly Earlier[] }

export const conflictKeys = {
  shift: (signup_id: string) => signup_id,
  tour: (starts_at: string) => `tour ${isoInstant(starts_at)}`,
  leave: (day: WallDate) => `leave ${day}`,
}

const busyOf = (signups: readonly Signup[], own: OwnTours, range: Range, zone: string): Known[] => {
  const known = (kind: Busy['kind'], key: string, title: string, one: Range): Known => ({
    ...{ kind, key, title },
    ...placed(one, zone),
  })
  // By day, as it is shown: only the days of the shift are in conflict with it.
  const leaves = own.leaves.flatMap((leave) =>
    daysOfLeave(leave, range, zone).map((day) => {
      const [from, to] = [ms(startOfDayIn(zone, day)), ms(startOfDayIn(zone, plusDays(day, 1)))]
      const until = leave.ends_at === null ? to : Math.min(to, ms(leave.ends_at))
      const part = { starts_at: isoInstant(Math.max(from, ms(leave.starts_at))), ends_at: isoInstant(until) }
      return known('leave', conflictKeys.leave(day), 'Leave', part)
    }),
  )
  return [
    ...signups.map((one) => known('shift', conflictKeys.shift(one.signup_id), one.title, one)),
    ...own.tours.map((one) => known('tour', conflictKeys.tour(one.starts_at), one.title ?? 'Tour', one)),
    ...leaves,
  ]
}

/** A rest of up to two days, after a shift of up to a day. */
const REST_DAYS = 3

/**
 * Conflicts by officer and entry, as keyed by `conflictKeys`. Tours and leave of the days before and after the range count too: a
 * shift of the first day may overlap the tour of the night before, or follow it too soon. Officers without a spot have no conflicts.
 */
export function conflictsOfMany(facts: ManyFacts & RestFacts, range: Range, zone: string) {
  const before = (facts.rest === null ? 1 : REST_DAYS) * DAY
  const wide = { starts_at: isoInstant(ms(range.starts_at) - before), ends_at: isoInstant(ms(range.ends_at) + DAY) }
  const tours = toursOfMany(facts, wide, zone)
  const earlier = Map.groupBy(facts.earlier, (one) => one.officer_id)
  return (officer_id: string, signups: readonly Signup[]): ReadonlyMap<string, Conflict[]> => {
    const held = [...signups, ...(earlier.get(officer_id) ?? [])].filter(({ status }) => holds.has(status))
    if (held.length === 0) return new Map()
    const busy = busyOf(held, tours.of(officer_id), wide, zone)
    const found = conflictsOf(busy)
    for (const { before, after, rest } of shortRests(busy, facts.rest)) {
      found.set(before, [...(found.get(before) ?? []), { ...after, rest }])
      found.set(after, [...(found.get(after) ?? []), { ...before, rest }])
    }
    const byKey = new Map<string, Conflict[]>()
    // Two parts of a day's leave have one key.
    for (const [{ key }, others] of found)
      byKey.set(key, [...(byKey.get(key) ?? []), ...others.map(({ key: _, ...other }) => other)])
    return byKey
  }
}
