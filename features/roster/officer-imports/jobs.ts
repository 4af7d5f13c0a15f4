import { inThread, ThreadError, turns } from '#platform/server/thread.ts'
import type { ParsedFile } from './jobs.parse.ts'
import type { RosterAnswer, RosterAsk, TableAsk } from './jobs.plan.ts'

type Problem = Extract<RosterAnswer, { problem: unknown }>

const script = new URL('./jobs.worker.ts', import.meta.url)
const limits = { ms: 20_000, megabytes: 512 }
/** Limits on files read concurrently and waiting in one process. */
const inTurn = turns({ atOnce: 2, mayWait: 8 })

/** Reads a file in its own thread with memory and time limits, so that no file blocks the server. */
export const readRoster = (asked: RosterAsk): Promise<RosterAnswer> => ask<RosterAnswer>(asked)
/** The same for any table: header and rows as text. */
export const readTable = (asked: TableAsk): Promise<ParsedFile | Problem> => ask<ParsedFile | Problem>(asked)

const problems = { late: 'file_takes_too_long', memory: 'file_inflates' } as const
const ask = async <A>(asked: RosterAsk | TableAsk): Promise<A | Problem> => {
  try {
    return (await inTurn(() => inThread<A>(script, asked, limits))) ?? { problem: { code: 'busy' } }
  } catch (error) {
    if (error instanceof ThreadError && error.why !== 'broken') return { problem: { code: problems[error.why] } }
    throw error
  }
}
