import { useMemo } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { useRead } from '#platform/web/reads.ts'
import { listWaitingReasons, ownLimits } from './contract.ts'
import { limitsOf } from './rules.ts'

/** The caller's own limits for shifts in the coming days; null while loading or if not readable. Live. */
export const useLimits = (days: number) => {
  const own = useRead(ownLimits, { days }, { keep: true })
  const limits = useMemo(() => (own.data ? limitsOf(own.data) : null), [own.data])
  return { limits, pending: own.isPending }
}

export type Waiting = OutputOf<typeof listWaitingReasons>['items'][number]

/** All reasons against pending sign-ups, by sign-up id; the first 100. Live. */
export const useWaitingReasons = (ids: readonly string[]) => {
  const asked = ids.slice(0, 100).join(',')
  const found = useRead(listWaitingReasons, { ids: asked }, { enabled: asked !== '', keep: true })
  return useMemo(() => new Map(found.data?.items.map((one) => [one.signup_id, one])), [found.data])
}
