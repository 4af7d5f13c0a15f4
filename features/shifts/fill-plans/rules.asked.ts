import { keepsLimits, minutesAfter, type Pair, type Problem, type Span } from './rules.ts'

/** Whether the officer requested the shift, is on its waitlist or volunteered in a call for it; both by index in the problem. */
export type AskedFor = (officer: number, shift: number) => boolean
/** Whether the officer may have these shifts together under the rules that are not sums. */
export type Allowed = (officer: number, shifts: readonly number[]) => boolean

const shiftsOf = (pairs: readonly Pair[], officer: number): number[] =>
  pairs.flatMap((pair) => (pair.officer === officer ? [pair.shift] : []))

/**
 * The officer with the fewest hours who asked for the shift, doesn't have it and could take it beside the rest of the plan; null if none
 * can.
 */
const askerFor = (problem: Problem, pairs: readonly Pair[], shift: number, asked: AskedFor, allowed: Allowed) => {
  const able = problem.officers.flatMap((who, other) => {
    if (!asked(other, shift) || !who.may.includes(shift)) return []
    const held = shiftsOf(pairs, other)
    const spans: Span[] = [...held, shift].flatMap((one) => problem.shifts[one] ?? [])
    const fits = !held.includes(shift) && keepsLimits(who, spans, problem.limits) && allowed(other, [...held, shift])
    return fits ? [other] : []
  })
  // Most shifts were asked for by nobody else.
  const after = able.length > 1 ? minutesAfter(problem, { pairs }) : []
  return able.toSorted((a, b) => (after[a] ?? 0) - (after[b] ?? 0) || a - b)[0] ?? null
}

/**
 * The same plan, without a line that passes over an officer who asked for its shift and could take it: that officer gets the shift. The
 * search finds such plans by itself; where its time ends first, this holds the rule. As many spots are filled.
 */
export const preferAsked = (
  problem: Problem,
  start: readonly Pair[],
  { asked, allowed }: { asked: AskedFor; allowed: Allowed },
): readonly Pair[] => {
  const changed = (pairs: readonly Pair[]): readonly Pair[] | null => {
    for (const [at, { officer, shift }] of pairs.entries()) {
      const asker = asked(officer, shift) ? null : askerFor(problem, pairs, shift, asked, allowed)
      if (asker !== null) return pairs.with(at, { officer: asker, shift })
    }
    return null
  }
  // Every change gives one more shift to an officer who asked for it, so it ends.
  let pairs = start
  for (let next = changed(pairs); next !== null; next = changed(pairs)) pairs = next
  return pairs
}
