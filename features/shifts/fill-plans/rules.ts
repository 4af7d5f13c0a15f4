/** Whole minutes since 1970, half-open. */
export type Span = { start: number; end: number }

/** An open post, or the rest of one: this many spots for its whole time. */
export type OpenShift = Span & { id: string; places: number }

/**
 * An officer who may be proposed. `minutes`: the extra work that counts for fairness so far; `work`: all work that the hour rules
 * see around the plan's days; `may`: indexes of the shifts that the officer could take, each looked at alone.
 */
export type PlanOfficer = { id: string; minutes: number; work: readonly Span[]; may: readonly number[] }

/** Limits across several shifts of one officer: minutes between two, and the maximum minutes in any window. */
export type PlanLimits = { rest_minutes: number; windows: readonly { minutes: number; max_minutes: number }[] }

export type Problem = { shifts: readonly OpenShift[]; officers: readonly PlanOfficer[]; limits: PlanLimits }

/** Officer and shift by index in the problem. */
export type Pair = { officer: number; shift: number }

export type Plan = { pairs: readonly Pair[] }

export const minutesOf = ({ start, end }: Span): number => end - start
const common = (a: Span, b: Span): number => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))

/** Whether two of one officer's shifts conflict: they overlap, or leave less than the required rest between them. */
export const tooClose = (a: Span, b: Span, restMinutes: number): boolean =>
  a.start < b.end + restMinutes && b.start < a.end + restMinutes

/**
 * Where a rolling window has to be checked: the minutes worked in `[t, t + length)` change slope only where the window's start
 * meets the start of work or its end meets the end of work, and reach their maximum only there.
 */
export const windowStarts = (spans: readonly Span[], length: number): number[] => [
  ...new Set(spans.flatMap(({ start, end }) => [start, end - length])),
]

/** Minutes of `spans` within the window that begins at `start`. */
export const minutesWithin = (spans: readonly Span[], start: number, length: number): number =>
  spans.reduce((sum, span) => sum + common(span, { start, end: start + length }), 0)

/**
 * Windows that touch a span by one minute: a window that was over the limit before the shift came is refused as soon as the shift
 * touches it.
 */
const touching = (spans: readonly Span[], length: number): number[] =>
  spans.flatMap(({ start, end }) => [start - length + 1, end - 1])

/** Whether the shifts respect the limits together with existing work. */
export const keepsLimits = (officer: PlanOfficer, shifts: readonly Span[], limits: PlanLimits): boolean => {
  const apart = shifts.every((a, i) => shifts.slice(i + 1).every((b) => !tooClose(a, b, limits.rest_minutes)))
  const all = [...officer.work, ...shifts]
  return (
    apart &&
    limits.windows.every(({ minutes, max_minutes }) =>
      [...windowStarts(all, minutes), ...touching(shifts, minutes)].every(
        (at) => minutesWithin(shifts, at, minutes) === 0 || minutesWithin(all, at, minutes) <= max_minutes,
      ),
    )
  )
}

/** Minutes that each officer would have, in problem order. */
export const minutesAfter = ({ officers, shifts }: Problem, { pairs }: Plan): number[] => {
  const after = officers.map(({ minutes }) => minutes)
  for (const { officer, shift } of pairs) {
    const at = shifts[shift]
    if (at) after[officer] = (after[officer] ?? 0) + minutesOf(at)
  }
  return after
}

/**
 * Inequality: highest minus lowest, and the Gini coefficient in ten-thousandths (0: all the same). Empty and all-zero lists count
 * as equal.
 */
export const spreadOf = (minutes: readonly number[]): { range_minutes: number; gini: number } => {
  if (minutes.length === 0) return { range_minutes: 0, gini: 0 }
  const sorted = [...minutes].sort((a, b) => a - b)
  const sum = sorted.reduce((total, one) => total + one, 0)
  const weighted = sorted.reduce((total, one, i) => total + (i + 1) * one, 0)
  const n = sorted.length
  const gini = sum === 0 ? 0 : (2 * weighted) / (n * sum) - (n + 1) / n
  return { range_minutes: (sorted.at(-1) ?? 0) - (sorted[0] ?? 0), gini: Math.round(gini * 10_000) }
}

/**
 * A greedy starting plan: the shift that the fewest can take comes first and goes to the officers with the fewest minutes within
 * the limits. Never better than the optimizer's result, and always within the rules.
 */
export const greedyPlan = (problem: Problem): Plan => {
  const { shifts, officers, limits } = problem
  const able = shifts.map((_, shift) => officers.flatMap((o, i) => (o.may.includes(shift) ? [i] : [])))
  const order = shifts.map((_, i) => i).sort((a, b) => (able[a]?.length ?? 0) - (able[b]?.length ?? 0) || a - b)
  const held = officers.map((): Span[] => [])
  const minutes = officers.map((o) => o.minutes)
  const pairs: Pair[] = []
  for (const shift of order) {
    const at = shifts[shift]
    if (!at) continue
    const next = [...(able[shift] ?? [])].sort((a, b) => (minutes[a] ?? 0) - (minutes[b] ?? 0) || a - b)
    let left = at.places
    for (const officer of next) {
      const [who, has] = [officers[officer], held[officer]]
      if (left === 0) break
      if (!who || !has || !keepsLimits(who, [...has, at], limits)) continue
      has.push(at)
      minutes[officer] = (minutes[officer] ?? 0) + minutesOf(at)
      pairs.push({ officer, shift })
      left -= 1
    }
  }
  return { pairs }
}
