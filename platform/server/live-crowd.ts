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

/** A whole read after a new connection: it is awaited. */
const perReturnMs = 2
const mostReturnMs = 20_000
const countedMs = 5_000

/** Between two streams of a crowd that opens: what else comes is served in between, and their reads spread from the start. */
const perOpeningMs = 2
const mostOpeningMs = 10_000

/** Lets the streams of a crowd open one after another: resolves when it is the caller's turn, at once where few come, and within ten seconds. */
export const createOpenings = (now: () => number = Date.now) => {
  let free = 0
  return async (): Promise<void> => {
    const at = Math.max(now(), free)
    const wait = at - now()
    free = Math.min(at + perOpeningMs, now() + mostOpeningMs)
    if (wait > few * perOpeningMs) await new Promise((go) => setTimeout(go, wait))
  }
}

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
