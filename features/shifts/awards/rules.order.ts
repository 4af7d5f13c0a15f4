import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { type Applicant, type Ranked, type Roster, rank } from '#features/shifts/award-rules/rules.rank.ts'
import { type AwardRule, isAwarded } from '#features/shifts/award-rules/rules.ts'
import { type OfficerFacts, reasonsOfPerson } from '#features/shifts/eligibility/rules.person.ts'
import type { Reason } from '#features/shifts/eligibility/rules.shapes.ts'
import { type Candidate, reasonsOfOfficer } from '#features/shifts/signups/rules.ts'
import { type Instant, plusMinutes } from '#platform/shared/time.ts'

export type Placed = Ranked & {
  /** From 1; officers whom only the shift can tell apart share one. */
  place: number
  /** What put the place after the one before. */
  decided_by: Ranked['decided_by']
  shared: boolean
}

/** Ranks before anyone applies: by the record and the person, not by a draw or the time of a request. */
export const ranksAhead = (method: AwardMethod): boolean => isAwarded(method) && method !== 'lottery'

/** The step that no order knows before officers apply for a shift; null if the rule needs none. */
export type OpenStep = 'applied' | 'draw'
export const openStepOf = ({ method, ties }: Pick<AwardRule, 'method' | 'ties'>): OpenStep | null => {
  if (!isAwarded(method)) return 'applied'
  if (method === 'lottery') return 'draw'
  return ties.find((tie): tie is OpenStep => tie === 'applied' || tie === 'draw') ?? null
}

/** The tie-breaks that come before the open step. */
const tiesBefore = (rule: AwardRule, open: OpenStep | null): AwardRule['ties'] => {
  if (open === null) return rule.ties
  return ranksAhead(rule.method) ? rule.ties.slice(0, rule.ties.indexOf(open)) : []
}

/** The order in which the rule would rank the officers now, as `rank` does, as far as it is known before officers apply. */
export const currentOrder = (rule: AwardRule, officers: readonly Applicant[], roster: Roster): Placed[] => {
  const open = openStepOf(rule)
  const ranked = rank({ ...rule, ties: tiesBefore(rule, open) }, officers, null, roster)
  const tied = (one: Ranked | undefined) => open !== null && one?.decided_by === 'id'
  let first: Ranked | undefined
  return ranked.map((one, at) => {
    if (first === undefined || !tied(one)) first = one
    return { ...one, place: first.rank, decided_by: first.decided_by, shared: tied(one) || tied(ranked[at + 1]) }
  })
}

/** What keeps the officer from a shift at this moment, whichever it is: the same reasons as in an award. */
export const reasonsNow = (
  officer: Omit<Candidate, 'signups'> & Pick<OfficerFacts, 'leaves'>,
  now: Instant,
  zone: string,
): Reason[] => [
  ...reasonsOfOfficer(officer).map((reason) => ({ ...reason, overridable: false })),
  ...reasonsOfPerson({ starts_at: now, ends_at: plusMinutes(now, 1) }, { leaves: officer.leaves ?? [] }, zone),
]
