import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNow } from '#platform/web/clock.ts'
import { renewSession } from '#platform/web/session.ts'
import { serverNow } from '#platform/web/session-ends.ts'

/** The server's clock, in seconds. When `endsAt` passes, the session is read again, which leaves the department. */
export const useCountdown = (endsAt: string): { now: number; over: boolean } => {
  const client = useQueryClient()
  // Only triggers a re-render; the time comes from the server.
  useNow(1000)
  const now = serverNow()
  const over = now >= Date.parse(endsAt)
  useEffect(() => {
    if (over) void renewSession(client)
  }, [client, over])
  return { now, over }
}
