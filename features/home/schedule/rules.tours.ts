import {
  type LeaveRange,
  type Schedule,
  type Tour,
  type TourException,
  type TourFacts,
  toursIn,
} from '#features/roster/tours/rules.ts'
import { ms, overlaps, type Range, type WallDate } from '#platform/shared/time.ts'

type Leave = [officer_id: string, starts_at: string, ends_at: string | null]

/** The data from which many officers' tours are computed, as read by `tourParts` in store.ts. */
export type ManyFacts = {
  platoons: readonly { id: string; name: string; ended_on: WallDate | null; schedules: readonly Schedule[] }[]
  members: readonly [officer_id: string, platoon_id: string, starts_on: WallDate, ends_on: WallDate | null][]
  exceptions: readonly (TourException & { officer_id: string })[]
  imported: readonly [officer_id: string, starts_at: string, ends_at: string][]
  leaves: readonly Leave[]
}

/** Leave that officers have requested and nobody has decided; tours take no notice of it. */
export type AskedLeaves = { asked: readonly Leave[] }

export type OwnTours = {
  /** Tours worked, each with its source; null if it does not come from a rotation. */
  tours: readonly Tour[]
  /** Not worked, or not fully, because of leave. */
  missed: readonly Tour[]
  leaves: readonly LeaveRange[]
}

const far = '9999-12-31T00:00:00.000Z'
const touches = (tour: Range, leave: LeaveRange): boolean =>
  overlaps(tour, { starts_at: leave.starts_at, ends_at: leave.ends_at ?? far })

const group = <T, R>(rows: readonly T[], keyOf: (row: T) => string, take: (row: T) => R): Map<string, R[]> => {
  const made = new Map<string, R[]>()
  for (const row of rows) {
    const list = made.get(keyOf(row))
    if (list) list.push(take(row))
    else made.set(keyOf(row), [take(row)])
  }
  return made
}

type Turn = [platoon_id: string, starts_on: WallDate, ends_on: WallDate | null]

const byOfficer = (facts: ManyFacts) => ({
  turns: group(
    facts.members,
    ([id]) => id,
    ([, ...turn]): Turn => turn,
  ),
  exceptions: group(
    facts.exceptions,
    (row) => row.officer_id,
    (row) => row,
  ),
  imported: group(
    facts.imported,
    ([id]) => id,
    ([, starts_at, ends_at]) => ({ starts_at, ends_at }),
  ),
  leaves: group(
    facts.leaves,
    ([id]) => id,
    ([, starts_at, ends_at]) => ({ starts_at, ends_at }),
  ),
})

/** Tours that start within the range, by officer. Officers with the same rotation and nothing else share one result. */
export function toursOfMany(facts: ManyFacts, range: Range, zone: string) {
  const platoons = new Map(facts.platoons.map((one) => [one.id, one]))
  const { turns, exceptions, imported, leaves } = byOfficer(facts)
  const [from, to] = [ms(range.starts_at), ms(range.ends_at)]
  const begins = (tours: readonly Tour[]) =>
    tours.filter((tour) => ms(tour.starts_at) >= from && ms(tour.starts_at) < to)
  const known = new Map<string, OwnTours>()
  const work = (own: readonly Turn[], more: Omit<TourFacts, 'memberships'>): OwnTours => {
    const facts: TourFacts = {
      memberships: own.flatMap(([platoon_id, starts_on, ends_on]) => {
        const platoon = platoons.get(platoon_id)
        return platoon
          ? [{ starts_on, ends_on, platoon: platoon.name, ended_on: platoon.ended_on, schedules: platoon.schedules }]
          : []
      }),
      ...more,
    }
    const tours = begins(toursIn(facts, range, zone))
    if (facts.leaves.length === 0) return { tours, missed: [], leaves: [] }
    const planned = begins(toursIn({ ...facts, leaves: [] }, range, zone))
    return {
      tours,
      missed: planned.filter((tour) => facts.leaves.some((one) => touches(tour, one))),
      leaves: facts.leaves,
    }
  }
  const regular = (own: readonly Turn[]): OwnTours => {
    const key = own.join()
    const shared = known.get(key) ?? work(own, { exceptions: [], imported: [], leaves: [] })
    known.set(key, shared)
    return shared
  }
  return {
    /** Of an officer, with exceptions and leave. */
    of: (id: string): OwnTours => {
      const own = turns.get(id) ?? []
      if (!exceptions.has(id) && !imported.has(id) && !leaves.has(id)) return regular(own)
      return work(own, {
        exceptions: exceptions.get(id) ?? [],
        imported: imported.get(id) ?? [],
        leaves: leaves.get(id) ?? [],
      })
    },
    /** Of a rotation alone. */
    during: (turn: Turn): OwnTours => regular([turn]),
  }
}
