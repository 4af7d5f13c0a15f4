import { MINUTE, ms, type Range } from '#platform/shared/time.ts'
import { duration } from '#platform/web/time.ts'
import type { Free } from './contract.ts'

/** Further off, other work says nothing about a shift. */
const NEAR_MINUTES = 72 * 60

const near = (from: string, to: string): string | null => {
  const minutes = (ms(to) - ms(from)) / MINUTE
  return minutes <= NEAR_MINUTES ? duration(minutes) : null
}

/** `16 h off before, 9 h after`: the rest around a shift, if other work is near it; null if it is not known. */
export const freeWords = (free: Free | null, shift: Range): string | null => {
  if (free === null) return null
  const before = free.since === null ? null : near(free.since, shift.starts_at)
  const after = free.until === null ? null : near(shift.ends_at, free.until)
  if (before && after) return `${before} off before, ${after} after`
  if (before) return `${before} off before`
  return after ? `${after} off after` : 'No shifts before or after'
}
