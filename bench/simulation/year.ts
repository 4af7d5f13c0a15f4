import { hoursOn, type Schedule, tourRange } from '#features/roster/tours/rules.ts'
import type { WorkKind } from '#features/shifts/eligibility/rules.ts'
import { ms, plusDays, type WallDate } from '#platform/shared/time.ts'

/** Numbers between 0 and 1, the same for the same seed on every machine. */
export const diceOf = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const ZONE = 'America/Chicago'

/** How an officer responds: the chance of wanting an ordinary job, and the median minutes to answer during the day. */
export type Simulated = {
  id: string
  badge: string
  hired_on: WallDate
  platoon: number
  keen: number
  answers: number
}
export type Span = { start: number; end: number }
export type Duty = Span & { kind: WorkKind }
/** A job with its spots, as it becomes known. `must`: an officer is ordered in if nobody wants it. */
export type Demand = Span & { posted: number; places: number; kind: 'overtime' | 'extra_duty'; must: boolean }

export type Year = {
  officers: Simulated[]
  /** Regular tours worked, and court; by officer. */
  duties: Duty[][]
  /** Vacation and sick leave; by officer. */
  away: Span[][]
  demands: Demand[]
}

/** Officers each platoon's tour needs on the street, of its 30. */
const MINIMUM = 26
const PLATOONS = 4
const OFFICERS = 120
const FIRST: WallDate = '2026-01-05'

/** Pitman, twelve hours: two platoons on days and two on nights, each pair alternating. */
const scheduleOf = (platoon: number): Schedule => ({
  starts_on: FIRST,
  anchor_on: plusDays(FIRST, platoon % 2 === 0 ? 0 : 7),
  keeps: 'length',
  pattern: { kind: 'pitman', start: platoon < 2 ? '06:00' : '18:00', minutes: 720 },
})

const officersOf = (dice: () => number): Simulated[] =>
  Array.from({ length: OFFICERS }, (_, i) => {
    const kind = dice()
    return {
      id: `officer-${String(i + 1).padStart(3, '0')}`,
      badge: String(100 + i),
      hired_on: plusDays(FIRST, -Math.floor(dice() * 25 * 365)),
      platoon: i % PLATOONS,
      keen: kind < 0.25 ? 0.3 : kind < 0.75 ? 0.1 : 0.02,
      answers: 20 + Math.floor(dice() * 160),
    }
  })

/** Runs of tours an officer misses: a chance at each tour, then a number of tours in a row. */
const runs = (dice: () => number, tours: number, chance: number, most: number): Set<number> => {
  const gone = new Set<number>()
  for (let at = 0; at < tours; at++) {
    if (dice() >= chance) continue
    const length = 1 + Math.floor(dice() * most)
    for (let i = 0; i < length && at < tours; i++, at++) gone.add(at)
  }
  return gone
}

/** Adds court for one officer, and paid details for those who want them. */
const addCourtAndDetails = (dice: () => number, days: number, duties: Duty[][], demands: Demand[]): void => {
  const first = Date.parse(`${FIRST}T12:00:00Z`)
  for (let day = 21; day < days; day++) {
    const morning = first + day * 24 * HOUR
    for (const own of duties) {
      if (dice() < 0.04) own.push({ start: morning + 3 * HOUR, end: morning + 5.5 * HOUR, kind: 'court' })
    }
    const details = 1 + Math.floor(dice() * 2)
    for (let n = 0; n < details; n++) {
      const start = morning + Math.floor(dice() * 12) * HOUR
      const places = 1 + Math.floor(dice() * 3)
      const posted = start - (3 + Math.floor(dice() * 17)) * 24 * HOUR
      demands.push({
        start,
        end: start + (4 + Math.floor(dice() * 5)) * HOUR,
        posted,
        places,
        kind: 'extra_duty',
        must: false,
      })
    }
  }
}

/**
 * A year for a department of 120, the same for every rule: tours of four platoons, vacation known two weeks ahead, sick calls
 * hours before, court, and paid details. A tour below its minimum posts a spot for each missing officer.
 */
export const makeYear = (seed: number, days: number): Year => {
  const dice = diceOf(seed)
  const officers = officersOf(dice)
  const duties = officers.map((): Duty[] => [])
  const away = officers.map((): Span[] => [])
  const demands: Demand[] = []
  for (let platoon = 0; platoon < PLATOONS; platoon++) {
    const schedule = scheduleOf(platoon)
    const tours = Array.from({ length: days }, (_, day) => plusDays(FIRST, day)).flatMap((date): Span[] => {
      const hours = hoursOn(schedule, date)
      if (hours === null) return []
      const { starts_at, ends_at } = tourRange(date, hours, 'length', ZONE)
      return [{ start: ms(starts_at), end: ms(ends_at) }]
    })
    const members = officers.flatMap((one, i) => (one.platoon === platoon ? [i] : []))
    const missing = tours.map(() => ({ known: 0, late: [] as number[] }))
    for (const i of members) {
      const vacation = runs(dice, tours.length, 0.045, 6)
      const sick = runs(dice, tours.length, 0.018, 3)
      for (const [at, tour] of tours.entries()) {
        if (vacation.has(at)) {
          away[i]?.push(tour)
          const gap = missing[at]
          if (gap) gap.known += 1
        } else if (sick.has(at)) {
          away[i]?.push(tour)
          missing[at]?.late.push(tour.start - (2 + dice() * 8) * HOUR)
        } else duties[i]?.push({ ...tour, kind: 'tour' })
      }
    }
    for (const [at, tour] of tours.entries()) {
      const gap = missing[at]
      if (!gap) continue
      const spare = members.length - MINIMUM
      const ahead = Math.max(0, gap.known - spare)
      const job = { ...tour, kind: 'overtime' as const, must: true, places: 1 }
      for (let n = 0; n < ahead; n++) demands.push({ ...job, posted: tour.start - 14 * 24 * HOUR })
      const late = gap.late.sort((a, b) => a - b).slice(Math.max(0, spare - gap.known))
      for (const posted of late) demands.push({ ...job, posted })
    }
  }
  addCourtAndDetails(dice, days, duties, demands)
  for (const list of duties) list.sort((a, b) => a.start - b.start)
  demands.sort((a, b) => a.posted - b.posted || a.start - b.start)
  return { officers, duties, away, demands }
}
