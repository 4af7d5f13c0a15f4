import { Worker } from 'node:worker_threads'
import type { DocumentWords } from './draw.ts'

const longestMs = 20_000
const megabytes = 256

/** Draws a document in a thread of its own, with limits on memory and time. Throws where it cannot be drawn. */
export const drawInThread = (words: DocumentWords): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: words,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes },
    })
    const end = (settle: () => void) => {
      clearTimeout(slow)
      settle()
      void worker.terminate()
    }
    const slow = setTimeout(() => end(() => reject(new Error('the document takes too long'))), longestMs)
    worker.once('message', (pdf: Uint8Array) => end(() => resolve(Buffer.from(pdf))))
    worker.once('error', (error) => end(() => reject(error)))
    worker.once('exit', () => end(() => reject(new Error('the document was not drawn'))))
  })
