import { useReadPages } from '#platform/web/reads.ts'
import { LoadMore } from '#platform/web/ui/page.tsx'
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/states.tsx'
import { listOrders } from '../contract.orders.ts'
import { OrderRow } from './order-row.tsx'

/** The department's orders, latest first. */
export const OrderList = () => {
  const list = useReadPages(listOrders, {})
  if (!list.items)
    return list.error ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : <ListSkeleton rows={5} />
  if (list.items.length === 0)
    return (
      <EmptyState
        title="No orders yet"
        text="To order in officers, ask for volunteers on an understaffed shift. Orders appear here."
      />
    )
  return (
    <>
      <ul aria-label="Orders" className="divide-y divide-line rounded-ui border border-line bg-surface">
        {list.items.map((order) => (
          <OrderRow key={order.id} order={order} skipped={order.skipped} />
        ))}
      </ul>
      <LoadMore
        more={list.more}
        loading={list.loadingMore}
        onMore={list.loadMore}
        shown={list.items.length}
        noun="orders"
      />
    </>
  )
}
