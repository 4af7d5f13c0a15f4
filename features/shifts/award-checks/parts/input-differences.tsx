import { kindWords } from '#features/shifts/award-rules/rules.opportunities.ts'
import { duration } from '#platform/web/time.ts'
import type { NamedDifference } from '../contract.ts'

const times = (n: number) => (n === 1 ? 'once' : `${n} times`)

/** The two differing values: hours, times, or only the last date. */
const saidOf = ({ used, right }: NamedDifference): [string, string] => {
  if (used.minutes !== right.minutes) return [duration(used.minutes), duration(right.minutes)]
  if (used.times !== right.times) return [times(used.times), times(right.times)]
  return [used.last ? 'the wrong last date' : 'no last date', right.last ? 'the date on record' : 'none']
}

/** For each officer, what the award counted and what the ledger had at that time. */
export const InputDifferences = ({ of }: { of: readonly NamedDifference[] }) => (
  <ul className="figures mt-1 text-small text-soft">
    {of.map((one) => {
      const [used, right] = saidOf(one)
      return (
        <li key={`${one.officer_id} ${one.kind}`}>
          {one.name ?? 'An officer who left'}, {kindWords[one.kind].toLowerCase()}: counted {used}, should be {right}
        </li>
      )
    })}
  </ul>
)
