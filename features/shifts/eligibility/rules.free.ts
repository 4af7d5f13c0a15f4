import { type Instant, isoInstant, ms, type Range } from '#platform/shared/time.ts'

/** When the last work before a shift ends and the first after it begins; null where there is none. Work during the shift counts as neither. */
export const freeAround = (job: Range, work: readonly Range[]): { since: Instant | null; until: Instant | null } => {
  const before = work.map((one) => ms(one.ends_at)).filter((end) => end <= ms(job.starts_at))
  const after = work.map((one) => ms(one.starts_at)).filter((start) => start >= ms(job.ends_at))
  return {
    since: before.length > 0 ? isoInstant(new Date(Math.max(...before))) : null,
    until: after.length > 0 ? isoInstant(new Date(Math.min(...after))) : null,
  }
}
