import { isoInstant, type Range } from '#platform/shared/time.ts'
import { clock, duration } from '#platform/web/time.ts'
import { type Gap, workedMinutes } from './rules.intervals.ts'

type Running = Range & { checked_in_at: string; gaps: readonly Gap[]; counts: boolean }

/**
 * What a check-out now records of a running shift: `18 min worked`, with the first check-in where the officer was off duty in between.
 * Before the start a check-out removes the check-in (see `questionOf`), so nothing counts yet.
 */
export const elapsedWords = (open: Running, now: number, zone: string): string => {
  if (now < Date.parse(open.starts_at) && !open.counts)
    return `If you stay past ${clock(open.starts_at, zone)}, your time counts from ${clock(open.checked_in_at, zone)}`
  const worked = duration(workedMinutes({ ...open, checked_out_at: isoInstant(now) }, open.gaps))
  return open.gaps.length > 0 ? `${worked} worked since ${clock(open.checked_in_at, zone)}` : `${worked} worked`
}
