import type { FileProblem } from './contract.ts'
import { type ParsedFile, parseFile } from './jobs.parse.ts'
import type { DateOrder } from './rules.dates.ts'
import { guessMapping, type Mapping, mappingOfText } from './rules.mapping.ts'
import { type ExistingOfficer, type ImportHouse, type ImportPlan, planImport } from './rules.ts'

export type RosterAsk = {
  name: string
  bytes: Uint8Array<ArrayBuffer>
  /** null: guess the columns. */
  mapping: string | null
  /** Whether the first row names the columns. */
  header: boolean
  /** How to read dates whose order the column doesn't prove. */
  dates?: DateOrder | undefined
  existing: ExistingOfficer[]
  house: ImportHouse
}
/** A file that is only read, without planning an import. */
export type TableAsk = { name: string; bytes: Uint8Array<ArrayBuffer> }
export type RosterPlan = ParsedFile & { mapping: Mapping; plan: ImportPlan }
export type RosterAnswer = RosterPlan | { problem: FileProblem | { code: 'mapping_misfit' | 'busy' } }

/** Reads the file and plans its import. Takes seconds for a large file, so `readRoster` runs it in its own thread. */
export const planFile = async (ask: RosterAsk): Promise<RosterAnswer> => {
  const parsed = await parseFile(ask.bytes, ask.name, ask.header)
  if ('problem' in parsed) return parsed
  const { headers, rows, first } = parsed
  const mapping = ask.mapping === null ? guessMapping(headers, rows) : mappingOfText(ask.mapping, headers.length)
  if (mapping === null) return { problem: { code: 'mapping_misfit' } }
  return { ...parsed, mapping, plan: planImport(rows, mapping, ask.existing, ask.house, first, ask.dates) }
}
