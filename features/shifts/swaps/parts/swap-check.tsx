import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { reasonLines } from '#features/shifts/eligibility/parts/signup-words.tsx'
import { useRead } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { type Against, listSwapChecks } from '../contract.checks.ts'
import type { Swap } from '../contract.ts'

/** The checks of the swaps that wait for an admin, by id; the first 100. Live. */
export const useSwapChecks = (swaps: readonly Swap[] | undefined) => {
  const waiting = swaps?.filter((one) => one.state === 'agreed') ?? []
  const ids = waiting
    .slice(0, 100)
    .map((one) => one.id)
    .join(',')
  const { data } = useRead(listSwapChecks, { ids }, { enabled: ids !== '', keep: true })
  return (id: string) => data?.items.find((one) => one.swap_id === id)
}

/** Whether the officer who gets a shift may have it: eligible, or every reason against it. */
export const SwapCheck = ({ name, against, now }: { name: string; against: Against; now: number }) => {
  const { time_zone: zone } = useOrganization()
  if (against.length === 0)
    return (
      <p className="flex items-start gap-1.5 text-small text-soft">
        <CircleCheck aria-hidden className="mt-0.5 size-3.5 shrink-0 text-ok" />
        {name} is eligible
      </p>
    )
  return (
    <ul aria-label={`Why ${name} isn't eligible`} className="flex flex-col text-small text-warn">
      {reasonLines(against, zone, now).map((words) => (
        <li key={words} className="flex items-start gap-1.5">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {name}: {words}
        </li>
      ))}
    </ul>
  )
}
