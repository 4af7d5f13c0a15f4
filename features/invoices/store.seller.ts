import { setScope } from '#features/accounts/store.scope.ts'
import { findVendorProfile } from '#features/vendor-settings/store.ts'
import type { Db } from '#platform/server/db.ts'

export type Seller = {
  name: string
  address: string
  tax_id: string
  email: string
  terms: string
  footer: string
}

/** The vendor as its invoices name it, from its settings; the scope is the customer's again afterwards. */
export const findSeller = async (db: Db, customer_id: string): Promise<Seller> => {
  await setScope(db, { organization_id: null })
  const found = await findVendorProfile(db)
  await setScope(db, { organization_id: customer_id })
  return {
    name: found?.legal_name ?? '',
    address: found?.address ?? '',
    tax_id: found?.tax_id ?? '',
    email: found?.support_email ?? '',
    terms: found?.payment_terms ?? '',
    footer: found?.invoice_footer ?? '',
  }
}
