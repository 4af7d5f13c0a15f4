/** Who goes first for a connection: writes and the server's own work, or reads of screens, which can be asked again. */
export type Turn = 'first' | 'later'

/** With this many callers of one kind waiting for a connection, the next one is asked to retry later. */
export const waitingLimit = 400
export class BusyError extends Error {}

/** A burst of callers that go first may wait longer than this, but not for a whole second: then more come than can be served. */
const longMs = 250
const lastingMs = 1_000
/** An overload comes in waves: what arrives after a short lull still belongs to it. */
const calmMs = 1_000
/** A small crowd is never refused, however slow the machine. */
const smallCrowd = 64
/** Under lasting overload, reads of screens leave the database to the others for this long after each. */
const restMs = 30
const turns = ['first', 'later'] as const

type Waiting = { go: () => void; since: number }

/** Whether more callers that go first come than can be served. It is over once none has had to wait too long for a second. */
const watchCrowd = (queueMs: number, now: () => number) => {
  /** From when to when callers waited too long, with no calm second in between. */
  let long: { from: number; to: number } | null = null
  /** When some were done, within the last second. */
  const done: number[] = []
  const forget = () => {
    while ((done[0] ?? Number.POSITIVE_INFINITY) < now() - 1_000) done.shift()
  }
  /** Remembers a caller, still waiting or just served, who has waited too long. */
  const note = (one: Waiting | undefined) => {
    const since = (one?.since ?? Number.POSITIVE_INFINITY) + longMs
    if (now() <= since) return
    long = { from: long && since - long.to <= calmMs ? long.from : since, to: now() }
  }
  const isLasting = ([oldest]: readonly Waiting[]): boolean => {
    note(oldest)
    return long !== null && long.to - long.from > lastingMs && now() - long.to <= calmMs && Number.isFinite(queueMs)
  }
  return {
    note,
    isLasting,
    noteDone: () => {
      done.push(now())
      forget()
    },
    isFull: (waiting: readonly Waiting[]): boolean => {
      forget()
      const full = isLasting(waiting) && waiting.length >= Math.max(smallCrowd, (done.length * queueMs) / 1_000)
      // A caller who is sent away would have waited too long.
      if (full && long) long = { from: long.from, to: now() }
      return full
    },
  }
}

const waitIn = (waiting: Waiting[], since: number, ms: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const expire = () => {
      waiting.splice(waiting.indexOf(mine), 1)
      reject(new BusyError(`no connection was free for ${ms / 1000} seconds`))
    }
    const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(expire, ms)
    const mine: Waiting = {
      since,
      go: () => {
        clearTimeout(timer)
        resolve()
      },
    }
    waiting.push(mine)
  })

/**
 * Hands out the turns of a pool of `size` connections. Callers that go first never wait behind reads. Reads use at most half of the
 * connections, which also leaves processor time in the database to the others; one is left to reads, so that they never stop.
 * `queueMs`: under lasting overload only as many of the first ones wait as can be served within this time, and reads rest between two
 * (docs/decisions/0240, 0299).
 */
export const createTurns = (
  size: number,
  queueMs: number = Number.POSITIVE_INFINITY,
  now: () => number = () => performance.now(),
) => {
  const most = { first: Math.max(1, size - 1), later: Math.max(1, Math.ceil(size / 2)) }
  const running = { first: 0, later: 0 }
  const waiting: Record<Turn, Waiting[]> = { first: [], later: [] }
  const crowd = watchCrowd(queueMs, now)
  let reads: 'go' | 'rest' = 'go'
  const isFree = (turn: Turn) =>
    running[turn] < most[turn] && running.first + running.later < size && (turn === 'first' || reads === 'go')
  const next = () => {
    for (const turn of turns) {
      while (waiting[turn].length > 0 && isFree(turn)) {
        running[turn] += 1
        const one = waiting[turn].shift()
        if (turn === 'first') crowd.note(one)
        one?.go()
      }
    }
  }
  const rest = () => {
    reads = 'rest'
    setTimeout(() => {
      reads = 'go'
      next()
    }, restMs)
  }
  return {
    /** Whether another write would be refused now. */
    isFull: (): boolean => waiting.first.length >= waitingLimit || crowd.isFull(waiting.first),
    waiting: (): number => waiting.first.length + waiting.later.length,
    /**
     * Resolves when it is the caller's turn; throws if too many of its kind wait, the first ones too long, or if it has waited for
     * `ms`.
     */
    take: (turn: Turn, ms: number): Promise<void> | undefined => {
      const limit = turn === 'later' && crowd.isLasting(waiting.first) ? smallCrowd : waitingLimit
      if (waiting[turn].length >= limit) throw new BusyError('too many callers wait for a connection')
      if (turn === 'first' && crowd.isFull(waiting.first)) throw new BusyError('callers wait too long for a connection')
      if (waiting[turn].length === 0 && isFree(turn)) {
        running[turn] += 1
        return undefined
      }
      return waitIn(waiting[turn], now(), ms)
    },
    give: (turn: Turn) => {
      running[turn] -= 1
      if (turn === 'first') crowd.noteDone()
      else if (crowd.isLasting(waiting.first)) rest()
      next()
    },
  }
}
