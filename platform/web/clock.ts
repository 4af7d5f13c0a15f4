import { useEffect, useState } from 'react'

/** The time, renewed every so many milliseconds and when the page is looked at again; 30 s unless told. */
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
