/** Fairness counts extra work from this many days back, and all upcoming work. */
export const COUNTED_DAYS = 90
