import { type Instant, ms, plusMinutes, type Range } from '#platform/shared/time.ts'

export type TimesRefusal = 'end_not_after_start' | 'in_the_future' | 'too_far_from_shift'

/** Corrected times must be in the past, in order, and within a day of the shift. */
export function refuseTimes(
  t: { checked_in_at: Instant; checked_out_at: Instant },
  shift: Range,
  now: Instant,
): TimesRefusal | null {
  if (ms(t.checked_out_at) <= ms(t.checked_in_at)) return 'end_not_after_start'
  if (ms(t.checked_out_at) > ms(now)) return 'in_the_future'
  const day = 24 * 60
  const early = ms(t.checked_in_at) < ms(plusMinutes(shift.starts_at, -day))
  const late = ms(t.checked_out_at) > ms(plusMinutes(shift.ends_at, day))
  return early || late ? 'too_far_from_shift' : null
}
