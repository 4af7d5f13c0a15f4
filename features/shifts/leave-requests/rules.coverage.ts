import { clockOf, type Facts, gapOf } from '#features/shifts/minimum-staffing/rules.due.ts'
import { dayOf } from '#features/shifts/minimum-staffing/rules.gaps.ts'
import { groupWords } from '#features/shifts/minimum-staffing/rules.ts'
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
  const at = clockOf(facts)
  const last = wallOf(new Date(ms(leave.ends_at) - 1).toISOString(), facts.zone).date
  // Hours that begin the day before reach into the leave.
  const first = [facts.from, plusDays(wallOf(leave.starts_at, facts.zone).date, -1)].toSorted().at(-1) ?? facts.from
  const days = Array.from({ length: COVERAGE_DAYS + 1 }, (_, n) => plusDays(first, n)).filter(
    (day) => day <= last && daysBetween(facts.from, day) < known,
  )
  const away = {
    ...facts,
    people: facts.people.map((one) =>
      one.officer_id === officer_id ? { ...one, facts: { ...one.facts, leaves: [...one.facts.leaves, leave] } } : one,
    ),
  }
  const short: Short[] = []
  for (const on_day of days)
    for (const m of facts.minimums) {
      const gap = gapOf(facts, m.id, on_day)
      const before = dayOf(m, on_day, facts, gap, at.now)
      if (before === null || !overlaps(before.window, leave)) continue
      const after = dayOf(m, on_day, away, gap, at.now)?.with_all
      if (after === undefined || after.missing <= before.with_all.missing) continue
      const { present, missing } = after
      const counts = { needed: m.least, present, missing, missing_before: before.with_all.missing }
      short.push({ minimum_id: m.id, name: m.name, group: groupWords(m), on_day, ...before.window, ...counts })
    }
  return { short, through: days.at(-1) ?? facts.from }
}
