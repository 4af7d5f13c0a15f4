import { kindWords } from '#features/awards/rules.opportunities.ts'
import { duration } from '#platform/web/time.ts'
import type { NamedDifference } from '../contract.ts'

const times = (n: number) => (n === 1 ? 'once' : `${n} times`)

/** What of the two is another one: hours, how often, or only when it was last. */
const saidOf = ({ used, right }: NamedDifference): [string, string] => {
  if (used.minutes !== right.minutes) return [duration(used.minutes), duration(right.minutes)]
  if (used.times !== right.times) return [times(used.times), times(right.times)]
  return [used.last ? 'another last time' : 'no last time', right.last ? 'the right one' : 'none']
}

/** For each officer what the award counted, and what the ledger had at its moment. */
export const InputDifferences = ({ of }: { of: readonly NamedDifference[] }) => (
  <ul className="figures mt-1 text-small text-soft">
    {of.map((one) => {
      const [used, right] = saidOf(one)
      return (
        <li key={`${one.officer_id} ${one.kind}`}>
          {one.name ?? 'An officer who left'}, {kindWords[one.kind].toLowerCase()}: {used} counted, {right} right
        </li>
      )
    })}
  </ul>
)
