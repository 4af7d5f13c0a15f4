import { sampleOf } from '#features/roster/officer-imports/rules.cells.ts'
import { readTable } from '#features/roster/officer-imports/store.file.ts'
import { badgeKey } from '#features/roster/officers/rules.ts'
import { type Outside, Refusal, type Route, refuse, write } from '#platform/server/route.ts'
import { checkTours, ERRORS_SHOWN, importTours } from './contract.imports.ts'
import { datesOf, guessMapping, type Mapping, mappingOfText, type Plan, planTours } from './rules.imports.ts'
import * as store from './store.imports.ts'
import { problemWords } from './words.imports.ts'

type Ready = { file_name: string; headers: string[]; rows: string[][]; mapping: Mapping; plan: Plan }

/** Runs before the transaction: authorizes the caller, then reads the file in its own thread and plans the import. */
const readAndPlan = async (outside: Outside, given: string | null) => {
  const { file } = outside
  if (!file) return refuse('file_missing')
  // Refuses unauthorized callers before reading the file.
  await outside.caller(async () => undefined)
  const read = await readTable(file.name, file.bytes)
  if ('problem' in read) return refuse(read.problem.code, 'details' in read.problem ? read.problem.details : undefined)
  const { headers, rows } = read
  const mapping = given === null ? guessMapping(headers) : mappingOfText(given, headers.length)
  if (mapping === null) return refuse('mapping_misfit')
  const { zone, officers, imported } = await outside.caller((db) => store.findKnown(db, datesOf(rows, mapping)))
  const badges = new Map(officers.map((one) => [badgeKey(one.badge_number), one.id]))
  const ready: Ready = {
    file_name: file.name,
    headers,
    rows,
    mapping,
    plan: planTours(rows, mapping, { badges, imported, zone }),
  }
  return ready
}

const errorsOf = ({ plan, mapping, headers }: Ready) =>
  plan.errors.slice(0, ERRORS_SHOWN).map((error) => ({
    row: error.row,
    field: error.field,
    column: headers[mapping.indexOf(error.field)] ?? '',
    value: error.value,
    message: problemWords(error),
  }))

export const routes: readonly Route[] = [
  write<typeof checkTours, Ready>(
    checkTours,
    async ({ prepared }) => {
      const { file_name, headers, rows, mapping, plan } = prepared
      return {
        file_name,
        columns: headers.map((header, at) => ({ header, field: mapping[at] ?? null, sample: sampleOf(rows, at) })),
        refused: plan.refused === 'too_many_rows' ? null : plan.refused,
        rows_total: rows.length,
        counts: plan.counts,
        errors: errorsOf(prepared),
      }
    },
    { prepare: (input, outside) => readAndPlan(outside, input.mapping ?? null) },
  ),
  write<typeof importTours, Ready>(
    importTours,
    async ({ db, prepared: { plan, rows } }) => {
      await store.lockImports(db)
      const done = await store.replaceTours(db, plan)
      // Another import ran in between, so the preview no longer matches what would be written.
      if (done.created !== plan.counts.create || done.removed !== plan.counts.remove) return refuse('tours_changed')
      return { rows_total: rows.length, unchanged: plan.counts.unchanged, ...done }
    },
    {
      prepare: async (input, outside) => {
        const ready = await readAndPlan(outside, input.mapping)
        if (ready instanceof Refusal) return ready
        const { plan } = ready
        if (plan.refused !== null) return refuse(plan.refused)
        const [first] = errorsOf(ready)
        if (first) {
          const { row, column, message: problem } = first
          return refuse('import_errors', { count: plan.counts.error, row, column, problem })
        }
        return ready
      },
    },
  ),
]
