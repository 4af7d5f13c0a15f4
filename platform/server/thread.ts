import { Worker } from 'node:worker_threads'

/** Why a thread ended without a result: out of time, out of memory, or an error of its own. */
export class ThreadError extends Error {
  readonly why: 'late' | 'memory' | 'broken'
  constructor(why: ThreadError['why'], cause?: unknown) {
    super(`the thread ended without an answer: ${why}`, { cause })
    this.name = 'ThreadError'
    this.why = why
  }
}

/** Maximum time in milliseconds and maximum heap size in megabytes. */
type Limits = { ms: number; megabytes: number }

const whyOf = (error: unknown): ThreadError['why'] =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'broken'

/**
 * Runs a script in its own thread and resolves with the first message it posts. `data` is copied to it as `workerData`; by the
 * time this settles, the thread is gone and its memory freed. Throws `ThreadError`.
 */
export const inThread = <Answer>(script: URL, data: unknown, limits: Limits): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(script, {
      workerData: data,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    })
    let ended = false
    const end = (settle: () => void) => {
      if (ended) return
      ended = true
      clearTimeout(slow)
      void worker.terminate().finally(settle)
    }
    const slow = setTimeout(() => end(() => reject(new ThreadError('late'))), limits.ms)
    worker.once('message', (answer: Answer) => end(() => resolve(answer)))
    worker.once('error', (error) => end(() => reject(new ThreadError(whyOf(error), error))))
    worker.once('exit', () => end(() => reject(new ThreadError('broken'))))
  })

/**
 * Runs at most `atOnce` pieces of work in this process and lets `mayWait` more wait, in order of arrival; `null` if too many
 * wait, or if `whose` already has `each` of its own running or waiting here.
 */
export const turns = ({ atOnce, mayWait, each }: { atOnce: number; mayWait: number; each?: number }) => {
  let running = 0
  const waiting: (() => void)[] = []
  const own = new Map<string, number>()
  const inTurn = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (running < atOnce) running += 1
    else if (waiting.length >= mayWait) return null
    // A finished run hands its slot on, so the count stays the same.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
  return async <T>(work: () => Promise<T>, whose?: string): Promise<T | null> => {
    if (whose === undefined) return inTurn(work)
    const has = own.get(whose) ?? 0
    if (each !== undefined && has >= each) return null
    own.set(whose, has + 1)
    try {
      return await inTurn(work)
    } finally {
      const left = (own.get(whose) ?? 1) - 1
      if (left > 0) own.set(whose, left)
      else own.delete(whose)
    }
  }
}
