import type { LedgerKind, OpportunitySource } from '#features/shifts/award-rules/rules.opportunities.ts'
import type { AwardRule } from '#features/shifts/award-rules/rules.ts'
import { durationWords, ms } from '#platform/shared/time.ts'

type Rule = { rule: Pick<AwardRule, 'counts'>; since: string | null }
type Entry = { at: string; kind: LedgerKind; minutes: number; source: OpportunitySource }

/** What a rule charges for one entry of the record, in hundredths of minutes; null if the entry is older than it looks back. */
const chargedFor = ({ rule, since }: Rule, { at, kind, minutes }: Entry): number | null => {
  if (since !== null && ms(at) < ms(since)) return null
  const shares: Readonly<Partial<Record<LedgerKind, unknown>>> = rule.counts
  const share = shares[kind]
  return typeof share === 'number' ? share * minutes : 0
}

/** `136 h`; a credit is negative. */
export const chargedHours = (hundredths: number): string => {
  const minutes = Math.round(Math.abs(hundredths) / 100)
  return `${hundredths < 0 && minutes > 0 ? 'minus ' : ''}${durationWords(minutes)}`
}

/** `Charged 8 h 30 min`, `Refunded 8 h`, `Not charged`, `No refund` or `Too old to charge`. */
export const entryWords = (of: Rule, one: Entry): string => {
  const charged = chargedFor(of, one)
  if (charged === null) return 'Too old to charge'
  if (charged < 0) return `Refunded ${chargedHours(-charged)}`
  // The entry of the spot itself stays charged, so "Not charged" would read as if it were not.
  if (charged === 0 && one.kind === 'called_off' && of.rule.counts[one.source === 'order' ? 'ordered' : 'accepted'] > 0)
    return 'No refund'
  return charged === 0 ? 'Not charged' : `Charged ${chargedHours(charged)}`
}
