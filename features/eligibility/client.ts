import { useMemo } from 'react'
import { useRead } from '#platform/web/reads.ts'
import { listWaitingReasons, ownLimits } from './contract.ts'
import { limitsOf } from './rules.ts'

/** The own limits for jobs of the coming days; null while they are not known, or where they cannot be read. Live. */
export const useLimits = (days: number) => {
  const own = useRead(ownLimits, { days }, { keep: true })
  const limits = useMemo(() => (own.data ? limitsOf(own.data) : null), [own.data])
  return { limits, pending: own.isPending }
}

/** Every reason against signups that wait, by their ids; the first 100. Live. */
export const useWaitingReasons = (ids: readonly string[]) => {
  const asked = ids.slice(0, 100).join(',')
  const found = useRead(listWaitingReasons, { ids: asked }, { enabled: asked !== '', keep: true })
  return useMemo(() => new Map(found.data?.items.map((one) => [one.signup_id, one.reasons])), [found.data])
}
