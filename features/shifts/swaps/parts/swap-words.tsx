import { useShiftWords } from '#features/shifts/assignments/parts/shift-time.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import type { Swap } from '../contract.ts'
import { swapWords } from '../rules.ts'

const tones = { open: 'info', answered: 'info', agreed: 'hold', done: 'ok' } as const

export const SwapState = ({ of }: { of: Swap['state'] }) => (
  <Badge tone={of in tones ? tones[of as keyof typeof tones] : 'plain'}>{swapWords[of]}</Badge>
)

/** `Night patrol`, `Fri, Nov 21 · 22:00–06:00 · 8 h`. */
export const ShiftLine = ({
  shift,
  now,
}: {
  shift: Omit<Swap['shift'], 'assignment_id' | 'location_name' | 'post'>
  now: number
}) => {
  const { day, clock, length, notes } = useShiftWords(now)(shift)
  return (
    <span className="block min-w-0">
      <span className="block font-medium">{shift.title}</span>
      <span className="figures block text-small text-soft">{[`${day} · ${clock}`, length, ...notes].join(' · ')}</span>
    </span>
  )
}
