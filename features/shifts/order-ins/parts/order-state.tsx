import { Badge } from '#platform/web/ui/badge.tsx'
import type { OrderIn } from '../contract.calls.ts'

const stateWords = {
  to_come: 'Upcoming',
  served: 'Past',
  fallen: 'Called off',
  cancelled: 'Canceled',
} as const
const tones = { to_come: 'info', served: 'ok', fallen: 'plain', cancelled: 'plain' } as const

export const OrderState = ({ of }: { of: Pick<OrderIn, 'state'> }) => (
  <Badge tone={tones[of.state]}>{stateWords[of.state]}</Badge>
)
