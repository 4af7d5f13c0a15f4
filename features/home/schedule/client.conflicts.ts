import { counted } from '#platform/shared/text.ts'
import { ms, type Range, type WallDate } from '#platform/shared/time.ts'
import { clock, duration } from '#platform/web/time.ts'
import type { Crew, ScheduleConflict, ScheduledShift } from './contract.ts'

/** One overlap of an officer's shift, as seen from the entry that shows it. */
export type Conflict = Pick<ScheduleConflict, 'kind' | 'title' | 'starts_at' | 'ends_at' | 'rest'> & {
  officer_id: string
  /** The day of the shift. */
  day: WallDate
  /** Set where one entry covers several officers. */
  who: string | null
}

type Person = ScheduledShift['people'][number]
type Owner = { officer_id: string; name: string }

/** Too little rest is the later entry's: without that one, there would be enough. */
const marks = (one: ScheduleConflict, { starts_at }: Pick<Range, 'starts_at'>) =>
  !one.rest || ms(one.ends_at) <= ms(starts_at)

/** What a sign-up overlaps or follows too soon; `named` where its chip shows no name. */
export const conflictsOf = (
  at: { day: WallDate; starts_at: string },
  { officer_id, name }: Owner,
  found: readonly ScheduleConflict[] | undefined,
  named = false,
): Conflict[] =>
  (found ?? [])
    .filter((one) => marks(one, at))
    .map((one) => ({ ...one, officer_id, day: at.day, who: named ? name : null }))

export const conflictsOfShift = (shift: Pick<ScheduledShift, 'day' | 'starts_at' | 'people'>): Conflict[] =>
  shift.people.flatMap((one) => conflictsOf(shift, one, one.conflicts))

/** The two marks, each drawn and counted by itself. */
export const overlapsIn = (conflicts: readonly Conflict[] | undefined) => (conflicts ?? []).filter((one) => !one.rest)
export const restsIn = (conflicts: readonly Conflict[] | undefined) => (conflicts ?? []).filter((one) => one.rest)

/**
 * `Overlaps A watch 06:00–18:00`, `On leave`, `Kevin Doyle: overlaps DUI patrol 20:00–02:00`, `Only 6 h of 10 h rest after A watch
 * 06:00–18:00`; each once.
 */
export const conflictWords = (conflicts: readonly Conflict[], zone: string): string => {
  const said = conflicts.map(({ kind, title, starts_at, ends_at, who, rest }) => {
    const other = `${title} ${clock(starts_at, zone)}–${clock(ends_at, zone)}`
    const words = rest
      ? `only ${duration(rest[0] ?? 0)} of ${duration(rest[1] ?? 0)} rest after ${other}`
      : kind === 'leave'
        ? 'on leave'
        : `overlaps ${other}`
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
    if (found.rest && marks(found, shift)) return
    const { title, starts_at, ends_at } = shift
    // The mark is counted on the day of the entry that has it.
    const { day } = found.rest ? found : shift
    const { officer_id, name, unit } = person
    const other = {
      kind: 'shift' as const,
      title,
      starts_at,
      ends_at,
      officer_id,
      day,
      who: name,
      unit,
      rest: found.rest,
    }
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

const count = (conflicts: readonly Conflict[]): number =>
  new Set(conflicts.map(({ officer_id, day }) => `${officer_id} ${day}`)).size
/** Officers with a conflict, once for each day they have one. */
export const countConflicts = (conflicts: readonly Conflict[]): number => count(overlapsIn(conflicts))

type Marked = { conflicts?: readonly Conflict[]; act: object | null }

/**
 * The marks of one kind in rows: how many officers and days, and the first entry that has one. An overlap marks both entries and is
 * counted at the shift; short rest marks the later one only, which may be a tour.
 */
export function conflictsInRows(
  rows: readonly { cells: readonly (readonly Marked[])[] }[],
  kind: 'overlap' | 'rest',
): { count: number; first: { row: number; day: number; item: number } | null } {
  const all: Conflict[] = []
  let first: { row: number; day: number; item: number } | null = null
  for (const [row, { cells }] of rows.entries())
    for (const [day, entries] of cells.entries())
      for (const [item, { conflicts, act }] of entries.entries()) {
        const own = kind === 'rest' ? restsIn(conflicts) : act ? overlapsIn(conflicts) : []
        if (own.length === 0) continue
        all.push(...own)
        first ??= { row, day, item }
      }
  return { count: count(all), first }
}

export const countWords = (n: number) => counted(n, 'conflict')
export const restWords = (n: number) => counted(n, 'short rest')
