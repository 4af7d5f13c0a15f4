import { Worker } from 'node:worker_threads'
import type { ParsedFile } from './jobs.parse.ts'
import type { RosterAnswer, RosterAsk, TableAsk } from './jobs.plan.ts'

type Problem = Extract<RosterAnswer, { problem: unknown }>

const seconds = 20
const megabytes = 512
/** Files read at a time in one process; so many more wait their turn. */
const atOnce = 2
const mayWait = 8

let running = 0
const waiting: (() => void)[] = []

/** False where too many wait already. */
const takeTurn = async (): Promise<boolean> => {
  if (running < atOnce) {
    running += 1
    return true
  }
  if (waiting.length >= mayWait) return false
  // Whoever ends hands the place on, so the count stays.
  await new Promise<void>((resolve) => waiting.push(resolve))
  return true
}
const giveTurn = () => {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

/** Reads a file in a thread of its own, with bounds on memory and time, so that no file holds the server up. */
export const readRoster = (ask: RosterAsk): Promise<RosterAnswer> => inTurn<RosterAnswer>(ask)
/** The same for any table: header and rows as text. */
export const readTable = (ask: TableAsk): Promise<ParsedFile | Problem> => inTurn<ParsedFile | Problem>(ask)

const inTurn = async <A>(ask: RosterAsk | TableAsk): Promise<A | Problem> => {
  if (!(await takeTurn())) return { problem: { code: 'busy' } }
  try {
    return await inThread<A>(ask)
  } finally {
    giveTurn()
  }
}

const inThread = <A>(ask: RosterAsk | TableAsk): Promise<A | Problem> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./jobs.worker.ts', import.meta.url), {
      workerData: ask,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    const end = (answer: A | Problem) => {
      clearTimeout(timer)
      resolve(answer)
      void worker.terminate()
    }
    const timer = setTimeout(() => end({ problem: { code: 'file_takes_too_long' } }), seconds * 1000)
    worker.once('message', end)
    worker.once('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        return end({ problem: { code: 'file_inflates' } })
      clearTimeout(timer)
      reject(error)
    })
  })
