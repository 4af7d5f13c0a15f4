import { lsnOf, type Position } from './db-position.ts'

/** How long a read waits for a replica before it goes to the primary. */
const waitMs = 30
/** A replica that is behind for longer is left alone until it has almost caught up. */
const mostLagMs = 2_000
const mostMarks = 600

type Waiter = { lsn: bigint; settle: (there: boolean) => void }

/** How far a replica has replayed, and the reads that wait for it to catch up. */
export class Lag {
  readonly #asked: () => void
  readonly #lateAfterMs: number
  readonly #now: () => number
  #seen = 0n
  /** A read has waited in vain for this position, so nobody waits before it is reached. */
  #missed = 0n
  /** Positions of the primary that are not reached yet, the oldest first. */
  #marks: { lsn: bigint; at: number }[] = []
  readonly #waiters = new Set<Waiter>()
  #late = false

  /** `asked` is called when somebody starts to wait. */
  constructor(asked: () => void, lateAfterMs = mostLagMs, now = () => performance.now()) {
    this.#asked = asked
    this.#lateAfterMs = lateAfterMs
    this.#now = now
  }

  /** How long ago the primary was where the replica is not yet. */
  get ms(): number {
    const [oldest] = this.#marks
    return oldest ? this.#now() - oldest.at : 0
  }

  isLate(): boolean {
    this.#late = this.ms > (this.#late ? this.#lateAfterMs / 4 : this.#lateAfterMs)
    return this.#late
  }

  /** Whether nobody has waited in vain for what is not reached yet. */
  get isNear(): boolean {
    return this.#seen >= this.#missed
  }

  get isAwaited(): boolean {
    return this.#waiters.size > 0
  }

  has(position: Position): boolean {
    return this.#seen >= lsnOf(position.lsn)
  }

  /** Notes where the primary is now. */
  mark(position: Position): void {
    const lsn = lsnOf(position.lsn)
    const newest = this.#marks.at(-1)?.lsn ?? this.#seen
    if (lsn > newest && this.#marks.length < mostMarks) this.#marks.push({ lsn, at: this.#now() })
  }

  advance(lsn: bigint): void {
    this.#seen = lsn
    while (this.#marks[0] && this.#marks[0].lsn <= lsn) this.#marks.shift()
    for (const waiter of this.#waiters) if (waiter.lsn <= lsn) waiter.settle(true)
  }

  /** Resolves to whether the replica is as far as this within a moment. */
  reach(position: Position): Promise<boolean> {
    const lsn = lsnOf(position.lsn)
    if (this.#seen >= lsn || !this.isNear) return Promise.resolve(this.#seen >= lsn)
    return new Promise((resolve) => {
      const settle = (there: boolean) => {
        clearTimeout(timer)
        this.#waiters.delete(waiter)
        resolve(there)
      }
      const waiter: Waiter = { lsn, settle }
      const timer = setTimeout(() => {
        if (lsn > this.#missed) this.#missed = lsn
        settle(false)
      }, waitMs)
      this.#waiters.add(waiter)
      this.#asked()
    })
  }

  reset(): void {
    this.#seen = 0n
    this.#missed = 0n
    this.#marks = []
    for (const waiter of this.#waiters) waiter.settle(false)
  }
}
