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
 * Where each active officer is among all active officers, or those of the same priority group, if the rule ranked everybody now. An
 * officer who is owed the next opportunity is placed like the others.
 */
export const placesIn = (rule: AwardRule, all: readonly Facts[]): ReadonlyMap<string, Place> => {
  const until = rule.ties.findIndex((tie) => ofOneShift.includes(tie))
  const ties = until === -1 ? rule.ties : rule.ties.slice(0, until)
  const roster = rosterOf(
    rule,
    all.filter((one) => Object.keys(one.times).length > 0),
  )
  const places = new Map<string, Place>()
  const groups = Map.groupBy(
    all.filter((one) => one.active),
    (one) => groupOf(rule, one),
  )
  for (const [group, compared] of groups) {
    const ranked = rank({ ...rule, ties }, compared, null, roster)
    let first = 0
    // Officers that only the last resort, their ids, keeps apart share a place.
    const firsts = ranked.map((one, at) => {
      if (one.decided_by !== 'id') first = at
      return first
    })
    for (const [at, one] of ranked.entries())
      places.set(one.officer_id, {
        place: (firsts[at] ?? at) + 1,
        of: ranked.length,
        tied: firsts.lastIndexOf(firsts[at] ?? at) - (firsts[at] ?? at),
        group: rule.groups.length === 0 ? null : (rule.groups[group]?.name ?? ''),
      })
  }
  return places
}
