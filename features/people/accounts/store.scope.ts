import type { Db } from '#platform/server/db.ts'
import { join, sql } from '#platform/server/sql.ts'
import { VENDOR_ID } from '#platform/shared/vendor.ts'

/**
 * Sets what the rest of this transaction may see (db/fence/): one address's account, one secret's row, or one organization's
 * rows. Set a scope only after the caller has proved a right to it: knows the address, holds the link, or gave the password. A
 * null organization means the vendor's reserved one.
 */
export const setScope = async (
  db: Db,
  scope: {
    address?: string
    token?: string
    agency?: string
    user_id?: string
    /** The account that a vendor staff member acts on. */
    subject?: string
    organization_id?: string | null
    role?: 'anyone' | 'system'
    /** The super admin's reason for the following changes, recorded in the audit log of each affected department. */
    stated_reason?: string
  },
): Promise<void> => {
  const { organization_id, ...rest } = scope
  const settings = { ...rest, ...('organization_id' in scope ? { organization_id: organization_id ?? VENDOR_ID } : {}) }
  const pieces = Object.entries(settings).map(([name, value]) => sql`set_config(${`app.${name}`}, ${value}, true)`)
  await db.rows(sql`select ${join(pieces, sql`, `)}`)
}
