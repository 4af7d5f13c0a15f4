import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { WallDate } from '#platform/shared/time.ts'

/** The element of the list that holds a day, with its heading. */
export const dayId = (date: WallDate): string => `day-${date}`

/**
 * To be called before the address changes to the day. Scrolls to its heading once it is drawn, even if it was just unfolded, and after the
 * router has scrolled to the top of the new address.
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
