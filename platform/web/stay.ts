import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Called before the address changes: the page stays where it is scrolled to, as for the next week of a schedule or a dialog over a list.
 * Without it the router goes to the top.
 */
export const useStay = () => {
  const router = useRouter()
  return useCallback(() => {
    const { scrollX, scrollY } = window
    const stop = router.subscribe('onRendered', () => {
      stop()
      window.scrollTo(scrollX, scrollY)
    })
  }, [router])
}
