import { type Instant, ms } from '#platform/shared/time.ts'

/** An officer can't be expected to read of a shift that starts within this time. */
export const SOON_HOURS = 12

/** Whether a line is left out at first, so that nobody is assigned to it without a call. */
export const startsSoon = ({ starts_at }: { starts_at: Instant }, now: number): boolean =>
  ms(starts_at) - now < SOON_HOURS * 3_600_000
