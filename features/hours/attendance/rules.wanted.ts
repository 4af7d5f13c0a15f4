import type { Instant } from '#platform/shared/time.ts'

type Wanted = { state: string; late_out_at: Instant | null } & Record<
  'checked_in_at' | 'checked_out_at' | 'asked_in_at' | 'asked_out_at',
  Instant | null
>
/** The times that an admin is asked for. What an approval has decided is no longer asked for, but what came after it is. */
export const wantedTimes = (a: Wanted) => {
  const asks = a.state === 'submitted' || a.state === 'returned'
  return {
    checked_in_at: (asks ? a.asked_in_at : null) ?? a.checked_in_at,
    checked_out_at: a.late_out_at ?? (asks ? a.asked_out_at : null) ?? a.checked_out_at,
  }
}
