import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { WallDate } from '#platform/shared/time.ts'

/** The element of the list that holds a day, with its heading. */
export const dayId = (date: WallDate): string => `day-${date}`

/**
 * Called before the address changes to the day: goes to its heading once it is drawn, also where it has just been unfolded. The router, which
 * goes to the top of a new address, has then done so.
 */
export const useGoToDay = () => {
  const router = useRouter()
  return useCallback(
    (date: WallDate) => {
      const stop = router.subscribe('onRendered', () => {
        stop()
        const found = document.getElementById(dayId(date))
        const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
        found?.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' })
        found?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
      })
    },
    [router],
  )
}
