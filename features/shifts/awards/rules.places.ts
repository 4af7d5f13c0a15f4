import type { AwardMethod } from '#features/shifts/award-rules/rules.methods.ts'
import { type Applicant, groupOf, rank, rosterOf } from '#features/shifts/award-rules/rules.rank.ts'
import type { AwardRule, TieBreak } from '#features/shifts/award-rules/rules.ts'

/** Methods whose order is the same for every shift: it needs neither a post's units, nor a draw, nor who else applied. */
export const orderedMethods = [
  'least_hours',
  'rotation',
  'pick_list',
  'seniority',
  'reverse_seniority',
] as const satisfies readonly AwardMethod[]

const ofOneShift: readonly TieBreak[] = ['applied', 'draw']

export type Place = {
  /** From 1. */
  place: number
  of: number
  /** How many others have the same place until a shift's own tie-breaks decide. */
  tied: number
  /** The priority group whose officers are compared; null if the rule has none. */
  group: string | null
}
/** An officer on the roster; `active`: may sign up now. */
export type Facts = Applicant & { active: boolean }

/**
 * Where the officer is among all active officers, or those of the same priority group, if the rule ranked everybody now; null if the
 * officer is not among them. An officer who is owed the next opportunity is placed like the others.
 */
export const placeIn = (rule: AwardRule, all: readonly Facts[], officer_id: string): Place | null => {
  const me = all.find((one) => one.officer_id === officer_id)
  if (!me?.active) return null
  const group = groupOf(rule, me)
  const compared = all.filter((one) => one.active && groupOf(rule, one) === group)
  const until = rule.ties.findIndex((tie) => ofOneShift.includes(tie))
  const ties = until === -1 ? rule.ties : rule.ties.slice(0, until)
  const roster = rosterOf(
    rule,
    all.filter((one) => Object.keys(one.times).length > 0),
  )
  const ranked = rank({ ...rule, ties }, compared, null, roster)
  const at = ranked.findIndex((one) => one.officer_id === officer_id)
  // Officers that only the last resort, their ids, keeps apart share a place.
  const first = ranked.findLastIndex((one, i) => i <= at && one.decided_by !== 'id')
  const next = ranked.findIndex((one, i) => i > at && one.decided_by !== 'id')
  return {
    place: first + 1,
    of: ranked.length,
    tied: (next === -1 ? ranked.length : next) - first - 1,
    group: rule.groups.length === 0 ? null : (rule.groups[group]?.name ?? ''),
  }
}
