import { type Instant, ms } from '#platform/shared/time.ts'

/** Officers can't be expected to see an email about a shift that starts sooner than this. */
export const SOON_HOURS = 12

/** Whether a line starts out unselected, so that nobody is assigned without a call. */
export const startsSoon = ({ starts_at }: { starts_at: Instant }, now: number): boolean =>
  ms(starts_at) - now < SOON_HOURS * 3_600_000
