import type { AssignmentKind } from '#features/shifts/assignments/rules.ts'
import type { NotToAssign } from '#features/shifts/signups/rules.ts'
import type { Instant, Range } from '#platform/shared/time.ts'

/** What counts as hours: a regular tour, an assignment by its kind, or approved extra time. */
export type WorkKind = 'tour' | AssignmentKind | 'extra_time'

/** A stretch of an officer's past or planned work; instants, half-open. */
export type Work = Range & { kind: WorkKind; title?: string | undefined; assignment_id?: string | undefined }

/** The department's rules on hours; each of them is optional. */
export type WorkRules = {
  /** Between two stretches of work. */
  rest_minutes: number | null
  /** True rolling windows over all work, wherever they start. */
  windows: readonly { hours: number; max_minutes: number }[]
  max_consecutive_minutes: number | null
  /** Shorter gaps do not end a stretch. */
  break_minutes: number
  /** Calendar days with any work, in the department's zone. */
  max_consecutive_days: number | null
  /** Per calendar week (from Sunday) or month in the department's zone. */
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

/**
 * `possible_from`: the earliest start of a job of the same length at which this reason would no longer apply, or, from `reasonsAgainst`,
 * none would; null if there is none.
 */
export type Reason = NotToAssign & { possible_from?: Instant | null }
