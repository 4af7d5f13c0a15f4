import { useMemo } from 'react'
import type { OutputOf } from '#platform/shared/endpoint.ts'
import { DAY } from '#platform/shared/time.ts'
import { useRead } from '#platform/web/reads.ts'
import { listWaitingReasons, ownLimits } from './contract.ts'
import { type HeldShift, limitsOf, reasonsOfHeld } from './rules.ts'

/** The caller's own limits for shifts in the coming days; null while loading or if not readable. Live. */
export const useLimits = (days: number) => {
  const own = useRead(ownLimits, { days }, { keep: true })
  const limits = useMemo(() => (own.data ? limitsOf(own.data) : null), [own.data])
  return { limits, pending: own.isPending }
}

/** How many days ahead to read the limits for a shift. */
export const daysTo = (starts_at: string, now: number): number =>
  Math.min(366, Math.max(1, Math.ceil((Date.parse(starts_at) - now) / DAY) + 1))

/** What breaks the department's hour rules about a shift that the officer has; null while loading. Live. */
export const useHeldReasons = (shift: HeldShift, now: number) => {
  const own = useRead(ownLimits, { days: daysTo(shift.starts_at, now) }, { keep: true })
  return own.data ? reasonsOfHeld(shift, own.data) : null
}

export type Waiting = OutputOf<typeof listWaitingReasons>['items'][number]

/** All reasons against pending sign-ups, by sign-up id; the first 100. Live. */
export const useWaitingReasons = (ids: readonly string[]) => {
  const asked = ids.slice(0, 100).join(',')
  const found = useRead(listWaitingReasons, { ids: asked }, { enabled: asked !== '', keep: true })
  return useMemo(() => new Map(found.data?.items.map((one) => [one.signup_id, one])), [found.data])
}
