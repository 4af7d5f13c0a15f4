import { type Chain, type Verdict, verifyAudit } from '#features/department/audit/jobs.verify.ts'
import { listChains } from '#features/department/audit/store.seals.ts'
import { listEnded } from '#features/vendor/organizations/store.erasures-erasing.ts'
import { connectDatabase, enterSystem } from '#platform/server/db.ts'
import { sql } from '#platform/server/sql.ts'
import { StartError } from '#platform/server/start-error.ts'

type Given = { organization: string | null; anchors: string | null }

/**
 * Verifies the audit of the database at the application role's URL: one organization, or all. Throws StartError if there is no such
 * organization.
 */
export const verifyDatabase = async (
  appUrl: string,
  { organization, anchors }: Given,
): Promise<{ verdict: Verdict; chains: number }> => {
  const database = connectDatabase(appUrl, { size: 1, pipeline: true, named: false })
  try {
    const asJob = sql`select set_config('app.role', 'system', true)`
    const chains = await database.read<Chain>(asJob, listChains(organization))
    if (chains.length === 0 && organization !== null)
      throw new StartError(`There is no organization with the address "${organization}".`)
    const verdict = await verifyAudit(
      (id, statement) => database.read(enterSystem(id, 'audit.verify'), statement),
      chains,
      anchors,
      organization === null,
      await listEnded(database),
    )
    return { verdict, chains: chains.length }
  } finally {
    await database.close()
  }
}
