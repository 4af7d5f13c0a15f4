import type { Db } from '#platform/server/db.ts'
import { setScope } from './store.scope.ts'

/**
 * Runs `work` inside one organization for a super admin: the fence limits what it sees and changes, and its changes are recorded
 * in that organization's audit log. Afterwards the scope is the vendor's again. `work` checks that the organization exists.
 */
export const within = async <T>(db: Db, organizationId: string, work: () => Promise<T>): Promise<T> => {
  await setScope(db, { organization_id: organizationId })
  const result = await work()
  await setScope(db, { organization_id: null })
  return result
}
