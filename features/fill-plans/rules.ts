/** Whole minutes since 1970, half-open. */
export type Span = { start: number; end: number }

/** An open post, or the rest of one: so many places for the whole of its time. */
export type OpenShift = Span & { id: string; places: number }

/**
 * Someone who may be asked. `minutes`: the extra work that fairness counts so far; `work`: all that the hour rules see around
 * the plan's days; `may`: indexes of the shifts that nothing stands against when each is looked at alone.
 */
export type PlanOfficer = { id: string; minutes: number; work: readonly Span[]; may: readonly number[] }

/** Limits that tie several shifts of one officer together: minutes between two, and most minutes in any so many. */
export type PlanLimits = { rest_minutes: number; windows: readonly { minutes: number; max_minutes: number }[] }

export type Problem = { shifts: readonly OpenShift[]; officers: readonly PlanOfficer[]; limits: PlanLimits }

/** Officer and shift by their indexes in the problem. */
export type Pair = { officer: number; shift: number }

export type Plan = { pairs: readonly Pair[] }

export const minutesOf = ({ start, end }: Span): number => end - start
const common = (a: Span, b: Span): number => Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start))

/** Whether two of one officer's shifts stand against each other: they overlap, or leave less than the rest between them. */
export const tooClose = (a: Span, b: Span, restMinutes: number): boolean =>
  a.start < b.end + restMinutes && b.start < a.end + restMinutes

/**
 * Where a rolling window has to be looked at: the minutes worked in `[t, t + length)` change their slope only where its beginning
 * meets the beginning of work or its end meets the end of work, and rise to a greatest value only there.
 */
export const windowStarts = (spans: readonly Span[], length: number): number[] => [
  ...new Set(spans.flatMap(({ start, end }) => [start, end - length])),
]

/** Minutes of `spans` within the window that begins at `start`. */
export const minutesWithin = (spans: readonly Span[], start: number, length: number): number =>
  spans.reduce((sum, span) => sum + common(span, { start, end: start + length }), 0)

/** Where a window touches a span by one minute: what was too much before the shift came is too much as soon as it is touched. */
const touching = (spans: readonly Span[], length: number): number[] =>
  spans.flatMap(({ start, end }) => [start - length + 1, end - 1])

/** Whether the shifts keep the limits together, with the work that is there. */
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

/** Minutes that each officer would have, in the order of the problem. */
export const minutesAfter = ({ officers, shifts }: Problem, { pairs }: Plan): number[] => {
  const after = officers.map(({ minutes }) => minutes)
  for (const { officer, shift } of pairs) {
    const at = shifts[shift]
    if (at) after[officer] = (after[officer] ?? 0) + minutesOf(at)
  }
  return after
}

/** How unequal: greatest less least, and Gini's coefficient in ten-thousandths (0: all the same). Empty and all-zero lists are equal. */
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
 * A plan by turns, to begin from: the shift that fewest can take comes first, and goes to those with the fewest minutes who keep
 * the limits. Never better than what the optimiser finds, and always within the rules.
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
