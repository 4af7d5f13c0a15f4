import { useState } from 'react'
import { ShiftTime } from '#features/assignments/parts/shift-time.tsx'
import { paths } from '#platform/shared/paths.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { cancelOrder, listOrders, type OrderIn, readOrderIn } from '../contract.calls.ts'
import { listForce } from '../contract.ts'
import { ordersWords } from './passed-over.tsx'

const stateWords = { to_come: 'To come', served: 'Served', fallen: 'Place given up', cancelled: 'Cancelled' } as const
const tones = { to_come: 'info', served: 'ok', fallen: 'plain', cancelled: 'plain' } as const

export const OrderState = ({ of }: { of: Pick<OrderIn, 'state'> }) => (
  <Badge tone={tones[of.state]}>{stateWords[of.state]}</Badge>
)

/** One order as an admin reads it: whom, where on the list, whether it was seen. */
export const OrderRow = ({ order, linked }: { order: OrderIn; linked: boolean }) => {
  const { time_zone: zone } = useOrganization()
  const may = useMay()
  const [asking, setAsking] = useState(false)
  const cancelling = useWrite(cancelOrder, { invalidates: [readOrderIn, listOrders, listForce] })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3 md:px-5">
      <div className="min-w-0">
        <p className="font-medium">
          {order.name} <span className="figures font-normal text-faint">{order.badge_number}</span>{' '}
          <OrderState of={order} />
        </p>
        {linked && (
          <p className="flex flex-wrap gap-x-2 text-small">
            <TextLink to={paths.adminAssignment(order.assignment_id)}>{order.title}</TextLink>
            <ShiftTime starts_at={order.starts_at} ends_at={order.ends_at} zone={zone} wide />
          </p>
        )}
        <p className="text-small text-soft">
          Ordered {dayAndClock(order.ordered_at, zone)}, from place {order.position} with{' '}
          {ordersWords(order.count_before)} before it.{' '}
          {order.seen_at ? `Seen ${dayAndClock(order.seen_at, zone)}.` : 'Not seen yet.'}
        </p>
        {order.cancel_reason && (
          <p className="text-small text-soft wrap-anywhere">
            {order.cancel_reason}
            {order.cancelled_by && <span className="text-faint"> — {order.cancelled_by}</span>}
          </p>
        )}
      </div>
      {order.may.includes('cancel') && may(cancelOrder) && (
        <Button
          size="small"
          look="danger-quiet"
          aria-label={`Cancel order: ${order.name}`}
          onClick={() => setAsking(true)}
        >
          Cancel order
        </Button>
      )}
      <ConfirmWithReason
        open={asking}
        onClose={() => setAsking(false)}
        title={`Cancel the order of ${order.name}?`}
        text="The place is free again, and the order no longer counts on the list."
        action="Cancel order"
        back="Leave it"
        reasonHint="The officer will read it."
        onConfirm={async (reason) => {
          await cancelling.run({ id: order.id, reason })
          toast.success('Order cancelled', order.name)
        }}
      />
    </li>
  )
}
