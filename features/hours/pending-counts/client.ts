import { useRead } from '#platform/web/reads.ts'
import { isAdminHere, isOpenHere, useSession } from '#platform/web/session.ts'
import { countPending } from './contract.ts'

const none = {}

/** The sidebar's pending counts, live; fetched only for users who are allowed to see them. */
export const usePendingCounts = () => {
  const { session } = useSession()
  const enabled = isAdminHere(session) && isOpenHere(session) && session?.second_factor !== 'needed'
  const { data } = useRead(countPending, {}, { enabled })
  return (enabled && data) || none
}
