import { inThread, ThreadError, turns } from '#platform/server/thread.ts'
import type { ParsedFile } from './jobs.parse.ts'
import type { RosterAnswer, RosterAsk, TableAsk } from './jobs.plan.ts'

type Problem = Extract<RosterAnswer, { problem: unknown }>

const script = new URL('./jobs.worker.ts', import.meta.url)
const limits = { ms: 20_000, megabytes: 512 }
/** Files read at a time in one process; so many more wait their turn. */
const inTurn = turns({ atOnce: 2, mayWait: 8 })

/** Reads a file in a thread of its own, with bounds on memory and time, so that no file holds the server up. */
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
