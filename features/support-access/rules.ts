import type { Instant } from '#platform/shared/time.ts'

/** Issue 4: so long a look inside a department lasts at most, by the server's clock. */
export const SUPPORT_MINUTES = 30
/** Who asks from support access, where an officer's id is compared: nobody of the roster (`app.me`). */
export const NO_OFFICER = '00000000-0000-0000-0000-000000000000'

export const REASON_MIN = 10
export const REASON_MAX = 500

export const endings = ['by_vendor', 'by_admin', 'session_ended', 'replaced'] as const
export type Ending = (typeof endings)[number]

/** When it is over, or was: half-open, at that instant nothing opens any more. */
export const overAt = (access: { ends_at: Instant; ended_at: Instant | null }): Instant =>
  access.ended_at ?? access.ends_at

/** What is left, as `30:00` counts down: begun seconds whole, never negative. */
export function countdownWords(endsAt: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** How a look inside came to its end, for people. */
export const endingWords: Readonly<Record<Ending | 'ran_out', string>> = {
  by_vendor: 'ended by the vendor',
  by_admin: 'ended by an admin',
  session_ended: 'the vendor signed out',
  replaced: 'the vendor started another',
  ran_out: 'its time was over',
}
