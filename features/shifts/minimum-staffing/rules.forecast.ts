import { type Instant, isoInstant, ms, plusDays, type WallDate } from '#platform/shared/time.ts'
import { clockOf, type Facts, gapOf, type StoredMinimum } from './rules.due.ts'
import { type Clock, type Day, dayOf, looksFrom, stateOf } from './rules.gaps.ts'
import { groupWords, isOf, type Presence } from './rules.ts'

/** Days per page of the forecast, and its maximum length. */
export const FORECAST_PAGE = 7
export const FORECAST_DAYS = 56
/** What a try looks at. */
export const TRIED_DAYS = 14

/** A minimum as typed: empty means none. */
export type Typed = Omit<StoredMinimum, 'id' | 'platoon' | 'unit' | 'rotation' | 'rank' | 'last_on' | 'version'> & {
  unit: string
  rank: string
  last_on: WallDate | ''
}

const people = (presences: readonly Presence[]) => [
  ...new Map(presences.map(({ officer_id, name }) => [officer_id, { officer_id, name }])).values(),
]

const shiftOf = ({ gap, counted }: Day) => {
  if (gap?.shift == null || gap.closed_at !== null) return null
  const { title, starts_at, ends_at, required, held, cancel_reason } = gap.shift
  const names = people(counted.presences.filter((one) => one.assignment_id === gap.assignment_id))
  return {
    ...{ assignment_id: gap.assignment_id, title, starts_at, ends_at, required, held, cancel_reason },
    names: names.map((one) => one.name),
  }
}

const shown = (m: StoredMinimum, day: Day, at: Clock) => {
  const state = stateOf(m, day, at)
  const { counted, window, with_all } = day
  const opens_at: Instant | null = state === 'later' ? looksFrom(day.on_day, m, at.zone) : null
  return {
    minimum_id: m.id,
    name: m.name,
    group: groupWords(m),
    on_day: day.on_day,
    ...window,
    needed: m.least,
    on_tour: day.on_tour.present,
    present: with_all.present,
    on_leave: counted.on_leave,
    elsewhere: counted.elsewhere,
    overtime: people(counted.presences.filter((one) => one.how === 'overtime')),
    missing: with_all.missing,
    gap: with_all.range,
    state,
    opens_at,
    shift: shiftOf(day),
  }
}

/**
 * The days of a page from `facts.from` on, each with every minimum that applies to it, by hours. The first page begins the day
 * before today, whose night shift may still be running, so it has one more day. `next`: the page's last day if another page
 * follows within FORECAST_DAYS.
 */
export function forecastOf(facts: Facts) {
  const at = clockOf(facts)
  const days = FORECAST_PAGE + (facts.from < facts.today ? 1 : 0)
  const items = Array.from({ length: days }, (_, index) => plusDays(facts.from, index)).flatMap((on_day) =>
    facts.minimums
      .flatMap((m) => {
        const day = dayOf(m, on_day, facts, gapOf(facts, m.id, on_day), at.now)
        return day ? [shown(m, day, at)] : []
      })
      .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)),
  )
  const last = plusDays(facts.from, days - 1)
  return { items, today: facts.today, next: last < plusDays(facts.today, FORECAST_DAYS - 1) ? last : null }
}

/**
 * What a typed minimum would do in TRIED_DAYS from today, in addition to what a stored one (`minimum_id`) has done already: the
 * days on which it applies, how many officers are involved, the shifts it would open and when, and the gaps that are too late to
 * open.
 */
export function triedOf(facts: Facts, given: Typed, minimum_id: string | null) {
  const platoon = facts.platoons.find((one) => one.id === given.platoon_id) ?? null
  const m: StoredMinimum = {
    ...given,
    id: minimum_id ?? '',
    platoon: platoon?.name ?? null,
    unit: platoon ? platoon.unit : given.unit,
    rotation: platoon?.rotation ?? null,
    rank: given.rank || null,
    last_on: given.last_on || null,
    version: 0,
  }
  const at = clockOf(facts)
  const all = { ...facts, minimums: [...facts.minimums.filter((one) => one.id !== minimum_id), m] }
  const days = Array.from({ length: TRIED_DAYS }, (_, index) => plusDays(facts.today, index)).flatMap(
    (on_day) => dayOf(m, on_day, all, minimum_id ? gapOf(facts, minimum_id, on_day) : null, at.now) ?? [],
  )
  const opens = days.flatMap((day) => {
    const { missing, range } = day.without
    if (range === null || ['late', 'taken_back'].includes(stateOf(m, day, at))) return []
    const looks = looksFrom(day.on_day, m, at.zone)
    return [{ on_day: day.on_day, ...range, missing, at: isoInstant(Math.max(ms(looks), ms(at.now))) }]
  })
  const counted = facts.people.filter((one) => isOf(one, m) && (m.rank === null || one.rank === m.rank))
  const late = days.filter((day) => stateOf(m, day, at) === 'late').length
  return { days: days.length, officers: counted.length, opens, late }
}
