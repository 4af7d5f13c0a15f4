import type { InputOf } from '#platform/shared/endpoint.ts'
import { useNow } from '#platform/web/clock.ts'
import { useRead } from '#platform/web/reads.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { useOwnChecks } from '../client.own-checks.ts'
import { listMySwaps, type Swap } from '../contract.ts'
import { livingSwapStates } from '../rules.ts'
import { SwapRow } from './my-swaps.tsx'

type Of = Partial<InputOf<typeof listMySwaps>>

const isOpen = ({ state, own, may }: Swap): boolean =>
  may.length > 0 || (own && livingSwapStates.some((one) => one === state))

/** The caller's swaps that aren't over, and those the caller can answer: all, or the ones named. Live. */
export const useOpenSwaps = (of: Of, enabled = true): readonly Swap[] => {
  const { data } = useRead(listMySwaps, of, { enabled, keep: true })
  return (enabled && data?.items.filter(isOpen)) || []
}

/** The same as a card with their buttons; nothing where there are none. */
export const OpenSwaps = ({ of, title }: { of: Of; title: string }) => {
  const now = useNow()
  const swaps = useOpenSwaps(of)
  const { data } = useRead(listMySwaps, of, { keep: true })
  const whyNot = useOwnChecks(swaps, now)
  if (swaps.length === 0) return null
  return (
    <Card title={title} hint={data?.needs_approval ? 'An admin must approve each one.' : undefined} flush>
      <ul className="divide-y divide-line">
        {swaps.map((swap) => (
          <SwapRow key={swap.id} swap={swap} shifts={data?.shifts ?? []} now={now} why={whyNot(swap)} />
        ))}
      </ul>
    </Card>
  )
}
