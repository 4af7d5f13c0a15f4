import { setScope } from '#features/accounts/store.scope.ts'
import type { Db } from '#platform/server/db.ts'

/**
 * Does `work` inside one organization, for a super admin: what it sees and changes is fenced to that organization, and what it
 * leaves stands in that organization's audit. Afterwards the scope is the vendor's own again. `work` checks that it is there.
 */
export const within = async <T>(db: Db, organizationId: string, work: () => Promise<T>): Promise<T> => {
  await setScope(db, { organization_id: organizationId })
  const result = await work()
  await setScope(db, { organization_id: null })
  return result
}
