import type { Instant } from '#platform/shared/time.ts'

/** Issue 4: maximum length of support access, by the server's clock. */
export const SUPPORT_MINUTES = 30

export const REASON_MIN = 10
export const REASON_MAX = 500

export const endings = ['by_vendor', 'by_admin', 'session_ended', 'replaced'] as const
export type Ending = (typeof endings)[number]

/** When it ends or ended; half-open, so access is already closed at that instant. */
export const overAt = (access: { ends_at: Instant; ended_at: Instant | null }): Instant =>
  access.ended_at ?? access.ends_at

/** Time left, formatted like `30:00`; rounded up to whole seconds, never negative. */
export function countdownWords(endsAt: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** User-facing words for how support access ended. */
export const endingWords: Readonly<Record<Ending | 'ran_out', string>> = {
  by_vendor: 'Ended by the vendor',
  by_admin: 'Ended by an admin',
  session_ended: 'Ended when the vendor signed out',
  replaced: 'Replaced by a new session',
  ran_out: 'Time ran out',
}
