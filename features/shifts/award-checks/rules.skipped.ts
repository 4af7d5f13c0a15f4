import type { Outcome } from '#features/shifts/awards/rules.rounds.ts'

export type PlaceHeld = {
  signup_id: string
  officer_id: string
  /** When the officer got the spot. */
  given_at: string
  /** How the ledger has it. */
  source: string
  by: string | null
  reason: string | null
}
export type Ranking = {
  round_id: string
  at: string
  by: string | null
  reason: string | null
  lines: readonly { officer_id: string; rank: number; outcome: Outcome }[]
}
export type Skipped = {
  round_id: string
  officer_id: string
  instead_id: string
  instead_signup_id: string
  by: string | null
  reason: string | null
}

/** Sources of spots that follow the list, or should have: not a swap; orders have their own list. */
const byTheList = new Set(['award', 'waitlist', 'assignment'])

/**
 * The officers skipped on one post: for each spot given, the first in its ranking who was eligible, is still waiting and got
 * none. A spot's ranking is the one that awarded it; a spot without one (an admin's assignment) is checked against the latest
 * ranking before it. Each spot skips one officer, so that nobody is counted twice.
 */
export const skippedOn = (
  held: readonly PlaceHeld[],
  rankings: readonly Ranking[],
  waiting: ReadonlySet<string>,
): Skipped[] => {
  const inTime = rankings.toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const taken = new Set<string>()
  const found: Skipped[] = []
  for (const place of held.toSorted((a, b) => (a.given_at < b.given_at ? -1 : 1))) {
    if (!byTheList.has(place.source)) continue
    const given = inTime.findLast((round) =>
      round.lines.some(
        (line) => line.officer_id === place.officer_id && (line.outcome === 'awarded' || line.outcome === 'offered'),
      ),
    )
    const against = given ?? inTime.findLast((round) => round.at <= place.given_at)
    if (!against) continue
    const own = given?.lines.find((line) => line.officer_id === place.officer_id)?.rank ?? Number.POSITIVE_INFINITY
    const before = against.lines
      .toSorted((a, b) => a.rank - b.rank)
      .find(
        (line) =>
          line.rank < own &&
          (line.outcome === 'waitlisted' || line.outcome === 'undecided') &&
          line.officer_id !== place.officer_id &&
          waiting.has(line.officer_id) &&
          !taken.has(line.officer_id),
      )
    if (!before) continue
    taken.add(before.officer_id)
    found.push({
      round_id: against.round_id,
      officer_id: before.officer_id,
      instead_id: place.officer_id,
      instead_signup_id: place.signup_id,
      by: place.by ?? against.by,
      reason: place.reason ?? against.reason,
    })
  }
  return found
}
