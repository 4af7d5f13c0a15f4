import { decidingOf, type Ranked, type SomeValues, type Values } from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { besidesFull } from '#features/shifts/eligibility/rules.main.ts'
import type { Reason } from '#features/shifts/eligibility/rules.ts'

export const roundPurposes = ['award', 'waitlist', 'short_notice', 'order'] as const
export type RoundPurpose = (typeof roundPurposes)[number]

export const outcomes = ['awarded', 'offered', 'waitlisted', 'passed', 'ineligible', 'withdrawn', 'undecided'] as const
export type Outcome = (typeof outcomes)[number]

export const outcomeWords: Readonly<Record<Outcome, string>> = {
  awarded: 'Awarded',
  offered: 'Offered',
  waitlisted: 'Waitlisted',
  passed: 'Awarded to another officer',
  ineligible: 'Not eligible',
  withdrawn: 'Withdrawn',
  undecided: 'Not awarded yet',
}

/** What of an ineligible officer's reasons other applicants may see. */
export const ruledOutBy = ['requirements', 'limits', 'unavailable'] as const
export type RuledOutBy = (typeof ruledOutBy)[number]

export const ruledOutWords: Readonly<Record<RuledOutBy, string>> = {
  requirements: "Doesn't meet the shift's requirements",
  limits: 'Over an hour or rest limit',
  unavailable: 'Not available',
}

/** An applicant as other applicants see them. */
export type Told = {
  rank: number
  name: string
  outcome: Outcome
  compared?: Partial<Values>
  ruled_out?: RuledOutBy
}

const publicPart: Readonly<Partial<Record<string, RuledOutBy>>> = {
  unit_required: 'requirements',
  rank_required: 'requirements',
  certification_required: 'requirements',
  certification_expires: 'requirements',
  service_required: 'requirements',
  group_first: 'requirements',
  rest: 'limits',
  rolling_window: 'limits',
  consecutive_hours: 'limits',
  consecutive_days: 'limits',
  cap: 'limits',
}

/** A reason that other officers may see: it is about the shift or a limit, not about where the officer is. */
export const isPublicReason = (code: string): boolean => publicPart[code] !== undefined

/**
 * What others may see of these reasons: the first of `ruledOutBy` that applies. Leave, another shift and everything else that is
 * the officer's own look the same.
 */
export const ruledOutOf = (reasons: readonly Reason[]): RuledOutBy => {
  const found = besidesFull(reasons).map(({ code }) => publicPart[code] ?? 'unavailable')
  return ruledOutBy.find((one) => found.includes(one)) ?? 'unavailable'
}

/** Down the list: eligible officers get spots while there are any; the rest are waitlisted or skipped. */
export const settle = (
  rule: Pick<AwardRule, 'keeps_waitlist'>,
  ranked: readonly { officer_id: string; reasons: readonly Reason[] }[],
  places: number,
): { officer_id: string; outcome: Outcome }[] => {
  let left = places
  return ranked.map(({ officer_id, reasons }) => {
    if (besidesFull(reasons).length > 0) return { officer_id, outcome: 'ineligible' }
    if (left <= 0) return { officer_id, outcome: rule.keeps_waitlist ? 'waitlisted' : 'passed' }
    left -= 1
    return { officer_id, outcome: 'awarded' }
  })
}

const hasSpot: readonly Outcome[] = ['awarded', 'offered']

/** The values of the last officer awarded, which all others are compared with. */
export const wonOf = (
  ranked: readonly Ranked[],
  decided: ReadonlyMap<string, Outcome>,
): { rank: number; values: Values } | null => {
  const last = ranked.findLast((one) => hasSpot.includes(decided.get(one.officer_id) ?? 'passed'))
  return last ? { rank: last.rank, values: last.values } : null
}

/**
 * What an officer's receipt says of the last one awarded, whether or not the rule shows names: the rank, and the values up to what
 * decided between the two. An officer who got a spot is compared with nobody.
 */
export const wonFor = (
  rule: AwardRule,
  own: { outcome: Outcome; values: Values },
  won: { rank: number; values: SomeValues } | null,
): { rank: number; values: SomeValues } | null =>
  won && { rank: won.rank, values: hasSpot.includes(own.outcome) ? {} : decidingOf(rule, own.values, won.values) }

/** The same text for the same content, regardless of field order: the input for hashes. */
export const canonical = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const fields = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`
}
