import { listRules } from '#features/shifts/award-rules/contract.ts'
import { paths } from '#platform/shared/paths.ts'
import { useRead } from '#platform/web/reads.ts'
import { TextLink } from '#platform/web/ui/link.tsx'
import { awardsCountWords, chargingRules } from '../words.counts.ts'

/** Beside hours that awards don't compare: what they do compare, with the way there. Nothing if no rule in effect charges hours. */
export const AwardsCount = () => {
  const { data } = useRead(listRules, {})
  const rules = data ? chargingRules(data.rules, Date.parse(data.now_at)) : []
  const [first, second] = rules
  if (!first) return null
  return (
    <>
      {awardsCountWords(rules)}{' '}
      {second ? (
        <TextLink to={paths.adminAwardRules()}>award rule</TextLink>
      ) : (
        <TextLink to={paths.adminAwardOrder(first.id)}>{first.name}</TextLink>
      )}
      .
    </>
  )
}
