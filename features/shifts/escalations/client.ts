import { useMemo } from 'react'
import { useRead } from '#platform/web/reads.ts'
import { listComing } from './contract.ts'

/** When somebody will be ordered in on open shifts, by assignment; empty while loading. Live. */
export const useComingOrders = (): ReadonlyMap<string, string> => {
  const { data } = useRead(listComing, {}, { keep: true })
  return useMemo(() => new Map(data?.items.map((one) => [one.assignment_id, one.decides_at])), [data])
}
