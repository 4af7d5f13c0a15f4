import { type Instant, isoInstant, MINUTE, minutesBetween, ms, overlaps, type Range } from '#platform/shared/time.ts'

/** Off-duty time between a check-out and the next check-in of one record; `counted` if an admin decided that it was worked. */
export type Gap = { left_at: Instant; back_at: Instant; counted: boolean }

/** The gaps as an admin counts them: each as before, unless the admin has said something of them. */
export const countedGaps = <G extends Gap>(gaps: readonly G[], count: boolean | undefined): G[] =>
  gaps.map((gap) => ({ ...gap, counted: count ?? gap.counted }))

type Times = { checked_in_at: Instant | null; checked_out_at: Instant | null }

/**
 * On-duty intervals in order: from check-in to check-out, minus the gaps that do not count. Gaps may come in any order, touch,
 * overlap, or lie partly or wholly outside corrected times; the result never overlaps. Empty until both times are known.
 */
export function intervalsOf({ checked_in_at, checked_out_at }: Times, gaps: readonly Gap[] = []): Range[] {
  if (checked_in_at === null || checked_out_at === null) return []
  const off = gaps.filter((gap) => !gap.counted).sort((a, b) => ms(a.left_at) - ms(b.left_at))
  const worked: Range[] = []
  let from = checked_in_at
  for (const gap of off) {
    if (ms(gap.left_at) >= ms(checked_out_at)) break
    if (ms(gap.left_at) > ms(from)) worked.push({ starts_at: from, ends_at: gap.left_at })
    if (ms(gap.back_at) > ms(from)) from = gap.back_at
  }
  if (ms(from) < ms(checked_out_at)) worked.push({ starts_at: from, ends_at: checked_out_at })
  return worked
}

/**
 * Whole minutes: the sum of each interval's minutes, each rounded down; 0 until both times are known. Rounding each interval
 * instead of the sum ensures that a claim for the time between two intervals never pays a minute twice.
 */
export const workedMinutes = (times: Times, gaps: readonly Gap[] = []): number =>
  intervalsOf(times, gaps).reduce((sum, { starts_at, ends_at }) => sum + minutesBetween(starts_at, ends_at), 0)

const wholeMinute = (at: Instant): Instant => isoInstant(Math.floor(ms(at) / MINUTE) * MINUTE)

/**
 * The same as clocks show it: seconds are dropped at both ends, so that extra time may begin at the minute of the check-out. This is what
 * counts as paid, and as worked for rest and limits.
 */
export const clockIntervalsOf = (times: Times, gaps: readonly Gap[] = []): Range[] => {
  const whole = (at: Instant | null) => (at === null ? null : wholeMinute(at))
  return intervalsOf(
    { checked_in_at: whole(times.checked_in_at), checked_out_at: whole(times.checked_out_at) },
    gaps.map((gap) => ({ ...gap, left_at: wholeMinute(gap.left_at), back_at: wholeMinute(gap.back_at) })),
  )
}

/** Approved extra time, or hours of another shift; `what` as in `extra time of Fri, Nov 21 · 18:00–20:00`. */
export type Paid = Range & { what: string }

/** The first of what is approved already that these hours would pay once more, or null. Back-to-back times pay nothing twice. */
export const paidAgain = (times: Times, gaps: readonly Gap[], paid: readonly Paid[]): Paid | null => {
  const worked = clockIntervalsOf(times, gaps)
  return paid.find((one) => worked.some((part) => overlaps(part, one))) ?? null
}
