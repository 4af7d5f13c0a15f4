import { inThread } from '../thread.ts'
import type { DocumentWords } from './draw.ts'

const script = new URL('./worker.ts', import.meta.url)
const limits = { ms: 20_000, megabytes: 256 }

/** Draws a document in its own thread, with memory and time limits. Throws if that fails. */
export const drawInThread = async (words: DocumentWords): Promise<Buffer> =>
  Buffer.from(await inThread<Uint8Array>(script, words, limits))
