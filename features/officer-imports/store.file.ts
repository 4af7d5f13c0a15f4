import type { FileProblem } from './contract.ts'
import type { ParsedFile } from './jobs.parse.ts'
import { readTable as readInThread } from './jobs.ts'

/** A neighbour's file as header and rows of text, or what is wrong with it; read in a thread of its own, with bounds. */
export const readTable = (
  name: string,
  bytes: Uint8Array,
): Promise<ParsedFile | { problem: FileProblem | { code: 'mapping_misfit' | 'busy' } }> =>
  readInThread({ name, bytes: new Uint8Array(bytes) })
