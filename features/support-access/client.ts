import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNow } from '#platform/web/clock.ts'
import { renewSession } from '#platform/web/session.ts'
import { serverNow } from '#platform/web/session-ends.ts'

/** The server's clock, by the second; when `endsAt` has come, who is signed in is asked anew: the department is left. */
export const useCountdown = (endsAt: string): { now: number; over: boolean } => {
  const client = useQueryClient()
  // Draws anew; the time itself is the server's.
  useNow(1000)
  const now = serverNow()
  const over = now >= Date.parse(endsAt)
  useEffect(() => {
    if (over) void renewSession(client)
  }, [client, over])
  return { now, over }
}
