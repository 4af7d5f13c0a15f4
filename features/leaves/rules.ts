import { type Instant, ms, type Range } from '#platform/shared/time.ts'

export const leaveKinds = ['vacation', 'sick', 'injury', 'military', 'training', 'other'] as const
export type LeaveKind = (typeof leaveKinds)[number]

export type Leave = { starts_at: Instant; ends_at: Instant | null }

/** Whether the half-open leave touches the half-open job. */
export const liesIn = (leave: Leave, job: Range): boolean =>
  ms(leave.starts_at) < ms(job.ends_at) && (leave.ends_at === null || ms(job.starts_at) < ms(leave.ends_at))

/**
 * Why an officer on leave cannot take the job, or null. `possible_from`: when that leave is over, null where that is not known;
 * leave that follows without a gap belongs to it.
 */
export function onLeave(
  leaves: readonly Leave[],
  job: Range,
): { code: 'on_leave'; possible_from: Instant | null } | null {
  const inOrder = leaves.toSorted((a, b) => ms(a.starts_at) - ms(b.starts_at))
  const found = inOrder.findLast((leave) => liesIn(leave, job))
  if (found === undefined) return null
  let until = found.ends_at
  for (const next of inOrder) {
    if (until !== null && ms(next.starts_at) <= ms(until) && (next.ends_at === null || ms(next.ends_at) > ms(until)))
      until = next.ends_at
  }
  return { code: 'on_leave', possible_from: until }
}
