import type { Db } from '#platform/server/db.ts'
import { join, sql } from '#platform/server/sql.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'

/**
 * What the rest of this transaction may see (db/fence/): the one account of an address, the one row of a secret, one
 * organization's rows. Named only where the caller has shown a right to it: it knows the address, holds the link, gave the
 * password. An organization of null is the vendor's reserved one.
 */
export const setScope = async (
  db: Db,
  scope: {
    address?: string
    token?: string
    agency?: string
    user_id?: string
    /** The account that one of the vendor's staff acts on. */
    subject?: string
    organization_id?: string | null
    role?: 'anyone' | 'system'
    /** Why a super admin does what follows: the audit of each department that it changes has it. */
    stated_reason?: string
  },
): Promise<void> => {
  const { organization_id, ...rest } = scope
  const settings = { ...rest, ...('organization_id' in scope ? { organization_id: organization_id ?? VENDOR_ID } : {}) }
  const pieces = Object.entries(settings).map(([name, value]) => sql`set_config(${`app.${name}`}, ${value}, true)`)
  await db.rows(sql`select ${join(pieces, sql`, `)}`)
}
