import { clockOf, type Facts, gapOf, type StoredMinimum } from '#features/shifts/minimum-staffing/rules.due.ts'
import { type Day, dayOf, leftOf } from '#features/shifts/minimum-staffing/rules.gaps.ts'
import {
  countedOf,
  groupWords,
  isOf,
  type Person,
  type Presence,
  type Shortfall,
  shortfallOf,
} from '#features/shifts/minimum-staffing/rules.ts'
import { daysBetween, ms, overlaps, plusDays, type Range, type WallDate } from '#platform/shared/time.ts'
import { wallOf } from '#platform/shared/zone.ts'

/** The longest part of a leave that is checked against the minimums, from its first day or today. */
export const COVERAGE_DAYS = 28
/** How far ahead the list of requests is checked against the minimums. */
export const BELOW_DAYS = 56

export type Short = Range & {
  minimum_id: string
  name: string
  group: string
  on_day: WallDate
  needed: number
  /** With the leave, at the thinnest minute. */
  present: number
  missing: number
  /** Without it. */
  missing_before: number
}

/** The days without any of the requests: the same for all of them, and in a department of thousands most of the work. */
const counted = new WeakMap<Facts, Map<string, Day | null>>()
const dayBefore = (facts: Facts, m: StoredMinimum, on_day: WallDate): Day | null => {
  const days = counted.get(facts) ?? new Map<string, Day | null>()
  counted.set(facts, days)
  const key = `${m.id} ${on_day}`
  const known = days.get(key)
  if (known !== undefined) return known
  const day = dayOf(m, on_day, facts, gapOf(facts, m.id, on_day), clockOf(facts).now)
  days.set(key, day)
  return day
}

/** What is missing on the day if this officer is on leave as their facts say; null if that changes nothing. Everybody else is as before. */
const shortfallWith = (facts: Facts, m: StoredMinimum, before: Day, person: Person): Shortfall | null => {
  const isOwn = (one: Presence) => one.officer_id === person.officer_id && one.how === 'tour'
  const own = countedOf(m, before.window, { ...facts, people: [person] }).presences.filter(isOwn)
  const { presences } = before.counted
  const left = leftOf(before.window, clockOf(facts).now)
  if (left === null || JSON.stringify(own) === JSON.stringify(presences.filter(isOwn))) return null
  return shortfallOf(left, m.least, [...presences.filter((one) => !isOwn(one)), ...own])
}

/**
 * The minimums that would have fewer officers than they need because of this leave, by day: short where they were met, or shorter
 * than before. `through`: the last day that was checked.
 */
export function shortWith(
  facts: Facts,
  { officer_id, ...leave }: Range & { officer_id: string },
  /** How many days from `facts.from` on the facts are for. */
  known = COVERAGE_DAYS + 1,
): { short: Short[]; through: WallDate } {
  const last = wallOf(new Date(ms(leave.ends_at) - 1).toISOString(), facts.zone).date
  // Hours that begin the day before reach into the leave.
  const first = [facts.from, plusDays(wallOf(leave.starts_at, facts.zone).date, -1)].toSorted().at(-1) ?? facts.from
  const days = Array.from({ length: COVERAGE_DAYS + 1 }, (_, n) => plusDays(first, n)).filter(
    (day) => day <= last && daysBetween(facts.from, day) < known,
  )
  const through = days.at(-1) ?? facts.from
  const officer = facts.people.find((one) => one.officer_id === officer_id)
  if (!officer) return { short: [], through }
  const away: Person = { ...officer, facts: { ...officer.facts, leaves: [...officer.facts.leaves, leave] } }
  const short: Short[] = []
  for (const on_day of days)
    for (const m of facts.minimums) {
      if (!isOf(officer, m)) continue
      const before = dayBefore(facts, m, on_day)
      if (before === null || !overlaps(before.window, leave)) continue
      const after = shortfallWith(facts, m, before, away)
      if (after === null || after.missing <= before.with_all.missing) continue
      const { present, missing } = after
      const counts = { needed: m.least, present, missing, missing_before: before.with_all.missing }
      short.push({ minimum_id: m.id, name: m.name, group: groupWords(m), on_day, ...before.window, ...counts })
    }
  return { short, through }
}
