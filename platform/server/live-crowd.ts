/**
 * Milliseconds from one screen's reads to the next one's. While officers sign up they leave most of the machine to the sign-ups. A change
 * of each officer's own, such as a notification to all, is one small read.
 */
const perScreenMs = { rush: 8, change: 4, own: 2 }
/** Up to this many screens may read at once. */
const few = 10
const mostMs = 30_000

/** How long the screens of a crowd of this size spread what a change makes them read; 0 for a few. */
export const spreadOf = (screens: number, of: keyof typeof perScreenMs): number =>
  screens <= few ? 0 : Math.min(mostMs, screens * perScreenMs[of])

/** A whole read after a new connection; more than a change asks for, and awaited. */
const perReturnMs = 3
const mostReturnMs = 20_000
const countedMs = 5_000

/** Counts streams opened in the last seconds, and says how long the next one waits before it reads everything again. */
export const createReturns = (now: () => number = Date.now) => {
  const opened: number[] = []
  return (): number => {
    const at = now()
    while (opened.length > 0 && (opened[0] ?? 0) < at - countedMs) opened.shift()
    opened.push(at)
    return opened.length <= few ? 0 : Math.min(mostReturnMs, opened.length * perReturnMs)
  }
}
