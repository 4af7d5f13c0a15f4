import type { FileProblem } from './contract.ts'
import type { ParsedFile } from './jobs.parse.ts'
import { readTable as readInThread } from './jobs.ts'

/** Another feature's file as header and rows of text, or a file problem; read in its own thread, with limits. */
export const readTable = (
  name: string,
  bytes: Uint8Array,
): Promise<ParsedFile | { problem: FileProblem | { code: 'mapping_misfit' | 'busy' } }> =>
  readInThread({ name, bytes: new Uint8Array(bytes) })
