import { Worker } from 'node:worker_threads'
import type { Sweep } from '#platform/server/jobs.ts'
import { imageKind, type LogoProblem } from './rules.ts'
import { type Drawn, deleteReplaced } from './store.ts'

type Said = { refused: LogoProblem } | { webp: Uint8Array; png: Uint8Array; width: number; height: number }

const longestMs = 10_000
/** Threads that draw at once; further files stand in line. */
const atOnce = 2
let drawing = 0
const waiting: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (drawing >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else drawing += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else drawing -= 1
  }
}

/** Draws the file anew in a thread of its own, with limits; or says why it cannot be a logo. */
export const drawLogo = async (bytes: Buffer): Promise<Drawn | { refused: LogoProblem }> => {
  const kind = imageKind(bytes)
  if (typeof kind === 'object') return kind
  const said = await inTurn(() => inThread(new Uint8Array(bytes)))
  if ('refused' in said) return said
  return { ...said, webp: Buffer.from(said.webp), png: Buffer.from(said.png) }
}

const inThread = (bytes: Uint8Array): Promise<Said> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./jobs.worker.ts', import.meta.url), {
      workerData: bytes,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    })
    const end = (said: Said) => {
      clearTimeout(slow)
      void worker.terminate()
      resolve(said)
    }
    const slow = setTimeout(() => end({ refused: 'logo_broken' }), longestMs)
    worker.once('message', end)
    worker.once('error', () => end({ refused: 'logo_broken' }))
    worker.once('exit', () => end({ refused: 'logo_broken' }))
  })

/** Drops logos that were replaced long ago. */
export const sweeps: readonly Sweep[] = [
  { name: 'prune_logos', everySeconds: 3600, run: async (db) => void (await deleteReplaced(db)) },
]
