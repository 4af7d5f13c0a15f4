import { setScope } from '#features/people/accounts/store.scope.ts'
import { findVendorProfile } from '#features/vendor/settings/store.ts'
import type { Db } from '#platform/server/db.ts'

export type Seller = {
  name: string
  address: string
  tax_id: string
  email: string
  terms: string
  footer: string
}

/** The vendor as named on its invoices, from its settings; restores the customer's scope afterwards. */
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
