import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { isFullHouse, rateText } from '#features/roster/officers/rules.ts'
import { findHouseLocked } from '#features/roster/officers/store.ts'
import { problemWords } from '#features/roster/officers/words.ts'
import type { Db } from '#platform/server/db.ts'
import { type Outside, Refusal, type Route, read, refuse, write } from '#platform/server/route.ts'
import { isoInstant } from '#platform/shared/time.ts'
import { type CheckedRow, checkImport, getImport, importOfficers } from './contract.ts'
import type { RosterPlan } from './jobs.plan.ts'
import { readRoster } from './jobs.ts'
import { sampleOf } from './rules.cells.ts'
import type { Mapping } from './rules.mapping.ts'
import { newValuesOf } from './rules.new-values.ts'
import { type ImportPlan, type RowError, type RowVerdict, refuseImport, type ValueField, valueFields } from './rules.ts'
import * as imports from './store.ts'

const chunkOf = 500

type ImportChoices = z.output<(typeof checkImport)['input']>
type Read = { file_name: string; hash: Buffer; existing: imports.Existing; roster: RosterPlan }

/** Runs before the transaction: authorizes the caller, then reads and plans the file in its own thread. */
const readAndPlan = async (outside: Outside, { mapping, header, dates }: ImportChoices) => {
  const { file } = outside
  if (!file) return refuse('file_missing')
  const hash = createHash('sha256').update(file.bytes).digest()
  const existing = await outside.caller((db) => imports.findExisting(db, hash))
  const answer = await readRoster({
    name: file.name,
    bytes: new Uint8Array(file.bytes),
    mapping: mapping ?? null,
    header: header !== 'none',
    dates,
    existing: existing.officers,
    house: existing.house,
  })
  if ('problem' in answer) {
    return refuse(answer.problem.code, 'details' in answer.problem ? answer.problem.details : undefined)
  }
  const done: Read = { file_name: file.name, hash, existing, roster: answer }
  return done
}

const textOf = (field: ValueField, value: string | number | null): string | null =>
  value === null ? null : field === 'hourly_rate' ? rateText(Number(value)) : String(value)

/** The columns for a field in the file: a name may be in two. */
const columnsOf = (field: RowError['field'], mapping: Mapping): number[] =>
  mapping.flatMap((mapped, column) =>
    mapped === field || (field === 'name' && (mapped === 'first_name' || mapped === 'last_name')) ? [column] : [],
  )

/** An update's changes; for a new officer, the values besides badge and name, which have their own columns. */
const changesIn = (verdict: RowVerdict): CheckedRow['changes'] => {
  if (verdict.verdict === 'update') {
    return valueFields.flatMap((field) => {
      const change = verdict.changes[field]
      return change ? [{ field, from: textOf(field, change.from), to: textOf(field, change.to) }] : []
    })
  }
  if (verdict.verdict !== 'create') return []
  return valueFields
    .filter((field) => field !== 'badge_number' && field !== 'name' && verdict.values[field] !== null)
    .map((field) => ({ field, from: null, to: textOf(field, verdict.values[field]) }))
}

const checkedRow = (verdict: RowVerdict, cells: readonly string[], { headers, mapping }: RosterPlan): CheckedRow => {
  const cell = (field: RowError['field']) =>
    columnsOf(field, mapping)
      .map((column) => (cells[column] ?? '').trim())
      .join(' ')
      .slice(0, 80)
  return {
    row: verdict.row,
    verdict: verdict.verdict,
    badge_number: cell('badge_number'),
    name: cell('name'),
    changes: changesIn(verdict),
    errors: (verdict.verdict === 'error' ? verdict.errors : []).map((error) => ({
      field: error.field,
      column: columnsOf(error.field, mapping).map((column) => headers[column] ?? '')[0] ?? null,
      value: cell(error.field),
      message: problemWords(error.field, error.message, error.other_row),
      other_row: error.other_row ?? null,
    })),
  }
}

/** The first invalid cell as text, for the refusal of a commit. */
const firstError = (plan: ImportPlan, roster: RosterPlan) => {
  const wrong = plan.rows.find((row) => row.verdict === 'error')
  const checked = wrong && checkedRow(wrong, roster.rows[wrong.row - roster.first] ?? [], roster).errors[0]
  return {
    count: plan.counts.error,
    row: wrong?.row ?? 0,
    column: checked?.column ?? '',
    problem: checked?.message ?? '',
  }
}

type Ready = Read & { outside: Outside; import_id: string }

/** Reports progress in a separate transaction, one report at a time and without waiting, so that it cannot slow down the import. */
const progressOf = ({ outside, import_id }: Ready) => {
  let busy = false
  return (done: number) => {
    if (busy) return
    busy = true
    outside
      .caller((db) => imports.updateImportProgress(db, import_id, done))
      .catch(() => undefined)
      .finally(() => {
        busy = false
      })
  }
}

/** Applies the plan in statements of 500 rows; false if the roster has changed since the plan was made. */
const carryOut = async (db: Db, ready: Ready): Promise<boolean> => {
  const { plan } = ready.roster
  const versions = new Map(ready.existing.officers.map((o) => [o.id, o.version]))
  const creates = plan.rows.flatMap((row) => (row.verdict === 'create' ? [row.values] : []))
  const updates = plan.rows.flatMap((row) =>
    row.verdict === 'update'
      ? [{ id: row.officer_id, version: versions.get(row.officer_id) ?? 0, changes: row.changes }]
      : [],
  )
  const tell = progressOf(ready)
  let done = plan.rows.length - creates.length - updates.length
  for (let at = 0; at < creates.length; at += chunkOf) {
    const some = creates.slice(at, at + chunkOf)
    await imports.insertImported(db, some)
    done += some.length
    tell(done)
  }
  for (let at = 0; at < updates.length; at += chunkOf) {
    const some = updates.slice(at, at + chunkOf)
    if ((await imports.updateImported(db, some)) !== some.length) return false
    done += some.length
    tell(done)
  }
  return true
}

const commit = async (db: Db, ready: Ready) => {
  const { counts, rows } = ready.roster.plan
  const house = await findHouseLocked(db)
  if (counts.create > 0 && isFullHouse(house, counts.create)) return refuse('officers_full')
  if (!(await carryOut(db, ready))) return refuse('roster_changed')
  if ((await imports.updateImportDone(db, ready.import_id, counts)) !== 1) return refuse('import_repeated')
  return {
    import_id: ready.import_id,
    rows_total: rows.length,
    created: counts.create,
    updated: counts.update,
    unchanged: counts.unchanged,
    skipped: counts.skipped_blank + counts.skipped_total,
  }
}

export const routes: readonly Route[] = [
  write<typeof checkImport, Read>(
    checkImport,
    async ({ prepared: { file_name, hash, existing, roster } }) => ({
      file_name,
      file_hash: hash.toString('hex'),
      imported_before: existing.before === null ? null : isoInstant(existing.before),
      columns: roster.headers.map((header, column) => ({
        header,
        field: roster.mapping[column] ?? null,
        sample: sampleOf(roster.rows, column),
      })),
      refused: roster.plan.refused === 'too_many_rows' ? null : roster.plan.refused,
      ambiguous_date: roster.plan.ambiguous_date,
      rows_total: roster.plan.rows.length,
      counts: roster.plan.counts,
      new_values: newValuesOf(roster.plan, existing.officers),
      rows: roster.plan.rows.map((row) => checkedRow(row, roster.rows[row.row - roster.first] ?? [], roster)),
    }),
    { prepare: (input, outside) => readAndPlan(outside, input) },
  ),
  write<typeof importOfficers, Ready>(
    importOfficers,
    async ({ db, prepared }) => {
      let failure: string | null = 'internal'
      try {
        const answer = await commit(db, prepared)
        failure = answer instanceof Refusal ? answer.code : null
        return answer
      } finally {
        // Written after this transaction ends, because anything done inside it is rolled back.
        if (failure !== null) {
          const code = failure
          void prepared.outside
            .caller((after) => imports.updateImportFailed(after, prepared.import_id, code))
            .catch(() => undefined)
        }
      }
    },
    {
      constraints: { officers_badge: 'roster_changed', officers_email: 'roster_changed' },
      prepare: async (input, outside) => {
        const done = await readAndPlan(outside, input)
        if (done instanceof Refusal) return done
        const { plan } = done.roster
        const refused = refuseImport(plan)
        if (refused === 'import_errors') return refuse(refused, firstError(plan, done.roster))
        if (refused !== null) return refuse(refused)
        const made = {
          id: input.import_id,
          file_name: done.file_name,
          file_hash: done.hash,
          mapping: done.roster.mapping,
          rows_total: plan.rows.length,
          rows_done: plan.rows.length - plan.counts.create - plan.counts.update,
        }
        await outside.caller((db) => imports.insertImport(db, made))
        return { ...done, outside, import_id: input.import_id }
      },
    },
  ),
  read(getImport, imports.findImport),
]
