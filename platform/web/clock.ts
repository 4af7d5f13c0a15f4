import { useEffect, useState } from 'react'
import { useEnds } from './session-ends.ts'

/** The current time, updated at an interval (ms, 30 s by default) and when the page becomes visible again. */
export const useNow = (every = 30_000): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, every)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [every])
  return now
}

/** The server's clock, as estimated on this device: it determines what opens when. */
export const useServerNow = (every?: number): number => Math.round(useNow(every) + (useEnds()?.ahead ?? 0))
