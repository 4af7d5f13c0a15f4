import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** An idle moment, within 4 seconds. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 4000 })
    else setTimeout(resolve, 1000)
  })

const lookEvery = 250
/** A screen that never comes to rest does not hold everything back forever. */
const longest = 30_000

/** Resolves in an idle moment in which the screen has all it asked for: what may be needed later must not delay what is needed now. */
export const whenSettled = async (client: QueryClient): Promise<void> => {
  const until = performance.now() + longest
  for (;;) {
    await idle()
    const shown = document.querySelector('main h1') !== null && document.querySelector('.bone') === null
    if ((shown && client.isFetching() === 0) || performance.now() > until) return
    await new Promise((resolve) => setTimeout(resolve, lookEvery))
  }
}

/** Whether that moment has come. */
export const useSettled = (): boolean => {
  const client = useQueryClient()
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    let gone = false
    void whenSettled(client).then(() => {
      if (!gone) setSettled(true)
    })
    return () => {
      gone = true
    }
  }, [client])
  return settled
}
