import { dateOrderOf, parseDate } from '#features/roster/officer-imports/rules.dates.ts'
import { headerKey } from '#features/roster/officer-imports/rules.mapping.ts'
import { MAX_IMPORT_ROWS } from '#features/roster/officer-imports/rules.ts'
import { badgeKey } from '#features/roster/officers/rules.ts'
import { type Instant, ms, readClock, type WallDate, type WallTime } from '#platform/shared/time.ts'
import { tourRange } from './rules.ts'

/** What a column can fill. */
export const tourFields = ['badge_number', 'date', 'start', 'end'] as const
export type TourField = (typeof tourFields)[number]
/** One entry per column; null skips the column. */
export type Mapping = readonly (TourField | null)[]

const spellings: Readonly<Record<TourField, readonly string[]>> = {
  badge_number: [
    'badge number',
    'badge',
    'badge no',
    'badge id',
    'shield',
    'star',
    'employee number',
    'employee id',
    'emp id',
    'officer number',
    'officer id',
    'id',
  ],
  date: ['date', 'day', 'shift date', 'tour date', 'work date', 'start date', 'on'],
  start: ['start', 'start time', 'begins', 'begin', 'from', 'time in', 'in', 'shift start', 'tour start'],
  end: ['end', 'end time', 'ends', 'to', 'until', 'time out', 'out', 'shift end', 'tour end'],
}

/** The most likely field for each column, by its header; each field is guessed at most once, best spelling first. */
export function guessMapping(headers: readonly string[]): Mapping {
  const mapping: (TourField | null)[] = headers.map(() => null)
  const keys = headers.map(headerKey)
  for (const field of tourFields) {
    const found = spellings[field].map((word) => keys.indexOf(word)).find((at) => at >= 0 && mapping[at] === null)
    if (found !== undefined) mapping[found] = field
  }
  return mapping
}

const isField = (text: string): text is TourField => tourFields.some((field) => field === text)

/** `badge_number,,date,start,end`; null for an unknown field or a wrong number of columns. */
export function mappingOfText(text: string, columns: number): Mapping | null {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== columns || parts.some((part) => part !== '' && !isField(part))) return null
  return parts.map((part) => (isField(part) ? part : null))
}
export const textOfMapping = (mapping: Mapping): string => mapping.map((field) => field ?? '').join(',')

export type MappingProblem = 'columns_missing' | 'field_twice' | 'too_many_rows' | 'no_tours_in_file'

/** Why a mapping cannot be used, or null: each field comes from exactly one column. */
export function refuseMapping(mapping: Mapping): 'columns_missing' | 'field_twice' | null {
  const used = mapping.filter((field) => field !== null)
  if (new Set(used).size < used.length) return 'field_twice'
  return used.length < tourFields.length ? 'columns_missing' : null
}

export type RowProblem =
  | 'required'
  | 'unknown_badge'
  | 'invalid_date'
  | 'ambiguous_date'
  | 'invalid_time'
  | 'same_as_row'
  | 'overlaps_row'
export type RowError = { row: number; field: TourField; value: string; problem: RowProblem; other_row?: number }

export type ImportedTour = { officer_id: string; on_day: WallDate; starts_at: Instant; ends_at: Instant }
export type Plan = {
  refused: MappingProblem | null
  errors: RowError[]
  counts: { create: number; unchanged: number; remove: number; error: number; blank: number }
  /** Every officer and day in the file, with the desired tours; a day without any has its tours deleted. */
  days: { officer_id: string; on_day: WallDate }[]
  tours: ImportedTour[]
}

/** A time of day as written by people and spreadsheets: `06:00`, `0600`, `6 PM`, 0.25 of a day; null if invalid. */
export function readTime(text: string): WallTime | null {
  const value = text.trim().replace(/^(\d{1,2}:\d\d):00$/, '$1')
  const fraction = /^0?\.\d+$|^0$/.test(value) ? Number(value) : null
  if (fraction === null) return readClock(/^\d{3}$/.test(value) ? `0${value}` : value)
  const minutes = Math.round(fraction * 1440)
  return minutes > 1439
    ? null
    : `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

const minuteOf = (time: WallTime) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export type Known = {
  /** `badgeKey` -> officer, active officers only. */
  badges: ReadonlyMap<string, string>
  imported: readonly ImportedTour[]
  zone: string
}
type Read = { row: number; officer_id: string; on_day: WallDate; tour: ImportedTour | null }

type Cells = (field: TourField) => string
type Context = { known: Known; order: ReturnType<typeof dateOrderOf> }

/** One parsed row, or its errors by field. An end at or before the start is on the next day. */
function readRow(row: number, cell: Cells, { known, order }: Context): Read | RowError[] {
  const errors: RowError[] = []
  const wrong = (field: TourField, problem: RowProblem) =>
    errors.push({ row, field, value: cell(field).trim().slice(0, 80), problem })
  const badge = cell('badge_number').trim()
  const officer_id = known.badges.get(badgeKey(badge))
  if (badge === '') wrong('badge_number', 'required')
  else if (officer_id === undefined) wrong('badge_number', 'unknown_badge')
  const date = cell('date').trim() === '' ? ({ problem: 'required' } as const) : parseDate(cell('date'), order)
  if ('problem' in date) wrong('date', date.problem)
  const off = cell('start').trim() === '' && cell('end').trim() === ''
  const [start, end] = [readTime(cell('start')), readTime(cell('end'))]
  if (!off && start === null) wrong('start', cell('start').trim() === '' ? 'required' : 'invalid_time')
  if (!off && end === null) wrong('end', cell('end').trim() === '' ? 'required' : 'invalid_time')
  if (errors.length > 0 || officer_id === undefined || 'problem' in date) return errors
  if (off || start === null || end === null) return { row, officer_id, on_day: date.date, tour: null }
  const minutes = (minuteOf(end) - minuteOf(start) + 1440) % 1440 || 1440
  const range = tourRange(date.date, { start, minutes }, 'end', known.zone)
  return { row, officer_id, on_day: date.date, tour: { officer_id, on_day: date.date, ...range } }
}

/** Duplicate or overlapping tours of one officer; the later row gets the error. */
function clashes(reads: readonly Read[]): RowError[] {
  const errors: RowError[] = []
  const byOfficer = Map.groupBy(
    reads.flatMap(({ row, tour }) => (tour ? [{ row, from: ms(tour.starts_at), to: ms(tour.ends_at), of: tour }] : [])),
    (one) => one.of.officer_id,
  )
  for (const tours of byOfficer.values()) {
    let last: (typeof tours)[number] | null = null
    for (const one of tours.toSorted((a, b) => a.from - b.from || a.row - b.row)) {
      if (last !== null && one.from < last.to) {
        const [first, later] = one.row > last.row ? [last, one] : [one, last]
        const same = one.from === last.from && one.to === last.to
        const value = later.of.on_day
        errors.push({
          row: later.row,
          field: 'start',
          value,
          problem: same ? 'same_as_row' : 'overlaps_row',
          other_row: first.row,
        })
      }
      if (last === null || one.to > last.to) last = one
    }
  }
  return errors
}

/** The first and last date in the file; null if none can be read. */
export function datesOf(
  rows: readonly (readonly string[])[],
  mapping: Mapping,
): { from: WallDate; to: WallDate } | null {
  const column = mapping.indexOf('date')
  const values = rows.map((row) => row[column] ?? '')
  const order = dateOrderOf(values)
  const dates = values.flatMap((value) => {
    const answer = parseDate(value, order)
    return 'date' in answer ? [answer.date] : []
  })
  const inOrder = dates.toSorted()
  const [from, to] = [inOrder[0], inOrder.at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}

const keyOf = (tour: ImportedTour) => `${tour.officer_id} ${ms(tour.starts_at)} ${ms(tour.ends_at)}`

/** What an import would do. Rows exclude the header. Importing the same file again leaves every tour unchanged. */
export function planTours(rows: readonly (readonly string[])[], mapping: Mapping, known: Known): Plan {
  const counts = { create: 0, unchanged: 0, remove: 0, error: 0, blank: 0 }
  const nothing = { errors: [], counts, days: [], tours: [] }
  const refused = rows.length > MAX_IMPORT_ROWS ? 'too_many_rows' : refuseMapping(mapping)
  if (refused !== null) return { refused, ...nothing }
  const order = dateOrderOf(rows.map((row) => row[mapping.indexOf('date')] ?? ''))
  const reads: Read[] = []
  const errors: RowError[] = []
  rows.forEach((cells, index) => {
    const cell: Cells = (field) => cells[mapping.indexOf(field)] ?? ''
    if (tourFields.every((field) => cell(field).trim() === '')) {
      counts.blank += 1
      return
    }
    const read = readRow(index + 2, cell, { known, order })
    if (Array.isArray(read)) errors.push(...read)
    else reads.push(read)
  })
  errors.push(...clashes(reads))
  counts.error = new Set(errors.map((error) => error.row)).size
  if (reads.length === 0 && errors.length === 0) return { refused: 'no_tours_in_file', ...nothing }
  const tours = reads.flatMap(({ tour }) => (tour ? [tour] : []))
  const days = [...new Map(reads.map((read) => [`${read.officer_id} ${read.on_day}`, read])).entries()]
  const named = new Set(days.map(([key]) => key))
  const wanted = new Set(tours.map(keyOf))
  const there = known.imported.filter((one) => named.has(`${one.officer_id} ${one.on_day}`))
  const kept = new Set(there.map(keyOf))
  counts.create = tours.filter((tour) => !kept.has(keyOf(tour))).length
  counts.unchanged = tours.length - counts.create
  counts.remove = there.filter((one) => !wanted.has(keyOf(one))).length
  errors.sort((a, b) => a.row - b.row)
  return {
    refused: null,
    errors,
    counts,
    days: days.map(([, { officer_id, on_day }]) => ({ officer_id, on_day })),
    tours,
  }
}
