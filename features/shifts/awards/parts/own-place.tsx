import { useRead } from '#platform/web/reads.ts'
import { listMyPlaces, readTerms } from '../contract.ts'
import { ownPlaceWords } from '../words.own-terms.ts'

/** The reader's place by the rule that awards the shift; undefined while it isn't known, null if the rule has no order before the award. */
export const useOwnPlace = (of: { rule_name: string; rule_version: number | null } | undefined) => {
  const places = useRead(listMyPlaces, {}).data?.rules
  if (!of || !places) return undefined
  return places.find((one) => one.name === of.rule_name && one.version === of.rule_version) ?? null
}

/**
 * For an officer who has applied: their place in the rule's order. Nothing about the other applicants is shown before the award
 * (docs/decisions/0330).
 */
export const OwnPlace = ({ assignment_id }: { assignment_id: string }) => {
  const place = useOwnPlace(useRead(readTerms, { assignment_id }).data)
  return place ? (
    <p className="figures text-small text-soft">{ownPlaceWords(place)} Only officers who apply are ranked.</p>
  ) : null
}
