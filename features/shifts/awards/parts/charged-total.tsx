import { countsWords } from '#features/shifts/award-rules/words.ts'
import type { Charged } from '../contract.ts'
import { chargedHours } from '../rules.entries.ts'

/** The officer's charged hours as an award would compare them now, by each rule that ranks by hours. */
export const ChargedTotal = ({ rules }: { rules: readonly Charged[] }) => (
  <ul className="divide-y divide-line border-b border-line">
    {rules.map(({ rule, name, version, charged, recorded }, at) => (
      <li key={`${name} ${version}`} className="px-4 py-3 md:px-5">
        <p className="figures font-semibold">
          {chargedHours(charged)} charged
          <span className="font-normal text-soft"> · {name}</span>
        </p>
        <p className="text-small text-soft">
          {countsWords(rule)}
          {charged !== recorded && ` Includes ${chargedHours(charged - recorded)} for the time before you joined.`}
          {rules.length > 1 && at === 0 && ' The entries below show what this rule charges.'}
        </p>
      </li>
    ))}
  </ul>
)
