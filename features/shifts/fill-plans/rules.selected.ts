import { HOUR, type Instant, ms } from '#platform/shared/time.ts'

/** Officers can't be expected to see an email about a shift that starts sooner than this. */
export const SOON_HOURS = 12

/** Why nobody is assigned to a line without a look at it, in the order in which one is named. */
export const lookFirst = ['soon', 'asked', 'paused'] as const
export type LookFirst = (typeof lookFirst)[number]

/**
 * Why a line starts out unselected: its shift starts too soon for an email; officers are being asked to volunteer for it, so they would
 * answer for nothing; or somebody paused its escalation, and so had a reason to leave it open. Null: it is selected.
 */
export const whyUnselected = (
  line: { starts_at: Instant; asked_until: Instant | null; pause_reason: string | null },
  now: number,
): LookFirst | null => {
  if (ms(line.starts_at) - now < SOON_HOURS * HOUR) return 'soon'
  if (line.asked_until !== null) return 'asked'
  return line.pause_reason === null ? null : 'paused'
}
