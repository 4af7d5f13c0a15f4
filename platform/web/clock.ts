import { useEffect, useState } from 'react'

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
