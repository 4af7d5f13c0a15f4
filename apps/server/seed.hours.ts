import { type Reason, type Work, type WorkRules, workBook } from '#features/shifts/eligibility/rules.ts'
import { HOUR, MINUTE, ms, type Range, type WallDate } from '#platform/shared/time.ts'
import { demoOfficers } from './seed.content.ts'
import { takenBy } from './seed.tours.ts'

/** The demo department's rules on hours. Everything seeded keeps them, except where an admin gave a reason. */
export const workRules: WorkRules = {
  rest_minutes: 480,
  windows: [
    { hours: 24, max_minutes: 960 },
    { hours: 168, max_minutes: 4_320 },
  ],
  max_consecutive_minutes: 960,
  break_minutes: 60,
  max_consecutive_days: 12,
  caps: [],
}

/** How far the rules look. */
const REACH = 13 * 24 * HOUR

type Span = { from: number; to: number }
const spanOf = (one: Range): Span => ({ from: ms(one.starts_at), to: ms(one.ends_at) })

/** One of the demo's officers, with all work and leave of the months shown. */
export type Seeded = {
  id: string
  /** The place on the roster, without the admins. */
  at: number
  badge: string
  hired: WallDate
  /** Add to it with `hold`. */
  work: (Work & Span)[]
  leaves: readonly Range[]
  /** Extra hours so far, by how much of them this officer wants. */
  load: number
}

/** Some officers want more extra shifts than others: from half as many to half as many again. */
const appetiteOf = (at: number): number => 0.55 + ((at * 13) % 10) / 10

export const officerOf = (id: string, at: number): Seeded => {
  const found = demoOfficers.filter(({ role }) => role === 'officer')[at]
  return { id, at, badge: found?.badge ?? '', hired: found?.hired ?? '', work: [], leaves: [], load: 0 }
}

/** Fills in tours and leave, in days from today. */
export const readTours = (
  crew: readonly Seeded[],
  span: { from: number; to: number },
  today: WallDate,
  zone: string,
) => {
  for (const officer of crew) {
    const { tours, leaves } = takenBy(officer.at, span, today, zone)
    for (const tour of tours) hold(officer, tour)
    officer.leaves = leaves
  }
}

export type Asked = Range & { kind: Work['kind']; title: string }

export const hold = (officer: Seeded, work: Work): void => void officer.work.push({ ...work, ...spanOf(work) })

/** Holds the shift, and counts its hours. */
export const take = (officer: Seeded, shift: Asked): void => {
  hold(officer, shift)
  officer.load += (ms(shift.ends_at) - ms(shift.starts_at)) / appetiteOf(officer.at)
}

const near = (one: Span, { from, to }: Span, reach: number): boolean => one.from < to + reach && one.to > from - reach

/** Why the officer cannot have the shift, by the rules that sign-ups are checked with. */
export const reasonsFor = (officer: Seeded, shift: Asked, zone: string, leaves = officer.leaves): Reason[] => {
  const span = spanOf(shift)
  const away = leaves
    .filter((one) => near(spanOf(one), span, 0))
    .map(({ starts_at, ends_at }): Reason => {
      const details = { starts_at, ends_at }
      return { code: 'on_leave', details, overridable: true, possible_from: ends_at }
    })
  const work = officer.work.filter((one) => near(one, span, REACH))
  return [...away, ...workBook(work, workRules, zone).against(shift)]
}

/** Officers free for the shift, those with the fewest extra hours first; `turn` varies who is first among equals. */
export const freeFor = function* (
  crew: readonly Seeded[],
  shift: Asked,
  turn: number,
  zone: string,
): Generator<Seeded> {
  const order = crew
    .map((officer, i) => ({ officer, tie: (turn * 7 + i) % crew.length }))
    .sort((a, b) => a.officer.load - b.officer.load || a.tie - b.tie)
  const span = spanOf(shift)
  for (const { officer } of order) {
    const busy = officer.work.some((one) => near(one, span, (workRules.rest_minutes ?? 0) * MINUTE))
    if (!busy && reasonsFor(officer, shift, zone).length === 0) yield officer
  }
}
