import { hasCalling } from '#platform/server/calling.ts'
import { missingAppPush } from '#platform/server/push-app.ts'
import { type Route, read, refuseField, write } from '#platform/server/route.ts'
import { hasTexting } from '#platform/server/texting.ts'
import { listDeliveries, readOrders, setOrder } from './contract.orders.ts'
import { isAnswerable } from './rules.ts'
import * as store from './store.orders.ts'

export const routes: readonly Route[] = [
  read(
    readOrders,
    () => store.findOrderRows({ texting: hasTexting(), calling: hasCalling(), push_missing: missingAppPush() }),
    undefined,
    { department: () => store.countsEveryone },
  ),
  write(setOrder, async ({ db, input }) => {
    if (input.call_after !== null && !isAnswerable(input.event))
      return refuseField('call_after', 'This notification needs no answer. Choose "No call."')
    await store.saveOrder(db, input)
    return { done: true }
  }),
  read(listDeliveries, store.listDeliveryRows),
]
