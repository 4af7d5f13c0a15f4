import { otherSideOf } from './client.conflicts.ts'
import { namesOf } from './client.crews.ts'
import { putRequests } from './client.leave.ts'
import {
  chipsOf,
  crewFits,
  type Entry,
  emptyCells,
  type Filters,
  fits,
  isDead,
  isOver,
  openSpots,
  put,
  type Schedule,
  type Section,
  type Sheet,
} from './client.rows.ts'
import type { Away, ScheduledShift } from './contract.ts'
import { columnOf } from './rules.ts'

type CellsOf = (unit: string | null) => Entry[][]

/** Counts of a unit's tours and leave. */
function putTours(schedule: Schedule, sheet: Sheet, f: Filters, cellsOf: CellsOf, whole: boolean) {
  const quiet = {
    starts_at: null,
    mark: null,
    tail: 0,
    since: null,
    opens: null,
    act: null,
    before: '',
    state: '',
  } as const
  const crews = schedule.crews.filter((one) => crewFits(one, f))
  const others = otherSideOf(schedule.shifts, (unit, crew) => unit === crew.unit)
  for (const [, same] of Map.groupBy(crews, (one) => JSON.stringify([one.unit, one.day]))) {
    const [first] = same
    if (!first) continue
    const on = same.reduce((n, one) => n + one.count, 0)
    const names = same.flatMap(namesOf)
    const away = same.flatMap((one) => one.away)
    put(cellsOf(first.unit), { day: first.day, tail: 0 }, sheet, () => [
      ...(on > 0
        ? [
            {
              ...quiet,
              key: `on ${first.unit}`,
              look: 'tour' as const,
              text: whole ? `${on} on duty: ${names.join(', ')}` : `${on} on duty`,
              conflicts: same.flatMap(others.onTour),
            },
          ]
        : []),
      ...(away.length > 0
        ? [
            {
              ...quiet,
              key: `away ${first.unit}`,
              look: 'leave' as const,
              text: away.length === 1 || whole ? away.join(', ') : `${away.length} on leave`,
              ...(away.length === 1 ? { short: true as const } : {}),
              state: away.length === 1 ? 'on leave' : away.join(', '),
              conflicts: away.flatMap((name) => others.onLeave(name, first.day)),
            },
          ]
        : []),
    ])
  }
}

/** Officers on shifts appear under their unit, open spots under the units that may fill them. */
function putShifts(schedule: Schedule, sheet: Sheet, f: Filters, cellsOf: CellsOf, whole: boolean) {
  const wants = (unit: string | null) => f.unit === null || f.unit === unit
  for (const shift of schedule.shifts) {
    if (!fits(shift, f) || shift.phase === 'cancelled') continue
    const at = columnOf(shift, sheet.from, sheet.days)
    if (!at) continue
    const { title, starts_at } = shift
    for (const entry of chipsOf(shift, at, whole)) {
      const person = shift.people.find((one) => one.signup_id === entry.key)
      const units = person ? [person.unit] : shift.units.length > 0 ? shift.units : [null]
      for (const unit of units.filter(wants))
        cellsOf(unit)[at.index]?.push({
          ...entry,
          key: `${entry.key} ${unit}`,
          starts_at,
          text: person ? person.name : `${title}: ${entry.text}`,
        })
    }
  }
}

/** Names side by side in one cell have the same form. */
const inOneForm = (entry: Entry): Entry => (entry.short ? { ...entry, short: 'initial' } : entry)

/** Rows by unit: its officers on shifts, open spots only it can fill, counts of its tours and leave, and requests for leave. */
export function rowsByUnit(
  schedule: Schedule & { leaves: readonly Away[] },
  sheet: Sheet,
  f: Filters,
  whole = false,
): Section[] {
  const none = 'No unit'
  const rows = new Map<string, Entry[][]>()
  const cellsOf = (unit: string | null) => {
    const known = rows.get(unit ?? none) ?? emptyCells(sheet.days)
    rows.set(unit ?? none, known)
    return known
  }
  putTours(schedule, sheet, f, cellsOf, whole)
  putShifts(schedule, sheet, f, cellsOf, whole)
  putRequests(schedule.leaves, sheet, f, cellsOf, '', whole)
  const list = [...rows].toSorted(([a], [b]) => Number(a === none) - Number(b === none) || a.localeCompare(b))
  return [
    {
      title: '',
      rows: list.map(([title, cells]) => ({
        key: title,
        title,
        sub: '',
        times: null,
        hours: null,
        unit: title === none ? null : title,
        officer: null,
        cells: cells.map((cell) => cell.map(inOneForm)),
      })),
    },
  ]
}

/** `leaving`: of the filled spots ahead, those with a requested call-off. */
export type Total = { needed: number; filled: number; open: number; leaving: number }
/** Filled and needed spots by the day a shift starts; drafts and canceled shifts are not counted. */
export function totalsOf(shifts: readonly ScheduledShift[], { from, days }: Sheet): Total[] {
  const totals = Array.from({ length: days }, () => ({ needed: 0, filled: 0, open: 0, leaving: 0 }))
  for (const shift of shifts) {
    const at = columnOf(shift, from, days)
    const total = at && at.since === null ? totals[at.index] : undefined
    if (!total || isDead(shift)) continue
    total.needed += shift.required
    total.filled += Math.min(shift.confirmed, shift.required)
    if (isOver(shift)) continue
    total.leaving += shift.people.filter(({ status }) => status === 'calloff_requested').length
    if (shift.phase !== 'in_progress') total.open += openSpots(shift)
  }
  return totals
}
