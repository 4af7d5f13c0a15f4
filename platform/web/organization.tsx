import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect } from 'react'
import { renewSession, renewStaleSession, useSession } from './session.ts'
import { serverNow } from './session-ends.ts'
import { usePathname } from './url.ts'

/** Specification section 4: the organization is loaded this long after a change of route or session. */
const LOAD_DELAY_MS = 100
const dayTurnEvery = 5000

const RefreshContext = createContext<(() => Promise<void>) | null>(null)

/** Loads the organization anew when what is known is stale, and when its day turns: a trial may end with it. */
export const OrganizationProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const path = usePathname()
  const { session } = useSession()
  const refresh = useCallback(() => renewSession(client), [client])
  const of = session ? `${session.person.id} ${session.organization?.id ?? ''} ${path}` : null
  useEffect(() => {
    if (of === null) return
    const timer = setTimeout(() => void renewStaleSession(client), LOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [client, of])
  const turn = session?.organization?.next_day_at
  useEffect(() => {
    if (turn === undefined) return
    const timer = setInterval(() => {
      if (serverNow() >= Date.parse(turn)) void refresh()
    }, dayTurnEvery)
    return () => clearInterval(timer)
  }, [refresh, turn])
  return <RefreshContext value={refresh}>{children}</RefreshContext>
}

/** Loads the organization of the session anew. Raises an error outside of its provider (specification section 8). */
export const useRefreshOrganization = (): (() => Promise<void>) => {
  const refresh = useContext(RefreshContext)
  if (!refresh) throw new Error('useRefreshOrganization outside of OrganizationProvider')
  return refresh
}
