import type { Rule } from '#features/shifts/award-rules/contract.ts'
import { type AwardRule, inForce, isAwarded, usesHours } from '#features/shifts/award-rules/rules.ts'
import { periodWords } from '#features/shifts/award-rules/words.ts'
import { COUNTED_DAYS } from '#features/shifts/eligibility/rules.extra.ts'

/** What the fill assistant and the dialogs that assign compare: the same words wherever the figure is shown. */
export const extraHoursWords = `Extra hours: assigned shifts from the last ${COUNTED_DAYS} days and all upcoming ones.`

type Charging = { id: string; name: string; body: AwardRule }
/** The rules that apply to a shift type now and compare hours charged. */
export const chargingRules = (rules: readonly Rule[], now: number): Charging[] =>
  rules.flatMap(({ id, name, kinds, versions }) => {
    const body = kinds.length > 0 ? inForce(versions, now)?.body : undefined
    return body && isAwarded(body.method) && usesHours(body) ? [{ id, name, body }] : []
  })

/** What awards compare instead, as the beginning of a sentence that names the rule, or the rules if there are several. */
export const awardsCountWords = (rules: readonly Charging[]): string => {
  const [first, second] = rules
  return first && !second
    ? `Awards compare hours charged ${periodWords(first.body)} instead, by`
    : 'Awards compare hours charged instead, each over the period in its'
}
