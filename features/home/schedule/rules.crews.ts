import type { LeaveRange } from '#features/roster/tours/rules.ts'
import { isoInstant, ms, plusDays, type Range, type WallDate } from '#platform/shared/time.ts'
import { type AskedLeaves, type ManyFacts, type OwnTours, toursOfMany } from './rules.tours.ts'
import { type Place, placeOf } from './rules.ts'

/** Above this many days a crew names its first officers and counts the others. */
export const NAMED_DAYS = 2
/** As many as a wide cell of the week has room for. */
export const WEEK_NAMES = 6
/** Names of a crew in a longer span that the department shares with its officers. */
export const SHARED_NAMES = 12

export const placed = (range: Range, zone: string) => ({
  ...placeOf(range, zone),
  starts_at: isoInstant(range.starts_at),
  ends_at: isoInstant(range.ends_at),
})
/** Hundreds of officers and shifts have the same hours: compute each position only once. */
export const placing = (zone: string) => {
  const known = new Map<string, ReturnType<typeof placed>>()
  return (range: Range) => {
    const key = `${range.starts_at} ${range.ends_at}`
    const place = known.get(key) ?? placed(range, zone)
    known.set(key, place)
    return place
  }
}

/** Days of the range that the leave covers at least partly. */
export const daysOfLeave = (leave: LeaveRange, range: Range, zone: string): WallDate[] => {
  const from = Math.max(ms(leave.starts_at), ms(range.starts_at))
  const to = Math.min(leave.ends_at === null ? Number.POSITIVE_INFINITY : ms(leave.ends_at), ms(range.ends_at))
  if (from >= to) return []
  const { day, tail } = placeOf({ starts_at: isoInstant(from), ends_at: isoInstant(to) }, zone)
  return Array.from({ length: tail + 1 }, (_, n) => plusDays(day, n))
}

/** Requested leave by officer. */
export const askedOf = ({ asked }: AskedLeaves) => {
  const by = Map.groupBy(asked, ([officer_id]) => officer_id)
  return (id: string): LeaveRange[] => (by.get(id) ?? []).map(([, starts_at, ends_at]) => ({ starts_at, ends_at }))
}

type Person = { id: string; name: string }

/** As read by `groupParts` in store.tours.ts: officers who share a rotation together, the others one by one. */
export type GroupedFacts = ManyFacts & {
  zone: string
  officers: readonly [id: string, name: string, unit: string | null][]
  groups: readonly [
    platoon_id: string,
    starts_on: WallDate,
    ends_on: WallDate | null,
    unit: string | null,
    count: number,
    people: readonly Person[],
  ][]
}

type Crew = Place &
  Range & {
    platoon: string | null
    platoon_id: string | null
    unit: string | null
    count: number
    people: Person[]
    away: string[]
  }
type Away = { officer_id: string; name: string; unit: string | null; day: WallDate; pending: boolean }

type Worker = { unit: string | null; count: number; people: readonly Person[]; own: OwnTours }

const before = (a: string, b: string) => Number(a > b) - Number(a < b)
const byStart = (a: Crew, b: Crew) =>
  before(a.starts_at, b.starts_at) ||
  before(a.platoon ?? '', b.platoon ?? '') ||
  before(a.ends_at, b.ends_at) ||
  before(a.unit ?? '', b.unit ?? '')

type CrewOptions = { range: Range; byUnit: boolean; mostNames: number }

/** Everyone's regular tours as crews, and the leave of officers without a tour that day. */
export function crewsOf(facts: GroupedFacts & AskedLeaves, { range, byUnit, mostNames }: CrewOptions) {
  const { zone } = facts
  const tours = toursOfMany(facts, range, zone)
  const platoons = new Map(facts.platoons.map(({ id, name }) => [name, id]))
  const crews = new Map<string, Crew>()
  const place = placing(zone)
  const leaves: Away[] = []
  const asked = askedOf(facts)
  const crewOf = (tour: OwnTours['tours'][number], own: string | null): Crew => {
    const unit = byUnit ? own : null
    const key = `${tour.title}\n${unit}\n${tour.starts_at}\n${tour.ends_at}`
    const known = crews.get(key)
    if (known) return known
    const made: Crew = {
      platoon: tour.title ?? null,
      platoon_id: platoons.get(tour.title ?? '') ?? null,
      unit,
      ...place(tour),
      count: 0,
      people: [],
      away: [],
    }
    crews.set(key, made)
    return made
  }
  const work = ({ unit, count, people, own }: Worker): Set<WallDate> => {
    for (const tour of own.tours) {
      const crew = crewOf(tour, unit)
      crew.count += count
      crew.people.push(...people)
    }
    const missed = own.missed.map((tour) => crewOf(tour, unit))
    for (const crew of missed) crew.away.push(...people.map(({ name }) => name))
    return new Set(missed.map(({ day }) => day))
  }
  for (const [platoon_id, starts_on, ends_on, unit, count, people] of facts.groups)
    work({ unit, count, people, own: tours.during([platoon_id, starts_on, ends_on]) })
  for (const [id, name, unit] of facts.officers) {
    const own = tours.of(id)
    const missed = work({ unit, count: 1, people: [{ id, name }], own })
    const away = (leave: LeaveRange, pending: boolean) => {
      for (const day of daysOfLeave(leave, range, zone))
        if (pending || !missed.has(day)) leaves.push({ officer_id: id, name, unit, day, pending })
    }
    for (const leave of own.leaves) away(leave, false)
    for (const leave of asked(id)) away(leave, true)
  }
  for (const { people, away } of crews.values()) {
    if (people.length > 1) people.sort((a, b) => a.name.localeCompare(b.name))
    if (people.length > mostNames) people.length = mostNames
    if (away.length > 1) away.sort((a, b) => a.localeCompare(b))
  }
  return { crews: [...crews.values()].sort(byStart), leaves: leaves.sort((a, b) => a.name.localeCompare(b.name)) }
}
