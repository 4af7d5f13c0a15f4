import { useState } from 'react'
import { ShiftTime } from '#features/shifts/assignments/parts/shift-time.tsx'
import { paths } from '#platform/shared/paths.ts'
import { ordinal } from '#platform/shared/text.ts'
import { useWrite } from '#platform/web/reads.ts'
import { useOrganization } from '#platform/web/session.ts'
import { useMay } from '#platform/web/support.tsx'
import { dayAndClock } from '#platform/web/time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmWithReason } from '#platform/web/ui/dialog.tsx'
import { TextLink } from '#platform/web/ui/link.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { cancelOrder, type OrderIn, readOrderIn } from '../contract.calls.ts'
import { type ListedOrder, listOrders } from '../contract.orders.ts'
import { listForce } from '../contract.ts'
import { earlierOrders, listWords } from '../words.ts'
import { OrderState } from './order-state.tsx'
import { Skipped } from './passed-over.tsx'

/** One order as an admin sees it: who, list position, and whether it was acknowledged. In a list of orders, with its shift and who was skipped. */
export const OrderRow = ({ order, skipped }: { order: OrderIn; skipped?: ListedOrder['skipped'] }) => {
  const { time_zone: zone } = useOrganization()
  const may = useMay()
  const [asking, setAsking] = useState(false)
  const cancelling = useWrite(cancelOrder, { invalidates: [readOrderIn, listOrders, listForce] })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-line md:px-5">
      <div className="min-w-0">
        <p className="font-medium">
          {order.name} <span className="figures font-normal text-faint">{order.badge_number}</span>{' '}
          <OrderState of={order} />
        </p>
        {skipped && (
          <p className="flex flex-wrap gap-x-2 text-small">
            <TextLink to={paths.adminAssignment(order.assignment_id)}>{order.title}</TextLink>
            <ShiftTime shift={order} wide />
          </p>
        )}
        <p className="text-small text-soft">
          Ordered in {dayAndClock(order.ordered_at, zone)}. {ordinal(order.position)} on {listWords(order.list_units)}{' '}
          at the time, with {earlierOrders(order.count_before)}.{' '}
          {order.seen_at ? `Acknowledged ${dayAndClock(order.seen_at, zone)}.` : 'Not acknowledged yet.'}
        </p>
        {skipped && <Skipped of={skipped} />}
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
        title={`Cancel ${order.name}'s order?`}
        text="The spot opens again, and the order no longer counts."
        action="Cancel order"
        back="Keep order"
        reasonHint="The officer will see this."
        onConfirm={async (reason) => {
          await cancelling.run({ id: order.id, reason })
          toast.success('Order canceled', order.name)
        }}
      />
    </li>
  )
}
