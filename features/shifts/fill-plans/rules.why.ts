import type { Allowed, AskedFor } from './rules.asked.ts'
import { keepsLimits, minutesAfter, type Pair, type Plan, type Problem, type Span, tooClose } from './rules.ts'

/**
 * Why an officer was not proposed who asked for the shift or has fewer hours: the one proposed asked for it and this one didn't, another
 * shift of the plan is too close, hour limits, another rule about shifts together, or the hours would end up less even.
 */
export const passedWhys = ['not_asked', 'busy', 'limits', 'rules', 'evens_out'] as const
export type PassedWhy = (typeof passedWhys)[number]
/** By index in the problem: an officer with `minutes` so far, and the shift that the plan gives instead, if any. */
export type Passed = { officer: number; minutes: number; why: PassedWhy; instead: number | null }

/** The explanation of a line. `order`: the officer's rank among those eligible, by hours so far, 1 for the fewest. */
export type Why = { able: number; order: number; minutes_before: number; minutes_after: number; passed: Passed[] }

/** How many officers who were passed over are named. */
const NAMED = 3

const shiftsOf = (plan: Plan, officer: number): number[] =>
  plan.pairs.filter((pair) => pair.officer === officer).map((pair) => pair.shift)

const spansOf = (problem: Problem, shifts: readonly number[]): Span[] =>
  shifts.flatMap((shift) => problem.shifts[shift] ?? [])

const whyPassed = (
  problem: Problem,
  plan: Plan,
  { officer, shift }: Pair,
  allowed: Allowed,
): Pick<Passed, 'why' | 'instead'> => {
  const [at, who, mine] = [problem.shifts[shift], problem.officers[officer], shiftsOf(plan, officer)]
  if (!at || !who) return { why: 'evens_out', instead: null }
  const rest = problem.limits.rest_minutes
  const close = mine.find((other) => spansOf(problem, [other]).some((span) => tooClose(span, at, rest)))
  if (close !== undefined) return { why: 'busy', instead: close }
  const instead = mine[0] ?? null
  if (!keepsLimits(who, [...spansOf(problem, mine), at], problem.limits)) return { why: 'limits', instead }
  return { why: allowed(officer, [...mine, shift]) ? 'evens_out' : 'rules', instead }
}

/**
 * Every line of a plan with its reasons, in plan order. Named are those who asked for the shift where the officer of the line
 * didn't, and those with fewer hours; officers who asked come first.
 */
export const explain = (
  problem: Problem,
  plan: Plan,
  { asked, allowed }: { asked: AskedFor; allowed: Allowed },
): (Pair & Why)[] => {
  const after = minutesAfter(problem, plan)
  return plan.pairs.map(({ officer, shift }) => {
    const before = problem.officers[officer]?.minutes ?? 0
    const able = problem.officers.flatMap((who, i) => (who.may.includes(shift) ? [{ i, minutes: who.minutes }] : []))
    const fewer = able.filter(({ minutes }) => minutes < before)
    const own = asked(officer, shift)
    const passed = able
      .map((one) => ({ ...one, asked: asked(one.i, shift) }))
      .filter((one) => one.minutes < before || (one.asked && !own))
      .filter(({ i }) => !plan.pairs.some((pair) => pair.officer === i && pair.shift === shift))
      .sort((a, b) => Number(b.asked) - Number(a.asked) || a.minutes - b.minutes || a.i - b.i)
      .slice(0, NAMED)
      .map((one): Passed => {
        const { i, minutes } = one
        if (own && !one.asked) return { officer: i, minutes, why: 'not_asked', instead: null }
        return { officer: i, minutes, ...whyPassed(problem, plan, { officer: i, shift }, allowed) }
      })
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
