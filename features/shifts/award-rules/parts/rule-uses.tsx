import { kindWords } from '#features/shifts/assignments/words.ts'
import { useOrganization } from '#platform/web/session.ts'
import { day } from '#platform/web/time.ts'
import type { Rule } from '../contract.ts'

/** Which shift types the rule began or stopped applying to: when, why and by whom. Nothing if none ever did. */
export const RuleUses = ({ changes }: { changes: Rule['changes'] }) => {
  const { time_zone: zone } = useOrganization()
  if (changes.length === 0) return null
  return (
    <ul aria-label="Changes to the shift types this rule applies to" className="flex flex-col gap-2">
      {changes.map((one) => (
        <li key={`${one.kind} ${one.effective_from} ${one.begins}`}>
          <p className="figures">
            {one.begins ? 'Applies to' : 'Stops applying to'} <span className="font-medium">{kindWords[one.kind]}</span>{' '}
            {one.begins ? 'starting' : 'on'} {day(one.effective_from, zone)}
            {one.created_by_name && <span className="text-faint"> · {one.created_by_name}</span>}
          </p>
          {one.note && <p className="wrap-anywhere">{one.note}</p>}
        </li>
      ))}
    </ul>
  )
}
