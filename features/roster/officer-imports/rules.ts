import { emailKey } from '#features/people/accounts/rules.ts'
import { badgeKey, isFullHouse, parseRate, problemsOfProfile, type Standing } from '#features/roster/officers/rules.ts'
import { looksLikeFormula } from '#platform/shared/text.ts'
import { ambiguousIn, type DateOrder, dateOrderOf, parseDate } from './rules.dates.ts'
import { type ImportField, type Mapping, type MappingProblem, refuseMapping } from './rules.mapping.ts'

/** The largest file that an import takes, in rows and bytes. */
export const MAX_IMPORT_ROWS = 10_000
export const MAX_IMPORT_BYTES = 10_000_000

/** The values an import can set; a blank cell sets nothing. */
export type ImportValues = {
  badge_number: string | null
  name: string | null
  email: string | null
  rank: string | null
  unit: string | null
  hired_on: string | null
  phone: string | null
  /** Millionths. */
  hourly_rate: number | null
}
export type ValueField = keyof ImportValues
export const valueFields = [
  'badge_number',
  'name',
  'email',
  'rank',
  'unit',
  'hired_on',
  'phone',
  'hourly_rate',
] as const satisfies readonly ValueField[]

export type ExistingOfficer = ImportValues & { id: string; standing: Standing; has_account: boolean }

export type RowError = {
  field: ValueField | 'row'
  message: string
  /** The row it conflicts with, as numbered in the file. */
  other_row?: number
}
export type Change = { from: string | number | null; to: string | number | null }

/** `row` is the spreadsheet's line number. */
export type RowVerdict =
  | { row: number; verdict: 'create'; values: ImportValues & { name: string } }
  | { row: number; verdict: 'update'; officer_id: string; changes: Partial<Record<ValueField, Change>> }
  | { row: number; verdict: 'unchanged'; officer_id: string }
  | { row: number; verdict: 'error'; errors: RowError[] }
  | { row: number; verdict: 'skipped_total' | 'skipped_blank' }

export type ImportRefusal = MappingProblem | 'too_many_rows' | 'no_rows' | 'officers_full'
export type ImportCounts = Record<RowVerdict['verdict'], number>
export type ImportPlan = {
  refused: ImportRefusal | null
  rows: RowVerdict[]
  counts: ImportCounts
  /** See `ambiguousIn`; also if the order was chosen. */
  ambiguous_date: string | null
}

export type ImportHouse = { max_officers: number | null; approved_count: number }

const noCounts = (): ImportCounts => ({
  create: 0,
  update: 0,
  unchanged: 0,
  error: 0,
  skipped_total: 0,
  skipped_blank: 0,
})

/** Why the plan may not be carried out, or null: all or nothing. */
export const refuseImport = (plan: ImportPlan): ImportRefusal | 'import_errors' | null =>
  plan.refused ?? (plan.counts.error > 0 ? 'import_errors' : null)

/**
 * What an import would do, row by row (issue point 5). Rows exclude the header; cells are text. A row matches the officer with
 * its badge, or otherwise with its email. Importing the same file again leaves every row unchanged. `first` is the line number of the
 * first row; `dates` is how to read dates whose order the column doesn't prove.
 */
export function planImport(
  rows: readonly (readonly string[])[],
  mapping: Mapping,
  existing: readonly ExistingOfficer[],
  house: ImportHouse = { max_officers: null, approved_count: 0 },
  first = 2,
  dates: DateOrder = 'unknown',
): ImportPlan {
  const refused = rows.length > MAX_IMPORT_ROWS ? 'too_many_rows' : refuseMapping(mapping)
  if (refused !== null) return { refused, rows: [], counts: noCounts(), ambiguous_date: null }
  const known = knownBy(existing)
  const seen: Seen = { badges: new Map(), emails: new Map(), officers: new Map() }
  const dated = mapping.indexOf('hired_on')
  const dateCells = rows.map((row) => row[dated] ?? '')
  const proven = dateOrderOf(dateCells)
  const order = proven === 'unknown' ? dates : proven
  const last = rows.findLastIndex((row) => !isBlank(row))
  const verdicts = rows.map((cells, index): RowVerdict => {
    const row = index + first
    if (isBlank(cells)) return { row, verdict: 'skipped_blank' }
    if (index === last && isTotal(cells, mapping)) return { row, verdict: 'skipped_total' }
    return verdictOf(row, readRow(cells, mapping, order), known, seen)
  })
  const counts = noCounts()
  for (const verdict of verdicts) counts[verdict.verdict] += 1
  return { refused: refuseCounts(counts, house), rows: verdicts, counts, ambiguous_date: ambiguousIn(dateCells) }
}

function refuseCounts(counts: ImportCounts, house: ImportHouse): ImportRefusal | null {
  if (counts.create + counts.update + counts.unchanged + counts.error === 0) return 'no_rows'
  return counts.create > 0 && isFullHouse(house, counts.create) ? 'officers_full' : null
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')
const NUMBER = /^[-$€£]?\s?[\d.,]+%?$/

/** Whether the last row is a total: "Total" with only blanks and numbers next to it, or numbers without a name. */
function isTotal(cells: readonly string[], mapping: Mapping): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const isWord = (cell: string) => /^(grand |sub)?(totals?|sum|count|average)\b[\s:]*$/i.test(cell)
  if (filled.some(isWord) && filled.every((cell) => isWord(cell) || NUMBER.test(cell))) return true
  const named: (ImportField | null)[] = ['badge_number', 'name', 'first_name', 'last_name', 'email']
  const nobody = cells.every((cell, column) => cell.trim() === '' || !named.includes(mapping[column] ?? null))
  return nobody && filled.every((cell) => NUMBER.test(cell))
}

type Read = { values: ImportValues; errors: RowError[] }

const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .trim()
    .replaceAll(/[\s\u00a0]+/g, ' ')

function readRow(cells: readonly string[], mapping: Mapping, order: DateOrder): Read {
  const errors: RowError[] = []
  const cell = (field: ImportField): string => cells[mapping.indexOf(field)] ?? ''
  const text = (field: 'badge_number' | 'rank' | 'unit' | 'phone'): string | null => tidy(cell(field)) || null
  const raw = {
    name: ['name', 'first_name', 'last_name'],
    badge_number: ['badge_number'],
    rank: ['rank'],
    unit: ['unit'],
  } as const
  for (const field of ['name', 'badge_number', 'rank', 'unit'] as const) {
    if (raw[field].some((part) => looksLikeFormula(cell(part)))) errors.push({ field, message: 'looks_like_formula' })
  }
  const values: ImportValues = {
    badge_number: text('badge_number'),
    name: tidy(cell('name')) || tidy(`${cell('first_name')} ${cell('last_name')}`) || null,
    email: null,
    rank: text('rank'),
    unit: text('unit'),
    hired_on: null,
    phone: text('phone'),
    hourly_rate: null,
  }
  if (cell('email').trim() !== '') values.email = emailKey(cell('email'))
  if (cell('email').trim() !== '' && values.email === null) errors.push({ field: 'email', message: 'invalid' })
  if (cell('hourly_rate').trim() !== '') values.hourly_rate = parseRate(cell('hourly_rate'))
  if (cell('hourly_rate').trim() !== '' && values.hourly_rate === null)
    errors.push({ field: 'hourly_rate', message: 'invalid' })
  if (cell('hired_on').trim() !== '') {
    const answer = parseDate(cell('hired_on'), order)
    if ('date' in answer) values.hired_on = answer.date
    else errors.push({ field: 'hired_on', message: answer.problem })
  }
  const { name, ...rest } = values
  const problems = problemsOfProfile(name === null ? rest : { ...rest, name })
  errors.push(...problems.filter((p) => !errors.some((e) => e.field === p.field)))
  if (values.badge_number === null && values.email === null && errors.length === 0)
    errors.push({ field: 'badge_number', message: 'required' })
  return { values, errors }
}

type Known = { badges: Map<string, ExistingOfficer>; emails: Map<string, ExistingOfficer> }
type Seen = { badges: Map<string, number>; emails: Map<string, number>; officers: Map<string, number> }

function knownBy(existing: readonly ExistingOfficer[]): Known {
  const known: Known = { badges: new Map(), emails: new Map() }
  for (const officer of existing) {
    if (officer.badge_number !== null) known.badges.set(badgeKey(officer.badge_number), officer)
    const key = officer.email === null ? null : emailKey(officer.email)
    if (key !== null) known.emails.set(key, officer)
  }
  return known
}

/** Records the row's badge and email, and reports the first row that had either of them. */
function duplicatesOf(row: number, values: ImportValues, seen: Seen): RowError[] {
  const found: RowError[] = []
  const note = (field: 'badge_number' | 'email', key: string | null, rows: Map<string, number>) => {
    if (key === null) return
    const first = rows.get(key)
    if (first === undefined) rows.set(key, row)
    else found.push({ field, message: 'duplicate', other_row: first })
  }
  note('badge_number', values.badge_number === null ? null : badgeKey(values.badge_number), seen.badges)
  note('email', values.email, seen.emails)
  return found
}

function verdictOf(row: number, { values, errors }: Read, known: Known, seen: Seen): RowVerdict {
  const all = [...errors, ...duplicatesOf(row, values, seen)]
  const byBadge = values.badge_number === null ? undefined : known.badges.get(badgeKey(values.badge_number))
  const byEmail = values.email === null ? undefined : known.emails.get(values.email)
  if (byBadge !== undefined && byEmail !== undefined && byBadge.id !== byEmail.id)
    all.push({ field: 'email', message: 'belongs_to_another' })
  const officer = byBadge ?? byEmail
  // Two rows that match the same officer, one by badge and one by the old email, would overwrite each other.
  const other = officer === undefined ? undefined : seen.officers.get(officer.id)
  if (other !== undefined && all.length === 0) all.push({ field: 'row', message: 'duplicate', other_row: other })
  if (officer !== undefined && other === undefined) seen.officers.set(officer.id, row)
  if (officer?.standing === 'left' || officer?.standing === 'rejected')
    all.push({ field: 'row', message: `officer_${officer.standing}` })
  if (officer?.has_account && values.email !== null && values.email !== emailKey(officer.email ?? ''))
    all.push({ field: 'email', message: 'has_account' })
  if (all.length > 0) return { row, verdict: 'error', errors: all }
  if (officer === undefined)
    // Without a name column, the badge serves as the name until someone enters one.
    return {
      row,
      verdict: 'create',
      values: { ...values, name: values.name ?? values.badge_number ?? values.email ?? '' },
    }
  const changes = changesOf(officer, values)
  return Object.keys(changes).length === 0
    ? { row, verdict: 'unchanged', officer_id: officer.id }
    : { row, verdict: 'update', officer_id: officer.id, changes }
}

/** The fields that would change; blank cells and respellings of the same badge or email change nothing. */
function changesOf(officer: ImportValues, values: ImportValues): Partial<Record<ValueField, Change>> {
  const changes: Partial<Record<ValueField, Change>> = {}
  for (const field of valueFields) {
    const [from, to] = [officer[field], values[field]]
    if (to === null || from === to) continue
    if (field === 'email' && emailKey(officer.email ?? '') === values.email) continue
    if (
      field === 'badge_number' &&
      officer.badge_number !== null &&
      badgeKey(officer.badge_number) === badgeKey(String(to))
    )
      continue
    changes[field] = { from, to }
  }
  return changes
}
