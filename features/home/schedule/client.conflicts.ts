import type { Range, WallDate } from '#platform/shared/time.ts'
import { clock } from '#platform/web/time.ts'
import type { Crew, ScheduleConflict, ScheduledShift } from './contract.ts'

/** One overlap of an officer's shift, as seen from the entry that shows it. */
export type Conflict = Pick<ScheduleConflict, 'kind' | 'title' | 'starts_at' | 'ends_at'> & {
  officer_id: string
  /** The day of the shift. */
  day: WallDate
  /** Set where one entry covers several officers. */
  who: string | null
}

type Person = ScheduledShift['people'][number]
type Owner = { officer_id: string; name: string }

/** What a sign-up overlaps; `named` where its chip shows no name. */
export const conflictsOf = (
  day: WallDate,
  { officer_id, name }: Owner,
  found: readonly ScheduleConflict[] | undefined,
  named = false,
): Conflict[] => (found ?? []).map((one) => ({ ...one, officer_id, day, who: named ? name : null }))

export const conflictsOfShift = ({ day, people }: Pick<ScheduledShift, 'day' | 'people'>): Conflict[] =>
  people.flatMap((one) => conflictsOf(day, one, one.conflicts))

/** `Overlaps A watch 06:00–18:00`, `On leave`, `Kevin Doyle: overlaps DUI patrol 20:00–02:00`; each once. */
export const conflictWords = (conflicts: readonly Conflict[], zone: string): string => {
  const said = conflicts.map(({ kind, title, starts_at, ends_at, who }) => {
    const words = kind === 'leave' ? 'on leave' : `overlaps ${title} ${clock(starts_at, zone)}–${clock(ends_at, zone)}`
    return who ? `${who}: ${words}` : words
  })
  return [...new Set(said)].map((one) => `${one.charAt(0).toUpperCase()}${one.slice(1)}`).join('; ')
}

const keyOf = (title: string, { starts_at, ends_at }: Range) => `${title}\n${starts_at}\n${ends_at}`

export type OtherSide = {
  /** Of the officers of a crew who are on tour. */
  onTour: (crew: Crew) => Conflict[]
  /** Of an officer on leave. */
  onLeave: (name: string, day: WallDate) => Conflict[]
}

/** The conflicts as seen from tours and leave: the shifts that their officers also have. */
export function otherSideOf(
  shifts: readonly ScheduledShift[],
  /** Whether an officer of this unit is shown with the crew. */
  wants: (unit: string | null, crew: Crew) => boolean,
): OtherSide {
  const tours = new Map<string, (Conflict & { unit: string | null })[]>()
  const leaves = new Map<string, Conflict[]>()
  const add = <C>(to: Map<string, C[]>, key: string, one: C) => {
    const list = to.get(key)
    if (list) list.push(one)
    else to.set(key, [one])
  }
  const put = (shift: ScheduledShift, person: Person, found: ScheduleConflict) => {
    const { title, starts_at, ends_at, day } = shift
    const { officer_id, name, unit } = person
    const other = { kind: 'shift' as const, title, starts_at, ends_at, officer_id, day, who: name, unit }
    if (found.kind === 'tour') add(tours, keyOf(found.title, found), other)
    if (found.kind === 'leave') add(leaves, `${name}\n${found.day}`, other)
  }
  for (const shift of shifts)
    for (const person of shift.people) for (const found of person.conflicts ?? []) put(shift, person, found)
  return {
    onTour: (crew) => (tours.get(keyOf(crew.platoon ?? 'Tour', crew)) ?? []).filter(({ unit }) => wants(unit, crew)),
    onLeave: (name, day) => leaves.get(`${name}\n${day}`) ?? [],
  }
}

/** Officers with a conflict, once for each day they have one. */
export const countConflicts = (conflicts: readonly Conflict[]): number =>
  new Set(conflicts.map(({ officer_id, day }) => `${officer_id} ${day}`)).size

type Marked = { conflicts?: readonly Conflict[]; act: object | null }

/** The conflicts of the shifts in rows, and the first entry that has one. */
export function conflictsInRows(rows: readonly { cells: readonly (readonly Marked[])[] }[]) {
  const all: Conflict[] = []
  let first: { row: number; day: number; item: number } | null = null
  for (const [row, { cells }] of rows.entries())
    for (const [day, entries] of cells.entries())
      for (const [item, { conflicts, act }] of entries.entries()) {
        if (!conflicts?.length || !act) continue
        all.push(...conflicts)
        first ??= { row, day, item }
      }
  return { count: countConflicts(all), first }
}

export const countWords = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'conflict' : 'conflicts'}`
