import type { Socket } from 'node:net'
import type pg from 'pg'

/** Just above the database's own limit of 5 s for a statement, which keeps the connection and names the cause. */
export const silenceMs = 5_500
/** Long enough for nearly all statements: after this, a host may have been replaced without noticing. */
const quietMs = 2_000
/** How long a call waits for a connection. */
export const waitMs = 5_000

/** The database has not answered for too long: it is frozen, or something between it and this process is. */
export class NoAnswer extends Error {
  constructor(ms = silenceMs) {
    super(`the database gave no answer for ${ms / 1000} seconds`)
  }
}

type Connection = { connection: { stream: Pick<Socket, 'destroy' | 'cork' | 'uncork'> } }
const streamOf = (client: pg.ClientBase) => (client as unknown as Connection).connection.stream

/** Fails everything that was sent on it. The pool replaces it. */
export const cutConnection = (client: pg.ClientBase): void => {
  streamOf(client).destroy()
}

/**
 * What is sent on the connection until the code that runs now has ended goes in one write. With a write for each statement, the
 * database wakes for each, and on a busy machine every waking is a change of process.
 */
export const gatherWrites = (client: pg.ClientBase): void => {
  const stream = streamOf(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/**
 * Watches the answers on a connection while a transaction has it, and cuts it if a statement gets none. `onQuiet` is called once,
 * long before that.
 */
export const watchAnswers = (client: pg.ClientBase, limitMs = silenceMs, onQuiet?: () => void) => {
  let pending = 0
  let heard = performance.now()
  let silent = false
  let timer: NodeJS.Timeout
  const hasLeft = (ms: number) => (pending > 0 ? ms - (performance.now() - heard) : ms)
  const look = (ms: number, late: () => void) => {
    timer = setTimeout(
      () =>
        // After a pause of this process itself, the answer is there and only has to be read.
        setImmediate(() => (hasLeft(ms) > 0 ? look(ms, late) : late())),
      Math.max(1, hasLeft(ms)),
    )
  }
  const untilSilent = () =>
    look(limitMs, () => {
      silent = true
      cutConnection(client)
    })
  if (onQuiet)
    look(quietMs, () => {
      onQuiet()
      untilSilent()
    })
  else untilSilent()
  return {
    /** Counts the statement; if the connection was cut, its failure says why. */
    track: async <T>(sent: Promise<T>): Promise<T> => {
      if (pending === 0) heard = performance.now()
      pending += 1
      try {
        return await sent
      } catch (error) {
        throw silent ? new NoAnswer(limitMs) : error
      } finally {
        pending -= 1
        heard = performance.now()
      }
    },
    stop: () => clearTimeout(timer),
  }
}

/** Settles like the promise, or with a NoAnswer when the time is up. */
export const within = async <T>(ms: number, work: Promise<T>, late: () => void): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late()
      reject(new NoAnswer(ms))
    }, ms)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
