import type { AssignmentKind } from '#features/assignments/rules.ts'
import { type Candidate, type Job, type NotToAssign, overridable, reasonsNotToAssign } from '#features/signups/rules.ts'
import { type Instant, overlaps, type Range } from '#platform/shared/time.ts'

/** What hours are counted of: a regular tour, an assignment by its kind, or approved extra time. */
export type WorkKind = 'tour' | AssignmentKind | 'extra_time'

/** A stretch of work that an officer has or had; instants, half-open. */
export type Work = Range & { kind: WorkKind; title?: string; assignment_id?: string }

/** The department's rules on hours; every one of them may be absent. */
export type WorkRules = {
  /** Between two stretches of work. */
  rest_minutes: number | null
  /** True rolling windows over all work, wherever they begin. */
  windows: readonly { hours: number; max_minutes: number }[]
  max_consecutive_minutes: number | null
  /** Shorter gaps do not end a stretch. */
  break_minutes: number
  /** Calendar days of the department's zone with any work. */
  max_consecutive_days: number | null
  /** Of calendar weeks (from Monday) and months of the department's zone. */
  caps: readonly { kinds: readonly WorkKind[] | 'all'; per: 'week' | 'month'; max_minutes: number }[]
}

export const noWorkRules: WorkRules = {
  rest_minutes: null,
  windows: [],
  max_consecutive_minutes: null,
  break_minutes: 0,
  max_consecutive_days: null,
  caps: [],
}

/** `possible_from`: the earliest start of a job of the same length at which this reason would not hold; null where it never ends by itself. */
export type Reason = NotToAssign & { possible_from?: Instant | null }

/** What stands against the job in the officer's other work. */
export const reasonsOfWork = (
  job: Range & { kind: WorkKind },
  work: readonly Work[],
  _rules: WorkRules,
  _zone: string,
): Reason[] =>
  work.flatMap((other) => {
    if (!overlaps(job, other)) return []
    const { starts_at, ends_at } = other
    const named = {
      ...(other.title === undefined ? {} : { title: other.title }),
      ...(other.assignment_id === undefined ? {} : { assignment_id: other.assignment_id }),
    }
    const details = { ...named, starts_at, ends_at }
    return [
      { code: 'overlaps' as const, details, overridable: overridable.includes('overlaps'), possible_from: ends_at },
    ]
  })

/** `fill`: somebody gives or offers the place. */
export type Purpose = 'sign_up' | 'fill'

/** Every reason against the officer on the post. Where the place is given, window and an own waiting signup on the job are none. */
export const reasonsAgainst = (job: Job, officer: Candidate, purpose: Purpose, now: Instant): Reason[] => {
  if (purpose === 'sign_up') return reasonsNotToAssign(job, officer, now)
  const others = { ...officer, signups: officer.signups.filter((s) => s.assignment_id !== job.id) }
  return reasonsNotToAssign(job, others, now).filter((r) => r.code !== 'not_open_yet' && r.code !== 'window_closed')
}

/** The first reason that stands: with an override's reason given, only those that no override passes. */
export const firstStanding = (reasons: readonly Reason[], override: string | null = null): Reason | null => {
  const overrides = (override ?? '').trim() !== ''
  return reasons.find((r) => !(overrides && r.overridable)) ?? null
}
