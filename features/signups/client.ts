import { useRead } from '#platform/web/reads.ts'
import { isAdminHere, useSession } from '#platform/web/session.ts'
import { countPending } from './contract.ts'

const none = {}

/** The pending counts of the sidebar, live; nothing is asked for who is not an admin. */
export const usePendingCounts = () => {
  const { session } = useSession()
  return useRead(countPending, {}, { enabled: isAdminHere(session) }).data ?? none
}
