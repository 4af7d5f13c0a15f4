import loadHighs, { type Highs } from 'highs'
import { type Allowed, type AskedFor, preferAsked } from './rules.asked.ts'
import { type Cut, columnsOf, type Model, modelOf, type Row } from './rules.model.ts'
import { greedyPlan, type Pair, type Plan, type Problem } from './rules.ts'

/**
 * The solution. `places_bound`: no plan within the rules fills more spots; `cost` and `cost_bound`: half the increase in the sum
 * of squared hours, and a lower bound on it for any plan that fills as many spots and gives as many to officers who asked for them.
 */
export type Solved = Plan & { places_bound: number; cost: number; cost_bound: number | null; rounds: number }

type Asked = {
  /** Total wall time in milliseconds; the answer is the best plan found by then. */
  budgetMs: number
  /** The shifts of one officer that break a rule which is not a sum; null if they break none. */
  refuse?: (officer: number, shifts: readonly number[]) => readonly number[] | null
  /** Officers who asked for a shift come before those who didn't. */
  asked?: AskedFor
}

const EPSILON = 1e-6
/** A restricted search gets the columns that the relaxation uses, plus this many of those closest to being used. */
const NEAR_COLUMNS = 500

const matrixOf = (rows: readonly Row[], columns: number) => {
  const starts = [0]
  const indices: number[] = []
  const values: number[] = []
  for (const row of rows) {
    indices.push(...row.columns)
    values.push(...row.values)
    starts.push(indices.length)
  }
  return { format: 'csr' as const, numRows: rows.length, numCols: columns, starts, indices, values }
}

type Run = {
  sense: 'most' | 'least'
  cost: readonly number[]
  upper: readonly number[]
  rows: readonly Row[]
  /** Columns from 0 up to this one are integer; 0 for the relaxation. */
  whole: number
  seconds: number
  begin?: readonly number[]
  gap?: number
}
type Found = { values: Float64Array; duals: Float64Array; objective: number; bound: number }

const run = (highs: Highs, asked: Run): Found | null =>
  highs.withModel((model): Found | null => {
    const columns = asked.cost.length
    const { objectiveSense, variableType, modelStatus } = highs.constants
    model.passModel({
      numCols: columns,
      numRows: asked.rows.length,
      sense: asked.sense === 'most' ? objectiveSense.maximize : objectiveSense.minimize,
      colCost: Float64Array.from(asked.cost),
      colLower: new Float64Array(columns),
      colUpper: Float64Array.from(asked.upper),
      rowLower: Float64Array.from(asked.rows, (row) => row.lower),
      rowUpper: Float64Array.from(asked.rows, (row) => row.upper),
      matrix: matrixOf(asked.rows, columns),
      ...(asked.whole > 0
        ? {
            integrality: Int32Array.from({ length: columns }, (_, i) =>
              i < asked.whole ? variableType.integer : variableType.continuous,
            ),
          }
        : {}),
    })
    model.options.set({
      output_flag: false,
      time_limit: Math.max(0.1, asked.seconds),
      random_seed: 0,
      mip_rel_gap: asked.gap ?? 0,
    })
    if (asked.begin) model.setSolution({ colValue: Float64Array.from(asked.begin) })
    model.run()
    const { colValue, colDual } = model.getSolution()
    const objective = model.getObjectiveValue()
    const optimal = model.getModelStatus() === modelStatus.optimal
    if (!Number.isFinite(objective) || (asked.whole === 0 && !optimal)) return null
    const bound = asked.whole > 0 ? Number(model.info.get('mip_dual_bound')) : objective
    return { values: colValue, duals: colDual, objective, bound }
  })

const pairsOf = (model: Model, values: ArrayLike<number>): Pair[] =>
  model.pairs.filter((_, column) => (values[column] ?? 0) > 0.5)

const costOf = (model: Model, values: ArrayLike<number>): number =>
  model.cost.reduce((sum, cost, column) => sum + cost * (values[column] ?? 0), 0)

/** Keeps the upper bounds of usable columns and sets all others to 0. */
const narrowed = (model: Model, relaxed: Found, begin: readonly number[]): number[] => {
  const unused = model.pairs.flatMap((_, column) =>
    (relaxed.values[column] ?? 0) < EPSILON && (begin[column] ?? 0) < EPSILON ? [column] : [],
  )
  const far = new Set(
    unused
      .sort((a, b) => Math.abs(relaxed.duals[a] ?? 0) - Math.abs(relaxed.duals[b] ?? 0) || a - b)
      .slice(NEAR_COLUMNS),
  )
  return model.upper.map((upper, column) => (far.has(column) ? 0 : upper))
}

type Search = {
  sense: 'most' | 'least'
  cost: readonly number[]
  rows: readonly Row[]
  begin: readonly number[]
  gap: number
}

/** The best integer solution among the columns near the relaxation, and a bound over all: the relaxation's value, or better. */
const search = (highs: Highs, model: Model, asked: Search, left: () => number, share: number) => {
  const all = model.upper.slice(0, asked.cost.length)
  const relaxed = run(highs, { ...asked, upper: all, whole: 0, seconds: left() / 1000 })
  if (relaxed === null) return { values: asked.begin, bound: null }
  const upper = narrowed(model, relaxed, asked.begin).slice(0, asked.cost.length)
  const found = run(highs, { ...asked, upper, whole: model.pairs.length, seconds: (left() * share) / 1000 })
  if (found === null || upper.some((most, column) => most !== all[column]))
    return { values: found?.values ?? asked.begin, bound: relaxed.objective }
  // No column was left out, so the search's own bound is valid over all, and never looser.
  const tighter = asked.sense === 'most' ? Math.min : Math.max
  return { values: found.values, bound: tighter(relaxed.objective, found.bound) }
}

type Round = { pairs: Pair[]; places_bound: number; cost: number; cost_bound: number | null }

/** At least `least` of the pairs that count: 1 for each that does, 0 for the others. */
const atLeast = (least: number, counts: readonly number[]): Row => {
  const columns = counts.flatMap((one, column) => (one > 0 ? [column] : []))
  return { lower: least, upper: Number.POSITIVE_INFINITY, columns, values: columns.map(() => 1) }
}

/**
 * Among plans that fill as many spots as `from`: one with the most spots for officers who asked for them, as columns, and the row that keeps
 * it so; no row if none of its shifts can go to one.
 */
const forAskers = (highs: Highs, model: Model, asked: AskedFor, filled: Row, from: number[], left: () => number) => {
  const asks: number[] = model.pairs.map(({ officer, shift }) => (asked(officer, shift) ? 1 : 0))
  if (!asks.includes(1)) return { values: from as ArrayLike<number>, rows: [] }
  const rows = [...model.rows, filled]
  const begin = from.slice(0, asks.length)
  const { values } = search(highs, model, { sense: 'most', cost: asks, rows, begin, gap: 0 }, left, 0.4)
  const found = asks.reduce((sum, one, column) => sum + ((values[column] ?? 0) > 0.5 ? one : 0), 0)
  return { values, rows: [atLeast(found, asks)] }
}

/** Most spots first, then the most of them for officers who asked for them, then the most even spread among plans that do as well. */
const round = (
  highs: Highs,
  problem: Problem,
  cuts: readonly Cut[],
  start: readonly Pair[],
  left: () => number,
  asked: AskedFor,
): Round => {
  const model = modelOf(problem, cuts)
  const ones = model.pairs.map(() => 1)
  const places = problem.shifts.reduce((sum, shift) => sum + shift.places, 0)
  const begin = columnsOf(problem, model, start).slice(0, ones.length)
  const most =
    start.length === places
      ? { values: begin, bound: places }
      : search(highs, model, { sense: 'most', cost: ones, rows: model.rows, begin, gap: 0 }, left, 0.4)
  const best = pairsOf(model, most.values)
  const filled = atLeast(best.length, ones)
  const wanted = forAskers(highs, model, asked, filled, columnsOf(problem, model, best), left)
  const from = columnsOf(problem, model, pairsOf(model, wanted.values))
  const rows = [...model.rows, ...model.tierRows, filled, ...wanted.rows]
  const fair = search(highs, model, { sense: 'least', cost: model.cost, rows, begin: from, gap: 0.001 }, left, 1)
  const pairs = pairsOf(model, fair.values)
  return {
    pairs,
    places_bound: Math.min(places, Math.floor((most.bound ?? places) + EPSILON)),
    cost: costOf(model, columnsOf(problem, model, pairs)),
    cost_bound: fair.bound === null ? null : Math.max(0, fair.bound),
  }
}

/** The shifts of each officer that together break a rule that is not a sum. */
const broken = (pairs: readonly Pair[], refuse: NonNullable<Asked['refuse']>): Cut[] => {
  const byOfficer = new Map<number, number[]>()
  for (const { officer, shift } of pairs) byOfficer.set(officer, [...(byOfficer.get(officer) ?? []), shift])
  return [...byOfficer].flatMap(([officer, shifts]) => {
    const together = refuse(officer, shifts)
    return together === null ? [] : [together.map((shift) => ({ officer, shift }))]
  })
}

/** Removes the last shift of each set that breaks a rule until none does. */
const repaired = (pairs: readonly Pair[], refuse: NonNullable<Asked['refuse']>): Pair[] => {
  let kept = [...pairs]
  for (;;) {
    const drop = broken(kept, refuse).map((cut) => cut.at(-1))
    if (drop.length === 0) return kept
    kept = kept.filter((pair) => !drop.some((one) => one?.officer === pair.officer && one.shift === pair.shift))
  }
}

/**
 * The same solution, where no line passes over an officer who asked for its shift and could take it. It fills as many spots, and gives at
 * least as many to officers who asked for them, so that the bounds stay valid.
 */
const withAsked = (
  problem: Problem,
  cuts: readonly Cut[],
  found: Solved,
  { asked, allowed }: { asked: AskedFor; allowed: Allowed },
): Solved => {
  const pairs = preferAsked(problem, found.pairs, { asked, allowed })
  if (pairs === found.pairs) return found
  const model = modelOf(problem, cuts)
  return { ...found, pairs, cost: costOf(model, columnsOf(problem, model, pairs)) }
}

/**
 * Fills the most spots within all rules, then prefers officers who asked for a shift, then spreads the hours as evenly as possible, with
 * HiGHS. The relaxation over all columns gives a bound that no plan beats; the search covers the columns that the relaxation uses or nearly uses.
 */
export const solve = async (problem: Problem, { budgetMs, ...rest }: Asked): Promise<Solved> => {
  const { refuse = () => null, asked = () => false } = rest
  const rule = { asked, allowed: (officer: number, shifts: readonly number[]) => refuse(officer, shifts) === null }
  if (problem.officers.every(({ may }) => may.length === 0))
    return { pairs: [], places_bound: 0, cost: 0, cost_bound: 0, rounds: 0 }
  const highs = await loadHighs()
  const end = performance.now() + budgetMs
  const left = () => Math.max(100, end - performance.now())
  const cuts: Cut[] = []
  let start = repaired(greedyPlan(problem).pairs, refuse)
  for (let rounds = 1; ; rounds++) {
    const found = round(highs, problem, cuts, start, () => (rounds === 1 ? left() * 0.7 : left()), asked)
    const wrong = broken(found.pairs, refuse)
    if (wrong.length === 0) return withAsked(problem, cuts, { ...found, rounds }, rule)
    cuts.push(...wrong)
    start = repaired(found.pairs, refuse)
    if (left() > budgetMs * 0.15) continue
    const model = modelOf(problem, cuts)
    const cost = costOf(model, columnsOf(problem, model, start))
    return withAsked(problem, cuts, { ...found, pairs: start, cost, rounds }, rule)
  }
}
