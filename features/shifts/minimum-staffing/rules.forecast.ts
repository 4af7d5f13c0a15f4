import { type Instant, isoInstant, ms, plusDays, type WallDate, weekdayOf } from '#platform/shared/time.ts'
import { clockOf, type Facts, gapOf, type StoredMinimum } from './rules.due.ts'
import { type Clock, type Day, dayOf, looksFrom, stateOf } from './rules.gaps.ts'
import { groupWords, isOf, type Presence, wallMinutes, windowOn } from './rules.ts'

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

/** Why a minimum has no hours to come on a day: `over` for today only. */
export const idleWhys = ['platoon_off', 'weekday', 'over'] as const
export type IdleWhy = (typeof idleWhys)[number]

/** Null if the minimum is not in effect that day. Called where `dayOf` has no day. */
const idleWhyOf = (m: StoredMinimum, on_day: WallDate, zone: string): IdleWhy | null => {
  if (on_day < m.starts_on || (m.last_on !== null && on_day > m.last_on)) return null
  if (!m.weekdays.includes(weekdayOf(on_day))) return 'weekday'
  return windowOn(m, on_day, zone) === null ? 'platoon_off' : 'over'
}

/** Each day of the page with the minimums that have nothing to come on it; yesterday only while its night shift is running. */
const daysOf = (facts: Facts, days: readonly WallDate[], shownOn: ReadonlySet<string>) =>
  days
    .filter((on_day) => on_day >= facts.today || facts.minimums.some((m) => shownOn.has(`${m.id} ${on_day}`)))
    .map((on_day) => ({
      on_day,
      idle: facts.minimums.flatMap((m) => {
        const why = shownOn.has(`${m.id} ${on_day}`) ? null : idleWhyOf(m, on_day, facts.zone)
        if (why === null || (why === 'over' && on_day < facts.today)) return []
        return [{ minimum_id: m.id, name: m.name, group: groupWords(m), why }]
      }),
    }))

/** The hours of a day, from the wall clock, in which none of these minimums ever runs; `24:00` is the end of the day. */
export function uncoveredOf(minimums: readonly Pick<StoredMinimum, 'start_time' | 'end_time'>[]) {
  const covered = new Set(
    minimums.flatMap(({ start_time, end_time }) => {
      const start = Number(start_time.slice(0, 2)) * 60 + Number(start_time.slice(3))
      return Array.from({ length: wallMinutes(start_time, end_time) }, (_, n) => (start + n) % 1440)
    }),
  )
  const words = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const free: { from: string; to: string }[] = []
  for (let minute = 0, since = -1; minute <= 1440; minute++) {
    const open = minute < 1440 && !covered.has(minute)
    if (open && since < 0) since = minute
    if (!open && since >= 0) {
      free.push({ from: words(since), to: words(minute) })
      since = -1
    }
  }
  const [first, last] = [free[0], free.at(-1)]
  // One stretch through midnight, as people say it.
  if (free.length > 1 && first?.from === '00:00' && last?.to === '24:00')
    return [...free.slice(1, -1), { from: last.from, to: first.to }]
  return free
}

/**
 * The days of a page from `facts.from` on, each with every minimum that applies to it, by hours. The first page begins the day
 * before today, whose night shift may still be running, so it has one more day. `next`: the page's last day if another page
 * follows within FORECAST_DAYS.
 */
export function forecastOf(facts: Facts) {
  const at = clockOf(facts)
  const days = FORECAST_PAGE + (facts.from < facts.today ? 1 : 0)
  const dates = Array.from({ length: days }, (_, index) => plusDays(facts.from, index))
  const items = dates.flatMap((on_day) =>
    facts.minimums
      .flatMap((m) => {
        const day = dayOf(m, on_day, facts, gapOf(facts, m.id, on_day), at.now)
        return day ? [shown(m, day, at)] : []
      })
      .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)),
  )
  const last = plusDays(facts.from, days - 1)
  const shownOn = new Set(items.map((one) => `${one.minimum_id} ${one.on_day}`))
  const next = last < plusDays(facts.today, FORECAST_DAYS - 1) ? last : null
  return { items, days: daysOf(facts, dates, shownOn), today: facts.today, next }
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
