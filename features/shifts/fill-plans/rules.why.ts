import { keepsLimits, minutesAfter, type Pair, type Plan, type Problem, type Span, tooClose } from './rules.ts'

/**
 * Why an officer with fewer hours was not proposed: another shift of the plan is too close, hour limits, or the hours would end
 * up less even.
 */
export type PassedWhy = 'busy' | 'limits' | 'evens_out'
/** By index in the problem: an officer with `minutes` so far, and the shift that the plan gives instead, if any. */
export type Passed = { officer: number; minutes: number; why: PassedWhy; instead: number | null }

/** The explanation of a line. `order`: the officer's rank among those eligible, by hours so far, 1 for the fewest. */
export type Why = { able: number; order: number; minutes_before: number; minutes_after: number; passed: Passed[] }

/** How many officers with fewer hours are named. */
const NAMED = 3

const shiftsOf = (plan: Plan, officer: number): number[] =>
  plan.pairs.filter((pair) => pair.officer === officer).map((pair) => pair.shift)

const spansOf = (problem: Problem, shifts: readonly number[]): Span[] =>
  shifts.flatMap((shift) => problem.shifts[shift] ?? [])

const whyPassed = (problem: Problem, plan: Plan, officer: number, shift: number): Pick<Passed, 'why' | 'instead'> => {
  const [at, who, mine] = [problem.shifts[shift], problem.officers[officer], shiftsOf(plan, officer)]
  if (!at || !who) return { why: 'evens_out', instead: null }
  const rest = problem.limits.rest_minutes
  const close = mine.find((other) => spansOf(problem, [other]).some((span) => tooClose(span, at, rest)))
  if (close !== undefined) return { why: 'busy', instead: close }
  return {
    why: keepsLimits(who, [...spansOf(problem, mine), at], problem.limits) ? 'evens_out' : 'limits',
    instead: mine[0] ?? null,
  }
}

/** Every line of a plan with its reasons, in plan order. */
export const explain = (problem: Problem, plan: Plan): (Pair & Why)[] => {
  const after = minutesAfter(problem, plan)
  return plan.pairs.map(({ officer, shift }) => {
    const before = problem.officers[officer]?.minutes ?? 0
    const able = problem.officers.flatMap((who, i) => (who.may.includes(shift) ? [{ i, minutes: who.minutes }] : []))
    const fewer = able.filter(({ minutes }) => minutes < before)
    const passed = fewer
      .filter(({ i }) => !plan.pairs.some((pair) => pair.officer === i && pair.shift === shift))
      .sort((a, b) => a.minutes - b.minutes || a.i - b.i)
      .slice(0, NAMED)
      .map(({ i, minutes }): Passed => ({ officer: i, minutes, ...whyPassed(problem, plan, i, shift) }))
    return {
      officer,
      shift,
      able: able.length,
      order: fewer.length + 1,
      minutes_before: before,
      minutes_after: after[officer] ?? before,
      passed,
    }
  })
}

/** Unfilled spots: how many officers could take the shift, looked at alone. */
export const gapsOf = (problem: Problem, plan: Plan): { shift: number; left: number; able: number }[] =>
  problem.shifts.flatMap(({ places }, shift) => {
    const left = places - plan.pairs.filter((pair) => pair.shift === shift).length
    return left > 0 ? [{ shift, left, able: problem.officers.filter(({ may }) => may.includes(shift)).length }] : []
  })
