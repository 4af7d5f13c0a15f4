import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useEffect } from 'react'
import { renewSession, renewStaleSession, useSession } from './session.ts'
import { serverNow } from './session-ends.ts'
import { usePathname } from './url.ts'

/** Specification section 4: delay before the organization is loaded after a route or session change. */
const LOAD_DELAY_MS = 100
const dayTurnEvery = 5000

const RefreshContext = createContext<(() => Promise<void>) | null>(null)

/** Reloads the organization when its data is stale and when its local day changes, since a trial may end with the day. */
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

/** Reloads the session's organization. Throws outside its provider (specification section 8). */
export const useRefreshOrganization = (): (() => Promise<void>) => {
  const refresh = useContext(RefreshContext)
  if (!refresh) throw new Error('useRefreshOrganization outside of OrganizationProvider')
  return refresh
}
