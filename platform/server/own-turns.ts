import { waitMs } from './db-deadline.ts'
import { BusyError, waitingLimit } from './db-turns.ts'

/** Reads of one session that are in the database, or in line for it, at once. The others wait here. */
const atOnce = 2

type Line = { running: number; waiting: (() => void)[] }

/**
 * Lets each session have only some reads under way, so that nobody who asks for much takes the turns of everybody else: reads of
 * screens share one line (`db-turns.ts`), in order of arrival. Per process; throws `BusyError` like that line.
 */
export const createOwnTurns = (ms: number = waitMs) => {
  const lines = new Map<string, Line>()
  const wait = (line: Line): Promise<void> => {
    if (line.waiting.length >= waitingLimit) throw new BusyError('too many reads of one session wait')
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(go), 1)
        reject(new BusyError(`other reads of the session took ${ms / 1000} seconds`))
      }, ms)
      line.waiting.push(go)
    })
  }
  return {
    /** `token`: null for callers without a session, who are limited by their address. */
    run: async <T>(token: Buffer | null, work: () => Promise<T>): Promise<T> => {
      if (token === null) return work()
      const key = token.toString('base64')
      const line = lines.get(key) ?? { running: 0, waiting: [] }
      lines.set(key, line)
      if (line.running < atOnce) line.running += 1
      // Who is done hands the turn on, so the count stays the same.
      else await wait(line)
      try {
        return await work()
      } finally {
        const next = line.waiting.shift()
        if (next) next()
        else {
          line.running -= 1
          if (line.running === 0) lines.delete(key)
        }
      }
    },
    /** How many sessions have reads under way. */
    size: () => lines.size,
  }
}
