import { type Entry, emptyCells, type Filters, put, type Section, type Sheet } from './client.rows.ts'
import type { Away } from './contract.ts'

/** Above this many names a cell counts them. */
const NAMED = 2

/** Requests have no kind and no open spots. */
const asksFor = (one: Away, f: Filters): boolean =>
  one.pending &&
  f.kind === null &&
  !f.unfilled &&
  (f.unit === null || one.unit === f.unit) &&
  one.name.toLowerCase().includes(f.officer.toLowerCase())

const entryOf = (key: string, text: string, before: string, state: string): Entry => ({
  ...{ key, text, before, state, look: 'leave', mark: 'asked', opens: { requests: true } },
  ...{ starts_at: null, tail: 0, since: null, act: null },
})

const entriesOf = (asked: readonly Away[], before: string, whole: boolean): Entry[] => {
  const names = new Map(asked.map((one) => [one.officer_id, one.name]))
  const sorted = [...names].toSorted(([, a], [, b]) => a.localeCompare(b))
  if (sorted.length > NAMED && !whole)
    return [entryOf('asked', `${sorted.length} requested`, before, sorted.map(([, name]) => name).join(', '))]
  return sorted.map(([id, name]) => ({ ...entryOf(`asked ${id}`, name, before, 'leave requested'), short: true }))
}

/** Leave that waits for a decision, in the cells of its days. `cellsOf` has the row of a unit. */
export function putRequests(
  leaves: readonly Away[],
  sheet: Sheet,
  f: Filters,
  cellsOf: (unit: string | null) => Entry[][],
  before = '',
  whole = false,
) {
  const asked = leaves.filter((one) => asksFor(one, f))
  for (const [, some] of Map.groupBy(asked, (one) => JSON.stringify([one.unit, one.day]))) {
    const [first] = some
    if (first) put(cellsOf(first.unit), { day: first.day, tail: 0 }, sheet, () => entriesOf(some, before, whole))
  }
}

/** Below the rows by shift: who requests leave on which day. Empty without requests. */
export function requestRows(leaves: readonly Away[], sheet: Sheet, f: Filters, whole = false): Section[] {
  const cells = emptyCells(sheet.days)
  const together = leaves.map((one) => ({ ...one, unit: f.unit === null ? null : one.unit }))
  putRequests(together, sheet, f, () => cells, 'Leave', whole)
  if (cells.every((cell) => cell.length === 0)) return []
  const row = { key: 'leave requested', title: 'Requests', sub: '', times: null, hours: null, unit: f.unit }
  return [{ title: 'Leave requested', rows: [{ ...row, officer: null, cells }] }]
}
