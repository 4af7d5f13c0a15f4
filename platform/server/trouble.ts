import pg from 'pg'
import { NoAnswer } from './db-deadline.ts'
import { BusyError } from './db-turns.ts'
import type { Log } from './log.ts'

/** What keeps the database from doing a call's work for now. */
export type Trouble =
  | 'storage_full'
  | 'read_only'
  | 'unreachable'
  | 'frozen'
  | 'connections'
  | 'lock_wait'
  | 'slow_statement'
  | 'deadlock'
  | 'resources'
  | 'crowded'

/** SQLSTATEs by their beginning, the longer ones first. */
const states: readonly [string, Trouble][] = [
  ['53100', 'storage_full'],
  ['53300', 'connections'],
  ['57014', 'slow_statement'],
  ['55P03', 'lock_wait'],
  ['25006', 'read_only'],
  ['40', 'deadlock'],
  ['08', 'unreachable'],
  ['57', 'unreachable'],
  ['53', 'resources'],
]
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND'])

/** null for an error that is no trouble of the database: a refusal, a value that fits no column, a defect. */
export const troubleOf = (error: unknown): Trouble | null => {
  if (error instanceof NoAnswer) return 'frozen'
  if (error instanceof BusyError) return 'crowded'
  if (error instanceof pg.DatabaseError) {
    const found = states.find(([start]) => error.code?.startsWith(start))
    if (found) return found[1]
    return /no space left on device|disk quota exceeded/i.test(error.message) ? 'storage_full' : null
  }
  if (!(error instanceof Error) || ('statusCode' in error && error.statusCode !== undefined)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (network.has(code)) return 'unreachable'
  return /connection terminated|timeout exceeded|not queryable|Client was closed/i.test(error.message)
    ? 'unreachable'
    : null
}

/** These stop everybody, so they are alarms. The others are one call's. */
const alarms: readonly Trouble[] = ['storage_full', 'read_only', 'unreachable', 'frozen']
const againMs = 10_000

/** Logs each kind of trouble with its cause when it begins, and while it lasts every ten seconds with the number of failures since. */
export const createTroubleLog = (log: Log) => {
  const said = new Map<Trouble, { at: number; more: number }>()
  return (trouble: Trouble, error: unknown, where: Record<string, unknown> = {}): void => {
    const last = said.get(trouble)
    if (last && performance.now() - last.at < againMs) {
      last.more += 1
      return
    }
    said.set(trouble, { at: performance.now(), more: 0 })
    log({
      ...(alarms.includes(trouble) ? { level: 'error', alarm: trouble } : { level: 'warn', trouble }),
      ...where,
      cause: error instanceof Error ? error.message : String(error),
      ...(error instanceof pg.DatabaseError ? { sqlstate: error.code } : {}),
      ...(last?.more ? { more: last.more } : {}),
    })
  }
}
export type TroubleLog = ReturnType<typeof createTroubleLog>
