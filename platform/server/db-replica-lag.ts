import { lsnOf, type Position } from './db-position.ts'

/** How long a read waits for a replica before it goes to the primary. */
const waitMs = 30
/** A replica that is behind for longer is left alone until it has almost caught up. */
const mostLagMs = 2_000
const mostMarks = 600

type Waiter = { lsn: bigint; settle: (there: boolean) => void }

/** How far a replica has replayed, and who waits for it to come further. `asked` is called when somebody starts to wait. */
export const createLag = (
  asked: () => void,
  lateAfterMs: number = mostLagMs,
  now: () => number = () => performance.now(),
) => {
  let seen = 0n
  /** A read has waited in vain for this position, so nobody waits before it is reached. */
  let missed = 0n
  /** Positions of the primary that are not reached yet, the oldest first. */
  const marks: { lsn: bigint; at: number }[] = []
  const waiters = new Set<Waiter>()
  let late = false
  const ms = () => (marks[0] ? now() - marks[0].at : 0)
  return {
    /** How long ago the primary was where the replica is not yet. */
    ms,
    isLate: () => {
      late = ms() > (late ? lateAfterMs / 4 : lateAfterMs)
      return late
    },
    /** Whether nobody has waited in vain for what is not reached yet. */
    isNear: () => seen >= missed,
    isAwaited: () => waiters.size > 0,
    has: (position: Position) => seen >= lsnOf(position.lsn),
    /** Notes where the primary is now. */
    mark: (position: Position) => {
      const lsn = lsnOf(position.lsn)
      if (lsn > seen && (marks.at(-1)?.lsn ?? 0n) < lsn && marks.length < mostMarks) marks.push({ lsn, at: now() })
    },
    advance: (lsn: bigint) => {
      seen = lsn
      while (marks[0] && marks[0].lsn <= seen) marks.shift()
      for (const waiter of waiters) if (waiter.lsn <= seen) waiter.settle(true)
    },
    /** Resolves to whether the replica is as far as this within a moment. */
    reach: (position: Position): Promise<boolean> => {
      const lsn = lsnOf(position.lsn)
      if (seen >= lsn || seen < missed) return Promise.resolve(seen >= lsn)
      return new Promise((resolve) => {
        const settle = (there: boolean) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(there)
        }
        const waiter: Waiter = { lsn, settle }
        const timer = setTimeout(() => {
          if (lsn > missed) missed = lsn
          settle(false)
        }, waitMs)
        waiters.add(waiter)
        asked()
      })
    },
    reset: () => {
      seen = 0n
      missed = 0n
      marks.length = 0
      for (const waiter of waiters) waiter.settle(false)
    },
  }
}
