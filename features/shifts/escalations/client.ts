import { useMemo } from 'react'
import { useRead } from '#platform/web/reads.ts'
import { listComing } from './contract.ts'
import type { ComingOrder } from './words.coming.ts'

/** The order-ins that come on open shifts, by assignment; empty while loading. Live. */
export const useComingOrders = (): ReadonlyMap<string, ComingOrder> => {
  const { data } = useRead(listComing, {}, { keep: true })
  return useMemo(() => new Map(data?.items.map((one) => [one.assignment_id, one])), [data])
}
