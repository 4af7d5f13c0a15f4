import { keepsLimits, minutesAfter, minutesOf, type Pair, type Problem, type Span } from './rules.ts'

export type Preference = {
  /** Whether the officer requested the shift, is on its waitlist or volunteered in a call for it; both by index in the problem. */
  asked: (officer: number, shift: number) => boolean
  /** Whether the officer may have these shifts together under the rules that are not sums. */
  allowed: (officer: number, shifts: readonly number[]) => boolean
  /** Whether a plan counts as even as the one that it would replace. */
  asEven: (pairs: readonly Pair[]) => boolean
}

const shiftsOf = (pairs: readonly Pair[], officer: number): number[] =>
  pairs.flatMap((pair) => (pair.officer === officer ? [pair.shift] : []))

/**
 * The same plan, with shifts given to officers who asked for them where others who did not ask would end up with as many hours: the
 * spots filled and the hours stay as they are; only equals trade shifts.
 */
export const preferAsked = (
  problem: Problem,
  start: readonly Pair[],
  { asked, allowed, asEven }: Preference,
): Pair[] => {
  let pairs = [...start]
  for (const [at, { officer, shift }] of start.entries()) {
    const span = problem.shifts[shift]
    if (!span || asked(officer, shift)) continue
    const after = minutesAfter(problem, { pairs })
    const without = (after[officer] ?? 0) - minutesOf(span)
    for (const [other, who] of problem.officers.entries()) {
      if (after[other] !== without || !who.may.includes(shift) || !asked(other, shift)) continue
      const held = shiftsOf(pairs, other)
      const spans: Span[] = [...held, shift].flatMap((one) => problem.shifts[one] ?? [])
      if (held.includes(shift) || !keepsLimits(who, spans, problem.limits) || !allowed(other, [...held, shift]))
        continue
      const next = pairs.with(at, { officer: other, shift })
      if (!asEven(next)) continue
      pairs = next
      break
    }
  }
  return pairs
}
