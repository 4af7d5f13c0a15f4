import {
  minutesOf,
  minutesWithin,
  type Pair,
  type PlanOfficer,
  type Problem,
  type Span,
  windowStarts,
} from './rules.ts'

/** `lower <= sum of values x columns <= upper`. */
export type Row = { lower: number; upper: number; columns: number[]; values: number[] }

/**
 * The plan as a linear model: a 0/1 column for each officer and shift, then columns for the officer's hours in tiers (`tierRows`)
 * of increasing cost. `cost` is half the increase in the sum of squared hours, which falls as hours are spread evenly.
 */
export type Model = {
  pairs: readonly Pair[]
  rows: Row[]
  tierRows: Row[]
  cost: number[]
  upper: number[]
  tiers: number[][]
}

const HOUR = 60

/** Widths of an officer's tiers, in hours: fine in the usual range, and wide enough for all the hours the officer could get. */
const tierWidths = (hours: number): number[] => {
  const widths: number[] = []
  for (let sum = 0; sum < hours; ) {
    const width = sum < 16 ? 2 : sum < 32 ? 4 : 8
    widths.push(width)
    sum += width
  }
  return widths
}

const sumRow = (columns: number[], upper: number, lower = Number.NEGATIVE_INFINITY): Row => ({
  lower,
  upper,
  columns,
  values: columns.map(() => 1),
})

/**
 * Sets of shifts of which an officer can have one: those whose time, including the rest after them, covers one common moment. Any
 * two that are too close share such a set; subsets of another set are dropped.
 */
const closeSets = (mine: readonly { column: number; span: Span }[], restMinutes: number): number[][] => {
  const sets = mine.map(({ span }) =>
    mine
      .filter((other) => other.span.start <= span.start && span.start < other.span.end + restMinutes)
      .map((o) => o.column),
  )
  const asSets = sets.map((set) => new Set(set))
  const within = (i: number, j: number) =>
    i !== j &&
    (sets[i]?.length ?? 0) <= (sets[j]?.length ?? 0) &&
    !(sets[i]?.length === sets[j]?.length && i < j) &&
    (sets[i] ?? []).every((column) => asSets[j]?.has(column))
  return sets.filter((set, i) => set.length > 1 && !sets.some((_, j) => within(i, j)))
}

/** The maximum sum of `value` over shifts that are not too close to each other: weighted interval scheduling, by end. */
export const mostTogether = (parts: readonly { span: Span; value: number }[], restMinutes: number): number => {
  const byEnd = [...parts].sort((a, b) => a.span.end - b.span.end)
  const best = [0]
  for (const [i, { span, value }] of byEnd.entries()) {
    let before = i
    while (before > 0 && (byEnd[before - 1]?.span.end ?? 0) + restMinutes > span.start) before -= 1
    best.push(Math.max(best[i] ?? 0, (best[before] ?? 0) + value))
  }
  return best.at(-1) ?? 0
}

/** No window of the length may exceed the limit; if no compatible shifts exceed it, no row is needed. */
const windowRows = (
  officer: PlanOfficer,
  mine: readonly { column: number; span: Span }[],
  limit: { minutes: number; max_minutes: number },
  restMinutes: number,
): Row[] => {
  const spans = mine.map(({ span }) => span)
  const seen = new Set<string>()
  return windowStarts([...officer.work, ...spans], limit.minutes).flatMap((start) => {
    const touched = mine.flatMap(({ column, span }) => {
      const value = minutesWithin([span], start, limit.minutes)
      return value > 0 ? [{ column, span, value }] : []
    })
    const left = Math.max(0, limit.max_minutes - minutesWithin(officer.work, start, limit.minutes))
    if (mostTogether(touched, restMinutes) <= left) return []
    const key = `${left}:${touched.map(({ column, value }) => `${column}x${value}`).join()}`
    if (seen.has(key)) return []
    seen.add(key)
    return [
      {
        lower: Number.NEGATIVE_INFINITY,
        upper: left,
        columns: touched.map((t) => t.column),
        values: touched.map((t) => t.value),
      },
    ]
  })
}

/** Sets of pairs that cannot all be in one plan, for rules that are not sums: at most all but one of each. */
export type Cut = readonly Pair[]

/** The model of a problem; `cuts`: the sets found to break another rule. */
export const modelOf = (problem: Problem, cuts: readonly Cut[] = []): Model => {
  const pairs = problem.officers.flatMap(({ may }, officer) => may.map((shift) => ({ officer, shift })))
  const byOfficer = problem.officers.map((): { column: number; span: Span }[] => [])
  const byShift = problem.shifts.map((): number[] => [])
  const columnOf = new Map<string, number>()
  for (const [column, { officer, shift }] of pairs.entries()) {
    const span = problem.shifts[shift]
    if (!span) continue
    byOfficer[officer]?.push({ column, span })
    byShift[shift]?.push(column)
    columnOf.set(`${officer}.${shift}`, column)
  }
  const rows: Row[] = []
  for (const [shift, columns] of byShift.entries()) {
    const places = problem.shifts[shift]?.places ?? 0
    if (columns.length > places) rows.push(sumRow(columns, places))
  }
  const tierRows: Row[] = []
  const cost = pairs.map(() => 0)
  const upper = pairs.map(() => 1)
  const least = Math.min(...problem.officers.map(({ minutes }) => minutes))
  const tiers: number[][] = problem.officers.map(() => [])
  const restMinutes = problem.limits.rest_minutes
  for (const [i, officer] of problem.officers.entries()) {
    const mine = byOfficer[i] ?? []
    if (mine.length === 0) continue
    for (const set of closeSets(mine, restMinutes)) rows.push(sumRow(set, 1))
    for (const limit of problem.limits.windows) rows.push(...windowRows(officer, mine, limit, restMinutes))
    const widths = tierWidths(
      mostTogether(
        mine.map(({ span }) => ({ span, value: minutesOf(span) })),
        restMinutes,
      ) / HOUR,
    )
    tierRows.push({
      lower: 0,
      upper: 0,
      columns: [...mine.map(({ column }) => column), ...widths.map((_, tier) => cost.length + tier)],
      values: [...mine.map(({ span }) => minutesOf(span) / HOUR), ...widths.map(() => -1)],
    })
    tiers[i] = widths
    let below = (officer.minutes - least) / HOUR
    for (const width of widths) {
      cost.push(below + width / 2)
      upper.push(width)
      below += width
    }
  }
  for (const cut of cuts) {
    const held = cut.flatMap(({ officer, shift }) => columnOf.get(`${officer}.${shift}`) ?? [])
    if (held.length === cut.length) rows.push(sumRow(held, held.length - 1))
  }
  return { pairs, rows, tierRows, cost, upper, tiers }
}

/** The columns of a plan, with tiers filled from the cheapest: the starting point of a search. */
export const columnsOf = (problem: Problem, model: Model, pairs: readonly Pair[]): number[] => {
  const chosen = new Set(pairs.map(({ officer, shift }) => `${officer}.${shift}`))
  const values: number[] = model.pairs.map(({ officer, shift }) => (chosen.has(`${officer}.${shift}`) ? 1 : 0))
  const hours = new Map<number, number>()
  for (const { officer, shift } of pairs) {
    const span = problem.shifts[shift]
    if (span) hours.set(officer, (hours.get(officer) ?? 0) + minutesOf(span) / HOUR)
  }
  for (const [i, widths] of model.tiers.entries()) {
    let left = hours.get(i) ?? 0
    for (const width of widths) {
      const taken = Math.min(width, left)
      values.push(taken)
      left -= taken
    }
  }
  return values
}
